import { expect, test } from "vitest";
import { bodyOf, emptyDraft, isOpenToStrangers, withOther, withSeats } from "./form";

test("a table as it comes is rated, open and on the usual clock", () => {
  expect(bodyOf(emptyDraft("roll", 3))).toEqual({
    game: "roll",
    seats: [{ kind: "account" }, { kind: "open" }, { kind: "open" }],
    options: {},
    clock: { kind: "bank", bank_ms: 900_000, increment_ms: 10_000 },
    absence: "forfeit",
    is_private: false,
    is_rated: true,
    allows_take_back: true,
    has_chat: true,
    rating_min: null,
    rating_max: null,
  });
});

test("a private table is not rated, and whoever has its link may join", () => {
  const body = bodyOf({ ...emptyDraft("race", 2), isPrivate: true, ratingMin: "20", admitsPrograms: false });
  expect(body).toMatchObject({ is_private: true, is_rated: false });
  expect(body).not.toHaveProperty("rating_min");
  expect(body).not.toHaveProperty("admits");
});

test("other seats stay as they were chosen when there are more or fewer", () => {
  let draft = withOther(emptyDraft("tiny_epic", 3), 0, { kind: "named", name: " ben " });
  draft = withOther(draft, 1, { kind: "bot", level: "level3" });
  expect(bodyOf(withSeats(draft, 4)).seats).toEqual([
    { kind: "account" },
    { kind: "account", account: "ben" },
    { kind: "bot", level: "level3" },
    { kind: "open" },
  ]);
  expect(withSeats(draft, 2).others).toEqual([{ kind: "named", name: " ben " }]);
  expect(withSeats(draft, 1).others).toEqual([]);
});

test("programs are kept out where strangers may come, and a chosen bot stays", () => {
  const draft = { ...emptyDraft("race", 3), admitsPrograms: false };
  expect(bodyOf(draft).admits).toEqual(["person"]);
  expect(bodyOf(withOther(draft, 0, { kind: "bot", level: "level1" })).admits).toEqual(["person", "bot"]);
  const closed = withOther(withOther(draft, 0, { kind: "named", name: "a" }), 1, {
    kind: "named",
    name: "b",
  });
  expect(isOpenToStrangers(closed)).toBe(false);
  expect(bodyOf(closed)).not.toHaveProperty("admits");
});
