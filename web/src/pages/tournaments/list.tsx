/** All tournaments, newest first. */

import { useEffect, useState } from "preact/hooks";
import { answered, http, type Refused, type Unreachable } from "../../api/client";
import { knownOnly } from "../../api/watch";
import { titleOf } from "../../parts/match-card";
import { Refusal } from "../../parts/refusal";
import { useTitle } from "../../parts/title";
import type { Row } from "./acts";
import { t } from "./words";

const PAGE = 20;

export function TournamentsPage() {
  const [rows, setRows] = useState<readonly Row[] | null>(null);
  const [next, setNext] = useState<string | null>(null);
  const [wrong, setWrong] = useState<Refused | Unreachable | null>(null);
  const load = async (token: string | null) => {
    try {
      const query = { page_size: PAGE, ...(token === null ? {} : { page_token: token }) };
      const page = await answered(http.GET("/v1/tournaments", { params: { query } }));
      setRows((before) => [...(token === null ? [] : (before ?? [])), ...page.tournaments]);
      setNext(page.next_page_token);
    } catch (caught) {
      setWrong(knownOnly(caught));
    }
  };
  useEffect(() => void load(null), []);
  useTitle(t("list.title"));
  return (
    <div class="page" aria-busy={rows === null && wrong === null}>
      <div class="row apart">
        <h1>{t("list.title")}</h1>
        <a class="button primary" href="/tournaments/new">
          {t("list.new")}
        </a>
      </div>
      {wrong && <Refusal wrong={wrong} onDismiss={() => setWrong(null)} />}
      {rows?.length === 0 && <p class="soft">{t("list.none")}</p>}
      <ul class="matches">
        {rows?.map((row) => (
          <li key={row.id}>
            <TournamentCard row={row} />
          </li>
        ))}
      </ul>
      {next !== null && (
        <button type="button" class="quiet" onClick={() => void load(next)}>
          {t("list.more")}
        </button>
      )}
    </div>
  );
}

function TournamentCard({ row }: { row: Row }) {
  const { config } = row;
  const facts = [
    titleOf(config.game),
    t(`format.${config.format}`),
    t("list.entrants", { count: row.entrants }),
    ...(row.round > 0 ? [t("round.title", { number: row.round })] : []),
  ];
  return (
    <article class={`match-card of-${config.game}`}>
      <a href={`/tournaments/${row.id}`}>
        <b>{config.name}</b>
        <span class="players">{facts.join(" · ")}</span>
      </a>
      <span class={row.status === "over" ? "mark quiet" : "mark"}>{t(`status.${row.status}`)}</span>
    </article>
  );
}
