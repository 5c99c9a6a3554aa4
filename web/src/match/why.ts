/** Why something can't be done: the server is asked what it would lead to, and its refusal tells. */

import { answered, http, type Refused, type Unreachable } from "../api/client";
import { knownOnly } from "../api/watch";
import type { Decision, LegalAction } from "./live";

type Action = LegalAction["action"];

/** An action as the games' tables name it, legal or not. */
export type Fields = Readonly<Record<string, string | number>>;

/** Returns what speaks against an action now; null: nothing does. */
export async function askWhy(
  id: string,
  decision: Decision,
  action: Fields,
): Promise<Refused | Unreachable | null> {
  if (isLegal(decision, action)) return null;
  const { seat, version } = decision;
  const body = { seat, version, action: action as Action };
  try {
    await answered(http.POST("/v1/matches/{match_id}/preview", { params: { path: { match_id: id } }, body }));
    return null;
  } catch (wrong) {
    return knownOnly(wrong);
  }
}

export function isLegal(decision: Decision, action: Fields): boolean {
  return decision.legal_actions.some((legal) => isSame(legal.action as Fields, action));
}

function isSame(one: Fields, other: Fields): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}
