/** What can be done in one click: play a bot, sit down somewhere, go on with an own match, watch one. */

import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { account } from "../api/account";
import { Refused, Unreachable } from "../api/client";
import { watchAccount } from "../api/hub";
import { BOARDS_MAX, LiveBoard } from "../parts/live-board";
import { MatchCard, titleOf } from "../parts/match-card";
import { Refusal } from "../parts/refusal";
import { botName, unmeasured } from "../parts/seats";
import { TermsChosen } from "../parts/terms";
import { useTitle } from "../parts/title";
import { t } from "../words";
import {
  type Bot,
  bots,
  decline,
  type Game,
  games,
  isDue,
  join,
  type Lobby,
  loadLobby,
  loadOffers,
  lobby,
  type Match,
  openTable,
  playBots,
  seek,
} from "./lobby";
import { terms } from "./terms";

type Wrong = Refused | Unreachable;
const SEEN_AGAIN_MS = 10_000;

export function HomePage() {
  const [wrong, setWrong] = useState<Wrong | null>(null);
  const due = lobby.value?.own.filter(isDue).length ?? 0;
  useTitle(due > 0 ? t("home.due_title", { count: due }) : "", due > 0);
  const attempt = (act: () => Promise<void>) => {
    act().then(
      () => setWrong(null),
      (caught: unknown) => {
        if (!(caught instanceof Refused) && !(caught instanceof Unreachable)) throw caught;
        setWrong(caught);
      },
    );
  };
  useLobby(attempt);
  return (
    <div class="page home">
      <section class="hero">
        <h1>{t("home.title")}</h1>
        <p>{t("home.lead")}</p>
      </section>
      {wrong && <Refusal wrong={wrong} onDismiss={() => setWrong(null)} />}
      {lobby.value === null || games.value.length === 0 ? (
        <div class="coming" aria-busy="true" />
      ) : (
        <Offered lobby={lobby.value} attempt={attempt} />
      )}
    </div>
  );
}

interface OfferedProps {
  lobby: Lobby;
  attempt: (act: () => Promise<void>) => void;
}

/** All that is offered, drawn at once when it is known, so that nothing moves under the reader. */
function Offered({ lobby, attempt }: OfferedProps) {
  const { route } = useLocation();
  const open = (id: string) => route(`/matches/${id}`);
  const sitDown = (match: Match) => (
    <button type="button" onClick={() => attempt(async () => join(match.id).then(() => open(match.id)))}>
      {t("home.sit_down")}
    </button>
  );
  return (
    <>
      <Section
        title={t("home.invitations")}
        matches={lobby.invitations}
        act={(match) => (
          <>
            {sitDown(match)}
            <button
              type="button"
              class="quiet"
              onClick={() => attempt(async () => decline(match.id).then(loadLobby))}
            >
              {t("waiting.decline")}
            </button>
          </>
        )}
      />
      <Section title={t("home.own")} matches={lobby.own} />
      <section aria-labelledby="play-now">
        <h2 id="play-now">{t("home.play_now")}</h2>
        <div class="offers">
          {games.value.map((game) => (
            <Offer
              key={game.name}
              game={game}
              onPlay={(seats, level) => attempt(async () => open(await playBots(game.name, seats, level)))}
              onSeek={(seats) => attempt(async () => open(await seek(game.name, seats, terms.value)))}
              onOpen={(seats, isPrivate) =>
                attempt(async () => open(await openTable(game.name, seats, isPrivate, terms.value)))
              }
            />
          ))}
        </div>
        <TermsChosen />
      </section>
      <Section title={t("home.open")} empty={t("home.open_none")} matches={lobby.open} act={sitDown} />
      <Tournaments rows={lobby.tournaments} />
      <Section
        title={t("home.watch")}
        empty={t("home.watch_none")}
        matches={lobby.running}
        below={(match, place) => place < BOARDS_MAX && <LiveBoard id={match.id} game={match.game} />}
      />
    </>
  );
}

function Tournaments({ rows }: { rows: Lobby["tournaments"] }) {
  if (rows.length === 0) return null;
  return (
    <section>
      <h2>{t("shell.tournaments")}</h2>
      <ul class="matches">
        {rows.map((row) => (
          <li key={row.id} class={`match-card of-${row.config.game}`}>
            <a href={`/tournaments/${row.id}`}>
              <b>{row.config.name}</b>
              <span class="players">{titleOf(row.config.game)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function useLobby(attempt: (act: () => Promise<void>) => void): void {
  useEffect(() => {
    const load = async () => {
      await Promise.all([loadLobby(), loadOffers()]);
    };
    attempt(load);
    const again = () => {
      if (!document.hidden) attempt(load);
    };
    const timer = setInterval(again, SEEN_AGAIN_MS);
    return () => clearInterval(timer);
  }, []);
  const name = account.value?.name;
  useEffect(() => (name === undefined ? undefined : watchAccount(() => attempt(loadLobby))), [name]);
}

interface SectionProps {
  title: string;
  matches: readonly Match[];
  empty?: string;
  act?: (match: Match) => preact.JSX.Element;
  /** What stands under a match's card. */
  below?: (match: Match, place: number) => ComponentChildren;
}

function Section({ title, matches, empty, act, below }: SectionProps) {
  if (matches.length === 0 && empty === undefined) return null;
  return (
    <section>
      <h2>{title}</h2>
      {matches.length === 0 ? (
        <p class="soft">{empty}</p>
      ) : (
        <ul class="matches">
          {matches.map((match, place) => (
            <li key={match.id}>
              <MatchCard match={match}>{act?.(match)}</MatchCard>
              {below?.(match, place)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface OfferProps {
  game: Game;
  onPlay: (seats: number, level: string) => void;
  onSeek: (seats: number) => void;
  onOpen: (seats: number, isPrivate: boolean) => void;
}

function Offer({ game, onPlay, onSeek, onOpen }: OfferProps) {
  const [seats, setSeats] = useState(2);
  const [level, setLevel] = useState("level3");
  const counts = Array.from(
    { length: game.seats_max - game.seats_min + 1 },
    (_, place) => game.seats_min + place,
  );
  const isAlone = seats === 1;
  return (
    <article class={`offer panel of-${game.name}`}>
      <h3>{game.title}</h3>
      <div class="settings">
        <label>
          {t("offer.seats")}
          <select value={seats} onChange={(e) => setSeats(Number(e.currentTarget.value))}>
            {counts.map((count) => (
              <option key={count} value={count}>
                {t("offer.seat_count", { count })}
              </option>
            ))}
          </select>
        </label>
        {!isAlone && (
          <label>
            {t("offer.level")}
            <select value={level} onChange={(e) => setLevel(e.currentTarget.value)}>
              {bots.value.map((bot) => (
                <option key={bot.level} value={bot.level}>
                  {botName(bot.level)}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      <p class="soft strength">{isAlone ? t("offer.alone") : strengthOf(level, game.name)}</p>
      <div class="row">
        <button type="button" class="primary" onClick={() => onPlay(seats, level)}>
          {t("offer.play")}
        </button>
        {!isAlone && (
          <>
            <button type="button" class="quiet" onClick={() => onSeek(seats)}>
              {t("offer.seek")}
            </button>
            <button type="button" class="quiet" onClick={() => onOpen(seats, false)}>
              {t("offer.open")}
            </button>
            <button type="button" class="quiet" onClick={() => onOpen(seats, true)}>
              {t("offer.private")}
            </button>
            <a class="button quiet" href={`/tables/new?game=${game.name}&seats=${seats}`}>
              {t("offer.more")}
            </a>
          </>
        )}
      </div>
    </article>
  );
}

/** What a level was measured to win against the one below it. */
function strengthOf(level: string, game: string): string {
  const bot: Bot | undefined = bots.value.find((each) => each.level === level);
  const measured = bot?.measured[game] as { against: string; share: number } | undefined;
  if (measured === undefined) return unmeasured(level);
  const share = Math.round(measured.share * 100);
  return t("offer.strength", { share, against: botName(measured.against) });
}
