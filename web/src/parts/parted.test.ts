import { expect, test } from "vitest";
import { parted } from "./parted";

const earth = { name: "Old Earth" };
const lost = { name: "Lost Old Earth" };

function shown(text: string, pieces = [earth, lost]): string {
  return parted(text, pieces)
    .map(({ words, piece }) => (piece === null ? words : `[${words}]`))
    .join("");
}

test("pieces are found where they are named, each time", () => {
  expect(shown("Anna: places Old Earth, then Old Earth.")).toBe(
    "Anna: places [Old Earth], then [Old Earth].",
  );
});

test("the longer of two names that begin or end alike is meant", () => {
  expect(shown("Lost Old Earth")).toBe("[Lost Old Earth]");
});

test("a text without pieces stays as it is", () => {
  expect(shown("Round 3.")).toBe("Round 3.");
  expect(shown("", [])).toBe("");
});
