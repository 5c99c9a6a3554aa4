/** What the search prefers at the own decision, where the match allows help. */

import { answered, http, type Refused, type Schemas, type Unreachable } from "../api/client";
import { knownOnly } from "../api/watch";
import type { MatchModel } from "./model";

export type Analysis = Schemas["Analysis"];

/** A hint belongs to one version of the match. */
export type Hint =
  | { readonly version: number; readonly state: "searching" }
  | { readonly version: number; readonly state: "found"; readonly found: Analysis }
  | { readonly version: number; readonly state: "refused"; readonly wrong: Refused | Unreachable };

/** Has the present decision searched, and shows the result as long as it is asked. */
export async function askHint(model: MatchModel): Promise<void> {
  const decision = model.decision.value;
  if (!mayAsk(model) || decision === null) return;
  const { seat, version } = decision;
  if (model.hint.value?.version === version && model.hint.value.state !== "refused") return;
  model.hint.value = { version, state: "searching" };
  const params = { path: { match_id: model.id } };
  const hint = await answered(
    http.POST("/v1/matches/{match_id}/analysis", { params, body: { seat, version } }),
  ).then(
    (found): Hint => ({ version, state: "found", found }),
    (wrong: unknown): Hint => ({ version, state: "refused", wrong: knownOnly(wrong) }),
  );
  // Whoever has moved on meanwhile asks about something else.
  if (model.hint.value?.version === version) model.hint.value = hint;
}

export function mayAsk(model: MatchModel): boolean {
  return (model.live.value?.match.allows_analysis ?? false) && isOpen(model);
}

/** Whether there is something to choose, of which nothing is arranged yet. */
function isOpen(model: MatchModel): boolean {
  return model.legal.value.length > 1 && model.composing.composed.value === null;
}
