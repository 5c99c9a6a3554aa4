import { expect, test } from "vitest";
import { dated, merged, type NumberedEvent } from "./live";

function event(cursor: number, version?: number): NumberedEvent {
  return { cursor, event: { kind: "vp_gained" }, version };
}

test("what was heard since the page looked is of the version that is shown then", () => {
  const events = dated([event(1), event(2), event(3, 7), event(4)], 1, 9);
  expect(events.map((each) => each.version)).toEqual([undefined, 9, 7, 9]);
});

test("what is told twice stands there once and keeps its version", () => {
  const events = merged([event(1, 4), event(2)], [event(1), event(2, 5), event(3)]);
  expect(events.map(({ cursor, version }) => [cursor, version])).toEqual([
    [1, 4],
    [2, 5],
    [3, undefined],
  ]);
});
