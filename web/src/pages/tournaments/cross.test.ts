import { expect, test } from "vitest";
import type { Table } from "./acts";
import { markOf, meetingsOf } from "./cross";

function table(seats: string[], ranks: number[], absent: number[] = []): Table {
  const board = { board: 0, seats, ranks, scores: ranks, cause: "finished" as const, absent, match_id: "m" };
  return { seats, ranks, is_done: true, boards: [board], matches: ["m"] };
}

function round(number: number, ...tables: Table[]) {
  return { round: number, method: "dutch", tables, byes: [], walkovers: [], relaxed: [] };
}

function marks(found: ReturnType<typeof meetingsOf>, own: string, other: string): string[] {
  return (found.get(own)?.get(other) ?? []).map(markOf);
}

test("everybody at a table meets everybody else there, and each meeting has two sides", () => {
  const found = meetingsOf({ rounds: [round(1, table(["a", "b", "c"], [1, 2, 2]))] });
  expect(marks(found, "a", "b")).toEqual(["1"]);
  expect(marks(found, "b", "a")).toEqual(["0"]);
  expect(marks(found, "b", "c")).toEqual(["½"]);
});

test("a win against somebody absent is marked as such", () => {
  const found = meetingsOf({ rounds: [round(1, table(["a", "b"], [1, 2], [1]))] });
  expect(marks(found, "a", "b")).toEqual(["+"]);
  expect(marks(found, "b", "a")).toEqual(["−"]);
});

test("meetings stand in the order of rounds, and a board still played is none", () => {
  const open = { ...table(["a", "b"], [1, 2]), is_done: false };
  const rounds = [round(1, table(["a", "b"], [1, 2])), round(2, table(["b", "a"], [1, 2])), round(3, open)];
  expect(marks(meetingsOf({ rounds }), "a", "b")).toEqual(["1", "0"]);
});
