/** A match: played, watched or relived, always the same table over a view and a moment. */

import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import { useLocation, useRoute } from "preact-iso";
import { Refused, Unreachable } from "../api/client";
import { type LoadedGame, loadGame } from "../games/game";
import { takeBack } from "../match/acts";
import type { LegalAction, Live } from "../match/live";
import { MatchModel } from "../match/model";
import { Aside } from "../parts/aside";
import { Choices } from "../parts/choices";
import { isPlain } from "../parts/keys";
import { MatchMenu } from "../parts/match-menu";
import { Moments } from "../parts/moments";
import { Players } from "../parts/players";
import { forget } from "../parts/reader";
import { Refusal } from "../parts/refusal";
import { seatName } from "../parts/seats";
import { byPlace, ChoosingContext } from "../parts/spot";
import { Outcome, Waited } from "../parts/standing";
import { useTitle } from "../parts/title";
import { Waiting } from "../parts/waiting";
import { t } from "../words";

export function MatchPage() {
  const { params } = useRoute();
  const id = params.id ?? "";
  const model = useMemo(() => new MatchModel(id), [id]);
  useEffect(() => {
    void model.open();
    return () => {
      model.close();
      forget();
    };
  }, [model]);
  useMoment(model);
  const live = model.live.value;
  if (model.failure.value !== null) {
    return (
      <div class="page narrow">
        <Refusal wrong={model.failure.value} />
        <a href="/">{t("missing.home")}</a>
      </div>
    );
  }
  if (live === null) return <div class="page" aria-busy="true" />;
  return <Match model={model} live={live} />;
}

/** The moment stands in the address, so that a link leads to it. */
function useMoment(model: MatchModel): void {
  const { path, query, route } = useLocation();
  const asked = query.at === undefined ? null : Number(query.at);
  const isReady = model.live.value?.seen != null;
  useEffect(() => {
    if (isReady) model.go(asked);
  }, [model, asked, isReady]);
  const moment = model.moment.value;
  useEffect(() => {
    if (isReady && moment !== asked) route(moment === null ? path : `${path}?at=${moment}`, true);
  }, [moment]);
}

function Match({ model, live }: { model: MatchModel; live: Live }) {
  const [game, setGame] = useState<LoadedGame | null>(null);
  const [wrong, setWrong] = useState<Refused | Unreachable | null>(null);
  const name = live.match.game;
  useEffect(() => {
    loadGame(name).then(setGame, (caught: unknown) => {
      if (!(caught instanceof Refused) && !(caught instanceof Unreachable)) throw caught;
      setWrong(caught);
    });
  }, [name]);
  const isDue = model.legal.value.length > 0;
  useTitle(isDue ? t("match.your_turn") : (game?.lexicon.title ?? ""));
  if (wrong) return <Refusal wrong={wrong} />;
  if (game === null) return <div class="page" aria-busy="true" />;
  if (live.match.status === "waiting")
    return <Waiting model={model} match={live.match} title={game.lexicon.title} />;
  return <Board model={model} live={live} game={game} />;
}

function Board({ model, live, game }: { model: MatchModel; live: Live; game: LoadedGame }) {
  const { client, lexicon } = game;
  const seen = model.shown.value;
  const choose = useCallback((action: LegalAction) => void model.submit([action]), [model]);
  const names = useCallback((seat: number) => seatName(live.match, seat), [live.match]);
  const legal = model.legal.value;
  const choosing = useMemo(
    () => ({
      at: byPlace(legal, client.placesOf),
      labelOf: (action: LegalAction) => client.labelOf(action, lexicon),
      choose,
    }),
    [legal, client, lexicon, choose],
  );
  useTableKeys(model);
  if (seen === null) return <div class="page" aria-busy="true" />;
  return (
    <div class={`match of-${live.match.game}`}>
      <h1 class="hidden">{lexicon.title}</h1>
      <div class="top">
        <Players live={live} seen={seen} />
        <MatchMenu model={model} live={live} />
      </div>
      <div class="asked">
        <Outcome match={live.match} />
        <Choices model={model} client={client} lexicon={lexicon} choose={choose} />
        <Waited model={model} live={live} />
      </div>
      <div class="board">
        <ChoosingContext.Provider value={choosing}>
          <client.Table model={model} match={live.match} seen={seen} lexicon={lexicon} choose={choose} />
        </ChoosingContext.Provider>
      </div>
      <Aside model={model} live={live} game={game} names={names} />
      <Moments model={model} live={live} />
    </div>
  );
}

function useTableKeys(model: MatchModel): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isPlain(event)) return;
      if (event.key === "u") void takeBack(model);
      else if (event.key === "Escape") model.go(null);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [model]);
}
