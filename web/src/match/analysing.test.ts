import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refused, Unreachable } from "../api/client";
import { Analysing, type Found, lossOf } from "./analysing";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function found(version: number): Found {
  const candidates = [
    { notation: "best", action: { kind: "pass" }, visits: 9, values: [0.75, 0.25], expected_scores: [1, 2] },
    { notation: "other", action: { kind: "pass" }, visits: 3, values: [0.5, 0.5], expected_scores: [1, 2] },
  ];
  return { seat: 0, version, played: "other", candidates, values: [0.7, 0.3] } as unknown as Found;
}

function setUp(last: number, answer: (version: number) => Found = found) {
  const asked: number[] = [];
  const of = {
    last,
    ask: async (version: number) => {
      asked.push(version);
      return answer(version);
    },
    at: () => 5,
  };
  return { asked, analysing: new Analysing(of) };
}

test("what is looked at comes first, then ever finer steps over the whole match, each decision once", async () => {
  const { asked, analysing } = setUp(9);
  void analysing.start();
  await vi.runAllTimersAsync();
  expect(asked).toEqual([5, 0, 8, 4, 2, 6, 1, 3, 7]);
  expect([...analysing.found.value.keys()].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(analysing.state.value).toBe("done");
});

test("it asks no faster than about once a second", async () => {
  const { asked, analysing } = setUp(500);
  void analysing.start();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked.length).toBeGreaterThan(40);
  expect(asked.length).toBeLessThanOrEqual(60);
  analysing.stop();
});

test("it stops at once, keeps what it has, and goes on from there", async () => {
  const { asked, analysing } = setUp(500);
  void analysing.start();
  await vi.advanceTimersByTimeAsync(20_000);
  analysing.stop();
  const before = asked.length;
  await vi.advanceTimersByTimeAsync(20_000);
  expect([analysing.state.value, asked.length, analysing.found.value.size]).toEqual([
    "stopped",
    before,
    before,
  ]);
  void analysing.start();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(asked.length).toBeGreaterThan(before);
  expect(new Set(asked).size).toBe(asked.length);
  analysing.stop();
});

test("where the server asks for patience it waits so long, and asks again for the same", async () => {
  let refusals = 1;
  const { asked, analysing } = setUp(3, (version) => {
    if (refusals > 0) {
      refusals -= 1;
      throw new Refused(429, { error: "LimitExceeded", detail: "wait", retry_after_s: 30 } as never);
    }
    return found(version);
  });
  void analysing.start();
  await vi.advanceTimersByTimeAsync(29_000);
  expect([analysing.state.value, asked]).toEqual(["waiting", [0]]);
  await vi.runAllTimersAsync();
  expect([analysing.state.value, asked]).toEqual(["done", [0, 0, 2, 1]]);
});

test.each([
  new Refused(409, { error: "MatchSealed", detail: "sealed" } as never),
  new Refused(401, { error: "Unauthenticated", detail: "who?" } as never),
])("a refusal that stays ends it and is told: $message", async (wrong) => {
  const { asked, analysing } = setUp(3, () => {
    throw wrong;
  });
  void analysing.start();
  await vi.runAllTimersAsync();
  expect([analysing.state.value, analysing.wrong.value, asked.length]).toEqual(["stopped", wrong, 1]);
});

test("where nobody answers it tries again a few times, ever later, before it gives up", async () => {
  const { asked, analysing } = setUp(3, () => {
    throw new Unreachable("away");
  });
  void analysing.start();
  await vi.runAllTimersAsync();
  expect([analysing.state.value, asked.length]).toEqual(["stopped", 5]);
});

test("what was played cost what the search prefers more", () => {
  expect(lossOf(found(0))).toBe(0.25);
  expect(lossOf({ ...found(0), played: "best" })).toBe(0);
  expect(lossOf({ ...found(0), played: "unknown" })).toBe(null);
});
