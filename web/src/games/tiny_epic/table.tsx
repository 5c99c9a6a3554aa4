/** The table: the turn with its dice, the row of planets, the own galaxy in full, and everybody else's beside it. */

import { useContext } from "preact/hooks";
import type { Match, Seen } from "../../match/live";
import { seatName } from "../../parts/seats";
import { ChoosingContext, Spot } from "../../parts/spot";
import { Block, Points, SeatMark, SeatTitle } from "../../parts/table";
import { type Params, said } from "../../words";
import type { Lexicon, TableProps } from "../game";
import { translate } from "../texts";
import {
  type Dice,
  Die,
  eachDie,
  FACES,
  type Level,
  levelsOf,
  nameOf,
  type PlanetPiece,
  planetOf,
  RESOURCES,
  type Resource,
  rogueMatOf,
  Ship,
  Sign,
} from "./pieces";

/** What a player's galaxy and the rogue's have in common. */
interface Galaxy {
  readonly points: number;
  readonly level: number;
  readonly energy: number;
  readonly culture: number;
  readonly home: number;
  readonly surface: readonly string[];
  readonly orbit: Readonly<Record<string, number>>;
  readonly colonies: readonly string[];
  readonly ships: number;
  readonly dice: number;
  readonly resource_max: number;
  /** Players' only: ids, "unknown", or null once returned. */
  readonly missions?: readonly (string | null)[];
}

interface Rogue extends Galaxy {
  readonly mat: string;
  readonly dice_left: number;
  readonly face: string | null;
}

interface Turn {
  readonly active: number;
  readonly inactive: Dice;
  readonly picked: Dice;
  readonly bay: Dice;
  readonly spent: number;
  readonly current: string | null;
  readonly follow_price: number;
}

interface View {
  readonly step: string;
  readonly row: readonly (string | null)[];
  readonly turn: Turn;
  readonly seats: readonly Galaxy[];
  readonly rogue: Rogue | null;
  readonly deck_count: number;
}

interface Names {
  readonly match: Match;
  readonly view: View;
  readonly lexicon: Lexicon;
}

const UNKNOWN = "unknown";

function say(key: string, params: Record<string, string | number> = {}): string {
  return said("tiny_epic", key, params) ?? key;
}

/** Every galaxy by its place; the rogue sits behind the only player. */
function galaxiesOf(view: View): readonly Galaxy[] {
  return view.rogue === null ? view.seats : [...view.seats, view.rogue];
}

/** What following costs, what it is for, and what there is to pay it with. */
export function figuresOf({ seat, view }: Seen): Params {
  const { turn, seats } = view as unknown as View;
  const face = turn.current === null ? "" : nameOf(turn.current);
  return { price: turn.follow_price, have: seats[seat ?? 0]?.culture ?? 0, face };
}

export function Table({ match, seen, lexicon }: TableProps) {
  const view = seen.view as unknown as View;
  const names = { match, view, lexicon };
  const galaxies = galaxiesOf(view).map((galaxy, place) => ({ galaxy, place, ...names }));
  const isFull = ({ place }: GalaxyProps) =>
    place === seen.seat || (seen.hasOpenHands && place < view.seats.length);
  return (
    <div class="game-table tiny_epic">
      <TurnOf {...names} />
      <section class="planets" aria-label={say("table.row")}>
        {view.row.map((id, slot) => {
          const piece = id === null ? undefined : planetOf(lexicon, id);
          return piece && <PlanetCard key={id ?? slot} piece={piece} {...names} />;
        })}
      </section>
      {galaxies.filter(isFull).map((each) => (
        <Full key={each.place} {...each} />
      ))}
      <div class="others">
        {galaxies
          .filter((each) => !isFull(each))
          .map((each) => (
            <Other key={each.place} {...each} />
          ))}
      </div>
    </div>
  );
}

// -- the turn ----------------------------------------------------------------------------------------

/** Whose turn it is, and the dice: those left, picked, in the converter, carried out now. */
function TurnOf({ match, view }: Names) {
  const { turn } = view;
  const { at } = useContext(ChoosingContext);
  const isChoosing = view.step === "mission_choice";
  const name = seatName(match, turn.active);
  const title = isChoosing ? say("table.mission_choice") : say("table.turn_of", { name });
  const faces = FACES.filter((face) => at.has(`face:${face}`));
  return (
    <section class="round panel" aria-label={title}>
      <b class="round-number row">
        {!isChoosing && <SeatMark place={turn.active} />}
        {title}
      </b>
      <DiceOf
        title={say("table.dice", { count: eachDie(turn.inactive).length })}
        dice={turn.inactive}
        isLive
      />
      <DiceOf title={say("table.picked")} dice={turn.picked} />
      <DiceOf title={say("table.converter")} dice={turn.bay} />
      {turn.current !== null && (
        <Block title={say("table.current")} class="tray current">
          <DieAt face={turn.current} place="" />
        </Block>
      )}
      {faces.length > 0 && (
        <Block title={say("table.faces")} class="tray">
          {faces.map((face) => (
            <DieAt key={face} face={face} place={`face:${face}`} />
          ))}
        </Block>
      )}
      <span class="figure">{say("table.spent", { count: turn.spent })}</span>
      <span class="figure">
        <b>{turn.follow_price}</b> {say("table.follow_price")}
      </span>
      <span class="figure">
        <b>{view.deck_count}</b> {say("table.deck")}
      </span>
    </section>
  );
}

function DiceOf({ title, dice, isLive = false }: { title: string; dice: Dice; isLive?: boolean }) {
  const each = eachDie(dice);
  if (each.length === 0) return null;
  return (
    <Block title={title} class="tray">
      {each.map(({ face, place }) => (
        <DieAt key={`${face}${place}`} face={face} place={isLive ? `die:${face}` : ""} />
      ))}
    </Block>
  );
}

function DieAt({ face, place }: { face: string; place: string }) {
  return (
    <Spot place={place} label={nameOf(face)}>
      <span title={nameOf(face)}>
        <Die face={face} />
        <span class="hidden">{nameOf(face)}</span>
      </span>
    </Spot>
  );
}

// -- planets -----------------------------------------------------------------------------------------

/** A planet of the row: its surface and its colony track, with the ships of all. */
function PlanetCard({ piece, match, view }: Names & { piece: PlanetPiece }) {
  const { planet } = piece;
  const galaxies = galaxiesOf(view);
  const landed = galaxies.flatMap((galaxy, place) => (galaxy.surface.includes(planet.id) ? [place] : []));
  return (
    <article class={`planet of-${planet.resource}`} aria-label={planet.name}>
      <Spot place={`planet:${planet.id}`} label={planet.name} piece={piece} class="planet-head">
        <span class="planet-title">
          <Sign of={planet.resource} />
          <span class="planet-name">
            <b lang="en">{planet.name}</b>
            <span class="soft">{nameOf(planet.resource)}</span>
          </span>
          <Points points={planet.vp} />
        </span>
      </Spot>
      <p class="planet-text">{piece.text}</p>
      <Spot place={`surface:${planet.id}`} label={say("table.surface")} class="strip">
        <span class="strip-row">
          <span class="strip-name">{say("table.surface")}</span>
          {landed.map((place) => (
            <ShipOf key={place} seat={place} says={say("table.landed", { name: seatName(match, place) })} />
          ))}
        </span>
      </Spot>
      <Spot place={`track:${planet.id}`} label={nameOf(planet.track)} class="strip">
        <ColonyTrack planet={planet} galaxies={galaxies} match={match} />
      </Spot>
    </article>
  );
}

function ShipOf({ seat, says }: { seat: number; says: string }) {
  return (
    <span title={says}>
      <Ship seat={seat} />
      <span class="hidden">{says}</span>
    </span>
  );
}

interface TrackProps {
  planet: PlanetPiece["planet"];
  galaxies: readonly Galaxy[];
  match: Match;
}

/** The spaces from the start to the last one, which colonises. */
function ColonyTrack({ planet, galaxies, match }: TrackProps) {
  const { id, length } = planet;
  return (
    <span class="strip-row">
      <span class="strip-name">
        <Sign of={planet.track} />
        {nameOf(planet.track)}
      </span>
      <span class="track">
        {Array.from({ length: length + 1 }, (_, position) => (
          <span key={position} class={`space${position === length ? " last" : ""}`}>
            <i aria-hidden="true">{position === length ? "★" : position}</i>
            {galaxies.map(
              (galaxy, place) =>
                galaxy.orbit[id] === position && (
                  <ShipOf
                    key={place}
                    seat={place}
                    says={say("table.at", { name: seatName(match, place), position, length })}
                  />
                ),
            )}
          </span>
        ))}
      </span>
    </span>
  );
}

// -- galaxies ----------------------------------------------------------------------------------------

interface GalaxyProps extends Names {
  galaxy: Galaxy;
  place: number;
}

function Full({ galaxy, place, match, lexicon }: GalaxyProps) {
  const title = seatName(match, place);
  return (
    <section class={`empire panel seat-${place}`} aria-label={title}>
      {!match.own_seats.includes(place) && <SeatTitle place={place} title={title} />}
      <div class="mat">
        <Levels level={galaxy.level} lexicon={lexicon} />
        <div class="gauges">
          {RESOURCES.map((resource) => (
            <Gauge key={resource} resource={resource} count={galaxy[resource]} most={galaxy.resource_max} />
          ))}
        </div>
        <Home galaxy={galaxy} place={place} isOwn />
      </div>
      <div class="trays">
        <Colonies galaxy={galaxy} lexicon={lexicon} />
        <Missions galaxy={galaxy} lexicon={lexicon} />
      </div>
    </section>
  );
}

/** Others are summed up; missions are theirs alone until the end. */
function Other({ galaxy, place, match, view, lexicon }: GalaxyProps) {
  const title = seatName(match, place);
  const rogue = place === view.seats.length ? view.rogue : null;
  return (
    <section class={`empire other panel seat-${place}`} aria-label={title}>
      <Spot place={`galaxy:${place}`} label={title}>
        <SeatTitle place={place} title={title} />
      </Spot>
      <div class="figures-row">
        <Figure count={galaxy.level} text={say("table.levels")} />
        <Figure count={galaxy.dice} text={say("table.dice_count")} />
        <Figure count={galaxy.ships} text={say("table.ship_count")} />
      </div>
      <div class="gauges">
        {RESOURCES.map((resource) => (
          <Gauge
            key={resource}
            resource={resource}
            count={galaxy[resource]}
            most={galaxy.resource_max}
            isOther
          />
        ))}
      </div>
      <div class="trays">
        <Home galaxy={galaxy} place={place} />
        <Colonies galaxy={galaxy} lexicon={lexicon} />
        <Missions galaxy={galaxy} lexicon={lexicon} />
      </div>
      {rogue && <RogueMat rogue={rogue} lexicon={lexicon} />}
    </section>
  );
}

function Figure({ count, text }: { count: number; text: string }) {
  return (
    <span class="figure">
      <b>{count}</b> {text}
    </span>
  );
}

/** What the rogue's mat does next. */
function RogueMat({ rogue, lexicon }: { rogue: Rogue; lexicon: Lexicon }) {
  const attack = rogueMatOf(lexicon, rogue.mat)?.attacks[rogue.level - 1];
  return (
    <div class="trays">
      {rogue.dice_left > 0 && (
        <Block title={say("table.rogue_dice", { count: rogue.dice_left })} class="tray">
          {rogue.face !== null && <DieAt face={rogue.face} place="" />}
        </Block>
      )}
      {attack && (
        <Block title={say("table.attack")} class="attack">
          <Spot place="" label={say("table.attack")} piece={lexicon.pieces.get(`mat|${rogue.mat}`)}>
            {translate("tiny_epic", attack.text)}
          </Spot>
        </Block>
      )}
    </div>
  );
}

/** The levels of the empire with what each gives and costs. */
function Levels({ level, lexicon }: { level: number; lexicon: Lexicon }) {
  return (
    <Block title={say("table.level")} class="levels">
      <Spot place="level" label={say("table.level")} piece={lexicon.pieces.get(`level|${level + 1}`)}>
        <span class="level-row">
          {levelsOf(lexicon).map((each) => (
            <LevelCell
              key={each.level}
              level={each}
              isHere={each.level === level}
              isNext={each.level === level + 1}
            />
          ))}
        </span>
      </Spot>
    </Block>
  );
}

function LevelCell({ level, isHere, isNext }: { level: Level; isHere: boolean; isNext: boolean }) {
  const { dice, ships, vp, price } = level;
  const says = say("table.level_text", { level: level.level, dice, ships, points: vp });
  return (
    <span class={`level${isHere ? " here" : ""}`} title={says}>
      <b aria-hidden="true">{level.level}</b>
      <span aria-hidden="true">{`${dice}⚄ ${ships}▲`}</span>
      <span aria-hidden="true">{`★${vp}`}</span>
      {isNext && <span class="price">{say("table.level_price", { price })}</span>}
      {isHere && <span class="hidden">{says}</span>}
    </span>
  );
}

interface GaugeProps {
  resource: Resource;
  count: number;
  most: number;
  isOther?: boolean;
}

function Gauge({ resource, count, most, isOther = false }: GaugeProps) {
  const name = nameOf(resource);
  return (
    <Spot place={isOther ? "" : `resource:${resource}`} label={name}>
      <span class={`gauge of-${resource}`}>
        <Sign of={resource} />
        <span class="hidden">{say("table.gauge", { name, count, most })}</span>
        {Array.from({ length: most + 1 }, (_, step) => (
          <i key={step} class={step === count ? "here" : step < count ? "below" : ""} aria-hidden="true">
            {step}
          </i>
        ))}
      </span>
    </Spot>
  );
}

function Home({ galaxy, place, isOwn = false }: { galaxy: Galaxy; place: number; isOwn?: boolean }) {
  const title = say("table.home");
  return (
    <Block title={`${title}: ${galaxy.home}`} class="tray home-ships">
      <Spot place={isOwn ? "home" : ""} label={title}>
        <span class="ships">
          {Array.from({ length: galaxy.home }, (_, number) => (
            <Ship key={number} seat={place} />
          ))}
          {galaxy.home === 0 && <span class="soft">–</span>}
          <span class="hidden">{title}</span>
        </span>
      </Spot>
    </Block>
  );
}

function Colonies({ galaxy, lexicon }: { galaxy: Galaxy; lexicon: Lexicon }) {
  return (
    <Block title={say("table.colonies", { count: galaxy.colonies.length })} class="colonies">
      {galaxy.colonies.length === 0 && <span class="soft">{say("table.none")}</span>}
      {galaxy.colonies.map((id) => {
        const piece = planetOf(lexicon, id);
        return (
          piece && (
            <Spot key={id} place={`planet:${id}`} label={piece.name} piece={piece}>
              <span class={`colony of-${piece.color}`}>
                <Sign of={piece.planet.resource} />
                <span lang="en">{piece.name}</span>
                <Points points={piece.planet.vp} />
              </span>
            </Spot>
          )
        );
      })}
    </Block>
  );
}

function Missions({ galaxy, lexicon }: { galaxy: Galaxy; lexicon: Lexicon }) {
  const known = (galaxy.missions ?? []).filter((id) => id !== null && id !== UNKNOWN);
  if (known.length === 0) return null;
  return (
    <Block title={say("table.missions")} class="missions">
      {known.map((id) => {
        const piece = lexicon.pieces.get(id ?? "");
        return (
          piece && (
            <Spot key={id} place={`mission:${id}`} label={piece.name} piece={piece}>
              <span class="mission">
                <span class="mission-title">
                  <b lang="en">{piece.name}</b>
                  <Points points={piece.points ?? 0} />
                </span>
                <span>{piece.text}</span>
              </span>
            </Spot>
          )
        );
      })}
    </Block>
  );
}
