import { expect, test } from "vitest";
import type { Piece } from "../../games/game";
import { ANY, find, shownOf, valuesOf } from "./find";

function piece(name: string, part: Partial<Piece> = {}): Piece {
  return { id: name, name, kind: "world", text: "", cost: null, points: null, color: null, ...part };
}

const PIECES = [
  piece("Old Earth", { cost: 3, text: "Draw a card." }),
  piece("Alien Toy Shop", { cost: 10, color: "alien" }),
  piece("Trade League", { kind: "development", cost: 10 }),
];

test("all words must stand in name or text, whatever their case", () => {
  expect(find(PIECES, { ...ANY, words: "EARTH draw" }).map((each) => each.name)).toEqual(["Old Earth"]);
  expect(find(PIECES, { ...ANY, words: "earth shop" })).toEqual([]);
});

test("filters hold together", () => {
  const names = (part: object) => find(PIECES, { ...ANY, ...part }).map((each) => each.name);
  expect(names({ cost: "10" })).toEqual(["Alien Toy Shop", "Trade League"]);
  expect(names({ cost: "10", kind: "world" })).toEqual(["Alien Toy Shop"]);
  expect(names({ color: "alien" })).toEqual(["Alien Toy Shop"]);
});

test("costs are offered in the order of numbers", () => {
  expect(valuesOf(PIECES, (each) => each.cost)).toEqual(["3", "10"]);
});

test("a tile is shown by its sides, each once", () => {
  const sides = [piece("Side"), piece("Side"), piece("Side / Other", { kind: "tile" })];
  expect(shownOf(sides).map((each) => each.name)).toEqual(["Side"]);
});
