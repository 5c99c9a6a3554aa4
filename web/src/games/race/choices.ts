/** The choices in words, and where on the table each is made. */

import type { Together } from "../../match/draft";
import type { Decision, LegalAction, Seen } from "../../match/live";
import type { Fields } from "../../match/why";
import { wishBy } from "../wording";

export { labelOf } from "../wording";

/** What a card or a world would be clicked for, by the question and where it lies. */
export const wishAt = wishBy({
  "development hand": (card) => ({ kind: "place", card }),
  "world hand": (card) => ({ kind: "place", card }),
  "way tableau": (card) => ({ kind: "discard_from_tableau", card }),
  "sale tableau": (world) => ({ kind: "sell", world }),
  "good tableau": (world) => ({ kind: "consume", world }),
  "windfall tableau": (world) => ({ kind: "produce", source: "bonus", world }),
});

/** A price is paid with all its cards at once; the server asks for one after another. */
export function togetherOf(decision: Decision, seen: Seen): Together | null {
  if (decision.asks !== "pay") return null;
  const { progress, seats } = seen.view as unknown as Paying;
  const hand = seats[decision.seat]?.hand ?? [];
  const copiesOf = (action: LegalAction) => {
    const { card } = action.action as Fields;
    return hand.filter((each) => each === card).length;
  };
  return progress.price_left > 1 ? { most: progress.price_left, copiesOf } : null;
}

interface Paying {
  readonly progress: { readonly price_left: number };
  readonly seats: readonly { readonly hand: readonly string[] }[];
}

/**
 * Cards lie at `hand:CARD`, `dealt:CARD` and `tableau:CARD`, the one that is being placed at `placing`, action cards at
 * `action:ACTION`, Consume powers at `power:POWER`, numbers at `number:NUMBER`.
 */
export function placesOf(action: LegalAction): readonly string[] {
  const fields = action.action as Fields;
  const find = PLACES[String(fields.kind)];
  return find === undefined ? [] : find(fields);
}

const PLACES: Readonly<Record<string, (fields: Fields) => readonly string[]>> = {
  discard: ({ card }) => [`hand:${card}`],
  choose: ({ action }) => [`action:${action}`],
  choose_two: ({ first, second }) => [...new Set([`action:${first}`, `action:${second}`])],
  keep: ({ card }) => [`dealt:${card}`],
  place: ({ card }) => [`hand:${card}`],
  pay: ({ card }) => [`hand:${card}`],
  conquer: () => ["placing"],
  buy: () => ["placing"],
  discard_from_tableau: ({ card }) => [`tableau:${card}`],
  sell: ({ world }) => [`tableau:${world}`],
  use: ({ power }) => [`power:${power}`],
  consume: ({ world }) => [`tableau:${world}`],
  call: ({ number }) => [`number:${number}`],
  produce: ({ world }) => [`tableau:${world}`],
};
