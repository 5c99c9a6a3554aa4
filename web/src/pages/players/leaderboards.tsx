/** Who plays best, for each game and number of seats; and what the built-in levels were measured to win. */

import { useLocation } from "preact-iso";
import { Loaded } from "../../parts/loaded";
import { titleOf } from "../../parts/match-card";
import { Scrolls } from "../../parts/scrolls";
import { botName, unmeasured } from "../../parts/seats";
import { useTitle } from "../../parts/title";
import { said as message, t as said } from "../../words";
import { type Bot, bots, type Field, fieldsOf, type Game, games, leaderboard, type Rating } from "./data";
import { Interval } from "./interval";
import { linkOf, nameOf, written } from "./names";
import { t } from "./words";

export function PlayersPage() {
  useTitle(t("board.title"));
  return (
    <div class="page">
      <div class="row apart">
        <h1>{t("board.title")}</h1>
        <a href="/series">{t("series.title")}</a>
      </div>
      <Loaded of="games" load={games}>
        {(all) => <Boards games={all} />}
      </Loaded>
    </div>
  );
}

function Boards({ games: all }: { games: readonly Game[] }) {
  const { query, route } = useLocation();
  const fields = fieldsOf(all);
  const field =
    fields.find((each) => each.game === query.game && each.seats === Number(query.seats)) ?? fields[0];
  if (field === undefined) return null;
  const keyOf = ({ game, seats }: Field) => `game=${game}&seats=${seats}`;
  return (
    <>
      <label class="row">
        {t("board.field")}
        <select value={keyOf(field)} onChange={(e) => route(`/players?${e.currentTarget.value}`, true)}>
          {fields.map((each) => (
            <option key={keyOf(each)} value={keyOf(each)}>
              {titleOf(each.game)}, {said("offer.seat_count", { count: each.seats })}
            </option>
          ))}
        </select>
      </label>
      <Loaded of={keyOf(field)} load={() => leaderboard(field)}>
        {(rows) => <Board rows={rows} />}
      </Loaded>
      <section>
        <h2>{t("ladder.title", { game: titleOf(field.game) })}</h2>
        <p class="soft">{t("ladder.text")}</p>
        <Loaded of="bots" load={bots}>
          {(levels) => <Ladder levels={levels} game={field.game} />}
        </Loaded>
      </section>
    </>
  );
}

function Board({ rows }: { rows: readonly Rating[] }) {
  if (rows.length === 0) return <p class="soft">{t("board.nobody")}</p>;
  return (
    <div>
      <Scrolls label={t("board.title")}>
        <table class="figures-table">
          <thead>
            <tr>
              <th scope="col">{t("board.place")}</th>
              <th scope="col">{t("board.player")}</th>
              <th scope="col">{t("board.shown")}</th>
              <th scope="col">{t("board.mean")}</th>
              <th scope="col">{t("board.deviation")}</th>
              <th scope="col">{t("board.results")}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, place) => (
              <tr key={row.player}>
                <td>{place + 1}</td>
                <th scope="row">
                  <a href={linkOf(row.player)}>{nameOf(row.player)}</a>
                </th>
                <td>
                  <b>{written(row.shown)}</b>
                </td>
                <td>{written(row.mean)}</td>
                <td>{written(row.deviation)}</td>
                <td>{written(row.results)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolls>
      <p class="soft">{t("board.text")}</p>
    </div>
  );
}

/** What kind of player a bot is; in the server's English, if it is one that the page doesn't know. */
function About({ level, text }: { level: string; text: string }) {
  const known = message("players", `bot_text.${level}`);
  return (
    <p class="soft" lang={known === null ? "en" : undefined}>
      {known ?? text}
    </p>
  );
}

function Ladder({ levels, game }: { levels: readonly Bot[]; game: string }) {
  return (
    <ol class="ladder">
      {levels.map((bot) => {
        const measured = bot.measured[game];
        return (
          <li key={bot.level} class="panel">
            <div>
              <a href={linkOf(`bot:${bot.level}`)}>
                <b>{botName(bot.level)}</b>
              </a>
              <About level={bot.level} text={bot.text} />
            </div>
            {measured === undefined ? (
              <span class="soft">{unmeasured(bot.level)}</span>
            ) : (
              <div>
                <p>{t("ladder.against", { name: botName(measured.against), count: measured.matches })}</p>
                <Interval {...measured} fair={1 / measured.seats} />
              </div>
            )}
          </li>
        );
      })}
    </ol>
  );
}
