/** A player: ratings with their course, the latest results, and how it did against each opponent. */

import { useState } from "preact/hooks";
import { useRoute } from "preact-iso";
import type { Refused, Unreachable } from "../../api/client";
import { knownOnly } from "../../api/watch";
import { Loaded } from "../../parts/loaded";
import { titleOf } from "../../parts/match-card";
import { Refusal } from "../../parts/refusal";
import { Scrolls } from "../../parts/scrolls";
import { useTitle } from "../../parts/title";
import { t as said } from "../../words";
import { Curve } from "./curve";
import { type Course, coursesOf, type Field, type Match, type Played, playedBy } from "./data";
import { day, linkOf, nameOf, percent, written } from "./names";
import { byOpponent } from "./opponents";
import { t } from "./words";

/** So many of the latest matches are listed. */
const LATEST = 20;

export function PlayerPage() {
  const { params } = useRoute();
  const player = params.player ?? "";
  useTitle(nameOf(player));
  return (
    <div class="page">
      <h1>{nameOf(player)}</h1>
      <Loaded of={player} load={() => coursesOf(player)}>
        {(courses) =>
          courses.length === 0 ? (
            <p class="soft">{t("profile.unrated")}</p>
          ) : (
            courses.map((course) => (
              <Rated key={`${course.game} ${course.seats}`} player={player} course={course} />
            ))
          )
        }
      </Loaded>
      <a href="/players">{t("board.title")}</a>
    </div>
  );
}

function Rated({ player, course }: { player: string; course: Course }) {
  const { rating, changes, game, seats } = course;
  return (
    <section class={`rated panel of-${game}`}>
      <h2>
        {titleOf(game)}, {said("offer.seat_count", { count: seats })}
      </h2>
      <dl class="rating-figures">
        <Figure name={t("board.shown")} value={written(rating.shown)} />
        <Figure name={t("board.mean")} value={written(rating.mean)} />
        <Figure name={t("board.deviation")} value={written(rating.deviation)} />
        <Figure name={t("board.results")} value={written(rating.results)} />
      </dl>
      <Curve changes={changes} />
      <Results player={player} course={course} />
    </section>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** The latest matches and those met in them; asked for when somebody wants to see them. */
function Results({ player, course }: { player: string; course: Course }) {
  const [isOpen, setOpen] = useState(false);
  const latest = course.changes.slice(-LATEST).reverse();
  const key = `${player} ${course.game} ${course.seats}`;
  return (
    <details onToggle={(e) => setOpen(e.currentTarget.open)}>
      <summary>{t("profile.latest", { count: latest.length })}</summary>
      <ul class="results">
        {latest.map((change) => (
          <li key={`${change.match_id} ${change.at_ms}`}>
            <a href={`/matches/${change.match_id}`}>
              {day(change.at_ms)}: {t("profile.rank", { rank: change.rank })}
            </a>
          </li>
        ))}
      </ul>
      {isOpen && (
        <Loaded of={key} load={() => playedBy(player, course, "")}>
          {(first) => <Met player={player} field={course} first={first} />}
        </Loaded>
      )}
    </details>
  );
}

/** Everybody met, in the latest matches first, and in as many earlier ones as somebody wants. */
function Met({ player, field, first }: { player: string; field: Field; first: Played }) {
  const [{ matches, next }, setPlayed] = useState(first);
  const [wrong, setWrong] = useState<Refused | Unreachable | null>(null);
  const go = async () => {
    try {
      const more = await playedBy(player, field, next);
      setPlayed({ matches: [...matches, ...more.matches], next: more.next });
      setWrong(null);
    } catch (caught) {
      setWrong(knownOnly(caught));
    }
  };
  return (
    <>
      <p class="soft" role="status">
        {t("profile.counted", { count: matches.length })}
      </p>
      <Opponents player={player} matches={matches} />
      {wrong && <Refusal wrong={wrong} />}
      {next !== "" && (
        <button type="button" class="quiet" onClick={() => void go()}>
          {t("profile.earlier")}
        </button>
      )}
    </>
  );
}

function Opponents({ player, matches }: { player: string; matches: readonly Match[] }) {
  const rows = byOpponent(player, matches);
  if (rows.length === 0) return null;
  return (
    <Scrolls label={t("profile.opponents")}>
      <table class="figures-table">
        <caption>{t("profile.opponents")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("profile.meetings")}</th>
            <th scope="col">{t("board.player")}</th>
            <th scope="col">{t("profile.won")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.opponent}>
              <td>{written(row.meetings)}</td>
              <th scope="row">
                <a href={linkOf(row.opponent)}>{nameOf(row.opponent)}</a>
              </th>
              <td>{percent(row.won / row.meetings)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolls>
  );
}
