/** What stands on the first page: games, bots, own and others' matches; kept live by the account's events. */

import { signal } from "@preact/signals";
import { account } from "../api/account";
import { answered, http, newKey, type Schemas } from "../api/client";
import { keepInvitation } from "../match/invitation";
import { type Terms, wishOf } from "./terms";

export type Match = Schemas["Match"];
export type Bot = Schemas["Bot"];
export type Game = Schemas["Game"];
type Tournament = Schemas["TournamentRow"];

export interface Lobby {
  /** Matches where a seat is kept for the account. */
  readonly invitations: readonly Match[];
  readonly own: readonly Match[];
  readonly open: readonly Match[];
  readonly running: readonly Match[];
  /** Tournaments that can be entered or followed. */
  readonly tournaments: readonly Tournament[];
}

export const games = signal<readonly Game[]>([]);
export const bots = signal<readonly Bot[]>([]);
export const lobby = signal<Lobby | null>(null);

const PAGE = 12;
const OWN_PAGE = 50;

/** Loads what can be played and against which bots, unless both are here already. */
export async function loadOffers(): Promise<void> {
  if (games.value.length > 0 && bots.value.length > 0) return;
  const [gameList, botList] = await Promise.all([
    answered(http.GET("/v1/games")),
    answered(http.GET("/v1/bots")),
  ]);
  games.value = gameList.games;
  bots.value = botList.bots;
}

export async function loadLobby(): Promise<void> {
  const list = (query: Record<string, string | number | boolean>) =>
    answered(http.GET("/v1/matches", { params: { query } })).then((page) => page.matches);
  // A visitor has no matches, and nobody knows yet where one would be let in.
  const isVisitor = account.value === null;
  const [own, ownWaiting, open, running, { tournaments }] = await Promise.all([
    isVisitor ? [] : list({ own: true, status: "running", page_size: OWN_PAGE }),
    isVisitor ? [] : list({ own: true, status: "waiting", page_size: OWN_PAGE }),
    list({ status: "waiting", ...(isVisitor ? {} : { joinable: true }), page_size: PAGE }),
    list({ status: "running", page_size: PAGE }),
    answered(http.GET("/v1/tournaments", { params: { query: { page_size: PAGE } } })),
  ]);
  lobby.value = {
    invitations: ownWaiting.filter(isInvited),
    own: [...own, ...ownWaiting].filter((match) => !isInvited(match) && isOwn(match)).sort(byUrgency),
    open: open.filter(
      (match) => !isInvited(match) && match.own_seats.length === 0 && match.seats.some(isOpen),
    ),
    running: running.filter((match) => match.own_seats.length === 0),
    tournaments: tournaments.filter((each) => each.status !== "over"),
  };
}

/** Whether a seat is kept for the reader, who has not declined. */
export function isInvited(match: Match): boolean {
  const name = account.value?.name;
  const isKept = (seat: Match["seats"][number]) => seat.kind === "invited" && seat.account === name;
  return match.status === "waiting" && match.seats.some((seat) => isKept(seat) && seat.cause === undefined);
}

/** Whether the reader sits there, or made it. */
function isOwn(match: Match): boolean {
  return match.own_seats.length > 0 || match.creator === account.value?.name;
}

function isOpen(seat: Match["seats"][number]): boolean {
  return seat.kind === "open";
}

export function isDue(match: Match): boolean {
  return match.own_seats.some((seat) => match.deciding_seats.includes(seat));
}

function byUrgency(one: Match, other: Match): number {
  return Number(isDue(other)) - Number(isDue(one)) || other.created_ms - one.created_ms;
}

/** Makes a match against bots and returns its id. */
export async function playBots(game: string, seats: number, level: string): Promise<string> {
  const others = Array.from({ length: seats - 1 }, () => ({ kind: "bot" as const, level }));
  return makeMatch({ game, seats: [{ kind: "account" }, ...others] });
}

export type NewMatch = Pick<Schemas["NewMatch"], "game" | "seats"> & Partial<Schemas["NewMatch"]>;

export async function makeMatch(body: NewMatch): Promise<string> {
  const params = { header: { "Idempotency-Key": newKey() } };
  const made = await answered(http.POST("/v1/matches", { params, body: body as Schemas["NewMatch"] }));
  if (made.invitation !== undefined) keepInvitation(made.id, made.invitation);
  return made.id;
}

/** Opens a table for the reader and whoever comes; a private one is found by its link alone. */
export function openTable(game: string, seats: number, isPrivate: boolean, terms: Terms): Promise<string> {
  const others = Array.from({ length: seats - 1 }, () => ({ kind: "open" as const }));
  const { clock, ...open } = wishOf(terms);
  // Who has the link of a private table may join, and it is not rated.
  const wish = { ...(clock && { clock }), ...(isPrivate ? {} : open) };
  return makeMatch({ game, seats: [{ kind: "account" }, ...others], is_private: isPrivate, ...wish });
}

/** Sits down with whoever seeks the same, or waits for somebody who does; returns the match's id. */
export async function seek(game: string, seats: number, terms: Terms): Promise<string> {
  const params = { header: { "Idempotency-Key": newKey() } };
  return (await answered(http.POST("/v1/matches/seek", { params, body: { game, seats, ...wishOf(terms) } })))
    .match.id;
}

/** Sits down at somebody's table; at a private one by its invitation. */
export async function join(id: string, invitation = ""): Promise<void> {
  const body = invitation === "" ? {} : { invitation };
  await answered(http.POST("/v1/matches/{match_id}/join", { params: { path: { match_id: id } }, body }));
}

/** Lets a seat go that is kept for the reader. */
export async function decline(id: string): Promise<void> {
  const params = { path: { match_id: id } };
  await answered(http.POST("/v1/matches/{match_id}/decline", { params, body: {} }));
}
