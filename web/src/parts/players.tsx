/** Everybody at the table: who is waited for, whose time runs, how they stand. */

import { aheadMs } from "../api/client";
import type { Live, Seen } from "../match/live";
import { t } from "../words";
import { Clock, written } from "./clock";
import { seatName } from "./seats";

const SEATS = ["seats"];

export function Players({ live, seen }: { live: Live; seen: Seen }) {
  const { match } = live;
  return (
    <ul class="players-bar" aria-label={t("players.title")}>
      {match.seats.map((seat, place) => {
        const isWaitedFor = match.deciding_seats.includes(place);
        const isOwn = match.own_seats.includes(place);
        const points = pointsOf(seen, place);
        return (
          <li key={place} class={`player seat-${place}${isWaitedFor ? " due" : ""}${isOwn ? " own" : ""}`}>
            <span class="seat-mark" aria-hidden="true">
              {place + 1}
            </span>
            <span class="name">{seatName(match, place)}</span>
            {points !== null && <span class="points">{t("piece.points", { points })}</span>}
            {seat.stands_in_for && (
              <span class="soft">{t("players.stands_in", { name: seat.stands_in_for })}</span>
            )}
            {isWaitedFor && <span class="mark">{isOwn ? t("match.your_turn") : t("players.thinks")}</span>}
            <SeatClock live={live} place={place} />
          </li>
        );
      })}
    </ul>
  );
}

/** What a seat has left of its time: it runs, or stands until the seat is asked again. */
function SeatClock({ live, place }: { live: Live; place: number }) {
  const clock = live.match.clocks.find((each) => each.seat === place);
  if (clock === undefined) return null;
  if (clock.until_ms === null) {
    return (
      <span class="clock standing">
        <span class="hidden">{t("clock.left")}</span> {written(clock.left_ms)}
      </span>
    );
  }
  const isOwn = live.match.own_seats.includes(place);
  const exact = isOwn ? live.deadlineMs : null;
  return <Clock deadlineMs={exact ?? clock.until_ms - aheadMs} />;
}

function pointsOf(seen: Seen, place: number): number | null {
  for (const name of SEATS) {
    const seats = seen.view[name];
    const points = Array.isArray(seats)
      ? (seats[place] as Record<string, unknown> | undefined)?.points
      : null;
    if (typeof points === "number") return points;
  }
  return null;
}
