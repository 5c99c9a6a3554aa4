/** The table: the round, the own hand and tableau in full, and everybody else's beside it. */

import { useContext } from "preact/hooks";
import type { Seen } from "../../match/live";
import { seatName } from "../../parts/seats";
import { ChoosingContext, Spot } from "../../parts/spot";
import { Block, Phases, SeatTitle } from "../../parts/table";
import { type Params, said } from "../../words";
import type { Lexicon, TableProps } from "../game";
import {
  ActionFace,
  actionCards,
  actionPieceOf,
  CardFace,
  cardOf,
  Mark,
  nameOf,
  PHASES,
  tableauEndOf,
} from "./pieces";

interface Seat {
  readonly tableau: readonly string[];
  /** The good on a world; its face is nobody's knowledge. */
  readonly goods: Readonly<Record<string, string>>;
  readonly hand: readonly string[];
  readonly vp_chips: number;
  readonly actions: readonly string[];
  readonly drawn: readonly string[];
  readonly set_aside: readonly string[];
  readonly quota: number;
  readonly selected: string | null;
  readonly military: number;
  readonly asks: string | null;
}

interface View {
  readonly round: number;
  readonly step: string;
  readonly vp_pool: number;
  readonly deck_count: number;
  readonly discard_count: number;
  readonly progress: Progress;
  readonly seats: readonly Seat[];
}

interface Progress {
  readonly price_left: number;
  readonly temporary_military: number;
  readonly power: string | null;
  readonly to_spend: number;
  readonly spent: number;
  readonly powers_left: Readonly<Record<string, number>>;
}

const UNKNOWN = "unknown";
/** Steps before anybody has called a phase of this round. */
const BEFORE = ["setup", "choose"];
const NUMBERS = [1, 2, 3, 4, 5, 6, 7];

function say(key: string, params: Record<string, string | number> = {}): string {
  return said("race", key, params) ?? key;
}

/** What is still to be paid, and with how many cards it can be. */
export function figuresOf({ seat, view }: Seen): Params {
  const { progress, seats } = view as unknown as View;
  return { price: progress.price_left, have: seats[seat ?? 0]?.hand.length ?? 0 };
}

export function Table({ model, match, seen, lexicon }: TableProps) {
  const view = seen.view as unknown as View;
  const marked = model.draft.value?.actions.length ?? 0;
  const empires = view.seats.map((seat, place) => {
    const title = seatName(match, place);
    return { seat, place, title, view, lexicon, marked, isOwn: match.own_seats.includes(place) };
  });
  const isFull = ({ place }: EmpireProps) => seen.hasOpenHands || place === seen.seat;
  return (
    <div class="game-table race">
      <Round view={view} lexicon={lexicon} />
      {empires.filter(isFull).map((empire) => (
        <Empire key={empire.place} {...empire} />
      ))}
      <div class="others">
        {empires
          .filter((empire) => !isFull(empire))
          .map((empire) => (
            <Other key={empire.place} {...empire} />
          ))}
      </div>
    </div>
  );
}

// -- the round ---------------------------------------------------------------------------------------

/** Which phases are played in this round, who called them, and which is on. */
function Round({ view, lexicon }: { view: View; lexicon: Lexicon }) {
  const phaseOf = new Map(actionCards(lexicon).map((card) => [card.id, card.phase]));
  const isRevealed = !BEFORE.includes(view.step);
  const callers = (phase: string) =>
    view.seats.flatMap((seat, place) =>
      isRevealed && seat.actions.some((action) => phaseOf.get(action) === phase) ? [place] : [],
    );
  return (
    <section class="round panel" aria-label={say("table.round", { round: view.round })}>
      <b class="round-number">{say("table.round", { round: view.round })}</b>
      <Phases
        phases={PHASES.map((phase) => ({
          id: phase,
          name: nameOf(phase),
          mark: <Mark of={phase} />,
          isPlayed: callers(phase).length > 0,
          isOn: view.step === phase,
          seats: callers(phase),
        }))}
      />
      <span class="figure">
        <b>{view.vp_pool}</b> {say("table.pool")}
      </span>
      <span class="figure" title={say("table.deck_text", { count: view.discard_count })}>
        <b>{view.deck_count}</b> {say("table.deck")}
      </span>
    </section>
  );
}

// -- an empire ---------------------------------------------------------------------------------------

interface EmpireProps {
  seat: Seat;
  place: number;
  title: string;
  /** It needs no title: it is the reader's. */
  isOwn: boolean;
  view: View;
  lexicon: Lexicon;
  /** How many cards are marked for a payment. */
  marked: number;
}

function Empire({ seat, place, title, isOwn, view, lexicon, marked }: EmpireProps) {
  return (
    <section class={`empire panel seat-${place}`} aria-label={title}>
      {!isOwn && <SeatTitle place={place} title={title} />}
      <Figures seat={seat} end={tableauEndOf(lexicon)} />
      <ActionCards seat={seat} view={view} lexicon={lexicon} />
      <Consuming progress={view.progress} isAsked={seat.asks !== null} />
      {seat.selected !== null && (
        <Block title={say("table.placing")} class="cards">
          <CardAt id={seat.selected} place="placing" lexicon={lexicon} />
        </Block>
      )}
      {seat.drawn.length > 0 && (
        <Block title={say("table.dealt", { count: seat.quota })} class="cards">
          <CardsAt ids={seat.drawn} at="dealt" lexicon={lexicon} />
        </Block>
      )}
      <Block title={<HandTitle seat={seat} view={view} marked={marked} />} class="cards hand">
        <CardsAt ids={seat.hand} at="hand" lexicon={lexicon} />
      </Block>
      <Tableau seat={seat} lexicon={lexicon} />
    </section>
  );
}

/** How many cards there are, and what is still to be paid with them. */
function HandTitle({ seat, view, marked }: { seat: Seat; view: View; marked: number }) {
  const { price_left, temporary_military } = view.progress;
  return (
    <>
      {say("table.hand", { count: seat.hand.length })}
      {seat.asks === "pay" && <b class="to-pay">{say("table.to_pay", { count: price_left - marked })}</b>}
      {seat.asks !== null && temporary_military > 0 && (
        <b class="to-pay">{say("table.temporary", { count: temporary_military })}</b>
      )}
    </>
  );
}

/** Others' hands are counted, their tableaus open. */
function Other({ seat, place, title, view, lexicon }: EmpireProps) {
  const isHidden = seat.actions.length === 0 || BEFORE.includes(view.step);
  return (
    <section class={`empire other panel seat-${place}`} aria-label={title}>
      <SeatTitle place={place} title={title} />
      <Figures seat={seat} end={tableauEndOf(lexicon)} />
      <Block title={say("table.action")} class="action-cards">
        {isHidden ? (
          <span class="soft">{say("table.hidden")}</span>
        ) : (
          seat.actions.map((id, number) => {
            const card = actionCards(lexicon).find((each) => each.id === id);
            return (
              card && (
                <Spot key={`${id}${number}`} place="" label={nameOf(id)} piece={actionPieceOf(lexicon, id)}>
                  <ActionFace card={card} />
                </Spot>
              )
            );
          })
        )}
      </Block>
      <Tableau seat={seat} lexicon={lexicon} isOther />
    </section>
  );
}

function Figures({ seat, end }: { seat: Seat; end: number }) {
  return (
    <div class="figures-row">
      <span class="figure" title={say("table.chips_text")}>
        <b>{seat.vp_chips}</b> {say("table.chips")}
      </span>
      <span class="figure">
        <b>{seat.hand.length}</b> {say("table.hand_count")}
      </span>
      <span class="figure" title={say("table.military_text")}>
        <b>{seat.military}</b> {say("table.military")}
      </span>
      <span class="figure" title={say("table.end_text")}>
        <b>{`${seat.tableau.length}/${end}`}</b> {say("table.placed")}
      </span>
    </div>
  );
}

/** The own action cards while one is chosen; afterwards the one that was. */
function ActionCards({ seat, view, lexicon }: { seat: Seat; view: View; lexicon: Lexicon }) {
  const isChoosing = BEFORE.includes(view.step);
  const shown = actionCards(lexicon).filter((card) => isChoosing || seat.actions.includes(card.id));
  if (shown.length === 0 || view.step === "setup") return null;
  return (
    <Block title={say(isChoosing ? "table.actions" : "table.action")} class="action-cards">
      {shown.map((card) => (
        <Spot
          key={card.id}
          place={`action:${card.id}`}
          piece={actionPieceOf(lexicon, card.id)}
          label={nameOf(card.id)}
          class={seat.actions.includes(card.id) ? "picked" : ""}
        >
          <ActionFace card={card} />
        </Spot>
      ))}
    </Block>
  );
}

/** Consume powers that are left, what the one in use still takes, and the numbers of a gamble. */
function Consuming({ progress, isAsked }: { progress: Progress; isAsked: boolean }) {
  const { at } = useContext(ChoosingContext);
  const left = Object.entries(progress.powers_left).filter(([, count]) => count > 0);
  const numbers = NUMBERS.filter((number) => at.has(`number:${number}`));
  if (!isAsked || (left.length === 0 && progress.power === null && numbers.length === 0)) return null;
  return (
    <Block title={say("table.powers")} class="consume-powers">
      {progress.power !== null && (
        <span class="power-in-use">
          {say("table.using", { power: nameOf(progress.power) })}
          {progress.to_spend > 0 &&
            ` ${say("table.spent", { count: progress.spent, of: progress.to_spend })}`}
        </span>
      )}
      {left.map(([power, count]) => (
        <Spot key={power} place={`power:${power}`} label={nameOf(power)}>
          <span class="chip">
            {nameOf(power)}
            {count > 1 && <b>{`×${count}`}</b>}
          </span>
        </Spot>
      ))}
      {numbers.map((number) => (
        <Spot key={number} place={`number:${number}`} label={String(number)}>
          <span class="chip number">{number}</span>
        </Spot>
      ))}
    </Block>
  );
}

function Tableau({ seat, lexicon, isOther = false }: { seat: Seat; lexicon: Lexicon; isOther?: boolean }) {
  return (
    <Block title={say("table.tableau", { count: seat.tableau.length })} class="cards tableau">
      <CardsAt ids={seat.tableau} at={isOther ? "" : "tableau"} goods={seat.goods} lexicon={lexicon} />
    </Block>
  );
}

interface CardsProps {
  ids: readonly string[];
  at: string;
  goods?: Readonly<Record<string, string>>;
  lexicon: Lexicon;
}

function CardsAt({ ids, at, goods = {}, lexicon }: CardsProps) {
  return (
    <>
      {ids.map((id, number) => (
        <CardAt
          key={`${id}${number}`}
          id={id}
          place={at === "" ? "" : `${at}:${id}`}
          good={goods[id]}
          lexicon={lexicon}
        />
      ))}
    </>
  );
}

function CardAt({
  id,
  place,
  good,
  lexicon,
}: {
  id: string;
  place: string;
  good?: string | undefined;
  lexicon: Lexicon;
}) {
  const piece = id === UNKNOWN ? undefined : cardOf(lexicon, id);
  if (piece === undefined) return <span class="race-card unknown" title={say("table.unknown")} />;
  return (
    <Spot place={place} label={piece.name} piece={piece} class="card-spot">
      <CardFace piece={piece} good={good} />
    </Spot>
  );
}
