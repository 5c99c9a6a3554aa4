/** What people ask of a tournament: every answer is the tournament as it is then. */

import { answered, http, newKey, type Schemas } from "../../api/client";

export type Tournament = Schemas["Tournament"];
export type Row = Schemas["TournamentRow"];
export type Config = Schemas["TournamentConfig"];
export type Standing = Schemas["Standing"];
export type Round = Schemas["Round"];
export type Table = Schemas["Table"];
export type Format = Config["format"];
export type NewTournament = Schemas["NewTournament"];

const at = (id: string) => ({ path: { tournament_id: id } });
const keyed = (id: string) => ({ ...at(id), header: { "Idempotency-Key": newKey() } });

export async function make(body: NewTournament): Promise<string> {
  const params = { header: { "Idempotency-Key": newKey() } };
  return (await answered(http.POST("/v1/tournaments", { params, body }))).id;
}

export function get(id: string): Promise<Tournament> {
  return answered(http.GET("/v1/tournaments/{tournament_id}", { params: at(id) }));
}

export function enter(id: string): Promise<Tournament> {
  return answered(http.POST("/v1/tournaments/{tournament_id}/enter", { params: keyed(id) }));
}

export function withdraw(id: string): Promise<Tournament> {
  return answered(http.POST("/v1/tournaments/{tournament_id}/withdraw", { params: keyed(id) }));
}

export function comeBack(id: string): Promise<Tournament> {
  return answered(http.POST("/v1/tournaments/{tournament_id}/return", { params: keyed(id) }));
}

export function addBots(id: string, body: Schemas["NewBots"]): Promise<Tournament> {
  return answered(http.POST("/v1/tournaments/{tournament_id}/bots", { params: keyed(id), body }));
}

export function remove(id: string, entrant: string): Promise<Tournament> {
  return answered(
    http.POST("/v1/tournaments/{tournament_id}/remove", { params: keyed(id), body: { entrant } }),
  );
}

export function start(id: string): Promise<Tournament> {
  return answered(http.POST("/v1/tournaments/{tournament_id}/start", { params: keyed(id) }));
}

export function pause(id: string, reason: string): Promise<Tournament> {
  return answered(
    http.POST("/v1/tournaments/{tournament_id}/pause", { params: keyed(id), body: { reason } }),
  );
}

export function resume(id: string, reason: string): Promise<Tournament> {
  return answered(
    http.POST("/v1/tournaments/{tournament_id}/resume", { params: keyed(id), body: { reason } }),
  );
}

export function finish(id: string, reason: string): Promise<Tournament> {
  return answered(
    http.POST("/v1/tournaments/{tournament_id}/finish", { params: keyed(id), body: { reason } }),
  );
}

export function correct(id: string, body: Schemas["Correction"]): Promise<Tournament> {
  return answered(http.POST("/v1/tournaments/{tournament_id}/corrections", { params: keyed(id), body }));
}
