/** A finished match as it was: at any version, with anybody's eyes. The server tells it; nothing is replayed here. */

import { signal } from "@preact/signals";
import { account } from "../api/account";
import { answered, http, type Schemas } from "../api/client";
import { type GameEvent, type NumberedEvent, type Seen, seenOf } from "./live";
import { Pace } from "./pace";
import { Views } from "./views";

/** Whose eyes: a seat's, a spectator's (null), or somebody's who sees all hands. */
export type Eyes = number | "all" | null;

export interface PastEvent extends NumberedEvent {
  /** The version at which it was first seen. */
  readonly version: number;
}

/** Where the past is kept. */
export interface Archive {
  view(eyes: Eyes, version: number | null, stop: AbortSignal): Promise<Seen>;
  story(eyes: Eyes, until: number, stop: AbortSignal): Promise<readonly PastEvent[]>;
}

/** Below what a server grants by default: 6,000 requests a minute to an account, 600 to a visitor. */
const BURST = 120;
const PER_SECOND = { account: 40, visitor: 6 };

export class Past {
  /** The last version; null: not known yet. */
  readonly last = signal<number | null>(null);
  readonly shown = signal<Seen | null>(null);
  /** What those eyes have seen happen until the end. */
  readonly story = signal<readonly PastEvent[]>([]);
  private readonly views = new Map<Eyes, Views>();
  private readonly stories = new Map<Eyes, Promise<readonly PastEvent[]>>();
  private readonly stop = new AbortController();
  private readonly pace = new Pace(BURST, () => PER_SECOND[account.value === null ? "visitor" : "account"]);
  private opening: Promise<void> | null = null;
  private looking: Views | null = null;
  private eyes: Eyes | undefined;
  private version: number | null = null;

  constructor(
    private readonly archive: Archive,
    private readonly fail: (wrong: unknown) => void,
  ) {}

  /** Learns how many versions there are; throws Refused or Unreachable. */
  open(): Promise<void> {
    this.opening ??= this.archive.view("all", null, this.stop.signal).then(
      (seen) => {
        this.last.value = seen.version;
      },
      (wrong: unknown) => {
        this.opening = null;
        throw wrong;
      },
    );
    return this.opening;
  }

  /** Looks at a version, the last if it is null; what was shown before stays until it is there. */
  async look(eyes: Eyes, version: number | null): Promise<void> {
    const isChanged = eyes !== this.eyes;
    this.eyes = eyes;
    this.version = version;
    if (isChanged) {
      this.looking?.leave();
      this.looking = null;
      void this.tell(eyes);
    }
    const last = await this.length();
    // Somebody may have looked elsewhere meanwhile.
    if (last === null || this.eyes !== eyes || this.version !== version) return;
    this.looking = this.viewsOf(eyes, last);
    this.looking.want(Math.min(version ?? last, last));
  }

  /** Returns everything that happened, once it is there. */
  async tell(eyes: Eyes): Promise<readonly PastEvent[]> {
    const last = await this.length();
    if (last === null) return [];
    const known = this.stories.get(eyes) ?? this.archive.story(eyes, last, this.stop.signal);
    this.stories.set(eyes, known);
    try {
      const story = await known;
      if (eyes === this.eyes || this.eyes === undefined) this.story.value = story;
      return story;
    } catch (wrong) {
      this.stories.delete(eyes);
      this.refuse(wrong);
      return [];
    }
  }

  /** Looks away: the next look begins with nothing shown. */
  leave(): void {
    this.looking?.leave();
    this.looking = null;
    this.eyes = undefined;
    this.shown.value = null;
  }

  close(): void {
    this.stop.abort();
    for (const views of this.views.values()) views.close();
  }

  private async length(): Promise<number | null> {
    if (this.last.value === null) await this.open().catch((wrong: unknown) => this.refuse(wrong));
    return this.stop.signal.aborted ? null : this.last.value;
  }

  private refuse(wrong: unknown): void {
    if (!this.stop.signal.aborted) this.fail(wrong);
  }

  private viewsOf(eyes: Eyes, last: number): Views {
    const known = this.views.get(eyes);
    if (known !== undefined) return known;
    const ask = (version: number, stop: AbortSignal) => this.archive.view(eyes, version, stop);
    const show = (seen: Seen) => {
      if (eyes === this.eyes) this.shown.value = seen;
    };
    const made = new Views({ last, ask, show, fail: this.fail }, this.pace);
    this.views.set(eyes, made);
    return made;
  }
}

/** The archive of a match on the server. */
export function archiveOf(id: string): Archive {
  const path = { match_id: id };
  return {
    async view(eyes, version, stop) {
      const query = { ...queryOf(eyes), ...(version === null ? {} : { version }) };
      const asked = http.GET("/v1/matches/{match_id}/view", { params: { path, query }, signal: stop });
      return seenOf(await answered(asked));
    },
    async story(eyes, until, stop) {
      const query = { ...queryOf(eyes), version: until, follow: false };
      const options = { params: { path, query }, signal: stop, parseAs: "text" } as const;
      const text = await answered<string>(http.GET("/v1/matches/{match_id}/events", options));
      return text
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as Schemas["Line"])
        .flatMap(({ type, cursor = 0, version = 0, event }) =>
          type === "event" ? [{ cursor, version, event: event as unknown as GameEvent }] : [],
        );
    },
  };
}

function queryOf(eyes: Eyes) {
  if (eyes === "all") return { has_open_hands: true };
  return eyes === null ? {} : { seat: eyes };
}

/** How a game's events tell that a round begins, or a turn where there are no rounds. */
export interface Rounds {
  readonly kind: string;
  readonly name: "round" | "turn";
  /** How they tell that a phase begins; null: there are none. */
  readonly phase: string | null;
}

/** Returns the versions at which something begins: the match, and each round, turn or phase. */
export function startsOf(story: readonly PastEvent[], kind: string, last: number): readonly number[] {
  const begun = story.filter(({ event, version }) => event.kind === kind && version < last);
  return [...new Set([0, ...begun.map((each) => each.version)])];
}

/** Returns the start before or after a version; null: the end. */
export function nextStart(starts: readonly number[], version: number, step: 1 | -1): number | null {
  if (step < 0) return starts.findLast((start) => start < version) ?? 0;
  return starts.find((start) => start > version) ?? null;
}
