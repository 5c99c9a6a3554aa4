/**
 * Answers that are arranged on the page before any of them is sent. What they lead to, and whether they fit, the server
 * says; it takes all of them at once, or none.
 */

import { type ReadonlySignal, signal } from "@preact/signals";
import { answered, http, Refused, type Schemas, type Unreachable } from "../api/client";
import { knownOnly } from "../api/watch";
import type { Decision, LegalAction, Seen, View } from "./live";

/** An answer of the arrangement, and the question that it answers. */
export interface Step {
  readonly action: LegalAction;
  readonly asked: Decision;
}

/** An arrangement: bound to one version of the match, replaced as a whole. */
export interface Composed {
  readonly version: number;
  readonly steps: readonly Step[];
  /** So many steps stand before the question on the screen: all, or fewer while one of them is changed. */
  readonly at: number;
  readonly decision: Decision;
  readonly seen: Seen;
  /** Whether nothing more is asked. */
  readonly isWhole: boolean;
  /** How many answers no longer fitted the latest change. */
  readonly dropped: number;
}

/** What the server says now. */
export interface Base {
  readonly decision: Decision;
  readonly seen: Seen;
}

type Preview = Schemas["Preview"];

const KEPT = "astrarium.composed";

export class Composing {
  readonly composed = signal<Composed | null>(null);
  /** Whether the server is being asked. */
  readonly isAsking = signal(false);
  /** Why the latest change could not be tried. */
  readonly wrong = signal<Refused | Unreachable | null>(null);

  constructor(
    private readonly id: string,
    private readonly base: ReadonlySignal<Base | null>,
  ) {}

  /** Answers the question on the screen. */
  async choose(action: LegalAction): Promise<void> {
    const now = this.now();
    if (now === null || now.isWhole) return;
    const step = { action, asked: now.decision };
    await this.take(now, [...now.steps.slice(0, now.at), step, ...now.steps.slice(now.at + 1)]);
  }

  /** Answers an earlier question otherwise; what follows stays as far as it still fits. */
  async change(place: number, action: LegalAction): Promise<void> {
    const now = this.now();
    if (now === null) return;
    const steps = now.steps.map((step, at) => (at === place ? { ...step, action } : step));
    await this.take(now, steps);
  }

  /** Shows the question of a step again, or the one behind the last step. */
  async look(at: number): Promise<void> {
    const now = this.now();
    if (now === null || this.isAsking.value) return;
    const base = this.base.value;
    if (at > 0) await this.take(now, now.steps, at);
    else if (base !== null) this.composed.value = { ...now, ...base, at, isWhole: false, dropped: 0 };
  }

  /** Takes the last answer back; while one is changed, leaves it as it was. */
  async undo(): Promise<void> {
    const now = this.now();
    if (now === null) return;
    if (now.at < now.steps.length) return this.look(now.steps.length);
    await this.take(now, now.steps.slice(0, -1));
  }

  reset(): void {
    this.composed.value = null;
    this.wrong.value = null;
    sessionStorage.removeItem(KEPT);
  }

  /** Drops what was arranged for another version of the match. */
  keepFor(decision: Decision): void {
    if (this.composed.value !== null && this.composed.value.version !== decision.version) this.reset();
  }

  /** Arranges again what this tab had before it was loaded anew. */
  async restore(): Promise<void> {
    const kept = readKept();
    const base = this.base.value;
    if (base === null || this.composed.value !== null || kept?.id !== this.id) return;
    for (const notation of kept.version === base.decision.version ? kept.notations : []) {
      const action = this.now()?.decision.legal_actions.find((legal) => legal.notation === notation);
      if (action === undefined) return;
      await this.choose(action);
    }
  }

  /** The arrangement as it is; the empty one if there is none. */
  private now(): Composed | null {
    const base = this.base.value;
    if (base === null || this.composed.value !== null) return this.composed.value;
    const { version } = base.decision;
    return { version, ...base, steps: [], at: 0, isWhole: false, dropped: 0 };
  }

  /** Has the server say what the first of the steps lead to; those that don't fit any longer fall out. */
  private async take(now: Composed, steps: readonly Step[], at = steps.length): Promise<void> {
    if (this.isAsking.value) return;
    if (at === 0) return this.reset();
    this.isAsking.value = true;
    this.wrong.value = null;
    try {
      const fitting = await this.fit(now, steps.slice(0, at));
      if (this.base.value?.decision.version !== now.version) return;
      if (fitting === null) return this.reset();
      const isShortened = fitting.count < at;
      this.composed.value = {
        version: now.version,
        steps: isShortened ? steps.slice(0, fitting.count) : steps,
        at: fitting.count,
        ...shownBy(fitting.preview, now, fitting.count),
        isWhole: fitting.preview.foreseen < fitting.count,
        dropped: at - fitting.count,
      };
      keep(this.id, this.composed.value);
    } catch (caught) {
      this.wrong.value = knownOnly(caught);
    } finally {
      this.isAsking.value = false;
    }
  }

  private async fit(
    now: Composed,
    steps: readonly Step[],
  ): Promise<{ preview: Preview; count: number } | null> {
    for (let count = steps.length; count > 0; ) {
      try {
        return { preview: await this.ask(now, steps.slice(0, count)), count };
      } catch (wrong) {
        const index =
          wrong instanceof Refused && wrong.error === "IllegalAction" ? wrong.problem.index : null;
        if (typeof index !== "number" || index >= count) throw wrong;
        count = index;
      }
    }
    return null;
  }

  private ask({ version, decision }: Composed, steps: readonly Step[]): Promise<Preview> {
    const body = { version, seat: decision.seat, actions: steps.map(({ action }) => action.notation) };
    const params = { path: { match_id: this.id } };
    return answered(http.POST("/v1/matches/{match_id}/preview", { params, body }));
  }
}

/** Once nothing more is asked the server tells what stood before the last step; the arrangement is a step further. */
function shownBy({ decision, view }: Preview, { version, seen }: Composed, count: number) {
  return {
    decision: { ...decision, version: version + count },
    seen: { ...seen, version: version + count, view: view as unknown as View },
  };
}

/** How the latest question that could be answered so would be answered otherwise; null: it is answered so, or none is. */
export function elsewhere(
  { steps }: Composed,
  isMeant: (step: Step, action: LegalAction) => boolean,
): { readonly place: number; readonly action: LegalAction } | null {
  for (let place = steps.length - 1; place >= 0; place -= 1) {
    const step = steps[place] as Step;
    const meant = step.asked.legal_actions.filter((action) => isMeant(step, action));
    const isSo = meant.some(({ notation }) => notation === step.action.notation);
    if (isSo) return null;
    if (meant[0] !== undefined) return { place, action: meant[0] };
  }
  return null;
}

interface Kept {
  readonly id: string;
  readonly version: number;
  readonly notations: readonly string[];
}

function keep(id: string, { version, steps }: Composed): void {
  const kept: Kept = { id, version, notations: steps.map(({ action }) => action.notation) };
  sessionStorage.setItem(KEPT, JSON.stringify(kept));
}

/** What another version of the page kept counts for nothing. */
function readKept(): Kept | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null") as Kept | null;
    return Array.isArray(kept?.notations) ? kept : null;
  } catch {
    return null;
  }
}
