/**
 * What a search makes of a finished match, decision by decision. The server lets an account search seldom, so it goes
 * slowly, tells how far it is, stops when asked to, and keeps what it has.
 */

import { signal } from "@preact/signals";
import { pauseMs, sleep } from "../api/backoff";
import { answered, http, Refused, type Schemas, Unreachable } from "../api/client";
import { knownOnly } from "../api/watch";
import type { MatchModel } from "./model";
import { Pace } from "./pace";

export type Found = Schemas["Analysis"];
/** `waiting`: the server has asked for patience. */
export type State = "stopped" | "running" | "waiting" | "done";

/** The same number for every decision, so that the same match always gives the same curve. */
const ITERATIONS = 2_000;
/** Below what a server grants by default: 60 in a minute. */
const BURST = 10;
const PER_SECOND = 0.8;
const ATTEMPTS_MAX = 5;

interface Of {
  /** How many decisions there are. */
  readonly last: number;
  readonly ask: (version: number, stop: AbortSignal) => Promise<Found>;
  /** The version that is looked at. */
  readonly at: () => number;
}

export class Analysing {
  readonly found = signal<ReadonlyMap<number, Found>>(new Map());
  readonly state = signal<State>("stopped");
  /** Why it stopped by itself. */
  readonly wrong = signal<Refused | Unreachable | null>(null);
  private readonly pace = new Pace(BURST, () => PER_SECOND);
  private readonly order: readonly number[];
  private stopping: AbortController | null = null;

  constructor(private readonly of: Of) {
    this.order = coarseToFine(of.last);
  }

  get last(): number {
    return this.of.last;
  }

  async start(): Promise<void> {
    if (this.stopping !== null) return;
    const stopping = new AbortController();
    this.stopping = stopping;
    this.wrong.value = null;
    this.state.value = "running";
    try {
      await this.run(stopping.signal);
      this.state.value = "done";
    } catch (wrong) {
      if (this.stopping !== stopping) return;
      this.state.value = "stopped";
      this.wrong.value = knownOnly(wrong);
    }
    this.stopping = null;
  }

  stop(): void {
    this.stopping?.abort();
    this.stopping = null;
    if (this.state.value !== "done") this.state.value = "stopped";
  }

  private async run(stop: AbortSignal): Promise<void> {
    for (let next = this.next(); next !== null; next = this.next()) {
      const found = await this.ask(next, stop);
      stop.throwIfAborted();
      this.found.value = new Map(this.found.value).set(next, found);
    }
  }

  private next(): number | null {
    const missing = (version: number) => !this.found.value.has(version);
    const at = this.of.at();
    if (at < this.of.last && missing(at)) return at;
    return this.order.find(missing) ?? null;
  }

  /** Asks until there is an answer; throws a refusal that stays. */
  private async ask(version: number, stop: AbortSignal): Promise<Found> {
    for (let attempt = 0; ; attempt += 1) {
      for (let waitMs = this.pace.take(); waitMs > 0; waitMs = this.pace.take()) await sleep(waitMs, stop);
      try {
        const found = await this.of.ask(version, stop);
        this.state.value = "running";
        return found;
      } catch (wrong) {
        stop.throwIfAborted();
        const patience = wrong instanceof Refused ? wrong.problem.retry_after_s : undefined;
        const isPassing = wrong instanceof Unreachable || typeof patience === "number";
        if (!isPassing || attempt + 1 >= ATTEMPTS_MAX) throw wrong;
        this.state.value = "waiting";
        await sleep(pauseMs(attempt, (patience ?? 0) * 1000), stop);
      }
    }
  }
}

const known = new WeakMap<MatchModel, Analysing>();

/** The analysis of a finished match: one, however often its tab is opened; it ends with the page of the match. */
export function analysingOf(model: MatchModel, last: number): Analysing {
  let analysing = known.get(model);
  if (analysing === undefined) {
    const ask = (version: number, stop: AbortSignal) => {
      const params = { path: { match_id: model.id } };
      const body = { version, iterations: ITERATIONS };
      return answered(http.POST("/v1/matches/{match_id}/analysis", { params, body, signal: stop }));
    };
    analysing = new Analysing({ last, ask, at: () => model.at.value });
    known.set(model, analysing);
    const made = analysing;
    model.closed.addEventListener("abort", () => made.stop());
  }
  return analysing;
}

/** What the decider lost by what was played, as the search sees it; null: it did not look at that. */
export function lossOf(found: Found): number | null {
  const [best] = found.candidates;
  const played = found.candidates.find((each) => each.notation === found.played);
  if (best === undefined || played === undefined) return null;
  return Math.max(0, (best.values[found.seat] ?? 0) - (played.values[found.seat] ?? 0));
}

/** The numbers below `last`, in steps that are halved again and again. */
function coarseToFine(last: number): number[] {
  const order = new Set<number>();
  for (let step = 2 ** Math.ceil(Math.log2(Math.max(1, last))); step >= 1; step /= 2)
    for (let version = 0; version < last; version += step) order.add(version);
  return [...order];
}
