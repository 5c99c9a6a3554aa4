/** The planets and missions of the catalog; dice, ships and resources drawn. */

import type { JSX } from "preact";
import { said } from "../../words";
import type { Lexicon, Piece, Pieces } from "../game";
import { translate } from "../texts";

export const FACES = [
  "move_ship",
  "acquire_energy",
  "acquire_culture",
  "advance_diplomacy",
  "advance_economy",
  "utilize_colony",
] as const;
export type Face = (typeof FACES)[number];
/** Dice by face; none of a face is left out. */
export type Dice = Partial<Record<Face, number>>;
export const RESOURCES = ["energy", "culture"] as const;
export type Resource = (typeof RESOURCES)[number];

interface Planet {
  readonly id: string;
  readonly name: string;
  readonly vp: number;
  readonly resource: Resource;
  readonly track: string;
  readonly length: number;
  readonly text: string;
}

interface Named {
  readonly id: string;
  readonly name: string;
  readonly text: string;
}

interface Mission extends Named {
  readonly vp: number;
}

export interface Level {
  readonly level: number;
  readonly vp: number;
  readonly dice: number;
  readonly ships: number;
  readonly price: number;
}

interface RogueMat {
  readonly id: string;
  readonly name: string;
  readonly dice: readonly number[];
  readonly vp: readonly number[];
  readonly attacks: readonly { readonly text: string }[];
}

interface Catalog {
  readonly planets: readonly Planet[];
  readonly missions: readonly Mission[];
  readonly faces: readonly Named[];
  readonly levels: readonly Level[];
  readonly rogue_mats: readonly RogueMat[];
}

/** A planet as a piece, with what its drawing needs besides. */
export interface PlanetPiece extends Piece {
  readonly planet: Planet;
}

function catalogOf(lexicon: Lexicon): Catalog {
  return lexicon.catalog as unknown as Catalog;
}

/** Planets and missions by their ids, faces by `face|FACE`, levels by `level|LEVEL`, rogue mats by `mat|MAT`. */
export function readPieces(catalog: Readonly<Record<string, unknown>>): Pieces {
  const { planets, missions, faces, levels = [], rogue_mats = [] } = catalog as unknown as Catalog;
  const pieces = new Map<string, Piece>();
  for (const planet of planets) {
    const { id, name, vp, resource } = planet;
    const piece: PlanetPiece = {
      ...{ id, name, kind: "planet", cost: null, points: vp, color: resource, planet },
      get text() {
        return translate("tiny_epic", planet.text);
      },
    };
    pieces.set(id, piece);
  }
  for (const { id, name, text: english, vp } of missions) {
    pieces.set(id, {
      ...{ id, name, kind: "mission", cost: null, points: vp, color: null },
      get text() {
        return translate("tiny_epic", english);
      },
    });
  }
  for (const { id, text: english } of faces) {
    pieces.set(`face|${id}`, {
      ...{ id, kind: "face", cost: null, points: null, color: null },
      get name() {
        return nameOf(id);
      },
      get text() {
        return translate("tiny_epic", english);
      },
    });
  }
  for (const each of levels) {
    const { level, vp, dice, ships, price } = each;
    pieces.set(`level|${level}`, {
      ...{ id: `level|${level}`, kind: "level", cost: price, points: vp, color: null },
      get name() {
        return said("tiny_epic", "table.level_name", { level }) ?? String(level);
      },
      get text() {
        return said("tiny_epic", "table.level_text", { level, dice, ships, points: vp }) ?? "";
      },
    });
  }
  for (const { id, name, attacks, dice, vp } of rogue_mats) {
    pieces.set(`mat|${id}`, {
      ...{ id: `mat|${id}`, name, kind: "rogue_mat", cost: null, points: null, color: null },
      get text() {
        const levels = attacks.map((attack, place) => {
          const gains = { level: place + 1, dice: dice[place] ?? 0, points: vp[place] ?? 0 };
          const level = said("tiny_epic", "table.mat_level", gains) ?? "";
          return `${level} ${translate("tiny_epic", attack.text)}`.trim();
        });
        return levels.join("\n");
      },
    });
  }
  return pieces;
}

export function planetOf(lexicon: Lexicon, id: string): PlanetPiece | undefined {
  return lexicon.pieces.get(id) as PlanetPiece | undefined;
}

export function levelsOf(lexicon: Lexicon): readonly Level[] {
  return catalogOf(lexicon).levels;
}

/** Returns the rogue's mat of that name; a mat of one's own is not in the catalog. */
export function rogueMatOf(lexicon: Lexicon, id: string): RogueMat | undefined {
  return catalogOf(lexicon).rogue_mats.find((mat) => mat.id === id);
}

export function nameOf(value: string): string {
  return said("tiny_epic", `value.${value}`) ?? value;
}

/** The dice of a place, one by one in the order of their faces. */
export function eachDie(dice: Dice | undefined): { face: Face; place: number }[] {
  return FACES.flatMap((face) => Array.from({ length: dice?.[face] ?? 0 }, (_, place) => ({ face, place })));
}

// -- drawn -------------------------------------------------------------------------------------------

const BOLT = <path d="M23 4 L9 23 H19 L16 36 L31 16 H21 Z" fill="currentColor" />;
const PILLARS = (
  <path
    d="M5 14 L20 5 L35 14 Z M8 17 H13 V30 H8 Z M17.5 17 H22.5 V30 H17.5 Z M27 17 H32 V30 H27 Z M5 32 H35 V36 H5 Z"
    fill="currentColor"
  />
);

/** Signs of faces, resources and tracks, alike on dice, planets and mats. */
const SIGNS: Readonly<Record<string, JSX.Element>> = {
  energy: BOLT,
  acquire_energy: BOLT,
  culture: PILLARS,
  acquire_culture: PILLARS,
  move_ship: (
    <path
      d="M20 3 Q29 12 27 25 L32 32 L25 30 Q20 34 15 30 L8 32 L13 25 Q11 12 20 3 Z"
      fill="none"
      stroke="currentColor"
      stroke-width="3"
      stroke-linejoin="round"
    />
  ),
  diplomacy: (
    <g fill="none" stroke="currentColor" stroke-width="3.2">
      <circle cx="14.5" cy="20" r="10" />
      <circle cx="25.5" cy="20" r="10" />
    </g>
  ),
  economy: (
    <path
      d="M6 34 V22 H13 V34 M16.5 34 V14 H23.5 V34 M27 34 V6 H34 V34 M4 34 H36"
      fill="none"
      stroke="currentColor"
      stroke-width="3"
      stroke-linejoin="round"
    />
  ),
  utilize_colony: (
    <g fill="none" stroke="currentColor" stroke-width="3">
      <circle cx="20" cy="20" r="9.5" />
      <path d="M4 27 Q20 33 36 13" />
    </g>
  ),
};
const SIGN_OF_FACE: Readonly<Record<string, string>> = {
  advance_diplomacy: "diplomacy",
  advance_economy: "economy",
};

export function Sign({ of }: { of: string }) {
  return (
    <svg class={`mark-of sign-${of}`} viewBox="0 0 40 40" aria-hidden="true">
      {SIGNS[SIGN_OF_FACE[of] ?? of]}
    </svg>
  );
}

export function Die({ face }: { face: string }) {
  return (
    <svg class={`die face-${face}`} viewBox="0 0 40 40" aria-hidden="true">
      <rect class="body" x="1.5" y="1.5" width="37" height="37" rx="8.5" />
      <g transform="translate(7 7) scale(0.65)">{SIGNS[SIGN_OF_FACE[face] ?? face]}</g>
    </svg>
  );
}

/** A ship with its seat's number and colour. */
export function Ship({ seat }: { seat: number }) {
  return (
    <svg class={`ship seat-${seat}`} viewBox="0 0 40 40" aria-hidden="true">
      <path d="M20 1.5 Q31 12 29 25 L37 38 L20 32 L3 38 L11 25 Q9 12 20 1.5 Z" />
      <text x="20" y="26" text-anchor="middle">
        {seat + 1}
      </text>
    </svg>
  );
}
