/** The tiles of the catalog, each with a development on one side and a world on the other; dice and tiles drawn. */

import type { JSX } from "preact";
import { said } from "../../words";
import type { Lexicon, Piece, Pieces } from "../game";
import { translate } from "../texts";

export const PHASES = ["explore", "develop", "settle", "produce", "ship"] as const;
export type Phase = (typeof PHASES)[number];
export const COLORS = [
  "home",
  "military",
  "consumption",
  "novelty",
  "rare_elements",
  "genes",
  "alien_technology",
] as const;
export type Color = (typeof COLORS)[number];
/** Dice by colour; none of a colour is left out. */
export type Dice = Partial<Record<Color, number>>;

interface Side {
  readonly id: string;
  readonly type: "development" | "world";
  readonly name: string;
  readonly cost: number;
  readonly text: string;
  readonly scoring_text?: string;
  readonly color?: string;
  readonly phases?: readonly string[];
}

interface Catalog {
  readonly tiles: readonly { readonly id: string; readonly development: Side; readonly world: Side }[];
  readonly factions: readonly { readonly squares: readonly Side[] }[];
  readonly home_worlds: readonly Side[];
}

/** Tiles by their id, their sides by `TILE|development` and `TILE|world`, and whatever else lies in a tableau by its id. */
export function readPieces(catalog: Readonly<Record<string, unknown>>): Pieces {
  const { tiles, factions, home_worlds } = catalog as unknown as Catalog;
  const pieces = new Map<string, Piece>();
  const sides = [...factions.flatMap((faction) => faction.squares), ...home_worlds];
  for (const side of sides) pieces.set(side.id, pieceOf(side.id, side));
  for (const { id: tile, development, world } of tiles) {
    for (const side of [development, world]) pieces.set(`${tile}|${side.type}`, pieceOf(tile, side));
    pieces.set(world.id, pieceOf(tile, world));
    pieces.set(tile, {
      ...{ id: tile, name: `${development.name} / ${world.name}`, kind: "tile", cost: null, points: null },
      color: colorOf(development),
      get text() {
        return [development, world].map((side) => `${side.name} (${side.cost}): ${textOf(side)}`).join("\n");
      },
    });
  }
  return pieces;
}

/** The last number on the track of credits. */
export function creditsMaxOf(lexicon: Lexicon): number {
  return lexicon.catalog.credits_max as number;
}

function pieceOf(id: string, side: Side): Piece {
  const { name, type, cost } = side;
  return {
    ...{ id, name, kind: type, cost, points: null, color: colorOf(side) },
    get text() {
      return textOf(side);
    },
  };
}

function colorOf({ color, phases }: Side): string | null {
  return color ?? phases?.[0] ?? null;
}

function textOf({ text, scoring_text = "" }: Side): string {
  const own = translate("roll", text);
  if (scoring_text === "") return own;
  const scoring = translate("roll", scoring_text);
  return `${own} ${said("roll", "table.scoring", { text: scoring }) ?? scoring}`;
}

// -- drawn -------------------------------------------------------------------------------------------

/** Marks of the phases, alike on dice, columns and tiles. */
const MARKS: Readonly<Record<string, JSX.Element>> = {
  explore: (
    <>
      <path d="M5 20 Q20 6 35 20 Q20 34 5 20 Z" fill="none" stroke="currentColor" stroke-width="3" />
      <circle cx="20" cy="20" r="5" fill="currentColor" />
    </>
  ),
  develop: <path d="M20 6 L34 20 L20 34 L6 20 Z" fill="none" stroke="currentColor" stroke-width="3.4" />,
  settle: <circle cx="20" cy="20" r="12.5" fill="none" stroke="currentColor" stroke-width="3.4" />,
  produce: (
    <path
      d="M20 6 L32 13 V27 L20 34 L8 27 V13 Z M8 13 L20 20 L32 13 M20 20 V34"
      fill="none"
      stroke="currentColor"
      stroke-width="2.6"
      stroke-linejoin="round"
    />
  ),
  ship: (
    <path
      d="M6 15 H24 V8 L36 20 L24 32 V25 H6 Z"
      fill="none"
      stroke="currentColor"
      stroke-width="3"
      stroke-linejoin="round"
    />
  ),
  wild: (
    <path
      d="M20 5 V35 M7 12.5 L33 27.5 M33 12.5 L7 27.5"
      fill="none"
      stroke="currentColor"
      stroke-width="3.6"
      stroke-linecap="round"
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

const LETTERS: Readonly<Record<Color, string>> = {
  home: "H",
  military: "M",
  consumption: "C",
  novelty: "N",
  rare_elements: "R",
  genes: "G",
  alien_technology: "A",
};

/** A die: its colour has a letter beside it, its face is the phase of the column where it lies. */
export function Die({ color, face }: { color: Color; face?: string }) {
  return (
    <svg class={`die die-${color}`} viewBox="0 0 40 40" aria-hidden="true">
      <rect class="body" x="1.5" y="1.5" width="37" height="37" rx="8.5" />
      {face === undefined ? (
        <text class="letter alone" x="20" y="27.5" text-anchor="middle">
          {LETTERS[color]}
        </text>
      ) : (
        <>
          <g transform="translate(7.4 9.6) scale(0.7)">{MARKS[face]}</g>
          <text class="letter" x="6" y="13.5">
            {LETTERS[color]}
          </text>
        </>
      )}
    </svg>
  );
}

export function nameOf(value: string): string {
  return said("roll", `value.${value}`) ?? value;
}

/** The dice of a place, one by one in the order of their colours. */
export function eachDie(dice: Dice | undefined): { color: Color; place: number }[] {
  return COLORS.flatMap((color) =>
    Array.from({ length: dice?.[color] ?? 0 }, (_, place) => ({ color, place })),
  );
}

/** A tile of a tableau or on top of a stack: a diamond is a development, a circle a world of its colour. */
export function Tile({ piece, isQuiet = false }: { piece: Piece; isQuiet?: boolean }) {
  const isWorld = piece.kind === "world";
  return (
    <span
      class={`tile ${isWorld ? `world in-${piece.color}` : "development"}${isQuiet ? " quiet-tile" : ""}`}
    >
      <svg viewBox="0 0 40 40" aria-hidden="true">
        {isWorld ? (
          <circle class="shape" cx="20" cy="20" r="17" />
        ) : (
          <path class="shape" d="M20 2 L38 20 L20 38 L2 20 Z" />
        )}
        <text x="20" y="26.5" text-anchor="middle">
          {piece.cost}
        </text>
      </svg>
      <span class="tile-name">{piece.name}</span>
      {!isWorld && piece.color !== null && PHASES.includes(piece.color as Phase) && <Mark of={piece.color} />}
      {isWorld && piece.color !== null && <span class="tile-color">{nameOf(piece.color)}</span>}
    </span>
  );
}
