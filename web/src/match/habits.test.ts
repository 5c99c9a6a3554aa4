import { beforeEach, expect, test, vi } from "vitest";
import type { Decision, Match } from "./live";

let kept: Map<string, string>;

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  });
  vi.resetModules();
});

const decision = { asks: "action" } as Decision;

function match(more: Partial<Match>): Match {
  return { game: "race", allows_take_back: true, deciding_seats: [0], ...more } as Match;
}

test("nothing is confirmed until somebody wants it, then for that question of that game alone", async () => {
  const { confirm, isConfirmed } = await import("./habits");
  expect(isConfirmed(decision, match({}))).toBe(false);
  confirm("race", "action", "always");
  expect(isConfirmed(decision, match({}))).toBe(true);
  expect(isConfirmed({ asks: "pay" } as Decision, match({}))).toBe(false);
  expect(isConfirmed(decision, match({ game: "roll" }))).toBe(false);
});

test("a choice matters when it can't be taken back or others choose at the same time", async () => {
  const { confirm, isConfirmed } = await import("./habits");
  confirm("race", "action", "matters");
  expect(isConfirmed(decision, match({}))).toBe(false);
  expect(isConfirmed(decision, match({ deciding_seats: [0, 1] }))).toBe(true);
  expect(isConfirmed(decision, match({ allows_take_back: false }))).toBe(true);
});

test("habits outlive the page, and what is no habit is forgotten", async () => {
  const first = await import("./habits");
  first.confirm("roll", "select", "always");
  first.automate(false);
  vi.resetModules();
  const second = await import("./habits");
  expect(second.confirmOf("roll", "select")).toBe("always");
  expect(second.automates.value).toBe(false);
  kept.set("astrarium.confirms", '{"roll select": "sometimes"}');
  vi.resetModules();
  expect((await import("./habits")).confirmOf("roll", "select")).toBe("never");
});
