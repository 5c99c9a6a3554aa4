/**
 * A match on the page, in three layers that never mix: what the server says (live), which moment is on the screen
 * (shown), and what the player is composing (draft).
 */

import { batch, computed, type ReadonlySignal, signal } from "@preact/signals";
import { pauseMs, sleep } from "../api/backoff";
import { answered, http, newKey, Refused, Unreachable } from "../api/client";
import { type Cursor, type Line, watchMatch } from "../api/hub";
import { persist } from "../api/persist";
import { knownOnly } from "../api/watch";
import { type Base, Composing } from "./composing";
import { type Draft, keepDraft, type Together, toggled } from "./draft";
import type { Hint } from "./hint";
import {
  type Decision,
  dated,
  type GameEvent,
  type LegalAction,
  type Live,
  type Match,
  merged,
  type NumberedEvent,
  type Seen,
  seenOf,
} from "./live";
import { recallLooked, rememberLooked } from "./looked";
import { archiveOf, type Eyes, Past } from "./past";

/** Clicks are ignored for so long after a question has changed: they were meant for the one before. */
export const SETTLE_MS = 300;
/** What is heard within a frame is drawn at once: a long match tells thousands of events when it is opened. */
const GATHER_MS = 16;

/** How a submission stands, beside the question. */
export type Sending =
  | { readonly state: "idle" }
  | { readonly state: "sending"; readonly notations: readonly string[] }
  | { readonly state: "repeating"; readonly notations: readonly string[] }
  | { readonly state: "refused"; readonly wrong: Refused; readonly notations: readonly string[] };

const IDLE: Sending = { state: "idle" };

export class MatchModel {
  private readonly seenLive = signal<ReadonlyMap<number, Seen>>(new Map());
  /** The match as it was: of use once it is over. */
  readonly past: Past;
  readonly live = signal<Live | null>(null);
  /** A moment of the past, by version; null: the present. */
  readonly moment = signal<number | null>(null);
  /** Whose eyes were chosen to look back with; undefined: the own ones. */
  private readonly chosen = signal<Eyes | undefined>(undefined);
  readonly draft = signal<Draft | null>(null);
  readonly hint = signal<Hint | null>(null);
  readonly sending = signal<Sending>(IDLE);
  /** What the page answered by itself last, as nothing else was legal. */
  readonly forced = signal<LegalAction | null>(null);
  /** The match can't be shown at all, and why. */
  readonly failure = signal<Refused | Unreachable | null>(null);
  /** What came of the latest wish besides an answer: taking back, resigning, and the like. */
  readonly trouble = signal<Refused | Unreachable | null>(null);
  /** Whether the question has just changed. */
  readonly isSettling = signal(false);
  /** Number of the last event before the own seat's latest action: the story begins behind it. */
  readonly storyFrom = signal(0);
  /** Number of the last event that the reader had seen before coming back; null: it is the first visit. */
  readonly lookedUntil = signal<number | null>(null);

  /** What is arranged before it is sent. */
  readonly composing: Composing;
  readonly shown: ReadonlySignal<Seen | null> = computed(() => {
    const composed = this.isPast.value ? null : this.composing.composed.value;
    return composed?.seen ?? this.seenAt(this.moment.value);
  });
  readonly isOver = computed(() => this.live.value?.match.status === "over");
  readonly isPast = computed(() => this.moment.value !== null);
  readonly seat = computed(() => (this.live.value === null ? null : seatOf(this.live.value.match)));
  readonly decision = computed(() => (this.isPast.value ? null : (this.live.value?.decision ?? null)));
  /** The question on the screen: what the server asks, or would ask after what is arranged. */
  readonly asked = computed<Decision | null>(() => {
    const composed = this.composing.composed.value;
    return this.decision.value === null || composed === null ? this.decision.value : composed.decision;
  });
  /** Whether the own seat owes an answer. */
  readonly isDue = computed(() => this.decision.value?.is_asked ?? false);
  readonly legal = computed<readonly LegalAction[]>(() => {
    const asked = this.asked.value;
    return asked?.is_asked && !this.composing.composed.value?.isWhole ? asked.legal_actions : [];
  });

  readonly eyes = computed<Eyes>(() =>
    this.chosen.value === undefined ? this.seat.value : this.chosen.value,
  );
  /** Whether a finished match is looked at otherwise than as it ended for the own eyes. */
  readonly isRelived = computed(
    () => this.isOver.value && (this.isPast.value || this.eyes.value !== this.seat.value),
  );

  /** Versions that can be shown, in order: of a finished match all, of a running one those that were seen live. */
  readonly moments = computed<readonly number[]>(() => {
    const last = this.past.last.value;
    if (last !== null) return Array.from({ length: last + 1 }, (_, version) => version);
    return [...this.seenLive.value.keys()].sort((one, other) => one - other);
  });
  readonly latest = computed(() => this.past.last.value ?? this.live.value?.seen?.version ?? 0);
  /** The version that is looked at. */
  readonly at = computed(() => Math.min(this.moment.value ?? this.latest.value, this.latest.value));

  private readonly cursor: Cursor = { since: 0, chatSince: "" };
  private stopWatching: (() => void) | null = null;
  private refreshing: Promise<void> | null = null;
  /** Number of the last event of before this page looked; null: they are still coming. */
  private backlogUntil: number | null = null;
  private isStale = false;
  private isClosed = false;
  private readonly closing = new AbortController();
  /** Aborted when the page leaves the match. */
  readonly closed: AbortSignal = this.closing.signal;
  private settling: ReturnType<typeof setTimeout> | undefined;
  /** Events that were heard and are not shown yet. */
  private readonly news: NumberedEvent[] = [];
  private gathering: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly id: string,
    archive = archiveOf(id),
  ) {
    const base = computed<Base | null>(() => {
      const { decision, seen } = this.live.value ?? { decision: null, seen: null };
      return decision?.is_asked && seen !== null ? { decision, seen } : null;
    });
    this.composing = new Composing(id, base);
    this.past = new Past(archive, (wrong) => this.tell(wrong));
    const looked = recallLooked(id);
    if (looked === null) return;
    this.storyFrom.value = looked.from;
    this.lookedUntil.value = looked.until;
  }

  /** Shows the match as it is and follows it from there. */
  async open(): Promise<void> {
    this.leave();
    try {
      const params = { path: { match_id: this.id } };
      this.begin(await this.persist(() => answered(http.GET("/v1/matches/{match_id}", { params }))));
      await this.refresh();
      if (this.isClosed) return;
      this.leave();
      this.stopWatching = watchMatch(this.id, this.cursor, (line) => this.hear(line));
    } catch (wrong) {
      this.fail(wrong);
    }
  }

  /** Takes the match over, and what is known of it if the same seat has seen it. */
  private begin(match: Match): void {
    const before = this.live.value;
    const known = before !== null && seatOf(before.match) === seatOf(match) ? before : null;
    if (known === null) {
      Object.assign(this.cursor, { since: 0, chatSince: "" });
      this.seenLive.value = new Map();
    }
    this.live.value = {
      match,
      seen: known?.seen ?? null,
      decision: known?.decision ?? null,
      deadlineMs: known?.deadlineMs ?? null,
      events: known?.events ?? [],
      chat: known?.chat ?? [],
    };
  }

  /** Tries once more to show what was refused before. */
  async reopen(): Promise<void> {
    this.failure.value = null;
    await this.open();
  }

  /** Remembers what was there to be seen; called when the reader turns away. */
  rememberLook(): void {
    const until = this.live.value?.events.at(-1)?.cursor;
    if (until !== undefined) rememberLooked(this.id, { from: this.storyFrom.value, until });
  }

  close(): void {
    this.rememberLook();
    this.isClosed = true;
    this.closing.abort();
    clearTimeout(this.settling);
    this.leave();
    this.past.close();
  }

  private leave(): void {
    this.stopWatching?.();
    this.stopWatching = null;
    this.takeNews();
  }

  /** Sends what the player has chosen, all or none; repeated under one key until an answer comes. */
  async submit(actions: readonly LegalAction[]): Promise<void> {
    const decision = this.decision.value;
    if (decision === null || this.isSettling.value || this.isSending()) return;
    const notations = actions.map((each) => each.notation);
    if (actions[0] !== this.forced.value) this.forced.value = null;
    const storyFrom = this.live.value?.events.at(-1)?.cursor ?? 0;
    this.sending.value = { state: "sending", notations };
    try {
      const got = await this.repeated(decision, notations);
      batch(() => {
        this.sending.value = IDLE;
        this.draft.value = null;
        this.composing.reset();
        this.storyFrom.value = storyFrom;
        this.takeEvents(got.events as unknown as NumberedEvent[]);
        if (got.decision) this.takeDecision(got.decision as Decision);
      });
    } catch (wrong) {
      if (this.isClosed) return;
      this.sending.value = wrong instanceof Refused ? { state: "refused", wrong, notations } : IDLE;
      if (!(wrong instanceof Refused)) throw wrong;
    }
    await this.refresh();
  }

  /** Gives the only answer there is, and says so. */
  async answerForced(): Promise<void> {
    const [only, another] = this.legal.value;
    if (only === undefined || another !== undefined) return;
    this.forced.value = only;
    await this.submit([only]);
  }

  /** Puts an answer into the arrangement that is sent as one. */
  async compose(action: LegalAction): Promise<void> {
    if (!this.isSettling.value && !this.isSending()) await this.composing.choose(action);
  }

  /** Sends what is arranged, and what closes it if that is given. */
  async sendComposed(closing: LegalAction | null): Promise<void> {
    const steps = this.composing.composed.value?.steps ?? [];
    await this.submit([...steps.map((step) => step.action), ...(closing === null ? [] : [closing])]);
  }

  /** Marks an action to be sent with others, or takes the mark away. */
  mark(action: LegalAction, together: Together): void {
    const decision = this.decision.value;
    if (decision === null || this.isSettling.value || this.isSending()) return;
    this.draft.value = toggled(this.draft.value, decision.version, action, together);
  }

  /** Sends what is marked, once all is that belongs together. */
  async send(most: number): Promise<void> {
    const actions = this.draft.value?.actions ?? [];
    if (actions.length === most) await this.submit(actions);
  }

  unmark(): void {
    this.draft.value = null;
  }

  /** Takes a refusal off the screen. */
  dismiss(): void {
    if (this.sending.value.state === "refused") this.sending.value = IDLE;
  }

  /** Shows a moment of the past by its version; null: the present. */
  go(moment: number | null): void {
    // How long a finished match was is perhaps not known yet.
    const isKnown = !this.isOver.value || this.past.last.value !== null;
    this.moment.value = moment !== null && isKnown && moment >= this.latest.value ? null : moment;
    this.look();
  }

  /** Looks at a finished match with other eyes. */
  lookWith(eyes: Eyes): void {
    this.chosen.value = eyes;
    this.look();
  }

  /** Whose eyes an address names: those that look back, none in a match that goes on. */
  chosenEyes(): Eyes {
    return this.isRelived.value ? this.eyes.value : null;
  }

  /** Shows the moment so many steps away. */
  step(steps: number): void {
    const moments = this.moments.value;
    const here = moments.indexOf(this.at.value);
    const next = moments[Math.max(0, here + steps)];
    this.go(next ?? null);
  }

  /** Asks the server for everything again; asked for while it does so, it does it once more afterwards. */
  refresh(): Promise<void> {
    if (this.refreshing !== null) {
      this.isStale = true;
      return this.refreshing;
    }
    this.refreshing = this.persist(() => this.fetchAll())
      .catch((wrong: unknown) => this.fail(wrong))
      .finally(() => {
        this.refreshing = null;
        if (this.isStale && !this.isClosed) {
          this.isStale = false;
          void this.refresh();
        }
      });
    return this.refreshing;
  }

  /** Replaces what is known of the match itself, as an answer told it. */
  takeMatch(match: Match): void {
    const live = this.live.value;
    if (live === null) return;
    this.live.value = { ...live, match };
    // Another seat sees, and has seen, something else.
    if (seatOf(live.match) !== seatOf(match)) void this.open();
  }

  private seenAt(moment: number | null): Seen | null {
    const present = this.live.value?.seen ?? null;
    const seen = moment === null ? present : (this.seenLive.value.get(moment) ?? present);
    return this.isRelived.value ? (this.past.shown.value ?? seen) : seen;
  }

  private look(): void {
    if (this.isRelived.value) void this.past.look(this.eyes.value, this.moment.value);
    else this.past.leave();
  }

  private isSending(): boolean {
    return this.sending.value.state === "sending" || this.sending.value.state === "repeating";
  }

  private async repeated(decision: Decision, notations: readonly string[]) {
    const key = newKey();
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await answered(
          http.POST("/v1/matches/{match_id}/actions", {
            params: { path: { match_id: this.id }, header: { "Idempotency-Key": key } },
            body: {
              version: decision.version,
              seat: decision.seat,
              actions: [...notations],
              with_decision: true,
            },
          }),
        );
      } catch (wrong) {
        if (!(wrong instanceof Unreachable)) throw wrong;
        this.sending.value = { state: "repeating", notations };
        await sleep(pauseMs(attempt), this.closed);
      }
    }
  }

  private hear(line: Line): void {
    if (line.type === "event" && line.event && line.cursor !== undefined) {
      const { cursor, version, event } = line;
      this.news.push({ cursor, version, event: event as unknown as GameEvent });
      this.gathering ??= setTimeout(() => {
        this.takeNews();
        void this.refresh();
      }, GATHER_MS);
      return;
    } else if (line.type === "match" && line.match) {
      this.takeNews();
      this.backlogUntil ??= this.live.value?.events.at(-1)?.cursor ?? 0;
      this.takeMatch(line.match);
    } else if (line.type === "chat" && line.chat) {
      const live = this.live.value;
      if (live !== null) this.live.value = { ...live, chat: [...live.chat, line.chat] };
      return;
    } else return;
    void this.refresh();
  }

  private takeNews(): void {
    clearTimeout(this.gathering);
    this.gathering = undefined;
    this.takeEvents(this.news.splice(0));
  }

  private takeEvents(more: readonly NumberedEvent[]): void {
    const live = this.live.value;
    if (live === null || more.length === 0) return;
    this.live.value = { ...live, events: merged(live.events, more) };
  }

  private takeDecision(decision: Decision): void {
    const live = this.live.value;
    if (live === null) return;
    const before = live.decision;
    if (before !== null && decision.version < before.version) return;
    const isNew = before === null || before.version !== decision.version || before.asks !== decision.asks;
    this.live.value = {
      ...live,
      decision,
      deadlineMs: decision.remaining_ms === null ? null : Date.now() + decision.remaining_ms,
    };
    if (!isNew) return;
    this.draft.value = keepDraft(this.draft.value, decision);
    this.composing.keepFor(decision);
    if (before !== null && decision.is_asked) this.settle();
  }

  private settle(): void {
    this.isSettling.value = true;
    clearTimeout(this.settling);
    this.settling = setTimeout(() => {
      this.isSettling.value = false;
    }, SETTLE_MS);
  }

  private async fetchAll(): Promise<void> {
    const live = this.live.value;
    if (live === null || live.match.status === "waiting") return;
    const path = { match_id: this.id };
    const seat = live.match.own_seats[0];
    const [view, decision] = await Promise.all([
      answered(http.GET("/v1/matches/{match_id}/view", { params: { path } })),
      seat === undefined || live.match.status === "over"
        ? null
        : answered(http.GET("/v1/matches/{match_id}/decision", { params: { path, query: { seat } } })).catch(
            overIsNothing,
          ),
    ]);
    const now = this.live.value;
    if (now === null || this.isClosed) return;
    batch(() => {
      if (now.seen === null || view.version >= now.seen.version) {
        const seen = seenOf(view);
        this.seenLive.value = new Map(this.seenLive.value).set(seen.version, seen);
        const events =
          this.backlogUntil === null ? now.events : dated(now.events, this.backlogUntil, seen.version);
        this.live.value = { ...now, seen, events };
      }
      if (decision !== null) this.takeDecision(decision);
      else if (now.decision !== null) this.live.value = { ...(this.live.value ?? now), decision: null };
    });
    if (this.isOver.value && !now.match.is_sealed) void this.openPast();
  }

  /** What can't be had of the past is told when somebody looks at it. */
  private async openPast(): Promise<void> {
    await this.past.open().catch(knownOnly);
    if (this.past.last.value !== null && !this.isClosed) this.go(this.moment.value);
  }

  private tell(wrong: unknown): void {
    this.trouble.value = knownOnly(wrong);
  }

  /** Asks until it is answered: what is shown must not stay old. */
  private async persist<T>(act: () => Promise<T>): Promise<T> {
    const got = await persist(act, (wrong) => this.fail(wrong), this.closed);
    this.failure.value = null;
    return got;
  }

  /** Tells why there is nothing to show. */
  private fail(wrong: unknown): void {
    if (this.isClosed) return;
    const known = knownOnly(wrong);
    if (this.live.value?.seen == null) this.failure.value = known;
  }
}

/** The own seat; null: nobody's. */
function seatOf(match: Match): number | null {
  return match.own_seats[0] ?? null;
}

/** A match that has just ended asks nothing more. */
function overIsNothing(wrong: unknown): null {
  if (wrong instanceof Refused && ["MatchOver", "MatchNotRunning"].includes(wrong.error)) return null;
  throw wrong;
}
