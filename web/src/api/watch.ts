/** Something that a log of the server keeps fresh: asked for as a whole, again whenever the log grows. */

import { signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { Refused, Unreachable } from "./client";
import { type Followed, follow } from "./follow";
import { persist } from "./persist";

/** Many entries come at once: the whole is asked for once for all of them. */
const GATHER_MS = 1000;

interface Logged {
  /** Number of the latest entry of its log. */
  readonly cursor: number;
}

export class Watched<T extends Logged> {
  readonly value = signal<T | null>(null);
  /** It can't be shown at all, and why. */
  readonly failure = signal<Refused | Unreachable | null>(null);
  readonly isBroken = signal(false);
  private stop: (() => void) | null = null;
  private readonly closing = new AbortController();
  private isStale = false;
  private isFetching = false;

  /** Of a log at *path*, whose subject is what *get* brings. */
  constructor(
    private readonly path: string,
    private readonly get: () => Promise<T>,
  ) {}

  async open(): Promise<void> {
    try {
      this.take(await persist(this.get, (wrong) => this.fail(wrong), this.closing.signal));
    } catch (wrong) {
      if (!this.closing.signal.aborted) this.fail(knownOnly(wrong));
      return;
    }
    this.failure.value = null;
    // Whoever has left before the first answer follows nothing.
    if (this.closing.signal.aborted) return;
    this.stop = followWhileSeen<{ type: string }>({
      address: () => `${this.path}/events?since=${this.value.value?.cursor ?? 0}`,
      hear: (line) => {
        if (line.type === "entry") void this.refresh();
      },
      tell: (state) => {
        this.isBroken.value = state === "broken";
      },
    });
  }

  private fail(wrong: Refused | Unreachable): void {
    this.failure.value = wrong;
  }

  close(): void {
    this.closing.abort();
    this.stop?.();
    this.stop = null;
  }

  take(told: T): void {
    if (told.cursor >= (this.value.value?.cursor ?? 0)) this.value.value = told;
  }

  private async refresh(): Promise<void> {
    this.isStale = true;
    if (this.isFetching) return;
    this.isFetching = true;
    while (this.isStale && this.stop !== null) {
      this.isStale = false;
      // What can't be had now is had with the next entry, or after the break.
      await this.get().then(
        (told) => this.take(told),
        (wrong) => void knownOnly(wrong),
      );
      await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
    }
    this.isFetching = false;
  }
}

/** Returns what the server or the network refused; anything else is a fault of the page and goes on as such. */
export function knownOnly(wrong: unknown): Refused | Unreachable {
  if (wrong instanceof Refused || wrong instanceof Unreachable) return wrong;
  throw wrong;
}

/** Opens what *make* returns as long as the component is there; made anew when *key* changes. */
export function useWatched<W extends Watched<Logged>>(key: string, make: () => W): W {
  const watched = useMemo(make, [key]);
  useEffect(() => {
    void watched.open();
    return () => watched.close();
  }, [watched]);
  return watched;
}

/** Follows a stream while the page is looked at: a browser has few connections for all its tabs together. */
function followWhileSeen<T>(stream: Followed<T>): () => void {
  let following: AbortController | null = null;
  const watch = () => {
    following?.abort();
    following = null;
    if (document.hidden) return;
    following = new AbortController();
    void follow(stream, following.signal);
  };
  document.addEventListener("visibilitychange", watch);
  watch();
  return () => {
    document.removeEventListener("visibilitychange", watch);
    following?.abort();
  };
}
