/** The reasons that a search gives for a candidate, sorted for people. */

import type { Schemas } from "../api/client";

type Why = NonNullable<Schemas["Candidate"]["why"]>;

/** Something with its amount: points of a source, or the chance of a phase. */
export interface Share {
  readonly name: string;
  readonly amount: number;
}

/** Less than this is not worth a word. */
const POINTS_MIN = 0.05;
const CHANCE_MIN = 0.2;

/** Where a seat's final points come from, the most first. */
export function sourcesOf(why: Why, seat: number): readonly Share[] {
  return sharesOf(why.sources[seat] ?? {}, POINTS_MIN);
}

/** The phases that are likely in the round that is chosen next, the likeliest first. */
export function phasesOf(why: Why): readonly Share[] {
  return sharesOf(why.phases, CHANCE_MIN);
}

function sharesOf(amounts: Readonly<Record<string, number>>, least: number): readonly Share[] {
  return Object.entries(amounts)
    .map(([name, amount]) => ({ name, amount }))
    .filter(({ amount }) => amount >= least)
    .sort((one, other) => other.amount - one.amount);
}
