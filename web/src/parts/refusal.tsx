/** What went wrong, in one calm sentence. */

import { Refused, type Unreachable } from "../api/client";
import { type Key, t } from "../words";

const SENTENCES: Readonly<Record<string, Key>> = {
  AccountDisabled: "refused.disabled",
  AccountExists: "refused.account_exists",
  AnalysisForbidden: "refused.analysis",
  CannotClaim: "refused.claim",
  CannotTakeBack: "refused.take_back",
  ChatOff: "refused.chat_off",
  LimitExceeded: "refused.limit",
  MatchDamaged: "refused.damaged",
  MatchNotOver: "refused.not_over",
  MatchNotRunning: "refused.not_running",
  MatchNotWaiting: "refused.begun",
  MatchOver: "refused.over",
  MatchSealed: "refused.sealed",
  NoTakeBack: "refused.no_take_back",
  NotAdmitted: "refused.not_admitted",
  NotYourMatch: "refused.not_host",
  NotYourSeat: "refused.not_seated",
  NotYourTournament: "refused.not_tournament_host",
  RulesVersionGone: "refused.rules_gone",
  SeatTaken: "refused.seat_taken",
  SeatsOpen: "refused.seats_open",
  StaleVersion: "refused.stale",
  TimeIsUp: "refused.time",
  Unauthenticated: "refused.signed_out",
  Unavailable: "refused.unavailable",
  UnknownAccount: "refused.unknown_player",
  UnknownLevel: "refused.unknown_level",
  UnknownMatch: "refused.unknown_match",
  UnknownSeries: "refused.unknown_series",
  UnknownTournament: "refused.unknown_tournament",
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

/** What went wrong, in the reader's language; what has no words there is told in the server's own. */
export function Sentence({ wrong }: { wrong: Refused | Unreachable | Error }) {
  if (!(wrong instanceof Refused)) return <>{t("refused.unreachable")}</>;
  const { error, problem } = wrong;
  const key = error === "BadEntry" ? ENTRY[problem.reason ?? ""] : SENTENCES[error];
  if (key !== undefined) return <>{t(key)}</>;
  return (
    <>
      {t(error === "BadConfig" ? "refused.bad_config" : "refused.server")}{" "}
      <span lang="en">{problem.detail}</span>
    </>
  );
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
      <p>
        <Sentence wrong={wrong} />
      </p>
      {onDismiss && (
        <button type="button" class="quiet" onClick={onDismiss}>
          {t("refused.dismiss")}
        </button>
      )}
    </div>
  );
}
