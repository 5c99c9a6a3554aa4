/** The choices in words, and where on the table each is made. */

import type { LegalAction } from "../../match/live";
import type { Fields } from "../../match/why";
import type { Arranged, Lexicon } from "../game";
import { inWords, labelOf as plainLabelOf, wishBy } from "../wording";

/** A tile's two sides have two names: say the side that is meant. */
const SIDES: Readonly<Record<string, string>> = { begin: "development" };

export function labelOf(action: LegalAction, lexicon: Lexicon): string {
  const fields = action.action as Fields;
  const kind = String(fields.kind);
  const side = kind === "place" || kind === "arrange" ? String(fields.stack) : SIDES[kind];
  const word = String(fields.tile ?? "");
  const piece = side === undefined ? undefined : lexicon.pieces.get(`${word}|${side}`);
  const power = lexicon.pieces.get(`${String(fields.power ?? "")}|development`);
  const named = { ...fields };
  if (piece) named.tile = piece.name;
  if (power) named.power = power.name;
  return plainLabelOf({ ...action, action: named as LegalAction["action"] }, lexicon);
}

export { inWords };

/** Dice lie at `die:COLOR@PLACE`, tiles at `tile:TILE`, stacks at `stack:STACK`, columns at `column:PHASE`. */
export function placesOf(action: LegalAction): readonly string[] {
  const fields = action.action as Fields;
  const find = PLACES[String(fields.kind)];
  return find === undefined ? [] : find(fields);
}

const PLACES: Readonly<Record<string, (fields: Fields) => readonly string[]>> = {
  begin: ({ tile }) => [`tile:${tile}`],
  wild: ({ color, column }) => [`column:${column}`, `die:${color}@wild`],
  select: ({ phase }) => [`column:${phase}`],
  selector: ({ color, column }) => [`die:${color}@${column}`],
  pay: ({ color, column }) => [`die:${color}@${column}`],
  take: ({ color, column }) => [`die:${color}@${column}`],
  to: ({ column }) => [`column:${column}`],
  use: ({ power }) => [`tile:${power}`],
  abandon: ({ tile }) => [`tile:${tile}`],
  give_up: ({ tile }) => [`tile:${tile}`],
  place: ({ tile, stack }) => [`tile:${tile}`, `stack:${stack}`],
  arrange: ({ tile, stack }) => [`tile:${tile}`, `stack:${stack}`],
  worker: ({ color }) => [`die:${color}@develop`, `die:${color}@settle`],
  use_up: ({ color }) => [`die:${color}@development_stack`, `die:${color}@world_stack`],
  remove: ({ color, place }) => [`die:${color}@${place}`],
  recall: ({ color, place }) => [`die:${color}@${place}`],
  produce: ({ color, world }) => [`die:${color}@produce`, `goods:${world}`],
  trade: ({ world, good }) => [`die:${good}@goods_${world}`],
  consume: ({ world, good }) => [`die:${good}@goods_${world}`],
  shipper: ({ shipper }) => [`die:${shipper}@ship`],
  recruit: ({ color }) => [`die:${color}@citizenry`],
  stock: () => ["column:explore"],
  scout: () => ["column:explore"],
};

/** The Assign step: everybody arranges dice behind a screen, and nobody sees how. */
export const arranged: Arranged = {
  asks: new Set(["wild", "select", "selector", "reassign", "pay", "take", "to"]),
  closes: ({ action }) => (action as Fields).kind === "done",
  liesAt: ({ action }) => {
    const { kind, color, column } = action.action as Fields;
    return kind === "wild" ? `die:${color}@${column}` : null;
  },
};

/** What a piece would be clicked for, by the question and where it lies. */
export const wishAt = wishBy({
  "reassign tile": (power) => ({ kind: "use", power }),
  "worker die": (color) => ({ kind: "worker", color }),
  "recruit die": (color) => ({ kind: "recruit", color, count: 1 }),
});
