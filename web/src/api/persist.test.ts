import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LONGEST_MS } from "./backoff";
import { type Problem, Refused, Unreachable } from "./client";
import { persist } from "./persist";

const refused = (status: number, more = {}) =>
  new Refused(status, { error: "X", detail: "x", ...more } as Problem);

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** Persists in what throws each of the failures, then succeeds; what was told, and how often it was tried. */
function persisted(failures: unknown[], stop = new AbortController()) {
  const told: unknown[] = [];
  const act = vi.fn(async () => {
    if (failures.length > 0) throw failures.shift();
    return "there";
  });
  const done = persist(act, (wrong) => told.push(wrong), stop.signal);
  done.catch(() => undefined);
  return { act, told, done };
}

test("what the network or a full server failed comes in the end, and is told until then", async () => {
  const failures = [new Unreachable("x"), refused(503), refused(429)];
  const { told, done } = persisted([...failures]);
  await vi.advanceTimersByTimeAsync(3 * LONGEST_MS);
  expect(await done).toBe("there");
  expect(told).toEqual(failures);
});

test("a server that says when to come again is not asked earlier", async () => {
  const { act } = persisted([refused(429, { retry_after_s: 9 })]);
  await vi.advanceTimersByTimeAsync(8_900);
  expect(act).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(LONGEST_MS);
  expect(act).toHaveBeenCalledTimes(2);
});

test.each([refused(401), refused(404), refused(409), new TypeError("a fault")])(
  "%s is thrown, as another attempt would bring the same",
  async (wrong) => {
    const { act, told, done } = persisted([wrong]);
    await expect(done).rejects.toBe(wrong);
    await vi.advanceTimersByTimeAsync(10 * LONGEST_MS);
    expect([act.mock.calls.length, told]).toEqual([1, []]);
  },
);

test("whoever leaves asks for nothing more", async () => {
  const stop = new AbortController();
  const { act, done } = persisted([new Unreachable("x")], stop);
  await vi.advanceTimersByTimeAsync(0);
  stop.abort();
  await expect(done).rejects.toBe(stop.signal.reason);
  await vi.advanceTimersByTimeAsync(10 * LONGEST_MS);
  expect(act).toHaveBeenCalledTimes(1);
});
