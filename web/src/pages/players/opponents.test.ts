import { expect, test } from "vitest";
import type { Schemas } from "../../api/client";
import { byOpponent } from "./opponents";

type Seat = Schemas["Seat"];

function match(seats: readonly Seat[], ranks: readonly number[] | null): Schemas["Match"] {
  return { seats, ranks } as Schemas["Match"];
}

const ada: Seat = { kind: "account", account: "ada" };
const bert: Seat = { kind: "account", account: "bert" };
const bot: Seat = { kind: "bot", level: "level3" };

test("the same place counts half, and whoever was met most often comes first", () => {
  const matches = [match([ada, bert, bot], [1, 2, 1]), match([bot, ada], [1, 2])];
  expect(byOpponent("ada", matches)).toEqual([
    { opponent: "bot:level3", meetings: 2, won: 0.5 },
    { opponent: "bert", meetings: 1, won: 1 },
  ]);
});

test("a bot that took a seat over is not who was met", () => {
  const gone: Seat = { kind: "bot", level: "level1", resigned_by: "bert" };
  expect(byOpponent("ada", [match([ada, gone], [1, 2])])).toEqual([
    { opponent: "bert", meetings: 1, won: 1 },
  ]);
});

test("a match that is not over counts for nothing", () => {
  expect(byOpponent("ada", [match([ada, bert], null)])).toEqual([]);
});
