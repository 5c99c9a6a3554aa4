/** How a match stands where nothing is asked: who is waited for, or how it ended. */

import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { Refused, Unreachable } from "../api/client";
import { knownOnly } from "../api/watch";
import { playAgain } from "../match/acts";
import type { LegalAction, Live, Match } from "../match/live";
import type { MatchModel } from "../match/model";
import { listed, t } from "../words";
import { Refusal } from "./refusal";
import { seatName } from "./seats";

interface WaitedProps {
  model: MatchModel;
  live: Live;
  labelOf: (action: LegalAction) => string;
}

export function Waited({ model, live, labelOf }: WaitedProps) {
  const forced = model.forced.value;
  const trouble = model.trouble.value;
  const others = live.match.deciding_seats.filter((seat) => !live.match.own_seats.includes(seat));
  const isAsked = model.isDue.value;
  return (
    <>
      {trouble && (
        <Refusal
          wrong={trouble}
          onDismiss={() => {
            model.trouble.value = null;
          }}
        />
      )}
      <p class="soft" role="status">
        {forced === null ? "" : t("habits.forced", { action: labelOf(forced) })}
      </p>
      <p class="waited" role="status">
        {!isAsked && !model.isPast.value && live.match.status === "running" && others.length > 0
          ? t("players.waited", { names: listed(others.map((seat) => seatName(live.match, seat))) })
          : ""}
      </p>
    </>
  );
}

export function Outcome({ match }: { match: Match }) {
  const { route } = useLocation();
  const [wrong, setWrong] = useState<Refused | Unreachable | null>(null);
  const again = () =>
    void playAgain(match.id).then(
      (id) => route(`/matches/${id}`),
      (caught: unknown) => setWrong(knownOnly(caught)),
    );
  if (match.status !== "over" || match.ranks === null || match.scores === null) return null;
  const { ranks, scores } = match;
  const order = match.seats
    .map((_, place) => place)
    .sort((one, other) => (ranks[one] ?? 0) - (ranks[other] ?? 0));
  return (
    <section class="outcome panel" aria-label={t("outcome.title")}>
      <h2>{titleOf(match, order, ranks)}</h2>
      <ol>
        {order.map((place) => (
          <li key={place} value={ranks[place]}>
            <b>{seatName(match, place)}</b> <span>{t("piece.points", { points: scores[place] ?? 0 })}</span>
          </li>
        ))}
      </ol>
      {match.own_seats.length > 0 && (
        <button type="button" class="primary" onClick={again}>
          {t("outcome.again")}
        </button>
      )}
      {wrong && <Refusal wrong={wrong} onDismiss={() => setWrong(null)} />}
    </section>
  );
}

function titleOf(match: Match, order: readonly number[], ranks: readonly number[]): string {
  const own = match.own_seats[0];
  if (match.ended === "aborted") return t("outcome.aborted");
  if (match.seats.length === 1) return ranks[0] === 1 ? t("outcome.won") : t("outcome.lost");
  const winners = order.filter((place) => ranks[place] === 1);
  if (own !== undefined && winners.includes(own))
    return winners.length > 1 ? t("outcome.shared") : t("outcome.won");
  return t("outcome.winner", {
    names: listed(winners.map((place) => seatName(match, place))),
    count: winners.length,
  });
}
