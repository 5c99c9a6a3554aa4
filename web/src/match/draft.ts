/** What the player composes before sending it: bound to one version of the match, dropped visibly when that passes. */

import type { Decision, LegalAction } from "./live";

export interface Draft {
  readonly version: number;
  readonly actions: readonly LegalAction[];
}

/** Answers that belong together: so many are sent at once, each as often as there are copies of it. */
export interface Together {
  readonly most: number;
  readonly copiesOf: (action: LegalAction) => number;
}

/** Returns the draft with an action put in once more, or taken out where all its copies are in. */
export function toggled(
  draft: Draft | null,
  version: number,
  action: LegalAction,
  { most, copiesOf }: Together,
): Draft | null {
  const actions = draft?.version === version ? draft.actions : [];
  const count = marksOf(draft, action);
  if (count < copiesOf(action) && actions.length < most) return { version, actions: [...actions, action] };
  // Of one answer alone another takes the place.
  if (count === 0 && most === 1) return { version, actions: [action] };
  const next = actions.filter((each) => each.notation !== action.notation);
  return next.length === 0 ? null : { version, actions: next };
}

/** How often an action is in a draft. */
export function marksOf(draft: Draft | null, action: LegalAction): number {
  return draft?.actions.filter((each) => each.notation === action.notation).length ?? 0;
}

/** Returns the draft if it still answers what is asked. */
export function keepDraft(draft: Draft | null, decision: Decision): Draft | null {
  return draft !== null && draft.version === decision.version ? draft : null;
}
