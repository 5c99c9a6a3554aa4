import { signal } from "@preact/signals";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { http } from "../api/client";
import { type Base, Composing, elsewhere } from "./composing";
import type { Decision, LegalAction, Seen } from "./live";

function legal(...notations: readonly string[]): LegalAction[] {
  return notations.map((notation) => ({ notation, action: {} }) as unknown as LegalAction);
}

/** What may be answered after so many answers: two dice, a phase, and which of the dice that are there selects it. */
function questions(before: readonly string[]): readonly string[] {
  const dice = before.slice(0, 2).map((each) => each.split(" ")[1] ?? "");
  return (
    [["die A", "die B"], ["die A", "die B"], ["phase 1", "phase 2"], [...new Set(dice)]][before.length] ?? []
  );
}

/** Answers as the server does: what comes fourth ends the step unseen by others. */
function preview(version: number, actions: readonly string[]) {
  const index = actions.findIndex((each, place) => !questions(actions.slice(0, place)).includes(each));
  if (index >= 0) {
    const problem = { error: "IllegalAction", detail: "", status: 409, index };
    return { error: problem, response: new Response("", { status: 409 }) };
  }
  const foreseen = Math.min(3, actions.length);
  const decision = {
    version: version + foreseen,
    legal_actions: legal(...questions(actions.slice(0, foreseen))),
  };
  return { data: { foreseen, decision, view: { after: foreseen } }, response: new Response() };
}

function composing(version = 7) {
  const decision = { version, seat: 0, legal_actions: legal("die A", "die B") } as unknown as Decision;
  const base = signal<Base | null>({ decision, seen: { seat: 0, version, view: {} } as unknown as Seen });
  return new Composing("m", base);
}

async function arrange(made: Composing, ...notations: readonly string[]) {
  for (const notation of notations) await made.choose(legal(notation)[0] as LegalAction);
  return made;
}

function steps(made: Composing) {
  return made.composed.value?.steps.map((step) => step.action.notation);
}

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
    removeItem: (name: string) => kept.delete(name),
  });
  vi.spyOn(http, "POST").mockImplementation(((
    _: string,
    { body }: { body: { version: number; actions: string[] } },
  ) => Promise.resolve(preview(body.version, body.actions))) as unknown as typeof http.POST);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("answers are arranged one after another until nothing more is asked", async () => {
  const made = await arrange(composing(), "die A", "die B", "phase 1");
  expect(made.composed.value).toMatchObject({ at: 3, isWhole: false, decision: { version: 10 } });
  await arrange(made, "B");
  expect(steps(made)).toEqual(["die A", "die B", "phase 1", "B"]);
  expect(made.composed.value).toMatchObject({ at: 4, isWhole: true, seen: { version: 11 } });
});

test("an earlier answer is changed, and what no longer fits falls out", async () => {
  const made = await arrange(composing(), "die A", "die B", "phase 1", "B");
  await made.change(2, legal("phase 2")[0] as LegalAction);
  expect(steps(made)).toEqual(["die A", "die B", "phase 2", "B"]);
  expect(made.composed.value?.dropped).toBe(0);
  await made.change(1, legal("die A")[0] as LegalAction);
  expect(steps(made)).toEqual(["die A", "die A", "phase 2"]);
  expect(made.composed.value).toMatchObject({ dropped: 1, isWhole: false });
});

test("a step is looked at again and answered anew, or left as it was", async () => {
  const made = await arrange(composing(), "die A", "die B", "phase 1", "B");
  await made.look(0);
  expect(made.composed.value).toMatchObject({ at: 0, isWhole: false, decision: { version: 7 } });
  await made.undo();
  expect(made.composed.value).toMatchObject({ at: 4, isWhole: true });
  await made.look(2);
  expect(made.composed.value?.decision.legal_actions.map((each) => each.notation)).toEqual([
    "phase 1",
    "phase 2",
  ]);
  await arrange(made, "phase 2");
  expect(steps(made)).toEqual(["die A", "die B", "phase 2", "B"]);
});

test("step by step all is taken back", async () => {
  const made = await arrange(composing(), "die A", "die A", "phase 1", "A");
  await made.undo();
  expect(steps(made)).toEqual(["die A", "die A", "phase 1"]);
  expect(made.composed.value?.isWhole).toBe(false);
  for (let count = 0; count < 3; count += 1) await made.undo();
  expect(made.composed.value).toBeNull();
});

test("it is kept for its version alone, and arranged again after the page was loaded anew", async () => {
  await arrange(composing(), "die B", "die A");
  const again = composing();
  await again.restore();
  expect(steps(again)).toEqual(["die B", "die A"]);
  const later = composing(8);
  await later.restore();
  expect(later.composed.value).toBeNull();
  again.keepFor({ version: 7 } as Decision);
  expect(steps(again)).toHaveLength(2);
  again.keepFor({ version: 8 } as Decision);
  expect(again.composed.value).toBeNull();
});

test("without an answer all stays as it was, and why is told", async () => {
  const made = await arrange(composing(), "die A");
  vi.spyOn(http, "POST").mockImplementation((() =>
    Promise.reject(new Error("away"))) as unknown as typeof http.POST);
  await arrange(made, "die B");
  expect(steps(made)).toEqual(["die A"]);
  expect(made.wrong.value).not.toBeNull();
  expect(made.isAsking.value).toBe(false);
});

test("a click changes the latest answer to whose question it could belong, or nothing", async () => {
  const { composed } = await arrange(composing(), "die A", "die B", "phase 1");
  const made = composed.value as NonNullable<typeof composed.value>;
  const found = (meant: string) => elsewhere(made, (_, action) => action.notation === meant);
  expect(found("phase 2")).toMatchObject({ place: 2 });
  expect(found("die A")).toMatchObject({ place: 1 });
  expect(found("die B"), "it is answered so").toBeNull();
  expect(found("B"), "nothing was asked that this answers").toBeNull();
});
