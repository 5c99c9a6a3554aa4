/** What happened, in words. */

import type { GameEvent } from "../../match/live";
import type { Lexicon, Names } from "../game";
import { tell as plainTell } from "../wording";

/** In the game against the rogue an event without a seat is the rogue's, who sits behind the only player. */
const ROGUE = 1;

export function tell(event: GameEvent, lexicon: Lexicon, names: Names): string | null {
  return plainTell(typeof event.seat === "number" ? event : { ...event, seat: ROGUE }, lexicon, names);
}
