import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { choose, learn } from "../words";
import { readPieces as readRace } from "./race/pieces";
import { readPieces as readRoll } from "./roll/pieces";
import { translate } from "./texts";
import { readPieces as readTiny } from "./tiny_epic/pieces";

beforeEach(async () => {
  vi.stubGlobal("localStorage", { setItem: () => undefined });
  vi.stubGlobal("document", { documentElement: {} });
  for (const game of ["roll", "race", "tiny_epic"] as const) {
    await learn(game);
    await learn(`${game}_pieces`);
  }
});

afterEach(async () => {
  await choose("en");
  vi.unstubAllGlobals();
});

const TEXT = "Grey world, never holds a good. Settle: strength +1.";

test("a text is said sentence by sentence in the reader's language", async () => {
  expect(translate("race", TEXT)).toBe(TEXT);
  await choose("de");
  expect(translate("race", TEXT)).toBe("Farblose Welt, trägt nie ein Gut. Siedeln: Stärke +1.");
  await choose("pl");
  expect(translate("race", TEXT)).toBe("Świat bez koloru, nigdy nie ma towaru. Kolonizacja: siła +1.");
});

test("a sentence that the language has no words for stays as it is", async () => {
  await choose("de");
  expect(translate("race", "Settle: strength +1. Sing a song.")).toBe("Siedeln: Stärke +1. Sing a song.");
});

test("pieces that were read in one language are said in the one chosen later", async () => {
  const race = readRace({
    cards: [{ id: "old_earth", name: "Old Earth", type: "world", cost: 3, vp: 2, text: TEXT }],
    action_cards: [{ id: "explore_5", phase: "explore", text: "Explore: draw 5 more.", sign: "+5" }],
  });
  const tiny = readTiny({
    planets: [],
    missions: [{ id: "elder", name: "Elder", vp: 2, text: "Your empire stands on its last level." }],
    faces: [{ id: "move_ship", name: "Move a ship", text: "" }],
    levels: [{ level: 2, vp: 1, dice: 5, ships: 3, price: 2 }],
  });
  await choose("de");
  expect(race.get("old_earth")).toMatchObject({ name: "Old Earth", text: translate("race", TEXT) });
  expect(race.get("action|explore_5")).toMatchObject({
    name: "Erkunden: 5 mehr ziehen",
    text: "Erkunden: Ziehe 5 mehr.",
  });
  expect(tiny.get("elder")?.text).toBe("Dein Imperium steht auf seiner letzten Stufe.");
  expect(tiny.get("face|move_ship")?.name).toBe("Schiff bewegen");
  expect(tiny.get("level|2")?.name).toBe("Imperiumsstufe 2");
});

test("a development tells what it scores, on its own and as a side of its tile", () => {
  const development = {
    ...{ id: "galactic_salon", type: "development", name: "Galactic Salon", cost: 6 },
    text: "1 VP in chips each time Ship is played.",
    scoring_text: "2 per Rare Elements world in the owner's tableau.",
  };
  const world = {
    ...{ id: "gem_world", type: "world", name: "Gem World", cost: 2 },
    text: "On completion: one new Novelty die to the cup.",
  };
  const tile = { id: "galactic_salon", development, world };
  const pieces = readRoll({ tiles: [tile], factions: [], home_worlds: [] });
  const scored = "End of game: 2 per Rare Elements world in the owner's tableau.";
  expect(pieces.get("galactic_salon|development")?.text).toBe(`${development.text} ${scored}`);
  expect(pieces.get("galactic_salon")?.text).toContain(scored);
});
