/** A round: who plays whom, what came of it, who rests; every board leads to its match. */

import type { ComponentChildren } from "preact";
import { BOARDS_MAX, LiveBoard } from "../../parts/live-board";
import type { Round, Table } from "./acts";
import { absentAt } from "./cross";
import { type NameOf, written } from "./names";
import { t } from "./words";

interface Props {
  round: Round;
  game: string;
  nameOf: NameOf;
  own: string | undefined;
  /** What the host can do with a table. */
  act?: ((table: number) => ComponentChildren) | undefined;
}

export function Pairings({ round, game, nameOf, own, act }: Props) {
  const drawn = boardsOf(round);
  return (
    <>
      <ol class="pairings">
        {round.tables.map((table, number) => (
          <li key={number} class={`pairing panel${own && table.seats.includes(own) ? " own" : ""}`}>
            <div class="row">
              <b>{t("table.title", { number: number + 1 })}</b>
              <span class={table.is_done ? "soft" : "mark"}>{t(`table.${stateOf(table)}`)}</span>
            </div>
            <Seats table={table} nameOf={nameOf} />
            {drawn.has(number) && <LiveBoard id={drawn.get(number) ?? ""} game={game} />}
            <div class="row">
              {table.matches.map(
                (id, board) =>
                  id !== null && (
                    <a key={id} href={`/matches/${id}`}>
                      {table.matches.length > 1
                        ? t("table.board", { number: board + 1 })
                        : t(table.is_done ? "table.look" : "table.watch")}
                      <span class="hidden">{t("table.of", { number: number + 1 })}</span>
                    </a>
                  ),
              )}
              {act?.(number)}
            </div>
          </li>
        ))}
      </ol>
      <Resting title={t("round.byes")} text={t("round.byes_text")} entrants={round.byes} nameOf={nameOf} />
      <Resting
        title={t("round.walkovers")}
        text={t("round.walkovers_text")}
        entrants={round.walkovers}
        nameOf={nameOf}
      />
      <Resting
        title={t("round.relaxed")}
        text={t("round.relaxed_text")}
        entrants={round.relaxed}
        nameOf={nameOf}
      />
    </>
  );
}

/** The first matches that are played, by table: they are drawn live. */
function boardsOf(round: Round): ReadonlyMap<number, string> {
  const playing = round.tables.flatMap((table, number) => {
    const id = table.is_done ? null : table.matches.find((each) => each !== null);
    return typeof id === "string" ? [[number, id] as const] : [];
  });
  return new Map(playing.slice(0, BOARDS_MAX));
}

export function stateOf(table: Table): "done" | "playing" | "coming" {
  if (table.is_done) return "done";
  return table.matches.some((id) => id !== null) ? "playing" : "coming";
}

/** Who sits at a table, with places and points where there are any. */
export function Seats({ table, nameOf }: { table: Table; nameOf: NameOf }) {
  const gone = absentAt(table);
  return (
    <ol class="pairing-seats">
      {table.seats.map((entrant, seat) => (
        <li key={entrant}>
          <span class="seat-no">{table.ranks ? t("table.rank", { rank: table.ranks[seat] ?? 0 }) : ""}</span>
          <span class="name">
            {nameOf(entrant)}
            {gone.has(entrant) && <span class="mark quiet">{t("table.absent")}</span>}
          </span>
          <span class="scored">{table.scores ? written(table.scores[seat] ?? 0) : ""}</span>
        </li>
      ))}
      {table.boards.some((board) => board.cause === "adjudicated") && (
        <li class="soft">{t("table.adjudicated")}</li>
      )}
    </ol>
  );
}

interface RestingProps {
  title: string;
  text: string;
  entrants: readonly string[];
  nameOf: NameOf;
}

function Resting({ title, text, entrants, nameOf }: RestingProps) {
  if (entrants.length === 0) return null;
  return (
    <p class="resting">
      <b>{title}</b> {entrants.map(nameOf).join(", ")} <span class="soft">{text}</span>
    </p>
  );
}
