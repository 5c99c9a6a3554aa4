/** A tournament: who plays whom now, how everybody stands, and what one can do about it. */

import { useState } from "preact/hooks";
import { useLocation, useRoute } from "preact-iso";
import { account } from "../../api/account";
import { answered, http } from "../../api/client";
import { useWatched } from "../../api/watch";
import { titleOf } from "../../parts/match-card";
import { Refusal } from "../../parts/refusal";
import { useTitle } from "../../parts/title";
import { t as said } from "../../words";
import { About } from "./about";
import { comeBack, enter, type Tournament as Told, withdraw } from "./acts";
import { Correction } from "./correction";
import { CrossTable } from "./cross-table";
import { Decisions } from "./decisions";
import { Hosting, Removing } from "./hosting";
import { TournamentModel } from "./model";
import { type NameOf, namer } from "./names";
import { Pairings } from "./rounds";
import { Screen } from "./screen";
import { Standings } from "./standings";
import { t } from "./words";

export function TournamentPage() {
  const { params } = useRoute();
  const { query } = useLocation();
  const id = params.id ?? "";
  const model = useWatched(id, () => new TournamentModel(id));
  const tournament = model.value.value;
  useTitle(tournament?.config.name ?? "");
  if (model.failure.value !== null) {
    return (
      <div class="page narrow">
        <Refusal wrong={model.failure.value} />
        <a href="/tournaments">{t("list.title")}</a>
      </div>
    );
  }
  if (tournament === null) return <div class="page" aria-busy="true" />;
  const nameOf = namer(model.entrants.value);
  if ("screen" in query) return <Screen tournament={tournament} nameOf={nameOf} />;
  return <Whole model={model} tournament={tournament} nameOf={nameOf} />;
}

interface Props {
  model: TournamentModel;
  tournament: Told;
  nameOf: NameOf;
}

function Whole({ model, tournament, nameOf }: Props) {
  const own = account.value?.name;
  const isHost = own === tournament.host;
  const trouble = model.trouble.value;
  return (
    <div class={`page tournament of-${tournament.config.game}`}>
      <Head tournament={tournament} />
      {model.isBroken.value && (
        <p class="told" role="status">
          {said("shell.broken")}
        </p>
      )}
      {trouble && (
        <Refusal
          wrong={trouble}
          onDismiss={() => {
            model.trouble.value = null;
          }}
        />
      )}
      <Taking model={model} tournament={tournament} own={own} />
      {isHost && <Hosting model={model} tournament={tournament} />}
      <CurrentRound model={model} tournament={tournament} nameOf={nameOf} own={own} isHost={isHost} />
      <section>
        <h2>{t("standings.title")}</h2>
        <Standings
          tournament={tournament}
          nameOf={nameOf}
          own={own}
          act={
            isHost && tournament.status !== "over"
              ? (line) => <Removing model={model} line={line} name={nameOf(line.entrant)} />
              : undefined
          }
        />
      </section>
      {tournament.rounds.length > 0 && (
        <section>
          <h2>{t("cross.title")}</h2>
          <CrossTable tournament={tournament} nameOf={nameOf} />
        </section>
      )}
      <Decisions tournament={tournament} nameOf={nameOf} />
      <Exports tournament={tournament} />
    </div>
  );
}

function Head({ tournament }: { tournament: Told }) {
  const { config, status, entrants, round, id } = tournament;
  return (
    <header class="tournament-head">
      <div class="row">
        <h1>{config.name}</h1>
        <span class={status === "over" ? "mark quiet" : "mark"}>{t(`status.${status}`)}</span>
      </div>
      <p class="soft">
        {[
          titleOf(config.game),
          t(`format.${config.format}`),
          t("list.entrants", { count: entrants }),
          ...(round > 0 ? [t("round.title", { number: round })] : []),
        ].join(" · ")}
      </p>
      <About config={config} host={tournament.host} />
      <a href={`/tournaments/${id}?screen`}>{t("screen.link")}</a>
    </header>
  );
}

interface TakingProps {
  model: TournamentModel;
  tournament: Told;
  own: string | undefined;
}

/** Entering and withdrawing, and the way to one's own board. */
function Taking({ model, tournament, own }: TakingProps) {
  const { status, config, id } = tournament;
  const line = own === undefined ? undefined : model.entrants.value.get(own);
  if (status === "over") return null;
  const board = own === undefined ? null : boardOf(tournament, own);
  const isIn = line !== undefined && !line.is_withdrawn;
  // Who withdraws before the start has no line, and enters like anybody else.
  const isAway = line !== undefined && (line.is_withdrawn || line.is_set_aside);
  const isOpen = status === "open" || config.format === "swiss" || config.format === "arena";
  return (
    <div class="row taking">
      {board !== null && (
        <a class="button primary" href={`/matches/${board}`}>
          {t("taking.board")}
        </a>
      )}
      {isAway && (
        <button type="button" class="primary" onClick={() => void model.attempt(comeBack(id))}>
          {t("taking.return")}
        </button>
      )}
      {isIn && (
        <button type="button" class="quiet" onClick={() => void model.attempt(withdraw(id))}>
          {t("taking.withdraw")}
        </button>
      )}
      {line === undefined && (
        <button
          type="button"
          class="primary"
          aria-disabled={!isOpen}
          aria-describedby="taking-why"
          onClick={() => isOpen && void model.attempt(enter(id))}
        >
          {t("taking.enter")}
        </button>
      )}
      <span id="taking-why" class="soft">
        {isAway
          ? t(line.is_withdrawn ? "taking.gone" : "taking.aside")
          : isIn
            ? t("taking.in")
            : t(isOpen ? "taking.rules" : "taking.closed")}
      </span>
    </div>
  );
}

/** The match that an entrant plays now. */
function boardOf(tournament: Told, own: string): string | null {
  for (const round of tournament.rounds.slice().reverse()) {
    for (const table of round.tables) {
      if (table.is_done || !table.seats.includes(own)) continue;
      const open = table.matches.find(
        (id) => id !== null && !table.boards.some((each) => each.match_id === id),
      );
      if (open) return open;
    }
  }
  return null;
}

interface RoundProps extends Props {
  own: string | undefined;
  isHost: boolean;
}

/** The latest round, or the one that the address names. */
function CurrentRound({ model, tournament, nameOf, own, isHost }: RoundProps) {
  const { path, query, route } = useLocation();
  const { rounds } = tournament;
  const asked = Number(query.round ?? rounds.length);
  const shown = rounds[asked - 1] ?? rounds.at(-1);
  if (shown === undefined) return null;
  const go = (number: number) => route(number === rounds.length ? path : `${path}?round=${number}`, true);
  return (
    <section>
      <div class="row apart">
        <h2>{t("round.title", { number: shown.round })}</h2>
        {rounds.length > 1 && (
          <div class="row">
            <label for="round-shown">{t("round.choose")}</label>
            <select id="round-shown" value={shown.round} onChange={(e) => go(Number(e.currentTarget.value))}>
              {rounds.map(({ round }) => (
                <option key={round} value={round}>
                  {round}
                </option>
              ))}
            </select>
          </div>
        )}
      </div>
      <Pairings
        round={shown}
        game={tournament.config.game}
        nameOf={nameOf}
        own={own}
        act={
          isHost
            ? (table) => <Correction model={model} round={shown} table={table} nameOf={nameOf} />
            : undefined
        }
      />
    </section>
  );
}

const FORMS = { csv: "text/csv", trf: "text/plain", markdown: "text/markdown" } as const;
type Form = keyof typeof FORMS;

function Exports({ tournament }: { tournament: Told }) {
  const { id, config } = tournament;
  const forms = (Object.keys(FORMS) as Form[]).filter((form) => form !== "trf" || config.seats === 2);
  return (
    <section>
      <h2>{t("exports.title")}</h2>
      <div class="row">
        {forms.map((form) => (
          <Export key={form} id={id} form={form} />
        ))}
      </div>
    </section>
  );
}

function Export({ id, form }: { id: string; form: Form }) {
  const [wrong, setWrong] = useState<Error | null>(null);
  const save = async () => {
    try {
      const params = { path: { tournament_id: id }, query: { form } };
      const text = await answered(
        http.GET("/v1/tournaments/{tournament_id}/export", { params, parseAs: "text" }),
      );
      const address = URL.createObjectURL(new Blob([text], { type: FORMS[form] }));
      const link = document.createElement("a");
      link.href = address;
      link.download = `${id}.${form === "markdown" ? "md" : form}`;
      link.click();
      URL.revokeObjectURL(address);
      setWrong(null);
    } catch (caught) {
      if (!(caught instanceof Error)) throw caught;
      setWrong(caught);
    }
  };
  return (
    <>
      <button type="button" onClick={() => void save()}>
        {t(`exports.${form}`)}
      </button>
      {wrong && <Refusal wrong={wrong} onDismiss={() => setWrong(null)} />}
    </>
  );
}
