/** What is written of entrants and numbers. */

import { botName } from "../../parts/seats";
import { language, t as said } from "../../words";
import type { Standing } from "./acts";

export type NameOf = (entrant: string) => string;

/** Returns how entrants are called: bots in the reader's language, with the number that tells them apart. */
export function namer(entrants: ReadonlyMap<string, Standing>): NameOf {
  return (id) => {
    const line = entrants.get(id);
    if (line === undefined) return id;
    if (line.player !== "bot") return line.name;
    return said("seat.numbered", { name: botName(line.level), number: id.slice(id.lastIndexOf(":") + 1) });
  };
}

/** A number as the reader writes it, with as many decimals as it needs. */
export function written(value: number, digits = 2): string {
  return new Intl.NumberFormat(language.value, { maximumFractionDigits: digits }).format(value);
}
