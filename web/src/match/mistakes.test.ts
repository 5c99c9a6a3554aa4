import { expect, test } from "vitest";
import type { Evaluations } from "./evaluations";
import { mistakesIn, nextMistake } from "./mistakes";

/** Chances of the first of two seats by version. */
function chances(...wins: readonly number[]): Evaluations {
  return wins.map((win) => [{ win }, { win: 1 - win }]) as unknown as Evaluations;
}

test("a mistake is what one's own action costs, not what another's does", () => {
  const evaluations = chances(0.6, 0.4, 0.55, 0.3, 0.32);
  const found = mistakesIn(evaluations, [0, 1, 1, 0]);
  expect(found).toEqual([
    { version: 0, seat: 0, before: 0.6, after: 0.4 },
    { version: 1, seat: 1, before: 0.6, after: 1 - 0.55 },
  ]);
});

test("the next one is looked for behind the moment, whoever made it", () => {
  const mistakes = mistakesIn(chances(0.9, 0.5, 0.5, 0.9), [0, 0, 1]);
  expect(nextMistake(mistakes, 0)?.version).toBe(2);
  expect(nextMistake(mistakes, 2)).toBeNull();
});

test("where no network looks there are no mistakes", () => {
  expect(mistakesIn(null, [0, 1])).toEqual([]);
});
