/** What happened, in words. */

import type { GameEvent } from "../../match/live";
import type { Lexicon, Names } from "../game";
import { tell as plainTell } from "../wording";

/** Which side of its tile an event is about. */
const SIDES: Readonly<Record<string, string>> = { development_built: "development", world_settled: "world" };

export function tell(event: GameEvent, lexicon: Lexicon, names: Names): string | null {
  const side = SIDES[event.kind] ?? event.stack;
  const piece = lexicon.pieces.get(`${String(event.tile)}|${String(side)}`);
  return plainTell(piece === undefined ? event : { ...event, tile: piece.name }, lexicon, names);
}
