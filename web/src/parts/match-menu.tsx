/** What can be done besides answering. Giving up asks once more. */

import { useRef } from "preact/hooks";
import { answerTakeBack, comeBack, resign, takeBack } from "../match/acts";
import type { Live } from "../match/live";
import type { MatchModel } from "../match/model";
import { t } from "../words";
import { Away } from "./away";
import { seatName } from "./seats";

export function MatchMenu({ model, live }: { model: MatchModel; live: Live }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { match } = live;
  const own = match.own_seats[0];
  if (match.status !== "running") return null;
  const isAway = match.seats.some((seat) => seat.stands_in_for !== undefined) && own === undefined;
  return (
    <div class="menu">
      {match.take_back && <Wish model={model} live={live} />}
      {own !== undefined && match.allows_take_back && (
        <button type="button" class="quiet" aria-keyshortcuts="u" onClick={() => void takeBack(model)}>
          {t("menu.take_back")} <kbd>u</kbd>
        </button>
      )}
      {own !== undefined && (
        <button type="button" class="quiet" onClick={() => dialog.current?.showModal()}>
          {t("menu.resign")}
        </button>
      )}
      <Away model={model} match={match} />
      {isAway && (
        <button type="button" class="primary" onClick={() => void comeBack(model)}>
          {t("menu.return")}
        </button>
      )}
      <dialog ref={dialog} aria-labelledby="resign-title">
        <h2 id="resign-title">{t("menu.resign_title")}</h2>
        <p>{t("menu.resign_text")}</p>
        <form method="dialog" class="row">
          <button type="submit" class="danger" onClick={() => void resign(model)}>
            {t("menu.resign")}
          </button>
          <button type="submit" class="quiet">
            {t("menu.play_on")}
          </button>
        </form>
      </dialog>
    </div>
  );
}

function Wish({ model, live }: { model: MatchModel; live: Live }) {
  const wish = live.match.take_back as Live["match"]["take_back"] & { seat: number; take_back_id: string };
  const isOwn = live.match.own_seats.includes(wish.seat);
  if (isOwn) return <span role="status">{t("menu.asked_back")}</span>;
  return (
    <span role="status" class="row">
      {t("menu.wants_back", { name: seatName(live.match, wish.seat) })}
      <button type="button" onClick={() => void answerTakeBack(model, wish.take_back_id, true)}>
        {t("menu.agree")}
      </button>
      <button
        type="button"
        class="quiet"
        onClick={() => void answerTakeBack(model, wish.take_back_id, false)}
      >
        {t("menu.decline")}
      </button>
    </span>
  );
}
