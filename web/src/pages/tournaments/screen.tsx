/** For the wall of a club: the round and the standings, large, turning their pages by themselves. */

import { useEffect, useState } from "preact/hooks";
import { titleOf } from "../../parts/match-card";
import type { Round, Tournament } from "./acts";
import { type NameOf, written } from "./names";
import { Seats, stateOf } from "./rounds";
import { t } from "./words";

const TURN_MS = 10_000;
const LINES = 14;
const TABLES = 6;

export function Screen({ tournament, nameOf }: { tournament: Tournament; nameOf: NameOf }) {
  const turn = useTurns();
  const { config, standings, rounds } = tournament;
  const round = rounds.at(-1);
  const lines = pageOf(standings, LINES, turn);
  return (
    <div class="wall">
      <header>
        <h1>{config.name}</h1>
        <p>
          {titleOf(config.game)} · {t(`format.${config.format}`)} · {t(`status.${tournament.status}`)}
        </p>
      </header>
      <section aria-label={t("round.now")}>
        <h2>{round ? t("round.title", { number: round.round }) : t("screen.coming")}</h2>
        {round && <Tables round={round} turn={turn} nameOf={nameOf} />}
      </section>
      <section aria-label={t("standings.title")}>
        <h2>{t("standings.title")}</h2>
        <ol class="wall-lines">
          {lines.map((line) => (
            <li key={line.entrant} class={line.is_withdrawn ? "gone" : undefined}>
              <span class="seat-no">{line.rank}</span>
              <span class="name">{nameOf(line.entrant)}</span>
              <b>{written(line.points)}</b>
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}

function Tables({ round, turn, nameOf }: { round: Round; turn: number; nameOf: NameOf }) {
  const numbered = round.tables.map((table, place) => ({ table, number: place + 1 }));
  // Who still plays comes first: that is what people look for.
  const order = [
    ...numbered.filter(({ table }) => !table.is_done),
    ...numbered.filter(({ table }) => table.is_done),
  ];
  return (
    <ol class="wall-tables">
      {pageOf(order, TABLES, turn).map(({ table, number }) => (
        <li key={number} class="panel">
          <b>{t("table.title", { number })}</b>
          <span class={table.is_done ? "soft" : "mark"}>{t(`table.${stateOf(table)}`)}</span>
          <Seats table={table} nameOf={nameOf} />
        </li>
      ))}
    </ol>
  );
}

/** Counts the pages turned so far. */
function useTurns(): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTurn((before) => before + 1), TURN_MS);
    return () => clearInterval(timer);
  }, []);
  return turn;
}

function pageOf<T>(items: readonly T[], size: number, turn: number): readonly T[] {
  const pages = Math.max(1, Math.ceil(items.length / size));
  const at = (turn % pages) * size;
  return items.slice(at, at + size);
}
