import { expect, test } from "vitest";
import { LONGEST_MS, pauseMs } from "./backoff";

test("pauses grow, are spread over their whole length, and stay bearable", () => {
  expect(pauseMs(0, 0, () => 0)).toBe(0);
  expect(pauseMs(3, 0, () => 0.5)).toBeGreaterThan(pauseMs(1, 0, () => 0.5));
  expect(pauseMs(60, 0, () => 1)).toBe(LONGEST_MS);
});

test("a server that says when to come again is not asked earlier", () => {
  expect(pauseMs(0, 3000, () => 0)).toBe(3000);
});
