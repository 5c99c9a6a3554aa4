/** How a moment of a match stands in its address: `?at=57&seat=1`, or `seat=all` with all hands open. */

import type { Eyes } from "./past";

export interface Wish {
  readonly at: number | null;
  /** Null: not said, so the reader's own. */
  readonly eyes: Eyes;
}

export function wishOf(query: Readonly<Record<string, string>>, seats: number): Wish {
  const { at = "", seat = "" } = query;
  const isSeat = /^\d$/.test(seat) && Number(seat) < seats;
  return {
    at: /^\d{1,9}$/.test(at) ? Number(at) : null,
    eyes: seat === "all" ? "all" : isSeat ? Number(seat) : null,
  };
}

export function addressOf({ at, eyes }: Wish): string {
  const query = new URLSearchParams();
  if (at !== null) query.set("at", String(at));
  if (eyes !== null) query.set("seat", String(eyes));
  return query.size === 0 ? "" : `?${query}`;
}
