import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Problem } from "../api/client";
import { choose, learn } from "../words";
import { figuresOf, reasonOf } from "./wording";

function refusalOf(reason: string, figures: Record<string, number>): Problem {
  return {
    type: "",
    title: "",
    status: 422,
    detail: "",
    instance: "",
    error: "IllegalAction",
    reason,
    figures,
  };
}

beforeEach(async () => {
  vi.stubGlobal("localStorage", { setItem: () => undefined });
  vi.stubGlobal("document", { documentElement: {} });
  await Promise.all([learn("race"), learn("roll")]);
});

afterEach(async () => {
  await choose("en");
  vi.unstubAllGlobals();
});

test("a refusal says its figures in the reader's language", async () => {
  const tooDear = refusalOf("too_expensive", { price: 5, have: 3 });
  await choose("de");
  expect(reasonOf(tooDear, "race")).toBe("Du kannst es nicht bezahlen.");
  expect(figuresOf(tooDear, "race")).toBe("Kosten: 5; du kannst 3 zahlen.");
  await choose("pl");
  expect(figuresOf(tooDear, "race")).toBe("Koszt: 5; możesz zapłacić 3.");
  expect(figuresOf(refusalOf("must_use_workers", { count: 3 }), "roll")).toBe("Zostało 3 odkrywców.");
});

test("without figures there is no sentence of them", () => {
  expect(figuresOf(refusalOf("power_not_usable", {}), "race")).toBeNull();
  expect(figuresOf(refusalOf("not_in_hand", { price: 1 }), "race")).toBeNull();
});
