import { expect, test } from "vitest";
import type { Schemas } from "../../api/client";
import { answersOf } from "./answers";

test("each answer has its version, and the time since the action before or the start", () => {
  const record = {
    actions: [
      [0, "pass"],
      [1, "select explore"],
      [0, "pass"],
    ],
    times_ms: [1_050, 1_090, 1_090],
  } as unknown as Schemas["Record"];
  expect(answersOf(record, 1_000)).toEqual([
    { seat: 0, version: 0, notation: "pass", afterMs: 50 },
    { seat: 1, version: 1, notation: "select explore", afterMs: 40 },
    { seat: 0, version: 2, notation: "pass", afterMs: 0 },
  ]);
});
