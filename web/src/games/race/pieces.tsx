/** The cards of the catalog, and how they and their powers are drawn. */

import type { ComponentChildren, JSX } from "preact";
import { Points } from "../../parts/table";
import { said } from "../../words";
import type { Lexicon, Piece, Pieces } from "../game";
import { translate } from "../texts";

export const PHASES = ["explore", "develop", "settle", "consume", "produce"] as const;
export type Phase = (typeof PHASES)[number];

interface Power {
  readonly phase: string;
  readonly kind: string;
  readonly amount?: number;
  readonly good_kind?: string;
  readonly cards?: number;
  readonly vp?: number;
  readonly different_kinds?: boolean;
}

interface Card {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly text: string;
  readonly cost: number;
  readonly vp: number;
  readonly good?: string;
  readonly production?: string;
  readonly flags?: readonly string[];
  readonly powers?: readonly Power[];
  readonly scoring?: readonly unknown[];
}

export interface ActionCard {
  readonly id: string;
  readonly phase: Phase;
  readonly text: string;
  /** The bonus in signs. */
  readonly sign: string;
}

/** A card as a piece, with what its drawing needs besides. */
export interface CardPiece extends Piece {
  readonly card: Card;
}

export function readPieces(catalog: Readonly<Record<string, unknown>>): Pieces {
  const cards = catalog.cards as readonly Card[];
  const pieces = new Map<string, Piece>(cards.map((card) => [card.id, pieceOf(card)]));
  for (const { id, phase, text } of (catalog.action_cards ?? []) as readonly ActionCard[]) {
    pieces.set(`action|${id}`, {
      ...{ id: `action|${id}`, kind: "action_card", cost: null, points: null, color: phase },
      get name() {
        return nameOf(id);
      },
      get text() {
        return translate("race", text);
      },
    });
  }
  return pieces;
}

/** The action card as a piece to be read. */
export function actionPieceOf(lexicon: Lexicon, id: string): Piece | undefined {
  return lexicon.pieces.get(`action|${id}`);
}

/** How many cards in a tableau end the match. */
export function tableauEndOf(lexicon: Lexicon): number {
  return lexicon.catalog.tableau_end as number;
}

function pieceOf(card: Card): CardPiece {
  const { id, name, type, cost, vp, good } = card;
  return {
    ...{ id, name, kind: type, cost, points: vp, color: good ?? null, card },
    get text() {
      return translate("race", card.text);
    },
  };
}

export function cardOf(lexicon: Lexicon, id: string): CardPiece | undefined {
  return lexicon.pieces.get(id) as CardPiece | undefined;
}

export function actionCards(lexicon: Lexicon): readonly ActionCard[] {
  return lexicon.catalog.action_cards as readonly ActionCard[];
}

export function nameOf(value: string): string {
  return said("race", `value.${value}`) ?? value;
}

// -- drawn -------------------------------------------------------------------------------------------

/** Marks of the phases; selling belongs to Consume and has one of its own. */
const MARKS: Readonly<Record<string, JSX.Element>> = {
  explore: (
    <>
      <path d="M5 20 Q20 6 35 20 Q20 34 5 20 Z" fill="none" stroke="currentColor" stroke-width="3" />
      <circle cx="20" cy="20" r="5" fill="currentColor" />
    </>
  ),
  develop: <path d="M20 6 L34 20 L20 34 L6 20 Z" fill="none" stroke="currentColor" stroke-width="3.4" />,
  settle: <circle cx="20" cy="20" r="12.5" fill="none" stroke="currentColor" stroke-width="3.4" />,
  consume: (
    <path
      d="M6 14 H26 M20 7 L28 14 L20 21 M34 27 H14 M20 20 L12 27 L20 34"
      fill="none"
      stroke="currentColor"
      stroke-width="3.2"
      stroke-linejoin="round"
    />
  ),
  trade: (
    <path
      d="M27 12 Q20 6 14 11 Q10 16 20 19.5 Q30 23 26 29 Q20 34 12 28 M20 4 V36"
      fill="none"
      stroke="currentColor"
      stroke-width="3"
    />
  ),
  produce: (
    <path
      d="M20 6 L32 13 V27 L20 34 L8 27 V13 Z M8 13 L20 20 L32 13 M20 20 V34"
      fill="none"
      stroke="currentColor"
      stroke-width="2.6"
      stroke-linejoin="round"
    />
  ),
};

export function Mark({ of }: { of: string }) {
  return (
    <svg class="mark-of" viewBox="0 0 40 40" aria-hidden="true">
      {MARKS[of]}
    </svg>
  );
}

const LETTERS: Readonly<Record<string, string>> = {
  novelty: "N",
  rare_elements: "R",
  genes: "G",
  alien_technology: "A",
};

/** A good: its kind has a colour and a letter; one of any kind has neither. */
export function Good({ kind }: { kind: string }) {
  return (
    <span class={`good in-${kind}`} aria-hidden="true">
      {LETTERS[kind] ?? ""}
    </span>
  );
}

function Cards({ count }: { count?: number | string }) {
  return (
    <>
      {count}
      <i class="card-back" />
    </>
  );
}

function Strength({ children }: { children: ComponentChildren }) {
  return (
    <>
      {children}
      <svg class="strength" viewBox="0 0 40 40" aria-hidden="true">
        <path d="M6 5 H34 V20 Q34 31 20 37 Q6 31 6 20 Z" />
      </svg>
    </>
  );
}

function signed(count: number): string {
  return count < 0 ? `−${-count}` : `+${count}`;
}

/** What a Consume power brings: points, cards, or both. */
function Gain({ vp = 0, cards = 0 }: Power) {
  return (
    <>
      →{vp > 0 && <Points points={vp} />}
      {cards > 0 && <Cards count={cards} />}
    </>
  );
}

function kindOf(power: Power): string {
  return power.good_kind ?? "any";
}

/** Powers in signs, by their kind. The card's text says them in words. */
const SIGNS: Readonly<Record<string, (power: Power) => ComponentChildren>> = {
  explore_draw: ({ cards = 0 }) => <Cards count={`+${cards}`} />,
  explore_keep: ({ cards = 0 }) => [nameOf("keep"), <Cards count={` +${cards}`} />],
  develop_discount: ({ amount = 0 }) => <Cards count={`−${amount}`} />,
  settle_discount: (power) => [<Of kind={power.good_kind} />, <Cards count={`−${power.amount ?? 0}`} />],
  draw_at_start: ({ cards = 0 }) => <Cards count={`+${cards}`} />,
  draw_after_develop: ({ cards = 0 }) => ["◆ →", <Cards count={`+${cards}`} />],
  draw_after_settle: ({ cards = 0 }) => ["● →", <Cards count={`+${cards}`} />],
  military: ({ amount = 0 }) => <Strength>{signed(amount)}</Strength>,
  military_vs: (power) => [<Of kind={power.good_kind} />, <Strength>{signed(power.amount ?? 0)}</Strength>],
  discard_for_military: ({ amount = 0 }) => ["↓ →", <Strength>{signed(amount)}</Strength>],
  discard_for_zero_cost: () => ["↓ →", <Cards count={0} />],
  pay_for_military: ({ amount = 0 }) => [<Strength>{null}</Strength>, "→", <Cards count={`−${amount}`} />],
  trade_bonus: (power) => [<Of kind={power.good_kind} />, <Cards count={`+${power.cards ?? 0}`} />],
  consume_one: (power) => [<Good kind={kindOf(power)} />, <Gain {...power} />],
  consume_up_to: (power) => [`≤${power.amount}×`, <Good kind={kindOf(power)} />, <Gain {...power} />],
  consume_exact: (power) => [
    `${power.amount}`,
    <Good kind={kindOf(power)} />,
    power.different_kinds ? "≠" : null,
    <Gain {...power} />,
  ],
  consume_all: () => [nameOf("all"), <Good kind="any" />, "→", <Points points="n−1" />],
  consume_for_trade_price: () => [<Good kind="any" />, "→", <Mark of="trade" />, <Cards />],
  discard_cards_for_vp: (power) => [<Cards count={`≤${power.amount}×`} />, <Gain {...power} />],
  gamble: () => [<Cards count="?" />],
  draw: ({ cards = 0 }) => <Cards count={`+${cards}`} />,
  produce: (power) => <Good kind={kindOf(power)} />,
  produce_windfall: (power) => ["○", <Good kind={kindOf(power)} />],
  draw_if_produced_here: ({ cards = 0 }) => <Cards count={`+${cards}`} />,
  draw_if_most_produced: (power) => [
    nameOf("most"),
    <Good kind={kindOf(power)} />,
    <Cards count={`+${power.cards ?? 0}`} />,
  ],
  draw_per_good_produced: (power) => [
    <Good kind={kindOf(power)} />,
    <Cards count={`+${power.cards ?? 0}`} />,
  ],
  draw_per_kind_produced: ({ cards = 0 }) => ["≠", <Good kind="any" />, <Cards count={`+${cards}`} />],
  draw_per_world: (power) => [<Of kind={power.good_kind} />, <Cards count={`+${power.cards ?? 0}`} />],
};

/** What a power is bound to: worlds or goods of a kind, or rebels. */
function Of({ kind }: { kind: string | undefined }) {
  if (kind === undefined || kind === "any") return null;
  return LETTERS[kind] === undefined ? <b>{nameOf(kind)}</b> : <Good kind={kind} />;
}

function Powers({ card }: { card: Card }) {
  const powers = (card.powers ?? []).map((power) =>
    power.kind === "produce" ? { ...power, good_kind: card.good ?? "any" } : power,
  );
  return (
    <span class="powers" aria-hidden="true">
      {powers.map((power, place) => (
        <span key={place} class="power">
          <Mark of={power.phase} />
          {SIGNS[power.kind]?.(power)}
        </span>
      ))}
    </span>
  );
}

/** A card: a diamond is a development, a circle a world; a shield tells that it is conquered, a ring that it is a windfall. */
export function CardFace({ piece, good }: { piece: CardPiece; good?: string | undefined }) {
  const { card } = piece;
  const isWorld = card.type === "world";
  const isMilitary = card.flags?.includes("military") ?? false;
  const classes = ["race-card", card.type, `in-${card.good ?? "gray"}`, card.production ?? ""];
  if (isMilitary) classes.push("military");
  return (
    <span class={classes.join(" ")}>
      <span class="card-head">
        <svg class="cost-of" viewBox="0 0 40 40" aria-hidden="true">
          {isWorld ? (
            <>
              <circle class="shape" cx="20" cy="20" r="17" />
              {isMilitary && <circle class="conquered" cx="20" cy="20" r="12.5" />}
            </>
          ) : (
            <path class="shape" d="M20 2 L38 20 L20 38 L2 20 Z" />
          )}
          <text x="20" y="26.5" text-anchor="middle">
            {card.cost}
          </text>
        </svg>
        <span class="card-name" lang="en">
          {card.name}
        </span>
        <Points points={card.scoring?.length ? "?" : card.vp} />
      </span>
      <Powers card={card} />
      <span class="card-foot">
        {isMilitary && <span class="flag">{nameOf("military")}</span>}
        {card.flags?.includes("rebel") && <span class="flag">{nameOf("rebel")}</span>}
        {card.good !== undefined && <span class="flag">{nameOf(card.good)}</span>}
        {card.production === "windfall" && <span class="flag">{nameOf("windfall")}</span>}
        {good !== undefined && (
          <span class="good-here">
            <Good kind={card.good ?? "any"} />
            <span class="hidden">{nameOf("good")}</span>
          </span>
        )}
      </span>
    </span>
  );
}

export function ActionFace({ card }: { card: ActionCard }) {
  return (
    <span class="action-card">
      <Mark of={card.phase} />
      <span class="action-name">{nameOf(card.phase)}</span>
      <b aria-hidden="true">{card.sign}</b>
    </span>
  );
}
