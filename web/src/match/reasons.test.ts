import { expect, test } from "vitest";
import { phasesOf, sourcesOf } from "./reasons";

const why = {
  sources: [
    { chips: 1, worlds: 2, developments: 3, bonuses: 4 },
    { chips: 11.9, worlds: 13.2, developments: 0, bonuses: 2.9 },
  ],
  phases: { explore: 1, develop: 0.41, settle: 0.1, produce: 0.2, ship: 0.57 },
};

test("a seat's own sources are told, the most first, without what brings nothing", () => {
  expect(sourcesOf(why, 1).map(({ name }) => name)).toEqual(["worlds", "chips", "bonuses"]);
  expect(sourcesOf(why, 0)[0]).toEqual({ name: "bonuses", amount: 4 });
  expect(sourcesOf(why, 2)).toEqual([]);
});

test("likely phases are told, the likeliest first; where there are none, nothing is", () => {
  expect(phasesOf(why).map(({ name }) => name)).toEqual(["explore", "ship", "develop", "produce"]);
  expect(phasesOf({ sources: [], phases: {} })).toEqual([]);
});
