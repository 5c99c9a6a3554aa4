import { expect, test } from "vitest";
import { wishOf } from "./terms";

test("of usual terms nothing is said, so that those who seek alike meet", () => {
  expect(wishOf({ pace: "usual", admitsPrograms: true, isRated: true })).toEqual({});
});

test("clock, who may join and whether it counts are told as they are wished", () => {
  expect(wishOf({ pace: "days", admitsPrograms: false, isRated: false })).toEqual({
    clock: { kind: "decision", decision_ms: 86_400_000 },
    admits: ["person"],
    is_rated: false,
  });
  expect(wishOf({ pace: "none", admitsPrograms: true, isRated: true })).toEqual({ clock: { kind: "none" } });
});
