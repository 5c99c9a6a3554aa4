/** Finding pieces: by words in name and text, by what they are, by what they cost. */

import type { Piece } from "../../games/game";

export interface Wish {
  readonly words: string;
  readonly kind: string;
  readonly color: string;
  readonly cost: string;
}

/** What every piece is found by: nothing is asked. */
export const ANY: Wish = { words: "", kind: "", color: "", cost: "" };

export function find(pieces: readonly Piece[], wish: Wish): readonly Piece[] {
  const words = wish.words.toLowerCase().split(/\s+/).filter(Boolean);
  return pieces.filter((piece) => {
    const text = `${piece.name} ${piece.text}`.toLowerCase();
    return (
      words.every((word) => text.includes(word)) &&
      (wish.kind === "" || piece.kind === wish.kind) &&
      (wish.color === "" || piece.color === wish.color) &&
      (wish.cost === "" || String(piece.cost) === wish.cost)
    );
  });
}

/** The values that something has among the pieces, in order; what few have is left out. */
export function valuesOf(
  pieces: readonly Piece[],
  read: (piece: Piece) => string | number | null,
): readonly string[] {
  const values = new Set(pieces.map(read).filter((value) => value !== null));
  return [...values]
    .sort((one, other) =>
      typeof one === "number" && typeof other === "number"
        ? one - other
        : String(one).localeCompare(String(other)),
    )
    .map(String);
}

/** Pieces, each once: a tile stands there with its two sides, and not a third time as a whole. */
export function shownOf(pieces: Iterable<Piece>): readonly Piece[] {
  const found = new Map<string, Piece>();
  for (const piece of pieces) {
    const key = `${piece.kind} ${piece.name}`;
    if (piece.kind !== "tile" && !found.has(key)) found.set(key, piece);
  }
  return [...found.values()].sort((one, other) => one.name.localeCompare(other.name));
}
