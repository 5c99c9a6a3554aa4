/** Results by opponent: how often a player was placed before each of those it met. */

import type { Schemas } from "../../api/client";

type Match = Schemas["Match"];

export interface Against {
  readonly opponent: string;
  readonly meetings: number;
  /** Meetings in which the player was placed before the other; the same place counts half. */
  readonly won: number;
}

export function byOpponent(player: string, matches: readonly Match[]): readonly Against[] {
  const found = new Map<string, Against>();
  for (const { seats, ranks } of matches) {
    if (ranks === null) continue;
    const own = seats.findIndex((seat) => playerOf(seat) === player);
    if (own < 0) continue;
    for (const [place, seat] of seats.entries()) {
      const opponent = playerOf(seat);
      if (place === own || opponent === player || opponent === "") continue;
      const [mine = 0, theirs = 0] = [ranks[own], ranks[place]];
      const before = found.get(opponent) ?? { opponent, meetings: 0, won: 0 };
      const won = before.won + (mine < theirs ? 1 : mine === theirs ? 0.5 : 0);
      found.set(opponent, { opponent, meetings: before.meetings + 1, won });
    }
  }
  return [...found.values()].sort((one, other) => other.meetings - one.meetings);
}

/** The name under which ratings know who sits there: who left is meant, not the bot that took over. */
function playerOf(seat: Match["seats"][number]): string {
  const account = seat.resigned_by ?? seat.stands_in_for ?? seat.account;
  if (account !== undefined) return account;
  return seat.level === undefined ? "" : `bot:${seat.level}`;
}
