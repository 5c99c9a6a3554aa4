/** The table: the round, the own empire in full, and everybody else's beside it. */

import { seatName } from "../../parts/seats";
import { Spot } from "../../parts/spot";
import { Block, Phases, SeatTitle } from "../../parts/table";
import { said } from "../../words";
import type { Lexicon, TableProps } from "../game";
import {
  COLORS,
  type Color,
  creditsMaxOf,
  type Dice,
  Die,
  eachDie,
  Mark,
  nameOf,
  PHASES,
  type Phase,
  Tile,
} from "./pieces";

interface Seat {
  readonly home_world: string;
  readonly start_tiles: readonly string[];
  readonly tableau: readonly string[];
  readonly credits: number;
  readonly vp_chips: number;
  readonly cup: Dice;
  readonly citizenry: Dice;
  readonly columns: Partial<Record<Phase, Dice>>;
  readonly wild: Dice;
  readonly dictated: Dice;
  readonly virtual_workers: Dice;
  readonly stacks: Readonly<Record<Stack, readonly string[]>>;
  readonly stack_dice: Readonly<Record<Stack, Dice>>;
  readonly stack_cost?: Partial<Record<Stack, number | null>>;
  readonly goods: Partial<Record<Color, Dice>>;
  readonly room: Partial<Record<Color, number>>;
  readonly selected: Phase | null;
  readonly selector: Color | null;
  readonly hand: readonly string[];
}

interface View {
  readonly round: number;
  readonly step: string;
  readonly played: readonly Phase[];
  readonly spare_face: Phase | null;
  readonly vp_pool: number;
  readonly bag_count: number;
  readonly seats: readonly Seat[];
}

const STACKS = ["development", "world"] as const;
type Stack = (typeof STACKS)[number];

function say(key: string, params: Record<string, string | number> = {}): string {
  return said("roll", key, params) ?? key;
}

export function Table({ match, seen, lexicon }: TableProps) {
  const view = seen.view as unknown as View;
  const empires = view.seats.map((seat, place) => {
    const title = seatName(match, place);
    return { seat, place, title, view, lexicon, isOwn: match.own_seats.includes(place) };
  });
  const isFull = ({ place }: EmpireProps) => seen.hasOpenHands || place === seen.seat;
  return (
    <div class="game-table roll">
      <Round view={view} />
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

/** Which phases are played in this round, and which is on. */
function Round({ view }: { view: View }) {
  return (
    <section class="round panel" aria-label={say("table.round", { round: view.round })}>
      <b class="round-number">{say("table.round", { round: view.round })}</b>
      <Phases
        phases={PHASES.map((phase) => ({
          id: phase,
          name: nameOf(phase),
          mark: <Mark of={phase} />,
          isPlayed: view.played.includes(phase),
          isOn: view.step === phase,
        }))}
      />
      <span class="figure" title={say("table.pool_text")}>
        <b>{view.vp_pool}</b> {say("table.pool")}
      </span>
      <span class="figure">
        <b>{view.bag_count}</b> {say("table.bag")}
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
}

function Empire({ seat, place, title, isOwn, view, lexicon }: EmpireProps) {
  return (
    <section class={`empire panel seat-${place}`} aria-label={title}>
      {!isOwn && <SeatTitle place={place} title={title} />}
      <Figures seat={seat} lexicon={lexicon} />
      <Workers seat={seat} view={view} />
      <div class="trays">
        <Tray title={say("table.cup")} dice={seat.cup} at="cup" />
        <Tray title={say("table.citizenry")} dice={seat.citizenry} at="citizenry" />
        <Goods seat={seat} />
      </div>
      {seat.hand.length > 0 && (
        <Block title={say("table.hand")} class="hand">
          {seat.hand.map((tile) => (
            <BothSides key={tile} tile={tile} lexicon={lexicon} />
          ))}
        </Block>
      )}
      <div class="stacks">
        {STACKS.map((stack) => (
          <Zone key={stack} seat={seat} stack={stack} lexicon={lexicon} />
        ))}
      </div>
      <Tableau seat={seat} lexicon={lexicon} />
    </section>
  );
}

/** Others' empires are summed up, and told in full on demand. */
function Other({ seat, place, title, view, lexicon }: EmpireProps) {
  return (
    <section class={`empire other panel seat-${place}`} aria-label={title}>
      <SeatTitle place={place} title={title} />
      <Figures seat={seat} lexicon={lexicon} />
      <Workers seat={seat} view={view} isSmall />
      <div class="trays">
        <Tray title={say("table.cup")} dice={seat.cup} />
        <Tray title={say("table.citizenry")} dice={seat.citizenry} />
        <Goods seat={seat} isOther />
      </div>
      <div class="stacks">
        {STACKS.map((stack) => (
          <Zone key={stack} seat={seat} stack={stack} lexicon={lexicon} isOther />
        ))}
      </div>
      <details>
        <summary>{say("table.tableau_of", { count: seat.tableau.length + seat.start_tiles.length })}</summary>
        <Tableau seat={seat} lexicon={lexicon} isOther />
      </details>
    </section>
  );
}

function Figures({ seat, lexicon }: { seat: Seat; lexicon: Lexicon }) {
  const track = Array.from({ length: creditsMaxOf(lexicon) + 1 }, (_, credits) => credits);
  return (
    <div class="figures-row">
      <span class="figure" title={say("table.chips_text")}>
        <b>{seat.vp_chips}</b> {say("table.chips")}
      </span>
      <span class="credits" role="img" aria-label={say("table.credits", { count: seat.credits })}>
        <span aria-hidden="true">$</span>
        {track.map((credits) => (
          <i
            key={credits}
            class={credits === seat.credits ? "here" : credits < seat.credits ? "below" : ""}
            aria-hidden="true"
          >
            {credits}
          </i>
        ))}
      </span>
    </div>
  );
}

/** The five columns: workers lie beneath the phase that they work in. */
function Workers({ seat, view, isSmall = false }: { seat: Seat; view: View; isSmall?: boolean }) {
  const wild = eachDie(seat.wild);
  const dictated = eachDie(seat.dictated);
  return (
    <div class={isSmall ? "workers small" : "workers"}>
      {PHASES.map((phase) => (
        <Column key={phase} phase={phase} seat={seat} view={view} isSmall={isSmall} />
      ))}
      {(wild.length > 0 || dictated.length > 0) && (
        <div class="column aside-column">
          {wild.length > 0 && (
            <Tray title={say("table.wild")} dice={seat.wild} at={isSmall ? undefined : "wild"} face="wild" />
          )}
          {dictated.length > 0 && <Tray title={say("table.dictated")} dice={seat.dictated} />}
        </div>
      )}
    </div>
  );
}

interface ColumnProps {
  phase: Phase;
  seat: Seat;
  view: View;
  isSmall: boolean;
}

function Column({ phase, seat, view, isSmall }: ColumnProps) {
  const isSelected = seat.selected === phase;
  const header = (
    <span class="column-head">
      <Mark of={phase} />
      <span class="column-name">{nameOf(phase)}</span>
      {isSelected && (
        <span class="chosen" title={say("table.selected")}>
          <span aria-hidden="true">★</span>
          <span class="hidden">{say("table.selected")}</span>
        </span>
      )}
    </span>
  );
  const classes = `column${isSelected ? " selected" : ""}${view.step === phase ? " on" : ""}`;
  return (
    <div class={classes}>
      {isSmall ? (
        header
      ) : (
        <Spot place={`column:${phase}`} label={nameOf(phase)} class="head-spot">
          {header}
        </Spot>
      )}
      <div class="column-dice">
        {isSelected && seat.selector !== null && (
          <span class="selector">
            <DieAt color={seat.selector} face={phase} />
          </span>
        )}
        <DiceAt dice={seat.columns[phase]} at={isSmall ? undefined : phase} face={phase} />
      </div>
    </div>
  );
}

function Tray({
  title,
  dice,
  at,
  face,
}: {
  title: string;
  dice: Dice;
  at?: string | undefined;
  face?: string;
}) {
  const count = eachDie(dice).length;
  return (
    <Block title={`${title} ${count}`} class="tray">
      <DiceAt dice={dice} at={at} face={face} />
    </Block>
  );
}

/** The dice of one place; where one can be chosen it glows. */
function DiceAt({
  dice,
  at,
  face,
}: {
  dice: Dice | undefined;
  at?: string | undefined;
  face?: string | undefined;
}) {
  return (
    <>
      {eachDie(dice).map(({ color, place }) => (
        <DieAt key={`${color}${place}`} color={color} at={at} face={face} />
      ))}
    </>
  );
}

function DieAt({ color, at, face }: { color: Color; at?: string | undefined; face?: string | undefined }) {
  const label = say("table.die", { color: nameOf(color) });
  const die = face === undefined ? <Die color={color} /> : <Die color={color} face={face} />;
  const drawn = (
    <>
      {die}
      <span class="hidden">{label}</span>
    </>
  );
  if (at === undefined) return <span class="spot">{drawn}</span>;
  return (
    <Spot place={`die:${color}@${at}`} label={label}>
      {drawn}
    </Spot>
  );
}

/** Goods lie on worlds of a colour: what is there, and what room is left. */
function Goods({ seat, isOther = false }: { seat: Seat; isOther?: boolean }) {
  const colors = COLORS.filter((color) => seat.goods[color] !== undefined || (seat.room[color] ?? 0) > 0);
  if (colors.length === 0) return null;
  return (
    <Block title={say("table.goods")} class="tray goods">
      {colors.map((color) => (
        <span key={color} class={`goods-of in-${color}`}>
          <Spot
            place={isOther ? "" : `goods:${color}`}
            label={say("table.goods_of", { color: nameOf(color) })}
          >
            <span class="world-dot" title={nameOf(color)}>
              <span class="hidden">{nameOf(color)}</span>
            </span>
          </Spot>
          <DiceAt dice={seat.goods[color]} at={isOther ? undefined : `goods_${color}`} />
          {Array.from({ length: seat.room[color] ?? 0 }, (_, place) => (
            <span key={`room${String(place)}`} class="room" title={say("table.room")} />
          ))}
        </span>
      ))}
    </Block>
  );
}

/** A stack of the construction zone: the tile on top with the workers on it, and what lies beneath. */
function Zone({
  seat,
  stack,
  lexicon,
  isOther = false,
}: {
  seat: Seat;
  stack: Stack;
  lexicon: Lexicon;
  isOther?: boolean;
}) {
  const [top, ...beneath] = seat.stacks[stack];
  const dice = seat.stack_dice[stack];
  const piece = top === undefined ? undefined : lexicon.pieces.get(`${top}|${stack}`);
  const cost = seat.stack_cost?.[stack] ?? piece?.cost ?? null;
  const title = say(`table.stack_${stack}`);
  const heading = (
    <Spot place={isOther ? "" : `stack:${stack}`} label={title}>
      {title}
    </Spot>
  );
  return (
    <Block title={heading} class="zone">
      {piece ? (
        <StackTile id={top ?? ""} isOther={isOther} piece={piece} />
      ) : (
        <span class="empty">{say("table.empty")}</span>
      )}
      {piece && cost !== null && (
        <span class="progress" title={say("table.progress_text")}>
          {say("table.progress", { count: eachDie(dice).length, cost })}
        </span>
      )}
      <DiceAt
        dice={dice}
        at={isOther ? undefined : `${stack}_stack`}
        face={stack === "development" ? "develop" : "settle"}
      />
      {beneath.length > 0 && (
        <span class="beneath">
          {beneath.map((tile, depth) => {
            const under = lexicon.pieces.get(`${tile}|${stack}`);
            const key = `${tile}${depth}`;
            return under ? (
              <StackTile key={key} id={tile} isOther={isOther} piece={under} isQuiet />
            ) : (
              <span key={key} class="tile-back" title={say("table.unknown")} />
            );
          })}
        </span>
      )}
    </Block>
  );
}

function StackTile({
  id,
  piece,
  isOther,
  isQuiet = false,
}: {
  id: string;
  piece: NonNullable<ReturnType<Lexicon["pieces"]["get"]>>;
  isOther: boolean;
  isQuiet?: boolean;
}) {
  return (
    <Spot place={isOther ? "" : `tile:${id}`} label={piece.name} piece={piece}>
      <Tile piece={piece} isQuiet={isQuiet} />
    </Spot>
  );
}

function BothSides({ tile, lexicon }: { tile: string; lexicon: Lexicon }) {
  const sides = STACKS.map((stack) => lexicon.pieces.get(`${tile}|${stack}`));
  const label = lexicon.pieces.get(tile)?.name ?? tile;
  return (
    <Spot place={`tile:${tile}`} label={label} piece={lexicon.pieces.get(tile)} class="both-sides">
      {sides.map((piece) => piece && <Tile key={piece.kind} piece={piece} />)}
    </Spot>
  );
}

function Tableau({ seat, lexicon, isOther = false }: { seat: Seat; lexicon: Lexicon; isOther?: boolean }) {
  const ids = [...new Set([...seat.start_tiles, ...seat.tableau])];
  // A development has its tile's id, and what is built shows one side.
  const pieces = ids
    .map((id) => lexicon.pieces.get(`${id}|development`) ?? lexicon.pieces.get(id))
    .filter((piece) => piece !== undefined);
  return (
    <Block title={say("table.tableau", { count: pieces.length })} class="tableau">
      {pieces.map((piece) => (
        <Spot
          key={piece.name}
          place={piece.kind === "development" && !isOther ? `tile:${piece.id}` : ""}
          label={piece.name}
          piece={piece}
        >
          <Tile piece={piece} />
        </Spot>
      ))}
    </Block>
  );
}
