/**
 * The versions of a finished match with one pair of eyes. What is looked at comes first, its neighbours when the look
 * rests; what a moving slider has left behind meanwhile is not asked for.
 */

import { Refused } from "../api/client";
import type { Seen } from "./live";
import type { Pace } from "./pace";

const AT_ONCE_MAX = 3;
const AHEAD = 12;
const BEHIND = 6;
/** So many views are kept: the farthest from the look go first. */
const KEPT_MAX = 600;
export const REST_MS = 120;

export interface ViewsOf {
  readonly last: number;
  readonly ask: (version: number, stop: AbortSignal) => Promise<Seen>;
  /** What is looked at is there. */
  readonly show: (seen: Seen) => void;
  /** What is looked at can't be had. */
  readonly fail: (wrong: unknown) => void;
}

export class Views {
  private readonly kept = new Map<number, Seen>();
  private readonly asked = new Set<number>();
  private readonly stop = new AbortController();
  private wanted: number | null = null;
  private isResting = false;
  private rest: ReturnType<typeof setTimeout> | undefined;
  private again: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly of: ViewsOf,
    private readonly pace: Pace,
  ) {}

  /** Looks at a version. */
  want(version: number): void {
    this.wanted = version;
    this.isResting = false;
    clearTimeout(this.rest);
    this.rest = setTimeout(() => {
      this.isResting = true;
      this.pump();
    }, REST_MS);
    const seen = this.kept.get(version);
    if (seen !== undefined) this.of.show(seen);
    this.pump();
  }

  /** Looks at nothing any more; what was fetched stays. */
  leave(): void {
    this.wanted = null;
    clearTimeout(this.rest);
    clearTimeout(this.again);
  }

  close(): void {
    this.leave();
    this.stop.abort();
  }

  private pump(): void {
    clearTimeout(this.again);
    while (this.asked.size < AT_ONCE_MAX) {
      const next = this.next();
      if (next === null) return;
      const waitMs = this.pace.take();
      if (waitMs > 0) {
        this.again = setTimeout(() => this.pump(), waitMs);
        return;
      }
      void this.fetch(next);
    }
  }

  private next(): number | null {
    if (this.wanted === null) return null;
    const around = this.isResting ? neighbours(this.wanted, this.of.last) : [];
    return (
      [this.wanted, ...around].find((version) => !this.kept.has(version) && !this.asked.has(version)) ?? null
    );
  }

  private async fetch(version: number): Promise<void> {
    this.asked.add(version);
    try {
      const seen = await this.of.ask(version, this.stop.signal);
      this.keep(version, seen);
      if (version === this.wanted) this.of.show(seen);
    } catch (wrong) {
      this.refuse(version, wrong);
    }
    this.asked.delete(version);
    this.pump();
  }

  /** Too much was asked: later. Anything else: not again until somebody looks elsewhere. */
  private refuse(version: number, wrong: unknown): void {
    if (this.stop.signal.aborted) return;
    const waitS = wrong instanceof Refused ? wrong.problem.retry_after_s : undefined;
    if (typeof waitS === "number") {
      this.pace.pause(waitS * 1000);
      return;
    }
    const isLookedAt = version === this.wanted;
    this.leave();
    if (isLookedAt) this.of.fail(wrong);
  }

  private keep(version: number, seen: Seen): void {
    this.kept.set(version, seen);
    const here = this.wanted ?? version;
    while (this.kept.size > KEPT_MAX) {
      const far = [...this.kept.keys()].reduce((one, other) =>
        Math.abs(other - here) > Math.abs(one - here) ? other : one,
      );
      this.kept.delete(far);
    }
  }
}

/** The versions around one, the nearest first; more of what comes than of what was. */
function neighbours(version: number, last: number): number[] {
  const found = [];
  for (let distance = 1; distance <= AHEAD; distance += 1) {
    if (version + distance <= last) found.push(version + distance);
    if (distance <= BEHIND && version >= distance) found.push(version - distance);
  }
  return found;
}
