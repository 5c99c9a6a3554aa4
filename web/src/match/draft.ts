/** What the player composes before sending it: bound to one version of the match, dropped visibly when that passes. */

import type { Decision, LegalAction } from "./live";

export interface Draft {
  readonly version: number;
  readonly actions: readonly LegalAction[];
}

/** Returns the draft with an action put in, or taken out again. */
export function toggled(draft: Draft | null, version: number, action: LegalAction): Draft | null {
  const actions = draft?.version === version ? draft.actions : [];
  const without = actions.filter((each) => each.notation !== action.notation);
  const next = without.length < actions.length ? without : [...actions, action];
  return next.length === 0 ? null : { version, actions: next };
}

/** Returns the draft if it still answers what is asked. */
export function keepDraft(draft: Draft | null, decision: Decision): Draft | null {
  return draft !== null && draft.version === decision.version ? draft : null;
}
