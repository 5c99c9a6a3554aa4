/**
 * Reading a piece: pointing at it or focusing it shows it beside the table, whoever's turn it is. Where there is no
 * pointer to rest, a finger that stays on it opens it over the table, and does nothing else.
 */

import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Piece } from "../games/game";
import { t } from "../words";
import { parted } from "./parted";

/** How long a finger stays before it means reading, and how far it may stray. */
export const HOLD_MS = 450;
const STRAY_PX = 12;

const read = signal<Piece | null>(null);
const held = signal<Piece | null>(null);
let holding: ReturnType<typeof setTimeout> | undefined;
let begun = { x: 0, y: 0 };

/** What an element needs for its piece to be read. */
export function reading(piece: Piece) {
  const show = () => {
    read.value = piece;
  };
  return {
    onPointerEnter: show,
    onFocus: show,
    onPointerDown: (event: PointerEvent) => {
      show();
      if (event.pointerType !== "mouse") hold(piece, event);
    },
    onPointerMove: (event: PointerEvent) => {
      if (Math.hypot(event.clientX - begun.x, event.clientY - begun.y) > STRAY_PX) letGo();
    },
    onPointerUp: letGo,
    onPointerCancel: letGo,
    onContextMenu: (event: Event) => {
      if (held.value !== null) event.preventDefault();
    },
  };
}

function hold(piece: Piece, { clientX, clientY }: PointerEvent): void {
  letGo();
  begun = { x: clientX, y: clientY };
  holding = setTimeout(() => {
    held.value = piece;
    // The finger that is lifted now would click what lies beneath.
    const swallow = (click: Event) => {
      click.preventDefault();
      click.stopPropagation();
    };
    addEventListener("click", swallow, { capture: true, once: true });
    addEventListener("pointerdown", () => removeEventListener("click", swallow, { capture: true }), {
      capture: true,
      once: true,
    });
  }, HOLD_MS);
}

function letGo(): void {
  clearTimeout(holding);
}

export function forget(): void {
  letGo();
  read.value = null;
  held.value = null;
}

export function Reader({ game }: { game: string }) {
  const piece = read.value;
  return (
    <section class="reader panel" aria-label={t("reader.title")}>
      {piece === null ? <p class="soft">{t("reader.hint")}</p> : <Whole game={game} piece={piece} />}
      {held.value !== null && <Held game={game} piece={held.value} />}
    </section>
  );
}

function Whole({ game, piece }: { game: string; piece: Piece }) {
  return (
    <>
      <PieceText piece={piece} />
      <a href={`/pieces/${game}?piece=${encodeURIComponent(piece.id)}`}>{t("reader.catalog")}</a>
    </>
  );
}

/** A piece that is held, over everything else until somebody turns away from it. */
function Held({ game, piece }: { game: string; piece: Piece }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const close = () => {
    held.value = null;
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog closes by Esc, as any does
    <dialog
      class="held"
      ref={dialog}
      aria-label={t("reader.title")}
      onClose={close}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current?.close();
      }}
    >
      <div class="stack">
        <Whole game={game} piece={piece} />
        <form method="dialog">
          <button type="submit">{t("reader.close")}</button>
        </form>
      </div>
    </dialog>
  );
}

/** A text in which the pieces it names can be read. */
export function WithPieces({ text, pieces }: { text: string; pieces: readonly Piece[] }) {
  return (
    <>
      {parted(text, pieces).map(({ words, piece }, place) =>
        piece === null ? (
          words
        ) : (
          <button key={place} type="button" class="piece-link" {...reading(piece)}>
            {words}
          </button>
        ),
      )}
    </>
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
        <p key={line}>{line}</p>
      ))}
    </>
  );
}
