/** The door of a private table, for whoever was sent its link. */

import { useState } from "preact/hooks";
import type { Refused, Unreachable } from "../api/client";
import { knownOnly } from "../api/watch";
import { invitationTo } from "../match/invitation";
import type { MatchModel } from "../match/model";
import { join } from "../pages/lobby";
import { t } from "../words";
import { Refusal } from "./refusal";

export function Invited({ model }: { model: MatchModel }) {
  const [wrong, setWrong] = useState<Refused | Unreachable | null>(null);
  const sit = () =>
    join(model.id, invitationTo(model.id)).then(
      () => model.reopen(),
      (caught: unknown) => setWrong(knownOnly(caught)),
    );
  return (
    <div class="page narrow">
      <h1>{t("invited.title")}</h1>
      <p>{t("invited.lead")}</p>
      {wrong && <Refusal wrong={wrong} onDismiss={() => setWrong(null)} />}
      <div class="row">
        <button type="button" class="primary" onClick={() => void sit()}>
          {t("home.sit_down")}
        </button>
      </div>
    </div>
  );
}
