/** Reading a piece: pointing at it, focusing it or holding it shows it beside the table, whoever's turn it is. */

import { signal } from "@preact/signals";
import type { Piece } from "../games/game";
import { t } from "../words";

const read = signal<Piece | null>(null);

/** What an element needs for its piece to be read. */
export function reading(piece: Piece) {
  const show = () => {
    read.value = piece;
  };
  return { onPointerEnter: show, onFocus: show, onPointerDown: show };
}

export function forget(): void {
  read.value = null;
}

export function Reader({ game }: { game: string }) {
  const piece = read.value;
  return (
    <section class="reader panel" aria-label={t("reader.title")}>
      {piece === null ? (
        <p class="soft">{t("reader.hint")}</p>
      ) : (
        <>
          <PieceText piece={piece} />
          <a href={`/pieces/${game}?piece=${encodeURIComponent(piece.id)}`}>{t("reader.catalog")}</a>
        </>
      )}
    </section>
  );
}

export function PieceText({ piece }: { piece: Piece }) {
  return (
    <>
      <h3>{piece.name}</h3>
      <p class="figures">
        {piece.cost !== null && <span>{t("piece.cost", { cost: piece.cost })}</span>}
        {piece.points !== null && <span>{t("piece.points", { points: piece.points })}</span>}
      </p>
      {piece.text.split("\n").map((line) => (
        <p key={line} lang="en">
          {line}
        </p>
      ))}
    </>
  );
}
