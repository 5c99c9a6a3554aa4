/** Why something can't be done: the server is asked what it would lead to, and its refusal tells. */

import { answered, http, type Refused, type Unreachable } from "../api/client";
import { knownOnly } from "../api/watch";
import type { Decision, LegalAction } from "./live";

type Action = LegalAction["action"];

/** An action as the games' tables name it, legal or not. */
export type Fields = Readonly<Record<string, string | number>>;

/** Returns what speaks against an action after others that are not sent yet; null: nothing does. */
export async function askWhy(
  id: string,
  { seat, version }: Decision,
  before: readonly LegalAction[],
  action: Fields,
): Promise<Refused | Unreachable | null> {
  const actions = [...before.map(({ notation }) => notation), action as Action];
  const body = { seat, version, actions };
  try {
    await answered(http.POST("/v1/matches/{match_id}/preview", { params: { path: { match_id: id } }, body }));
    return null;
  } catch (wrong) {
    return knownOnly(wrong);
  }
}
