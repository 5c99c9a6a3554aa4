/** A match in a list: game, who sits there, whose turn it is. */

import type { ComponentChildren } from "preact";
import type { Schemas } from "../api/client";
import { t } from "../words";
import { seatName } from "./seats";

const TITLES: Readonly<Record<string, string>> = {
  roll: "Roll for the Galaxy",
  race: "Race for the Galaxy",
  tiny_epic: "Tiny Epic Galaxies",
};

export function titleOf(game: string): string {
  return TITLES[game] ?? game;
}

export function MatchCard({ match, children }: { match: Schemas["Match"]; children?: ComponentChildren }) {
  const isDue = match.own_seats.some((seat) => match.deciding_seats.includes(seat));
  return (
    <article class={`match-card of-${match.game}${isDue ? " due" : ""}`}>
      <a href={`/matches/${match.id}`}>
        <b>{titleOf(match.game)}</b>
        <span class="players">{match.seats.map((_, place) => seatName(match, place)).join(" · ")}</span>
      </a>
      {isDue && <span class="mark">{t("match.your_turn")}</span>}
      {children}
    </article>
  );
}
