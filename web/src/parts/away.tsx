/** Where there is no clock: what the others may do once somebody has been away for too long. */

import { useEffect, useRef, useState } from "preact/hooks";
import { abort, claim } from "../match/acts";
import type { Match } from "../match/live";
import type { MatchModel } from "../match/model";
import { listed, t } from "../words";
import { seatName } from "./seats";

/** Browsers take a longer wait for none. */
const TIMER_MS_MAX = 2 ** 31 - 1;

export function Away({ model, match }: { model: MatchModel; match: Match }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isDue = useDue(match.claimable_ms);
  const isWaitedFor = match.own_seats.some((seat) => match.deciding_seats.includes(seat));
  if (!isDue || isWaitedFor || match.own_seats.length === 0) return null;
  const away = match.deciding_seats.filter((seat) => match.seats[seat]?.kind === "account");
  const names = listed(away.map((seat) => seatName(match, seat)));
  return (
    <>
      <button type="button" class="quiet" onClick={() => dialog.current?.showModal()}>
        {t("away.button")}
      </button>
      <dialog ref={dialog} aria-labelledby="away-title">
        <h2 id="away-title">{t("away.title")}</h2>
        <p>{t("away.text", { names, count: away.length })}</p>
        <form method="dialog" class="row">
          <button type="submit" class="primary" onClick={() => void claim(model)}>
            {t("away.claim")}
          </button>
          <button type="submit" onClick={() => void abort(model)}>
            {t("away.abort")}
          </button>
          <button type="submit" class="quiet">
            {t("away.wait")}
          </button>
        </form>
      </dialog>
    </>
  );
}

/** Whether a time has come; null: it never does. */
function useDue(atMs: number | null): boolean {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const leftMs = atMs === null ? null : atMs - Date.now();
      setIsDue(leftMs !== null && leftMs <= 0);
      if (leftMs !== null && leftMs > 0) timer = setTimeout(look, Math.min(leftMs, TIMER_MS_MAX));
    };
    look();
    return () => clearTimeout(timer);
  }, [atMs]);
  return isDue;
}
