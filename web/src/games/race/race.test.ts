import { beforeAll, expect, test } from "vitest";
import type { LegalAction } from "../../match/live";
import { learn } from "../../words";
import type { Lexicon } from "../game";
import { placesOf } from "./choices";
import { readPieces } from "./pieces";
import { tell } from "./story";

const pieces = readPieces({
  cards: [{ id: "old_earth", name: "Old Earth", type: "world", cost: 3, vp: 2, text: "" }],
});
const lexicon: Lexicon = {
  game: "race",
  title: "",
  words: { events: [] } as unknown as Lexicon["words"],
  catalog: {},
  pieces,
};
const names = (seat: number) => `Seat ${seat}`;

beforeAll(() => learn("race"));

function placed(fields: Record<string, unknown>): readonly string[] {
  return placesOf({ action: fields } as unknown as LegalAction);
}

test("an action is chosen where its card lies", () => {
  expect(placed({ kind: "pay", card: "old_earth" })).toEqual(["hand:old_earth"]);
  expect(placed({ kind: "keep", card: "old_earth" })).toEqual(["dealt:old_earth"]);
  expect(placed({ kind: "consume", world: "old_earth" })).toEqual(["tableau:old_earth"]);
  expect(placed({ kind: "conquer" })).toEqual(["placing"]);
});

test("a pair of action cards is chosen at either card, twice the same at one", () => {
  expect(placed({ kind: "choose_two", first: "develop", second: "settle" })).toHaveLength(2);
  expect(placed({ kind: "choose_two", first: "develop", second: "develop" })).toEqual(["action:develop"]);
});

test("what has no place of its own is chosen from the list", () => {
  expect(placed({ kind: "pass" })).toEqual([]);
});

test("a card is named to whoever may know it, and only counted for others", () => {
  expect(tell({ kind: "card_drawn", seat: 0, card: "old_earth" }, lexicon, names)).toBe(
    "Seat 0: draws Old Earth.",
  );
  expect(tell({ kind: "card_drawn", seat: 1 }, lexicon, names)).toBe("Seat 1: draws a card.");
});

test("one action card is told as one, two as two", () => {
  const event = { kind: "actions_revealed", seat: 0, first: "develop" };
  expect(tell({ ...event, second: "none" }, lexicon, names)).toBe("Seat 0: Develop.");
  expect(tell({ ...event, second: "settle" }, lexicon, names)).toBe("Seat 0: Develop and Settle.");
});

test("a gamble says whether it hit", () => {
  const event = { kind: "card_turned", seat: 0, card: "old_earth" };
  expect(tell({ ...event, is_hit: 1 }, lexicon, names)).toContain("a hit");
  expect(tell({ ...event, is_hit: 0 }, lexicon, names)).toContain("a miss");
});
