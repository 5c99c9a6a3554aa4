/** What a program was asked and answered in a finished match, read from its record. */

import { answered, http, type Schemas } from "../../api/client";

export type Match = Schemas["Match"];
type MatchRecord = Schemas["Record"];

export interface Answer {
  readonly seat: number;
  /** How many actions had been taken. */
  readonly version: number;
  readonly notation: string;
  /** Time since the action before, anybody's, or since the start. */
  readonly afterMs: number;
}

export type RefusedSubmission = Schemas["RefusedSubmission"];

export interface Played {
  readonly match: Match;
  readonly answers: readonly Answer[];
  /** What the server refused of the reader's own submissions. */
  readonly refusals: readonly RefusedSubmission[];
}

export async function play(id: string): Promise<Played> {
  const params = { path: { match_id: id } };
  const [match, record] = await Promise.all([
    answered(http.GET("/v1/matches/{match_id}", { params })),
    answered(http.GET("/v1/matches/{match_id}/record", { params })),
  ]);
  const { refusals } =
    match.own_seats.length === 0
      ? { refusals: [] }
      : await answered(http.GET("/v1/matches/{match_id}/refusals", { params }));
  return { match, answers: answersOf(record, match.started_ms ?? 0), refusals };
}

export function answersOf(record: MatchRecord, startedMs: number): readonly Answer[] {
  const times = record.times_ms;
  return record.actions.map((pair, version) => {
    const [seat, notation] = pair as [number, string];
    const before = version === 0 ? startedMs : (times[version - 1] ?? 0);
    return { seat, version, notation, afterMs: Math.max(0, (times[version] ?? 0) - before) };
  });
}

/** What the seat saw when it was asked: the JSON that its program gets. */
export async function asked(id: string, { seat, version }: Answer): Promise<unknown> {
  const params = { path: { match_id: id }, query: { seat, version } };
  return answered(http.GET("/v1/matches/{match_id}/view", { params }));
}
