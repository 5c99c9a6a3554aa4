/** What went wrong, in one calm sentence. */

import { type Problem, Refused, type Unreachable } from "../api/client";
import { capital, figuresOf, reasonOf } from "../games/wording";
import { type Key, language, t } from "../words";

const SENTENCES: Readonly<Record<string, Key>> = {
  AccountDisabled: "refused.disabled",
  AccountExists: "refused.account_exists",
  AnalysisForbidden: "refused.analysis",
  CannotClaim: "refused.claim",
  CannotTakeBack: "refused.take_back",
  ChatOff: "refused.chat_off",
  Internal: "refused.internal",
  LimitExceeded: "refused.limit",
  MatchDamaged: "refused.damaged",
  MatchNotOver: "refused.not_over",
  MatchNotPrivate: "refused.open_to_all",
  MatchNotRunning: "refused.not_running",
  MatchNotWaiting: "refused.begun",
  MatchOver: "refused.over",
  MatchSealed: "refused.sealed",
  NoTakeBack: "refused.no_take_back",
  NotAdmitted: "refused.not_admitted",
  NotYourDecision: "refused.not_deciding",
  NotYourMatch: "refused.not_host",
  NotYourSeat: "refused.not_seated",
  NotYourSeries: "refused.not_series_host",
  NotYourTournament: "refused.not_tournament_host",
  PlotsMissing: "refused.plots",
  RulesVersionGone: "refused.rules_gone",
  SeatTaken: "refused.seat_taken",
  SeatsOpen: "refused.seats_open",
  StaleVersion: "refused.stale",
  TimeIsUp: "refused.time",
  Unauthenticated: "refused.signed_out",
  Unavailable: "refused.unavailable",
  UnknownAccount: "refused.unknown_player",
  UnknownGame: "refused.unknown_game",
  UnknownLevel: "refused.unknown_level",
  UnknownMatch: "refused.unknown_match",
  UnknownSeries: "refused.unknown_series",
  UnknownToken: "refused.unknown_token",
  UnknownTournament: "refused.unknown_tournament",
};

/** A form asks for what can't be; the server names the field and what it can have. */
const OF_A_FORM: ReadonlySet<string> = new Set(["BadClock", "BadConfig", "BadOptions", "BadPlan"]);

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

interface Wrong {
  wrong: Refused | Unreachable | Error;
  /** Whose rules may be what speaks against it. */
  game?: string;
}

/** What went wrong, in the reader's language; what has no words there is told in the server's own. */
export function Sentence({ wrong, game }: Wrong) {
  if (!(wrong instanceof Refused)) return <>{t("refused.unreachable")}</>;
  const { error, problem } = wrong;
  if (error === "IllegalAction" && game !== undefined) return <Reason problem={problem} game={game} />;
  const key = error === "BadEntry" ? ENTRY[problem.reason ?? ""] : SENTENCES[error];
  if (key !== undefined) return <>{t(key)}</>;
  return (
    <>
      {t(OF_A_FORM.has(error) ? "refused.bad_config" : "refused.server")}{" "}
      <span lang="en">{problem.detail}</span>
    </>
  );
}

/** Why an action is refused: in the reader's language with its figures; in English as the server says it, too. */
function Reason({ problem, game }: { problem: Problem; game: string }) {
  const reason = reasonOf(problem, game);
  const figures = figuresOf(problem, game);
  const isTold = reason === null || language.value === "en";
  return (
    <>
      {reason !== null && <b>{reason} </b>}
      {isTold ? <span lang="en">{capital(problem.detail)}</span> : figures !== null && <span>{figures}</span>}
    </>
  );
}

export function Refusal({ wrong, game, onDismiss }: Wrong & { onDismiss?: () => void }) {
  return (
    <div class="refusal" role="alert">
      <p>
        <Sentence wrong={wrong} {...(game !== undefined && { game })} />
      </p>
      {onDismiss && (
        <button type="button" class="quiet" onClick={onDismiss}>
          {t("refused.dismiss")}
        </button>
      )}
    </div>
  );
}
