import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refused } from "../api/client";
import type { Seen } from "./live";
import { Pace } from "./pace";
import { REST_MS, Views } from "./views";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Asked {
  readonly version: number;
  readonly answer: () => Promise<void>;
  readonly refuse: (wrong: unknown) => Promise<void>;
}

/** Views of a match of so many versions, whose every question waits for the test's answer. */
function setUp(last = 1200, pace = new Pace(10_000, () => 1000)) {
  const asked: Asked[] = [];
  const shown: number[] = [];
  const failures: unknown[] = [];
  const ask = (version: number) =>
    new Promise<Seen>((resolve, reject) => {
      const settle = async (done: () => void) => {
        done();
        await vi.advanceTimersByTimeAsync(0);
      };
      asked.push({
        version,
        answer: () => settle(() => resolve({ seat: 0, version, hasOpenHands: false, view: {} })),
        refuse: (wrong) => settle(() => reject(wrong)),
      });
    });
  const show = (seen: Seen) => shown.push(seen.version);
  const views = new Views({ last, ask, show, fail: (wrong) => failures.push(wrong) }, pace);
  const versions = () => asked.map((each) => each.version);
  let answered = 0;
  const answerAll = async () => {
    for (; answered < asked.length; answered += 1) await asked[answered]?.answer();
  };
  return { views, asked, shown, failures, versions, answerAll };
}

test("what is looked at is asked for first, its neighbours when the look rests", async () => {
  const { views, shown, versions, answerAll } = setUp();
  views.want(57);
  await answerAll();
  expect(versions()).toEqual([57]);
  expect(shown).toEqual([57]);
  await vi.advanceTimersByTimeAsync(REST_MS);
  await answerAll();
  expect(versions().slice(0, 5)).toEqual([57, 58, 56, 59, 55]);
  expect(Math.min(...versions())).toBe(51);
  expect(Math.max(...versions())).toBe(69);
  expect(shown).toEqual([57]);
});

test("a step to a neighbour is shown at once, and asks for no more than what comes into reach", async () => {
  const { views, shown, versions, answerAll } = setUp();
  views.want(57);
  await vi.advanceTimersByTimeAsync(REST_MS);
  await answerAll();
  const before = versions().length;
  views.want(58);
  expect(shown).toEqual([57, 58]);
  await vi.advanceTimersByTimeAsync(REST_MS);
  await answerAll();
  expect(versions().slice(before)).toEqual([70]);
});

test("a moving slider asks for few versions, and for none that it has left behind", async () => {
  const { views, asked, shown, versions } = setUp();
  for (let version = 1; version <= 500; version += 1) views.want(version);
  expect(versions()).toEqual([1, 2, 3]);
  await asked[0]?.answer();
  expect(versions()).toEqual([1, 2, 3, 500]);
  expect(shown).toEqual([]);
  await asked[3]?.answer();
  expect(shown).toEqual([500]);
});

test("there is nothing before the first version and after the last", async () => {
  const { views, versions, answerAll } = setUp(2);
  views.want(1);
  await vi.advanceTimersByTimeAsync(REST_MS);
  await answerAll();
  expect(versions()).toEqual([1, 2, 0]);
});

test("asked too often, it waits as long as it is told and goes on", async () => {
  const { views, asked, shown, failures, versions } = setUp();
  const problem = { error: "LimitExceeded", detail: "", status: 429, retry_after_s: 2 };
  views.want(57);
  await asked[0]?.refuse(new Refused(429, problem as never));
  await vi.advanceTimersByTimeAsync(1900);
  expect(versions()).toEqual([57]);
  await vi.advanceTimersByTimeAsync(200);
  expect(versions()[1]).toBe(57);
  await asked[1]?.answer();
  expect(shown).toEqual([57]);
  expect(failures).toEqual([]);
});

test("what can't be had is told once, and asked for again only when somebody looks again", async () => {
  const { views, asked, failures, versions } = setUp();
  const wrong = new Error("away");
  views.want(57);
  await asked[0]?.refuse(wrong);
  await vi.advanceTimersByTimeAsync(10 * REST_MS);
  expect(failures).toEqual([wrong]);
  expect(versions()).toEqual([57]);
  views.want(57);
  expect(versions()).toEqual([57, 57]);
});

test("of a long match not every view is kept", async () => {
  const { views, versions, answerAll } = setUp();
  for (let version = 0; version <= 700; version += 1) {
    views.want(version);
    await answerAll();
  }
  views.leave();
  const before = versions().length;
  views.want(700);
  views.want(0);
  expect(versions().slice(before)).toEqual([0]);
});

test("in the long run questions come steadily", () => {
  const pace = new Pace(3, () => 10);
  expect([pace.take(), pace.take(), pace.take()]).toEqual([0, 0, 0]);
  expect(pace.take()).toBe(100);
  vi.advanceTimersByTime(100);
  expect(pace.take()).toBe(0);
  expect(pace.take()).toBeGreaterThan(0);
});
