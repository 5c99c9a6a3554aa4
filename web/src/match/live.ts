/** What the server says about a match now. Replaced as a whole, never changed in place. */

import type { Schemas } from "../api/client";

export type Match = Schemas["Match"];
export type Decision = Schemas["Decision"];
export type LegalAction = Schemas["LegalAction"];
export type ChatMessage = Schemas["Message"];

/** A view's members differ from game to game; each game's table says which it reads. */
export type View = Readonly<Record<string, unknown>>;
/** An event as the game tells it. */
export interface GameEvent {
  readonly kind: string;
  readonly seat?: number | null;
  readonly [name: string]: unknown;
}

export interface NumberedEvent {
  readonly cursor: number;
  readonly event: GameEvent;
  /** The version at which it was first seen; of what happened before this page looked it is not known. */
  readonly version?: number | undefined;
}

export interface Seen {
  /** Whose eyes; null: a spectator's, or of somebody who sees all hands. */
  readonly seat: number | null;
  readonly hasOpenHands: boolean;
  readonly version: number;
  readonly view: View;
}

export interface Live {
  readonly match: Match;
  readonly seen: Seen | null;
  /** What the own seat is asked; null: it is nobody's own seat. */
  readonly decision: Decision | null;
  /** Until when the decision has to be made, in this machine's time; null: there is no clock. */
  readonly deadlineMs: number | null;
  readonly events: readonly NumberedEvent[];
  readonly chat: readonly ChatMessage[];
}

export function seenOf(view: Schemas["View"]): Seen {
  return { seat: view.seat, version: view.version, hasOpenHands: view.has_open_hands, view: view.view };
}

/** Returns the events with a version for those that were heard behind *until* and have none yet. */
export function dated(
  events: readonly NumberedEvent[],
  until: number,
  version: number,
): readonly NumberedEvent[] {
  if (events.every((each) => each.version !== undefined || each.cursor <= until)) return events;
  return events.map((each) =>
    each.version === undefined && each.cursor > until ? { ...each, version } : each,
  );
}

/** Returns `events` with `more` put in by number, each once. */
export function merged(
  events: readonly NumberedEvent[],
  more: readonly NumberedEvent[],
): readonly NumberedEvent[] {
  const last = events.at(-1)?.cursor ?? 0;
  if (more.every((each) => each.cursor > last)) return [...events, ...more];
  const known = new Map(events.map((each) => [each.cursor, each]));
  for (const each of more) {
    // What is told twice keeps what is known of it.
    known.set(each.cursor, { ...each, version: each.version ?? known.get(each.cursor)?.version });
  }
  return [...known.values()].sort((one, other) => one.cursor - other.cursor);
}
