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

export function sentenceOf(wrong: Refused | Unreachable | Error): string {
  if (!(wrong instanceof Refused)) return t("refused.unreachable");
  const key = SENTENCES[wrong.error];
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
      <p>{sentenceOf(wrong)}</p>
      {onDismiss && (
        <button type="button" class="quiet" onClick={onDismiss}>
          {t("refused.dismiss")}
        </button>
      )}
    </div>
  );
}
