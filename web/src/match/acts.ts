/** What can be done at a table besides answering: take back, resign, return, start, play again. */

import { answered, http, newKey, Refused, type Schemas, Unreachable } from "../api/client";
import { knownOnly } from "../api/watch";
import type { Match } from "./live";
import type { MatchModel } from "./model";

/** Takes the own latest action back, where the table allows it and all agree. */
export function takeBack(model: MatchModel): Promise<void> {
  return told(model, http.POST("/v1/matches/{match_id}/take-back", { params: keyed(model), body: {} }));
}

/** Agrees to what another wants to take back, or doesn't. */
export function answerTakeBack(model: MatchModel, takeBackId: string, isAgreed: boolean): Promise<void> {
  const body = { take_back_id: takeBackId, is_accepted: isAgreed };
  return told(model, http.POST("/v1/matches/{match_id}/take-back/answer", { params: keyed(model), body }));
}

export function resign(model: MatchModel): Promise<void> {
  return told(model, http.POST("/v1/matches/{match_id}/resign", { params: named(model), body: {} }));
}

/** Takes the seats of those who are away too long as lost for them. */
export function claim(model: MatchModel): Promise<void> {
  return told(model, http.POST("/v1/matches/{match_id}/claim", { params: named(model) }));
}

/** Ends a match in which somebody is away too long, without rating it. */
export function abort(model: MatchModel): Promise<void> {
  return told(model, http.POST("/v1/matches/{match_id}/abort", { params: named(model) }));
}

export function comeBack(model: MatchModel): Promise<void> {
  return told(model, http.POST("/v1/matches/{match_id}/return", { params: named(model) }));
}

export function start(model: MatchModel): Promise<void> {
  return told(model, http.POST("/v1/matches/{match_id}/start", { params: named(model) }));
}

/** Makes the next match of the same players, or joins the one that another has made; returns its id. */
export async function playAgain(id: string): Promise<string> {
  const params = { path: { match_id: id } };
  return (await answered(http.POST("/v1/matches/{match_id}/rematch", { params }))).id;
}

/** Whose seat a bot takes that nobody has chosen a level for. */
const LEVEL = "level3";

/**
 * Goes on from a moment of a finished match, as practice against bots; returns the new match's id, or null and tells why
 * not. The seat is the one whose eyes look, else the own one.
 */
export async function goOn(model: MatchModel, match: Match): Promise<string | null> {
  const eyes = model.eyes.value;
  const own = typeof eyes === "number" ? eyes : (match.own_seats[0] ?? 0);
  const body = {
    game: match.game,
    seats: match.seats.map((seat, place) =>
      place === own
        ? { kind: "account" as const }
        : { kind: "bot" as const, level: seat.kind === "bot" ? (seat.level ?? LEVEL) : LEVEL },
    ),
    start: { match_id: match.id, version: model.at.value },
  };
  const params = { header: { "Idempotency-Key": newKey() } };
  try {
    const asked = http.POST("/v1/matches", { params, body: body as Schemas["NewMatch"] });
    return (await answered(asked)).id;
  } catch (wrong) {
    model.trouble.value = knownOnly(wrong);
    return null;
  }
}

function named(model: MatchModel) {
  return { path: { match_id: model.id } };
}

function keyed(model: MatchModel) {
  return { path: { match_id: model.id }, header: { "Idempotency-Key": newKey() } };
}

/** Takes over the match that an answer tells, or shows the refusal where the question stands. */
async function told(model: MatchModel, asked: Parameters<typeof answered<Match>>[0]): Promise<void> {
  try {
    model.takeMatch(await answered(asked));
    await model.refresh();
  } catch (wrong) {
    if (!(wrong instanceof Refused) && !(wrong instanceof Unreachable)) throw wrong;
    model.trouble.value = wrong;
  }
}
