/** The choices in words, and where on the table each is made. */

import type { LegalAction } from "../../match/live";

export { labelOf } from "../wording";

type Fields = Readonly<Record<string, string | number>>;

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
