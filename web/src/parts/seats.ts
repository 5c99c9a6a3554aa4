/** Who sits where, in words. */

import type { Schemas } from "../api/client";
import { type Key, t } from "../words";

type Match = Schemas["Match"];
type Seat = Schemas["Seat"];

export function playerName(seat: Seat): string {
  if (seat.kind === "bot") return botName(seat.level ?? "");
  if (seat.kind === "open") return t("seat.open");
  if (seat.kind === "invited") return t("seat.invited", { name: seat.account ?? "" });
  return seat.account ?? "";
}

const OTHER_BOTS: Readonly<Record<string, Key>> = {
  random: "bot.random",
  greedy: "bot.greedy",
  classic8: "bot.classic8",
  mcts: "bot.mcts",
};

const RUNG = /^level(\d+)$/;

/** What is said of a bot that was measured against none. */
export function unmeasured(level: string): string {
  return t(RUNG.test(level) ? "offer.unmeasured" : "offer.off_ladder");
}

export function botName(level: string): string {
  const number = RUNG.exec(level)?.[1];
  if (number !== undefined) return t("bot.level", { level: number });
  const name = OTHER_BOTS[level];
  return name === undefined ? level : t(name);
}

/** The name at a seat, told apart from equal ones by the seat's number. */
export function seatName(match: Match, place: number): string {
  const seat = match.seats[place];
  if (seat === undefined) return t("seat.rogue");
  if (match.own_seats.includes(place)) return t("seat.you");
  const name = playerName(seat);
  const namesakes = match.seats.filter((each) => playerName(each) === name).length;
  return namesakes > 1 ? t("seat.numbered", { name, number: place + 1 }) : name;
}
