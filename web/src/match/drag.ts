/** What dragging one place onto another means, in terms of the choices that are there anyhow. */

import type { LegalAction } from "./live";

export interface Dragged {
  readonly action: LegalAction;
  /** Where the next question is to be answered; empty: the action itself says all. */
  readonly after: string;
}

/** Returns what is done; null: it isn't clear, or there is nothing. */
export function dragged(
  at: ReadonlyMap<string, readonly LegalAction[]>,
  from: string,
  to: string,
): Dragged | null {
  const there = at.get(from) ?? [];
  if (from === to) return null;
  const both = there.filter((action) => at.get(to)?.includes(action));
  const [action, other] = both.length > 0 ? both : there;
  if (action === undefined || other !== undefined) return null;
  return { action, after: both.length > 0 ? "" : to };
}
