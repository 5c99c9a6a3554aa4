/** Practice: going on from a moment of a finished match, and where such a match came from. */

import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { goOn } from "../match/acts";
import type { Match } from "../match/live";
import type { MatchModel } from "../match/model";
import { t } from "../words";

/** Nothing can go on from the end. */
export function GoOn({ model, match }: { model: MatchModel; match: Match }) {
  const { route } = useLocation();
  const [isBusy, setBusy] = useState(false);
  if (model.moment.value === null) return null;
  const act = async () => {
    setBusy(true);
    const id = await goOn(model, match);
    setBusy(false);
    if (id !== null) route(`/matches/${id}`);
  };
  return (
    <button
      type="button"
      class="quiet"
      title={t("practice.hint")}
      disabled={isBusy}
      onClick={() => void act()}
    >
      {t("practice.go_on")}
    </button>
  );
}

export function Origin({ match }: { match: Match }) {
  if (match.start === null) return null;
  const { match_id: id, version } = match.start;
  return (
    <a class="origin" href={`/matches/${id}?at=${version}`}>
      {t("practice.origin", { version })}
    </a>
  );
}
