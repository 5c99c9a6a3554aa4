/** A table that has not begun: who sits there, who is waited for, how others come. */

import { useState } from "preact/hooks";
import { account } from "../api/account";
import { answered, http, Refused, Unreachable } from "../api/client";
import { start } from "../match/acts";
import { invitationTo, linkTo, renewInvitation } from "../match/invitation";
import type { Match } from "../match/live";
import type { MatchModel } from "../match/model";
import { decline, isInvited, join } from "../pages/lobby";
import { t } from "../words";
import { Copy } from "./copy";
import { Refusal } from "./refusal";
import { playerName } from "./seats";

export function Waiting({ model, match, title }: { model: MatchModel; match: Match; title: string }) {
  const [wrong, setWrong] = useState<Refused | Unreachable | null>(null);
  const attempt = (act: () => Promise<void>) => () => {
    act().then(
      () => model.open(),
      (caught: unknown) => {
        if (!(caught instanceof Refused) && !(caught instanceof Unreachable)) throw caught;
        setWrong(caught);
      },
    );
  };
  const leave = async () => {
    await answered(
      http.POST("/v1/matches/{match_id}/leave", { params: { path: { match_id: match.id } }, body: {} }),
    );
  };
  const isSeated = match.own_seats.length > 0;
  const isAsked = isInvited(match);
  const isFull = match.seats.every((seat) => seat.kind !== "open" && seat.kind !== "invited");
  return (
    <div class="page narrow">
      <h1>{title}</h1>
      <p>{t(isAsked ? "waiting.invited" : "waiting.lead")}</p>
      {wrong && <Refusal wrong={wrong} onDismiss={() => setWrong(null)} />}
      <ol class="seats panel">
        {match.seats.map((seat, place) => (
          <li key={place}>{playerName(seat)}</li>
        ))}
      </ol>
      {match.seats.some((seat) => seat.kind === "open") && (
        <Sending match={match} renew={attempt(() => renewInvitation(match.id))} />
      )}
      <div class="row">
        {!isSeated && (
          <button type="button" class="primary" onClick={attempt(() => join(match.id))}>
            {t("home.sit_down")}
          </button>
        )}
        {isAsked && (
          <button type="button" class="quiet" onClick={attempt(() => decline(match.id))}>
            {t("waiting.decline")}
          </button>
        )}
        {isSeated && isFull && (
          <button type="button" class="primary" onClick={attempt(() => start(model))}>
            {t("waiting.start")}
          </button>
        )}
        {isSeated && (
          <button type="button" class="quiet" onClick={attempt(leave)}>
            {t("waiting.leave")}
          </button>
        )}
      </div>
    </div>
  );
}

/** The link by which others come; of a private table only who made it has one. */
function Sending({ match, renew }: { match: Match; renew: () => void }) {
  const isLinked = !match.is_private || invitationTo(match.id) !== "";
  if (!isLinked && match.creator !== account.value?.name) return null;
  return (
    <section class="panel stack" aria-labelledby="sending">
      <h2 id="sending">{t("waiting.link")}</h2>
      <p class="soft">{t(match.is_private ? "waiting.link_private" : "waiting.link_open")}</p>
      {isLinked && <Copy text={linkTo(match.id)} label={t("waiting.link")} />}
      {match.is_private && match.creator === account.value?.name && (
        <button type="button" class="quiet" onClick={renew}>
          {t("waiting.link_new")}
        </button>
      )}
    </section>
  );
}
