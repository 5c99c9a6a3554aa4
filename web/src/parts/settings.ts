/** What a match or a tournament is played with: its time and its game's options, as forms hold them. */

import type { Schemas } from "../api/client";
import { sayer } from "../words";
import type english from "../words/en/settings";

export const t = sayer<keyof typeof english>("settings");

export const MINUTE_MS = 60_000;

export interface TimeDraft {
  readonly clock: Schemas["Clock"]["kind"];
  readonly bankMinutes: number;
  readonly incrementSeconds: number;
  readonly decisionSeconds: number;
  readonly absence: Schemas["NewMatch"]["absence"] & string;
}

/** As written; empty: any. */
export interface RatingDraft {
  readonly ratingMin: string;
  readonly ratingMax: string;
}

export const USUAL_TIME: TimeDraft = {
  clock: "bank",
  bankMinutes: 15,
  incrementSeconds: 10,
  decisionSeconds: 60,
  absence: "forfeit",
};

/** The clock as the server is told. */
export function clockFrom(draft: TimeDraft): Schemas["Clock"] {
  if (draft.clock === "none") return { kind: "none" };
  if (draft.clock === "decision") return { kind: "decision", decision_ms: draft.decisionSeconds * 1000 };
  return {
    kind: "bank",
    bank_ms: Math.round(draft.bankMinutes * MINUTE_MS),
    increment_ms: draft.incrementSeconds * 1000,
  };
}

/** The numbers in what was written, with a decimal point or comma. */
export function numbersIn(text: string): number[] {
  const words = text.split(/[;\s]+/).filter((word) => word !== "");
  return words.map((word) => Number(word.replace(",", ".")));
}

export function numberIn(text: string): number | undefined {
  return numbersIn(text)[0];
}
