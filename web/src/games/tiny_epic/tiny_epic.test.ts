import { beforeAll, expect, test } from "vitest";
import type { LegalAction } from "../../match/live";
import { learn } from "../../words";
import type { Lexicon } from "../game";
import { labelOf, placesOf } from "./choices";
import { eachDie, readPieces } from "./pieces";
import { tell } from "./story";

const planet = {
  id: "jakks",
  name: "Jakks",
  vp: 2,
  resource: "energy",
  track: "economy",
  length: 3,
  text: "",
};
const pieces = readPieces({
  planets: [planet],
  missions: [],
  faces: [{ id: "move_ship", name: "x", text: "" }],
});
const lexicon: Lexicon = {
  game: "tiny_epic",
  title: "",
  words: { events: [] } as unknown as Lexicon["words"],
  catalog: {},
  pieces,
};
const names = (seat: number) => (seat === 1 ? "Rogue galaxy" : "You");

beforeAll(() => learn("tiny_epic"));

function action(fields: Record<string, unknown>): LegalAction {
  return { action: fields } as unknown as LegalAction;
}

test("a ship is chosen where it stands, and sent where it can go", () => {
  expect(placesOf(action({ kind: "ship", place: "home" }))).toEqual(["home"]);
  expect(placesOf(action({ kind: "to", place: "jakks/surface" }))).toEqual(["surface:jakks"]);
  expect(placesOf(action({ kind: "to", place: "jakks/orbit" }))).toEqual(["track:jakks"]);
});

test("dice are activated, rerolled and converted where they lie", () => {
  for (const kind of ["activate", "pick", "spend"]) {
    expect(placesOf(action({ kind, face: "move_ship" }))).toEqual(["die:move_ship"]);
  }
});

test("players are counted from one, and faces said in the reader's words", () => {
  expect(labelOf(action({ kind: "steal", galaxy: 0 }), lexicon)).toBe("Take from player 1");
  expect(labelOf(action({ kind: "activate", face: "move_ship" }), lexicon)).toBe("Activate: Move a ship");
});

test("what has no seat is the rogue's", () => {
  expect(tell({ kind: "colonized", seat: null, planet: "jakks" }, lexicon, names)).toBe(
    "Rogue galaxy: colonises Jakks.",
  );
  expect(tell({ kind: "colonized", seat: 0, planet: "jakks" }, lexicon, names)).toBe("You: colonises Jakks.");
});

test("a place of a planet is told by both its words", () => {
  const event = { kind: "ship_moved", seat: 0, source: "home", to: "jakks/orbit" };
  expect(tell(event, lexicon, names)).toBe("You: ship from home to Jakks (colony track).");
});

test("dice come one by one in the order of their faces", () => {
  expect(eachDie({ utilize_colony: 1, move_ship: 2 }).map(({ face }) => face)).toEqual([
    "move_ship",
    "move_ship",
    "utilize_colony",
  ]);
});
