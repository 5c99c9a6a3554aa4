/** The planets and missions of the catalog. */

import type { Piece, Pieces } from "../game";

interface Planet {
  readonly id: string;
  readonly name: string;
  readonly vp: number;
  readonly resource: string;
  readonly text: string;
}

interface Mission {
  readonly id: string;
  readonly name: string;
  readonly vp: number;
  readonly text: string;
}

interface Face {
  readonly id: string;
  readonly name: string;
  readonly text: string;
}

export function readPieces(catalog: Readonly<Record<string, unknown>>): Pieces {
  const planets = catalog.planets as readonly Planet[];
  const missions = catalog.missions as readonly Mission[];
  const faces = catalog.faces as readonly Face[];
  const pieces: Piece[] = [
    ...planets.map(({ id, name, vp, resource, text }) => pieceOf("planet", id, name, text, vp, resource)),
    ...missions.map(({ id, name, vp, text }) => pieceOf("mission", id, name, text, vp)),
    ...faces.map(({ id, name, text }) => pieceOf("face", id, name, text)),
  ];
  return new Map(pieces.map((piece) => [piece.id, piece]));
}

function pieceOf(
  kind: string,
  id: string,
  name: string,
  text: string,
  points: number | null = null,
  color: string | null = null,
): Piece {
  return { id, name, kind, text, cost: null, points, color };
}
