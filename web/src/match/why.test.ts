import { expect, test } from "vitest";
import type { Decision } from "./live";
import { isLegal } from "./why";

function decision(...actions: readonly object[]): Decision {
  return { legal_actions: actions.map((action) => ({ notation: "", action })) } as unknown as Decision;
}

test("what is legal is known by kind and fields, in whatever order they stand", () => {
  const asked = decision({ kind: "place", card: "gem_world" }, { kind: "pass" });
  expect(isLegal(asked, { card: "gem_world", kind: "place" })).toBe(true);
  expect(isLegal(asked, { kind: "pass" })).toBe(true);
  expect(isLegal(asked, { kind: "place", card: "alpha_centauri" })).toBe(false);
  expect(isLegal(asked, { kind: "place" })).toBe(false);
});
