/** Series of bot matches: how sure it is by now who is better. */

import { useRoute } from "preact-iso";
import { useWatched, Watched } from "../../api/watch";
import { Loaded } from "../../parts/loaded";
import { titleOf } from "../../parts/match-card";
import { Refusal } from "../../parts/refusal";
import { Scrolls } from "../../parts/scrolls";
import { botName } from "../../parts/seats";
import { useTitle } from "../../parts/title";
import { listed, t as said } from "../../words";
import { Course } from "./course";
import { allSeries, type Series, type SeriesRow, series } from "./data";
import { Interval } from "./interval";
import { day, written } from "./names";
import { t } from "./words";

type Group = Series["groups"][number];

export function SeriesListPage() {
  useTitle(t("series.title"));
  return (
    <div class="page">
      <h1>{t("series.title")}</h1>
      <p class="soft">{t("series.lead")}</p>
      <Loaded of="series" load={allSeries}>
        {(rows) =>
          rows.length === 0 ? (
            <p class="soft">{t("series.none")}</p>
          ) : (
            <ul class="matches">
              {rows.map((row) => (
                <li key={row.id} class={`match-card of-${row.plan.game}`}>
                  <a href={`/series/${row.id}`}>
                    <b>{titled(row)}</b>
                    <span class="players">
                      {day(row.created_ms)} · {played(row)}
                    </span>
                  </a>
                  <span class={row.status === "running" ? "mark" : "mark quiet"}>
                    {t(`series_status.${row.status}`)}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  );
}

export function SeriesPage() {
  const { params } = useRoute();
  const id = params.id ?? "";
  const watched = useWatched(id, () => new Watched(`/v1/series/${id}`, () => series(id)));
  const now = watched.value.value;
  useTitle(now === null ? "" : titled(now));
  if (watched.failure.value !== null) {
    return (
      <div class="page narrow">
        <Refusal wrong={watched.failure.value} />
        <a href="/series">{t("series.title")}</a>
      </div>
    );
  }
  if (now === null) return <div class="page" aria-busy="true" />;
  return (
    <div class={`page of-${now.plan.game}`}>
      <header class="tournament-head">
        <div class="row">
          <h1>{titled(now)}</h1>
          <span class={now.status === "running" ? "mark" : "mark quiet"}>
            {t(`series_status.${now.status}`)}
          </span>
        </div>
        <p class="soft">
          {titleOf(now.plan.game)}, {said("offer.seat_count", { count: now.plan.tables })} · {played(now)}
        </p>
        <progress max={now.matches} value={now.played} aria-label={played(now)} />
      </header>
      {watched.isBroken.value && (
        <p class="told" role="status">
          {said("shell.broken")}
        </p>
      )}
      {now.groups.map((group, place) => (
        <GroupOf key={place} group={group} />
      ))}
      <Ratings now={now} />
    </div>
  );
}

function titled({ plan }: SeriesRow): string {
  return listed([...new Set(plan.players)].map(botName));
}

function played({ matches, played: done }: SeriesRow): string {
  return t("series.played", { done: written(done), count: matches });
}

function GroupOf({ group }: { group: Group }) {
  const fair = 1 / group.players.length;
  return (
    <section class="panel series-group">
      <h2>{group.players.map(botName).join(" – ")}</h2>
      <ul>
        {group.players.map((player, seat) => {
          const rate = group.rates[seat];
          return (
            rate && (
              <li key={seat}>
                <span>{botName(player)}</span>
                <Interval {...rate} fair={fair} />
                <span class="soft">
                  {t("series.mean", { points: written(group.mean_scores[seat] ?? 0) })}
                </span>
              </li>
            )
          );
        })}
      </ul>
      <Test group={group} />
      <Course test={group.sprt} sets={group.rates[0]?.sets ?? 0} name={botName(group.players[0] ?? "")} />
      {group.forfeits > 0 && <p>{t("series.forfeits", { count: group.forfeits })}</p>}
    </section>
  );
}

/** How far the sequential test of the first player has come between its two ends. */
function Test({ group }: { group: Group }) {
  const { log_ratio: at, lower, upper, decision } = group.sprt;
  const name = botName(group.players[0] ?? "");
  const verdict = decision === "better" ? "better" : decision === "not_better" ? "not_better" : "open";
  return (
    <p class="test-state">
      <meter
        min={lower}
        max={upper}
        value={Math.min(upper, Math.max(lower, at))}
        aria-label={t("series.test")}
      />
      <span>{t(`verdict.${verdict}`, { name })}</span>
    </p>
  );
}

function Ratings({ now }: { now: Series }) {
  if (now.ratings.length === 0) return null;
  return (
    <section>
      <h2>{t("series.ratings")}</h2>
      <Scrolls label={t("series.ratings")}>
        <table class="figures-table">
          <thead>
            <tr>
              <th scope="col">{t("board.place")}</th>
              <th scope="col">{t("board.player")}</th>
              <th scope="col">{t("board.mean")}</th>
              <th scope="col">{t("series.interval")}</th>
              <th scope="col">{t("board.results")}</th>
            </tr>
          </thead>
          <tbody>
            {now.ratings.map((row, place) => (
              <tr key={row.player}>
                <td>{place + 1}</td>
                <th scope="row">{botName(row.player)}</th>
                <td>
                  <b>{written(row.mean)}</b>
                </td>
                <td>
                  {written(row.low)} – {written(row.high)}
                </td>
                <td>{written(row.results)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolls>
    </section>
  );
}
