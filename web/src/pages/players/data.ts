/** Ratings, levels and series, as the server tells them. */

import { answered, http, type Schemas } from "../../api/client";

export type Game = Schemas["Game"];
export type Bot = Schemas["Bot"];
export type Rating = Schemas["Rating"];
export type Change = Schemas["RatingChange"];
export type Series = Schemas["Series"];
export type SeriesRow = Schemas["SeriesRow"];

const BEST = 100;

/** A game and a number of seats: ratings are kept for each by itself. */
export interface Field {
  readonly game: string;
  readonly seats: number;
}

export interface Course extends Field {
  readonly rating: Rating;
  readonly changes: readonly Change[];
}

export async function games(): Promise<readonly Game[]> {
  return (await answered(http.GET("/v1/games"))).games;
}

export async function bots(): Promise<readonly Bot[]> {
  return (await answered(http.GET("/v1/bots"))).bots;
}

export function fieldsOf(all: readonly Game[]): readonly Field[] {
  return all.flatMap((game) => {
    const first = Math.max(2, game.seats_min);
    return Array.from({ length: game.seats_max - first + 1 }, (_, step) => ({
      game: game.name,
      seats: first + step,
    }));
  });
}

export async function leaderboard({ game, seats }: Field): Promise<readonly Rating[]> {
  const query = { game, seats, page_size: BEST };
  return (await answered(http.GET("/v1/ratings", { params: { query } }))).ratings;
}

/** Returns where a player has been rated, the most often played first. */
export async function coursesOf(player: string): Promise<readonly Course[]> {
  const found = await Promise.all(
    fieldsOf(await games()).map(async ({ game, seats }) => {
      const params = { path: { player }, query: { game, seats } };
      return { game, seats, ...(await answered(http.GET("/v1/ratings/{player}", { params }))) };
    }),
  );
  return found
    .filter((course) => course.rating.results > 0)
    .sort((one, other) => other.rating.results - one.rating.results);
}

export type Match = Schemas["Match"];

/** A part of the finished matches of a player, the latest first; an empty token: there are no more. */
export interface Played {
  readonly matches: readonly Match[];
  readonly next: string;
}

const PLAYED = 100;

/** Returns the part of a player's matches that a token leads to, the first if it is empty. */
export async function playedBy(player: string, { game, seats }: Field, after: string): Promise<Played> {
  const query = { player, game, seats, status: "over" as const, page_size: PLAYED };
  const asked = http.GET("/v1/matches", {
    params: { query: after === "" ? query : { ...query, page_token: after } },
  });
  const { matches, next_page_token: next } = await answered(asked);
  return { matches, next: next ?? "" };
}

export function series(id: string): Promise<Series> {
  return answered(http.GET("/v1/series/{series_id}", { params: { path: { series_id: id } } }));
}

export async function allSeries(): Promise<readonly SeriesRow[]> {
  return (await answered(http.GET("/v1/series", { params: { query: { page_size: 50 } } }))).series;
}
