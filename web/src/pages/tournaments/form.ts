/** What the form for a tournament holds, and what is sent of it: what a format doesn't have is left out. */

import {
  clockFrom,
  MINUTE_MS,
  numberIn,
  numbersIn,
  type RatingDraft,
  type TimeDraft,
  USUAL_TIME,
} from "../../parts/settings";
import type { Config, Format, NewTournament } from "./acts";

export const FORMATS: readonly Format[] = ["swiss", "round_robin", "knockout", "gauntlet", "arena"];
export const TIE_BREAKS: readonly Config["tie_breaks"][number][] = [
  "opposition",
  "direct",
  "places",
  "margin",
];
export const PLAYERS: readonly Config["players"][number][] = ["person", "program", "bot"];

export interface Draft extends TimeDraft, RatingDraft {
  readonly name: string;
  readonly game: string;
  readonly format: Format;
  readonly seats: number;
  readonly options: Readonly<Record<string, unknown>>;
  readonly rounds: number;
  readonly cycles: number;
  readonly minutes: number;
  readonly advance: number;
  /** As written, "3 2 1 0"; empty: as many as a place has behind it. */
  readonly points: string;
  readonly byePoints: string;
  readonly lateRounds: string;
  readonly latePoints: string;
  readonly tieBreaks: readonly (Config["tie_breaks"][number] | "")[];
  readonly method: Config["method"];
  readonly isDuplicate: boolean;
  readonly shortTables: boolean;
  readonly isRated: boolean;
  readonly hasChat: boolean;
  readonly entrantsMax: number;
  readonly players: readonly Config["players"][number][];
}

export const EMPTY: Draft = {
  ...USUAL_TIME,
  name: "",
  game: "roll",
  format: "swiss",
  seats: 2,
  options: {},
  rounds: 0,
  cycles: 1,
  minutes: 60,
  advance: 1,
  points: "",
  byePoints: "",
  lateRounds: "",
  latePoints: "",
  tieBreaks: TIE_BREAKS,
  method: "auto",
  isDuplicate: false,
  shortTables: false,
  isRated: true,
  hasChat: false,
  entrantsMax: 1000,
  players: PLAYERS,
  ratingMin: "",
  ratingMax: "",
};

/** Which parts of the form a format has. */
export const HAS = {
  rounds: (draft: Draft) => draft.format === "swiss",
  cycles: (draft: Draft) => draft.format === "round_robin" || draft.format === "gauntlet",
  minutes: (draft: Draft) => draft.format === "arena",
  advance: (draft: Draft) => draft.format === "knockout" && draft.seats > 2,
  late: (draft: Draft) => draft.format === "swiss",
  latePoints: (draft: Draft) => draft.format === "swiss" || draft.format === "arena",
  method: (draft: Draft) => draft.format === "swiss" && draft.seats === 2,
} as const;

export function bodyOf(draft: Draft): NewTournament {
  const points = numbersIn(draft.points);
  const optional = {
    points: points.length > 0 ? points : undefined,
    bye_points: numberIn(draft.byePoints),
    late_rounds: HAS.late(draft) ? numberIn(draft.lateRounds) : undefined,
    late_points: HAS.latePoints(draft) ? numberIn(draft.latePoints) : undefined,
    rounds: HAS.rounds(draft) ? draft.rounds : undefined,
    cycles: HAS.cycles(draft) ? draft.cycles : undefined,
    duration_ms: HAS.minutes(draft) ? Math.round(draft.minutes * MINUTE_MS) : undefined,
    advance: HAS.advance(draft) ? draft.advance : undefined,
    method: HAS.method(draft) ? draft.method : undefined,
    rating_min: numberIn(draft.ratingMin),
    rating_max: numberIn(draft.ratingMax),
  };
  const given = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined));
  return {
    name: draft.name.trim(),
    game: draft.game,
    format: draft.format,
    seats: draft.seats,
    options: { ...draft.options },
    tie_breaks: draft.tieBreaks.filter((each) => each !== ""),
    is_duplicate: draft.isDuplicate,
    short_tables: draft.shortTables,
    clock: clockFrom(draft),
    absence: draft.absence,
    is_rated: draft.isRated,
    has_chat: draft.hasChat && !draft.isDuplicate,
    entrants_max: draft.entrantsMax,
    players: draft.players.filter((each) => each !== "person" || !draft.isDuplicate),
    ...given,
  };
}

/** A tie-break chosen in one place is taken from where it stood. */
export function withTieBreak(
  chosen: Draft["tieBreaks"],
  place: number,
  next: Draft["tieBreaks"][number],
): Draft["tieBreaks"] {
  const before = chosen[place] ?? "";
  return chosen.map((each, at) => {
    if (at === place) return next;
    return each === next && next !== "" ? before : each;
  });
}
