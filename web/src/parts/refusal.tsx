/** What went wrong, in one calm sentence. */

import { Refused, type Unreachable } from "../api/client";
import { type Key, t } from "../words";

const SENTENCES: Readonly<Record<string, Key>> = {
  StaleVersion: "refused.stale",
  LimitExceeded: "refused.limit",
  MatchOver: "refused.over",
  Unauthenticated: "refused.signed_out",
  UnknownMatch: "refused.unknown_match",
  SeatTaken: "refused.seat_taken",
  NotAdmitted: "refused.not_admitted",
  AccountExists: "refused.account_exists",
  TimeIsUp: "refused.time",
  CannotClaim: "refused.claim",
  CannotTakeBack: "refused.take_back",
};

/** Why a tournament takes no entry, or does not begin. */
const ENTRY: Readonly<Record<string, Key>> = {
  entered: "entry.entered",
  full: "entry.full",
  no_challenger: "entry.no_challenger",
  over: "entry.over",
  player: "entry.player",
  rating: "entry.rating",
  removed: "entry.removed",
  started: "entry.started",
  too_few: "entry.too_few",
  too_late: "entry.too_late",
  too_many: "entry.too_many",
  withdrawn: "entry.withdrawn",
};

export function sentenceOf(wrong: Refused | Unreachable | Error): string {
  if (!(wrong instanceof Refused)) return t("refused.unreachable");
  const key = wrong.error === "BadEntry" ? ENTRY[wrong.problem.reason ?? ""] : SENTENCES[wrong.error];
  return key === undefined ? wrong.problem.detail : t(key);
}

export function Refusal({
  wrong,
  onDismiss,
}: {
  wrong: Refused | Unreachable | Error;
  onDismiss?: () => void;
}) {
  return (
    <div class="refusal" role="alert">
      {wrong instanceof Refused && wrong.error === "BadConfig" ? (
        <p>
          {t("refused.bad_config")} <span lang="en">{wrong.problem.detail}</span>
        </p>
      ) : (
        <p>{sentenceOf(wrong)}</p>
      )}
      {onDismiss && (
        <button type="button" class="quiet" onClick={onDismiss}>
          {t("refused.dismiss")}
        </button>
      )}
    </div>
  );
}
