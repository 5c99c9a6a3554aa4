import { expect, test, vi } from "vitest";
import { addressOf, wishOf } from "./address";
import type { Live, Match, Seen } from "./live";
import { MatchModel } from "./model";
import { type Archive, type Eyes, nextStart, type PastEvent, startsOf } from "./past";

const LAST = 140;

function seen(eyes: Eyes, version: number): Seen {
  const seat = typeof eyes === "number" ? eyes : null;
  return { seat, version, hasOpenHands: eyes === "all", view: { round: 1 + Math.floor(version / 20) } };
}

function event(version: number, kind = "rolled"): PastEvent {
  return { cursor: version + 1, version, event: { kind } };
}

const STORY = [
  event(0),
  event(20, "round_ends"),
  event(20),
  event(40, "round_ends"),
  event(LAST, "round_ends"),
];
const KIND = "round_ends";

/** A finished match in which this account held the seat. */
function setUp(seat: number | null = 0, archive: Partial<Archive> = {}) {
  const whole: Archive = {
    view: async (eyes, version) => seen(eyes, version ?? LAST),
    story: async () => STORY,
    ...archive,
  };
  const model = new MatchModel("k3v9m2x8q7r5", whole);
  const match = { id: "k3v9m2x8q7r5", status: "over", own_seats: seat === null ? [] : [seat] };
  // After actions were taken back the versions that were seen live are numbered otherwise.
  const live = { match: match as unknown as Match, seen: { ...seen(seat, LAST + 4) }, decision: null };
  model.live.value = { ...live, deadlineMs: null, events: [], chat: [] } satisfies Live;
  return model;
}

test("every version of a finished match can be looked at, seen live or not", async () => {
  const model = setUp();
  await model.past.open();
  expect(model.moments.value).toHaveLength(LAST + 1);
  model.go(57);
  await vi.waitFor(() => expect(model.shown.value).toEqual(seen(0, 57)));
  model.step(-1);
  await vi.waitFor(() => expect(model.shown.value?.version).toBe(56));
  model.go(LAST);
  expect(model.moment.value).toBeNull();
});

test("a link to a moment is followed before it is known how long the match was", async () => {
  const model = setUp();
  model.go(57);
  await vi.waitFor(() => expect(model.shown.value).toEqual(seen(0, 57)));
  const beyond = setUp();
  beyond.lookWith("all");
  beyond.go(LAST + 1000);
  await vi.waitFor(() => expect(beyond.shown.value).toEqual(seen("all", LAST)));
  expect(beyond.at.value).toBe(LAST);
});

test("after the end nothing of the last look is shown again", async () => {
  const model = setUp();
  await model.past.open();
  const end = model.shown.value;
  model.go(57);
  await vi.waitFor(() => expect(model.shown.value).toEqual(seen(0, 57)));
  model.go(null);
  expect(model.shown.value).toBe(end);
  model.go(100);
  expect(model.shown.value).toBe(end);
  await vi.waitFor(() => expect(model.shown.value).toEqual(seen(0, 100)));
});

test("a finished match is seen with any seat's eyes, or with all hands open", async () => {
  const model = setUp(null);
  model.go(57);
  for (const eyes of [1, "all", 0] as const) {
    model.lookWith(eyes);
    await vi.waitFor(() => expect(model.shown.value).toEqual(seen(eyes, 57)));
  }
  model.go(null);
  await vi.waitFor(() => expect(model.shown.value).toEqual(seen(0, LAST)));
});

test("what other eyes have seen comes too late to be shown", async () => {
  let answerLate = () => {};
  const late = new Promise<void>((resolve) => {
    answerLate = resolve;
  });
  const view = async (eyes: Eyes, version: number | null) => {
    if (eyes === 1) await late;
    return seen(eyes, version ?? LAST);
  };
  const model = setUp(0, { view });
  model.go(57);
  model.lookWith(1);
  model.lookWith("all");
  await vi.waitFor(() => expect(model.shown.value).toEqual(seen("all", 57)));
  answerLate();
  await new Promise((resolve) => setTimeout(resolve));
  expect(model.shown.value).toEqual(seen("all", 57));
});

test("the story is that of the eyes", async () => {
  const story = vi.fn(async (eyes: Eyes) => [event(eyes === 1 ? 1 : 2)]);
  const model = setUp(0, { story });
  model.go(57);
  await vi.waitFor(() => expect(model.past.story.value).toEqual([event(2)]));
  model.lookWith(1);
  await vi.waitFor(() => expect(model.past.story.value).toEqual([event(1)]));
  expect(story.mock.calls.map(([eyes]) => eyes)).toEqual([0, 1]);
});

test("while a match runs, only what was seen live can be shown", () => {
  const view = vi.fn();
  const model = setUp(0, { view });
  const live = model.live.value as Live;
  model.live.value = { ...live, match: { ...live.match, status: "running" } };
  model.go(57);
  model.lookWith("all");
  expect(view).not.toHaveBeenCalled();
  expect(model.shown.value).toBe(live.seen);
});

test("rounds lead to where they begin", () => {
  const starts = startsOf(STORY, KIND, LAST);
  expect(starts).toEqual([0, 20, 40]);
  expect(nextStart(starts, 57, -1)).toBe(40);
  expect(nextStart(starts, 40, -1)).toBe(20);
  expect(nextStart(starts, 0, -1)).toBe(0);
  expect(nextStart(starts, 20, 1)).toBe(40);
  expect(nextStart(starts, 57, 1)).toBeNull();
});

test.each([
  ["?at=57&seat=1", { at: 57, eyes: 1 }],
  ["?at=0&seat=all", { at: 0, eyes: "all" }],
  ["?seat=0", { at: null, eyes: 0 }],
  ["?at=57", { at: 57, eyes: null }],
  ["", { at: null, eyes: null }],
] as const)("the address %s leads to a moment, and is that moment's", (address, wish) => {
  expect(wishOf(Object.fromEntries(new URLSearchParams(address)), 2)).toEqual(wish);
  expect(addressOf(wish)).toBe(address);
});

test.each(["?at=-1", "?at=x&seat=2", "?at=1.5&seat=&seat=", "?at=&seat=NaN", "?at=1e3"])(
  "the address %s names no moment",
  (address) => {
    expect(wishOf(Object.fromEntries(new URLSearchParams(address)), 2)).toEqual({ at: null, eyes: null });
  },
);
