/** A table's result as the host decides it: who, why and what was before stay on record. */

import { useRef, useState } from "preact/hooks";
import { Refusal } from "../../parts/refusal";
import { correct, type Round, type Table } from "./acts";
import type { TournamentModel } from "./model";
import type { NameOf } from "./names";
import { t } from "./words";

interface Props {
  model: TournamentModel;
  round: Round;
  table: number;
  nameOf: NameOf;
}

interface Line {
  readonly rank: number;
  readonly score: number;
  readonly isAbsent: boolean;
}

export function Correction({ model, round, table, nameOf }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const title = `correct-${round.round}-${table}`;
  return (
    <>
      <button
        type="button"
        class="quiet small"
        onClick={() => {
          setOpen(true);
          dialog.current?.showModal();
        }}
      >
        {t("correct.button")}
        <span class="hidden">{t("table.of", { number: table + 1 })}</span>
      </button>
      <dialog ref={dialog} aria-labelledby={title} onClose={() => setOpen(false)}>
        <h2 id={title}>{t("correct.title", { round: round.round, table: table + 1 })}</h2>
        {isOpen && (
          <Fields
            model={model}
            round={round}
            table={table}
            nameOf={nameOf}
            close={() => dialog.current?.close()}
          />
        )}
      </dialog>
    </>
  );
}

function Fields({ model, round, table, nameOf, close }: Props & { close: () => void }) {
  const drawn = round.tables[table];
  const [board, setBoard] = useState(0);
  const [reason, setReason] = useState("");
  const [lines, setLines] = useState(() => linesOf(drawn, 0));
  const seats = seatsOn(drawn, board);
  const change = (seat: number, part: Partial<Line>) =>
    setLines(lines.map((line, place) => (place === seat ? { ...line, ...part } : line)));
  const choose = (next: number) => {
    setBoard(next);
    setLines(linesOf(drawn, next));
  };
  const send = async (event: Event) => {
    event.preventDefault();
    const body = {
      round: round.round,
      table,
      board,
      ranks: lines.map((line) => line.rank),
      scores: lines.map((line) => line.score),
      absent: lines.flatMap((line, seat) => (line.isAbsent ? [seat] : [])),
      reason,
    };
    if (await model.attempt(correct(model.id, body))) close();
  };
  const boards = drawn?.matches.length ?? 1;
  return (
    <form class="correction" onSubmit={(event) => void send(event)}>
      {model.trouble.value && <Refusal wrong={model.trouble.value} />}
      {boards > 1 && (
        <label>
          {t("correct.board")}
          <select value={board} onChange={(e) => choose(Number(e.currentTarget.value))}>
            {Array.from({ length: boards }, (_, number) => (
              <option key={number} value={number}>
                {number + 1}
              </option>
            ))}
          </select>
        </label>
      )}
      {seats.map((entrant, seat) => (
        <fieldset key={entrant} class="row">
          <legend>{nameOf(entrant)}</legend>
          <Figure
            label={t("correct.rank")}
            value={lines[seat]?.rank ?? 1}
            set={(rank) => change(seat, { rank })}
          />
          <Figure
            label={t("correct.score")}
            value={lines[seat]?.score ?? 0}
            set={(score) => change(seat, { score })}
          />
          <label class="check">
            <input
              type="checkbox"
              checked={lines[seat]?.isAbsent ?? false}
              onChange={(e) => change(seat, { isAbsent: e.currentTarget.checked })}
            />
            {t("table.absent")}
          </label>
        </fieldset>
      ))}
      <label>
        {t("correct.reason")}
        <input required maxLength={200} value={reason} onInput={(e) => setReason(e.currentTarget.value)} />
      </label>
      <div class="row">
        <button type="submit" class="primary">
          {t("correct.send")}
        </button>
        <button type="button" class="quiet" onClick={close}>
          {t("host.keep")}
        </button>
      </div>
    </form>
  );
}

function Figure({ label, value, set }: { label: string; value: number; set: (value: number) => void }) {
  return (
    <label>
      {label}
      <input type="number" required value={value} onInput={(e) => set(e.currentTarget.valueAsNumber)} />
    </label>
  );
}

function linesOf(table: Table | undefined, board: number): readonly Line[] {
  const known = table?.boards.find((each) => each.board === board);
  return seatsOn(table, board).map((_, seat) => ({
    rank: known?.ranks[seat] ?? 1,
    score: known?.scores[seat] ?? 0,
    isAbsent: known?.absent.includes(seat) ?? false,
  }));
}

/** Board b of a duplicate table seats everybody b places further on. */
function seatsOn(table: Table | undefined, board: number): readonly string[] {
  const seats = table?.seats ?? [];
  const at = board % Math.max(1, seats.length);
  return at === 0 ? seats : [...seats.slice(-at), ...seats.slice(0, -at)];
}
