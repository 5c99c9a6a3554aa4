/** A piece by its name. */

import type { Piece } from "../games/game";
import { reading } from "./reader";

export function PieceChip({ piece }: { piece: Piece }) {
  return (
    <span class={`chip kind-${piece.kind}`} {...reading(piece)}>
      {piece.cost !== null && <b class="cost">{piece.cost}</b>}
      {piece.name}
    </span>
  );
}
