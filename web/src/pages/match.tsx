/** A match: played, watched or relived, always the same table over a view and a moment. */

import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useLocation, useRoute } from "preact-iso";
import { Refused, type Unreachable } from "../api/client";
import { persist } from "../api/persist";
import { knownOnly } from "../api/watch";
import { type Arranged, type LoadedGame, loadGame } from "../games/game";
import { takeBack } from "../match/acts";
import { addressOf, wishOf } from "../match/address";
import { elsewhere } from "../match/composing";
import { marksOf, type Together } from "../match/draft";
import { dragged } from "../match/drag";
import { automates, isConfirmed, ONE } from "../match/habits";
import { invitationTo, useInvitation } from "../match/invitation";
import type { LegalAction, Live } from "../match/live";
import { MatchModel } from "../match/model";
import { askWhy } from "../match/why";
import { sendArranged } from "../parts/arrangement";
import { Aside } from "../parts/aside";
import { Choices } from "../parts/choices";
import { Origin } from "../parts/go-on";
import { Invited } from "../parts/invited";
import { isPlain } from "../parts/keys";
import { MatchMenu } from "../parts/match-menu";
import { Moments } from "../parts/moments";
import { Players } from "../parts/players";
import { forget } from "../parts/reader";
import { Refusal, Sentence } from "../parts/refusal";
import { seatName } from "../parts/seats";
import { byPlace, type Change, type Choosing, ChoosingContext } from "../parts/spot";
import { Outcome, Waited } from "../parts/standing";
import { useTitle } from "../parts/title";
import { Waiting } from "../parts/waiting";
import { listed, t } from "../words";

const ADDRESS_MS = 250;
/** So long a question stands to be read that the page answers by itself; longer than clicks are ignored. */
const FORCED_MS = 700;

export function MatchPage() {
  const { params } = useRoute();
  const id = params.id ?? "";
  const model = useMemo(() => new MatchModel(id), [id]);
  useEffect(() => {
    void model.open();
    // A tab that is closed tells nobody anything else.
    const away = () => model.rememberLook();
    document.addEventListener("visibilitychange", away);
    addEventListener("pagehide", away);
    return () => {
      document.removeEventListener("visibilitychange", away);
      removeEventListener("pagehide", away);
      model.close();
      forget();
    };
  }, [model]);
  useMoment(model);
  useInvitation(id);
  const live = model.live.value;
  const wrong = model.failure.value;
  if (wrong !== null) {
    const isHidden = wrong instanceof Refused && wrong.error === "UnknownMatch";
    if (isHidden && invitationTo(id) !== "") return <Invited model={model} />;
    return (
      <div class="page narrow">
        <Refusal wrong={wrong} />
        <a href="/">{t("missing.home")}</a>
      </div>
    );
  }
  if (live === null) return <div class="page" aria-busy="true" />;
  return <Match model={model} live={live} />;
}

/** The moment stands in the address, and whose eyes see it, so that a link leads there. */
function useMoment(model: MatchModel): void {
  const { path, query, route } = useLocation();
  const written = useRef("");
  const live = model.live.value;
  const isReady = live?.seen != null;
  const wish = wishOf(query, live?.match.seats.length ?? 0);
  const asked = addressOf(wish);
  useEffect(() => {
    // What was written here is no wish of the reader's, who may have moved on since.
    if (!isReady || asked === written.current) return;
    if (wish.eyes !== null && model.isOver.value) model.lookWith(wish.eyes);
    model.go(wish.at);
  }, [model, asked, isReady]);
  const address = addressOf({
    at: model.moment.value,
    eyes: model.chosenEyes(),
  });
  useEffect(() => {
    if (!isReady || address === asked) return;
    // A browser allows few changes of the address in a short time.
    const rest = setTimeout(() => {
      written.current = address;
      route(path + address, true);
    }, ADDRESS_MS);
    return () => clearTimeout(rest);
  }, [address]);
}

function Match({ model, live }: { model: MatchModel; live: Live }) {
  const [game, setGame] = useState<LoadedGame | null>(null);
  const [wrong, setWrong] = useState<Refused | Unreachable | null>(null);
  const name = live.match.game;
  useEffect(() => {
    persist(() => loadGame(name), setWrong, model.closed).then(setGame, (caught: unknown) => {
      if (!model.closed.aborted) setWrong(knownOnly(caught));
    });
  }, [name]);
  const isDue = model.isDue.value;
  useTitle(titleOf(live, isDue, game?.lexicon.title ?? ""), isDue);
  if (game === null) return wrong ? <Refusal wrong={wrong} /> : <div class="page" aria-busy="true" />;
  if (live.match.status === "waiting")
    return <Waiting model={model} match={live.match} title={game.lexicon.title} />;
  return <Board model={model} live={live} game={game} />;
}

/** Whose turn it is, and at which game. */
function titleOf({ match }: Live, isDue: boolean, game: string): string {
  const names = match.deciding_seats.map((seat) => seatName(match, seat));
  if (isDue) return t("match.your_turn");
  if (match.status !== "running" || names.length === 0) return game;
  return `${t("title.thinks", { names: listed(names), count: names.length })} · ${game}`;
}

function Board({ model, live, game }: { model: MatchModel; live: Live; game: LoadedGame }) {
  const { client, lexicon } = game;
  const seen = model.shown.value;
  const decision = model.decision.value;
  const asked = model.asked.value;
  const arranged = asked?.is_asked && client.arranged?.asks.has(asked.asks) ? client.arranged : null;
  const mustConfirm = decision !== null && isConfirmed(decision, live.match);
  const together = useMemo(() => {
    if (!decision?.is_asked || seen === null || arranged !== null) return null;
    return client.togetherOf(decision, seen) ?? (mustConfirm ? ONE : null);
  }, [decision, seen, client, arranged, mustConfirm]);
  const choose = useCallback(
    (action: LegalAction) => {
      if (arranged !== null) void model.compose(action);
      else if (together === null) void model.submit([action]);
      else model.mark(action, together);
    },
    [model, arranged, together],
  );
  useForced(model, arranged);
  useEffect(() => {
    if (arranged !== null) void model.composing.restore();
  }, [model, arranged !== null]);
  const names = useCallback((seat: number) => seatName(live.match, seat), [live.match]);
  const legal = model.legal.value;
  const at = useMemo(() => byPlace(legal, client.placesOf), [legal, client]);
  const composed = model.composing.composed.value;
  const change = useMemo(() => changesOf(model, game, arranged), [model, game, arranged, composed]);
  const drag = useDrag(model, at, choose, change.move);
  const choosing = useMemo(
    () => ({
      at,
      drag,
      labelOf: (action: LegalAction) => client.labelOf(action, lexicon),
      choose,
      isMarked: (action: LegalAction) => marksOf(model.draft.value, action) > 0,
      change: change.at,
      whyNot: (place: string) => {
        const wish = asked?.is_asked ? client.wishAt(place, asked.asks) : null;
        if (decision === null || wish === null) return null;
        const before = composed?.steps.slice(0, composed.at).map((step) => step.action) ?? [];
        return async () => {
          const wrong = await askWhy(model.id, decision, before, wish);
          return wrong === null ? null : <Sentence wrong={wrong} game={lexicon.game} />;
        };
      },
    }),
    [at, drag, change, client, lexicon, choose, decision, asked, model.draft.value],
  );
  useTableKeys(model, together, arranged);
  if (seen === null) return <div class="page" aria-busy="true" />;
  return (
    <>
      <div class={`match of-${live.match.game}`}>
        <h1 class="hidden">{lexicon.title}</h1>
        <div class="top">
          <Players live={live} seen={seen} />
          <Origin match={live.match} />
          <MatchMenu model={model} live={live} />
        </div>
        <div class="asked">
          <Outcome match={live.match} />
          <Choices
            model={model}
            client={client}
            lexicon={lexicon}
            together={together}
            arranged={arranged}
            choose={choose}
          />
          <Waited model={model} live={live} labelOf={(action) => client.labelOf(action, lexicon)} />
        </div>
        <div class="board" data-version={seen.version}>
          <ChoosingContext.Provider value={choosing}>
            <client.Table model={model} match={live.match} seen={seen} lexicon={lexicon} choose={choose} />
          </ChoosingContext.Provider>
        </div>
        <Aside model={model} live={live} game={game} names={names} />
      </div>
      <Moments model={model} match={live.match} rounds={client.rounds} />
    </>
  );
}

/** How what is arranged is changed on the drawn table: a click at a place, or a drag from one to another. */
interface Changes {
  readonly at: (place: string) => Change | null;
  readonly move: (from: string, to: string) => boolean;
}

function changesOf(model: MatchModel, { client, lexicon }: LoadedGame, arranged: Arranged | null): Changes {
  const { composing } = model;
  const composed = composing.composed.value;
  if (composed === null || arranged === null) return { at: () => null, move: () => false };
  return {
    at: (place) => {
      const found = elsewhere(composed, (_, action) => client.placesOf(action).includes(place));
      if (found !== null) {
        const act = () => void composing.change(found.place, found.action);
        return { label: client.labelOf(found.action, lexicon), act };
      }
      const lying = composed.steps.findLastIndex(
        (step) => arranged.liesAt(step) === place || client.placesOf(step.action).includes(place),
      );
      return lying < 0 ? null : { label: t("arranged.change"), act: () => void composing.look(lying) };
    },
    move: (from, to) => {
      const found = elsewhere(
        composed,
        (step, action) => arranged.liesAt(step) === from && client.placesOf(action).includes(to),
      );
      if (found !== null) void composing.change(found.place, found.action);
      return found !== null;
    },
  };
}

/** Chooses what is dragged, and answers the next question where it was dropped, if that can be answered there. */
function useDrag(
  model: MatchModel,
  at: Choosing["at"],
  choose: Choosing["choose"],
  move: Changes["move"],
): Choosing["drag"] {
  const then = useRef<{ place: string; since: number } | null>(null);
  const version = model.asked.value?.version ?? 0;
  const isSettling = model.isSettling.value;
  useEffect(() => {
    const next = then.current;
    if (next === null || isSettling || version <= next.since) return;
    then.current = null;
    const [action, other] = at.get(next.place) ?? [];
    if (action !== undefined && other === undefined) choose(action);
  }, [at, choose, version, isSettling]);
  return useCallback(
    (from: string, to: string) => {
      if (move(from, to)) return;
      const found = dragged(at, from, to);
      if (found === null) return;
      then.current = found.after === "" ? null : { place: found.after, since: version };
      choose(found.action);
    },
    [at, choose, move, version],
  );
}

/** Gives the only answer to a question, where the reader lets the page do so. */
function useForced(model: MatchModel, arranged: Arranged | null): void {
  const legal = model.legal.value;
  // What is arranged is sent by the reader alone.
  const isForced = automates.value && legal.length === 1 && arranged === null;
  useEffect(() => {
    if (!isForced) return;
    const rest = setTimeout(() => void model.answerForced(), FORCED_MS);
    return () => clearTimeout(rest);
  }, [model, legal, isForced]);
}

function useTableKeys(model: MatchModel, together: Together | null, arranged: Arranged | null): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isPlain(event)) return;
      const isEnter = event.key === "Enter" && !isButton(event.target);
      if (event.key === "u" && model.composing.composed.value !== null) void model.composing.undo();
      else if (event.key === "u") void takeBack(model);
      else if (event.key === "Escape") model.go(null);
      else if (isEnter && arranged !== null) void sendArranged(model, arranged);
      else if (isEnter && together !== null) void model.send(together.most);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [model, together, arranged]);
}

/** A button that has the focus answers the key itself. */
function isButton(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("button, a, summary") !== null;
}
