import { expect, test } from "vitest";
import { numbersIn } from "../../parts/settings";
import { bodyOf, EMPTY, withTieBreak } from "./form";

test("a format is sent only what it has", () => {
  const swiss = bodyOf({ ...EMPTY, name: " Cup ", rounds: 5, cycles: 3, minutes: 20 });
  expect(swiss).toMatchObject({ name: "Cup", rounds: 5, method: "auto" });
  expect(swiss).not.toHaveProperty("cycles");
  expect(swiss).not.toHaveProperty("duration_ms");
  const arena = bodyOf({ ...EMPTY, format: "arena", minutes: 20 });
  expect(arena.duration_ms).toBe(1_200_000);
  expect(arena).not.toHaveProperty("rounds");
});

test("what is left empty is left to the server", () => {
  const body = bodyOf({ ...EMPTY, points: " ", ratingMin: "", ratingMax: "25,5" });
  expect(body).not.toHaveProperty("points");
  expect(body).not.toHaveProperty("rating_min");
  expect(body.rating_max).toBe(25.5);
});

test("points are written with commas or points", () => {
  expect(numbersIn("3 1,5  0.5; 0")).toEqual([3, 1.5, 0.5, 0]);
});

test("people are not sent where a deal is played twice", () => {
  const body = bodyOf({ ...EMPTY, isDuplicate: true, hasChat: true });
  expect(body.players).toEqual(["program", "bot"]);
  expect(body.has_chat).toBe(false);
});

test("tie-breaks change places instead of standing twice, and those left out are not sent", () => {
  const order = withTieBreak(["opposition", "direct", "places", "margin"], 0, "places");
  expect(order).toEqual(["places", "direct", "opposition", "margin"]);
  expect(bodyOf({ ...EMPTY, tieBreaks: withTieBreak(order, 1, "") }).tie_breaks).toEqual([
    "places",
    "opposition",
    "margin",
  ]);
});
