/** What the form for a table holds, and what is sent of it. */

import type { Schemas } from "../../api/client";
import { clockFrom, numberIn, type RatingDraft, type TimeDraft, USUAL_TIME } from "../../parts/settings";
import type { NewMatch } from "../lobby";

/** Who is to sit on a seat: anybody, somebody by name, or a bot. */
export type Other =
  | { readonly kind: "open" }
  | { readonly kind: "named"; readonly name: string }
  | { readonly kind: "bot"; readonly level: string };

export interface Draft extends TimeDraft, RatingDraft {
  readonly game: string;
  /** All seats but the reader's, who has the first one. */
  readonly others: readonly Other[];
  readonly options: Readonly<Record<string, unknown>>;
  readonly isPrivate: boolean;
  readonly isRated: boolean;
  readonly allowsTakeBack: boolean;
  readonly hasChat: boolean;
  readonly admitsPrograms: boolean;
}

export const OPEN: Other = { kind: "open" };

export function emptyDraft(game: string, seats: number): Draft {
  return {
    ...USUAL_TIME,
    game,
    others: Array.from({ length: seats - 1 }, () => OPEN),
    options: {},
    isPrivate: false,
    isRated: true,
    allowsTakeBack: true,
    hasChat: true,
    admitsPrograms: true,
    ratingMin: "",
    ratingMax: "",
  };
}

/** As many other seats as wanted: those there are, then open ones. */
export function withSeats(draft: Draft, seats: number): Draft {
  const others = Array.from({ length: seats - 1 }, (_, place) => draft.others[place] ?? OPEN);
  return { ...draft, others };
}

export function withOther(draft: Draft, place: number, other: Other): Draft {
  return { ...draft, others: draft.others.map((each, at) => (at === place ? other : each)) };
}

/** Whether a stranger may sit down, so that it matters who may join. */
export function isOpenToStrangers(draft: Draft): boolean {
  return !draft.isPrivate && draft.others.some((other) => other.kind === "open");
}

export function bodyOf(draft: Draft): NewMatch {
  const bounds = isOpenToStrangers(draft)
    ? { rating_min: numberIn(draft.ratingMin) ?? null, rating_max: numberIn(draft.ratingMax) ?? null }
    : {};
  const admitted: Pick<NewMatch, "admits"> =
    isOpenToStrangers(draft) && !draft.admitsPrograms ? { admits: admittedWithoutPrograms(draft) } : {};
  return {
    game: draft.game,
    seats: [{ kind: "account" }, ...draft.others.map(seatOf)],
    options: draft.options,
    clock: clockFrom(draft),
    absence: draft.absence,
    is_private: draft.isPrivate,
    is_rated: draft.isRated && !draft.isPrivate,
    allows_take_back: draft.allowsTakeBack,
    has_chat: draft.hasChat,
    ...bounds,
    ...admitted,
  };
}

function admittedWithoutPrograms(draft: Draft): ("person" | "bot")[] {
  return draft.others.some((other) => other.kind === "bot") ? ["person", "bot"] : ["person"];
}

function seatOf(other: Other): Schemas["SeatChoice"] {
  if (other.kind === "bot") return { kind: "bot", level: other.level };
  // The server keeps the seat for whoever has not agreed to be seated by others.
  if (other.kind === "named") return { kind: "account", account: other.name.trim() };
  return { kind: "open" };
}
