import { expect, test } from "vitest";
import { dragged } from "./drag";
import type { LegalAction } from "./live";

function action(notation: string): LegalAction {
  return { notation, action: {} } as unknown as LegalAction;
}

const take = action("take home from explore");
const left = action("place tile to development");
const right = action("place tile to world");
const at = new Map([
  ["die:home@explore", [take]],
  ["tile:7", [left, right]],
  ["stack:development", [left]],
  ["stack:world", [right]],
]);

test("an action that lies at both places is meant, and says all", () => {
  expect(dragged(at, "tile:7", "stack:world")).toEqual({ action: right, after: "" });
});

test("what has one action is done, and the next question is answered where it was dropped", () => {
  expect(dragged(at, "die:home@explore", "column:ship")).toEqual({ action: take, after: "column:ship" });
});

test("what isn't clear does nothing", () => {
  expect(dragged(at, "tile:7", "column:ship")).toBeNull();
  expect(dragged(at, "tile:8", "stack:world")).toBeNull();
  expect(dragged(at, "die:home@explore", "die:home@explore")).toBeNull();
});
