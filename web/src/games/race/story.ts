/** What happened, in words. */

import type { GameEvent } from "../../match/live";
import type { Lexicon, Names } from "../game";
import { tell as plainTell } from "../wording";

/** Events that name their card to whoever may know it. */
const SECRET = new Set(["card_drawn", "card_paid", "card_discarded"]);

export function tell(event: GameEvent, lexicon: Lexicon, names: Names): string | null {
  return plainTell({ ...event, kind: wordingOf(event) }, lexicon, names);
}

function wordingOf(event: GameEvent): string {
  if (SECRET.has(event.kind) && event.card === undefined) return `${event.kind}_unseen`;
  if (event.kind.startsWith("actions_") && event.second === "none") return `${event.kind}_one`;
  if (event.kind === "card_turned" && event.is_hit === 1) return "card_turned_hit";
  return event.kind;
}
