/** The tiles of the catalog: each has a development on one side and a world on the other. */

import type { Piece, Pieces } from "../game";

export interface Side {
  readonly type: "development" | "world";
  readonly name: string;
  readonly cost: number;
  readonly text: string;
  readonly color?: string;
  readonly phases?: readonly string[];
}

export interface Tile {
  readonly tile: string;
  readonly development: Side;
  readonly world: Side;
}

interface Catalog {
  readonly tiles: readonly Tile[];
  readonly factions: readonly { readonly squares: readonly Side[] }[];
  readonly home_worlds: readonly Side[];
}

/** Tiles by their word, named by both sides, and every side by its own name. */
export function readPieces(catalog: Readonly<Record<string, unknown>>): Pieces {
  const { tiles, factions, home_worlds } = catalog as unknown as Catalog;
  const pieces = new Map<string, Piece>();
  const sides = [...factions.flatMap((faction) => faction.squares), ...home_worlds];
  for (const side of sides) pieces.set(side.name, pieceOf(side.name, side));
  for (const tile of tiles) {
    for (const side of [tile.development, tile.world]) pieces.set(side.name, pieceOf(side.name, side));
    pieces.set(tile.tile, {
      id: tile.tile,
      name: `${tile.development.name} / ${tile.world.name}`,
      kind: "tile",
      text: `${tile.development.name} (${tile.development.cost}): ${tile.development.text}\n${tile.world.name} (${tile.world.cost}): ${tile.world.text}`,
      cost: null,
      points: null,
      color: tile.world.color ?? null,
    });
    pieces.set(`${tile.tile}|development`, pieceOf(tile.tile, tile.development));
    pieces.set(`${tile.tile}|world`, pieceOf(tile.tile, tile.world));
  }
  return pieces;
}

function pieceOf(id: string, side: Side): Piece {
  return {
    id,
    name: side.name,
    kind: side.type,
    text: side.text,
    cost: side.cost,
    points: null,
    color: side.color ?? side.phases?.[0] ?? null,
  };
}
