/** The cards of the catalog. */

import type { Piece, Pieces } from "../game";

interface Card {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly text: string;
  readonly cost: number;
  readonly vp: number;
  readonly good?: string;
}

export function readPieces(catalog: Readonly<Record<string, unknown>>): Pieces {
  const cards = catalog.cards as readonly Card[];
  return new Map(cards.map((card) => [card.id, pieceOf(card)]));
}

function pieceOf(card: Card): Piece {
  const { id, name, type, text, cost, vp, good } = card;
  return { id, name, kind: type, text, cost, points: vp, color: good ?? null };
}
