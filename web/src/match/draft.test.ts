import { expect, test } from "vitest";
import { type Draft, keepDraft, marksOf, toggled } from "./draft";
import type { Decision, LegalAction } from "./live";

const [one, two, three] = ["pay one", "pay two", "pay three"].map(
  (notation) => ({ notation, action: {} }) as unknown as LegalAction,
) as [LegalAction, LegalAction, LegalAction];
/** Of the second there are two. */
const together = { most: 2, copiesOf: (action: LegalAction) => (action === two ? 2 : 1) };

function marked(...actions: readonly LegalAction[]): Draft | null {
  return actions.reduce<Draft | null>((draft, action) => toggled(draft, 7, action, together), null);
}

test("what is marked once more is marked no more", () => {
  const draft = marked(one, three, one);
  expect(draft?.actions).toEqual([three]);
  expect([one, three].map((each) => marksOf(draft, each))).toEqual([0, 1]);
  expect(marked(one, one)).toBeNull();
});

test("no more is marked than is asked for", () => {
  expect(marked(one, two, three)?.actions).toEqual([one, two]);
  expect(marked(one, two, three, one, three)?.actions).toEqual([two, three]);
});

test("where one answer is asked for, another takes its place", () => {
  const alone = { most: 1, copiesOf: () => 1 };
  const draft = toggled(toggled(null, 7, one, alone), 7, three, alone);
  expect(draft?.actions).toEqual([three]);
  expect(toggled(draft, 7, three, alone)).toBeNull();
});

test("a card that is there twice is marked twice, then not at all", () => {
  expect(marksOf(marked(two), two)).toBe(1);
  expect(marksOf(marked(two, two), two)).toBe(2);
  expect(marked(two, two, two)).toBeNull();
});

test("a draft of another version begins anew, and is not kept", () => {
  expect(toggled(marked(one), 8, two, together)?.actions).toEqual([two]);
  expect(keepDraft(marked(one), { version: 8 } as Decision)).toBeNull();
  expect(keepDraft(marked(one), { version: 7 } as Decision)?.actions).toEqual([one]);
});
