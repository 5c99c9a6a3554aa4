import { beforeAll, expect, test } from "vitest";
import type { GameEvent, LegalAction } from "../../match/live";
import { learn } from "../../words";
import type { Lexicon } from "../game";
import { labelOf, placesOf, wishAt } from "./choices";
import { readPieces } from "./pieces";
import { tell } from "./story";

const side = (type: string, name: string) => ({ id: name.toLowerCase(), type, name, cost: 3, text: "" });
const pieces = readPieces({
  tiles: [{ id: "robots|ores", development: side("development", "Robots"), world: side("world", "Ores") }],
  factions: [{ squares: [side("development", "Doomed")] }],
  home_worlds: [side("world", "Eden")],
});
const lexicon: Lexicon = {
  game: "roll",
  title: "",
  words: { events: [] } as unknown as Lexicon["words"],
  catalog: {},
  pieces,
};
const names = (seat: number) => `Seat ${seat}`;
const TILE = "robots|ores";

beforeAll(() => learn("roll"));

function action(fields: Record<string, unknown>): LegalAction {
  return { action: fields } as unknown as LegalAction;
}

function label(fields: Record<string, unknown>): string {
  return labelOf(action(fields), lexicon);
}

function told(event: GameEvent): string | null {
  return tell(event, lexicon, names);
}

test("dice are chosen where they lie, and put where they go", () => {
  expect(placesOf(action({ kind: "pay", color: "genes", column: "ship" }))).toEqual(["die:genes@ship"]);
  expect(placesOf(action({ kind: "to", column: "ship" }))).toEqual(["column:ship"]);
  expect(placesOf(action({ kind: "recruit", color: "home", count: 2 }))).toEqual(["die:home@citizenry"]);
  expect(placesOf(action({ kind: "trade", world: "rare_elements", good: "home" }))).toEqual([
    "die:home@goods_rare_elements",
  ]);
});

test("a worker of either column of dice may be meant, as the phase says which", () => {
  expect(placesOf(action({ kind: "worker", color: "home" }))).toHaveLength(2);
  expect(placesOf(action({ kind: "use_up", color: "home" }))).toEqual([
    "die:home@development_stack",
    "die:home@world_stack",
  ]);
});

test("a drawn tile is put on a stack at either of the two", () => {
  expect(placesOf(action({ kind: "place", tile: TILE, stack: "world", end: "top" }))).toEqual([
    `tile:${TILE}`,
    "stack:world",
  ]);
});

test("what has no place of its own is chosen from the list", () => {
  expect(placesOf(action({ kind: "done" }))).toEqual([]);
});

test("the side of a tile that is meant is named, and both where neither is", () => {
  expect(label({ kind: "begin", tile: TILE })).toBe("Develop Robots");
  const placing = { kind: "place", tile: TILE, end: "bottom" };
  expect(label({ ...placing, stack: "world" })).toBe("Ores: bottom of the world stack");
  expect(label({ ...placing, stack: "development" })).toBe("Robots: bottom of the development stack");
  expect(label({ kind: "abandon", tile: TILE })).toBe("Abandon Robots / Ores");
});

test("a power is named by the development that has it, dice by colour and number", () => {
  expect(label({ kind: "use", power: TILE })).toBe("Use Robots");
  expect(label({ kind: "recruit", color: "rare_elements", count: 2 })).toBe("Recruit 2 Rare Elements dice");
  expect(label({ kind: "recruit", color: "home", count: 1 })).toBe("Recruit 1 Home die");
});

test("what a click on a piece would mean goes by the question", () => {
  expect(wishAt("die:home@citizenry", "recruit")).toEqual({ kind: "recruit", color: "home", count: 1 });
  expect(wishAt(`tile:${TILE}`, "reassign")).toEqual({ kind: "use", power: TILE });
  expect(wishAt("die:home@citizenry", "ship")).toBeNull();
});

test("a tile is told by the side that was built, settled or shown", () => {
  expect(told({ kind: "development_built", seat: 0, tile: TILE })).toBe("Seat 0: completes Robots.");
  expect(told({ kind: "world_settled", seat: 1, tile: TILE })).toBe("Seat 1: settles Ores.");
  expect(told({ kind: "top_shown", seat: 0, tile: TILE, stack: "world" })).toBe(
    "Seat 0: Ores comes to the top of the world stack.",
  );
  expect(told({ kind: "tile_seen", seat: 0, tile: TILE })).toBe("Seat 0: draws Robots / Ores.");
});

test("what is counted has the form of its number", () => {
  expect(told({ kind: "tiles_drawn", seat: 0, count: 1 })).toBe("Seat 0: draws 1 tile.");
  expect(told({ kind: "tiles_drawn", seat: 0, count: 3 })).toBe("Seat 0: draws 3 tiles.");
  expect(told({ kind: "workers", seat: 0, color: "genes", column: "ship", count: 2 })).toBe(
    "Seat 0: 2 Genes workers in Ship.",
  );
});

test("a roll is not told, as the table shows it", () => {
  expect(told({ kind: "rolled", seat: 0 })).toBeNull();
});
