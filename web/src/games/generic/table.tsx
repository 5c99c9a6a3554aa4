/** A table that any game's view fits: every seat's numbers and pieces by their names, as the server tells them. */

import type { ComponentChildren } from "preact";
import { PieceChip } from "../../parts/piece";
import { seatName } from "../../parts/seats";
import type { Lexicon, TableProps } from "../game";
import { capital, inWords } from "../wording";

const SEATS = ["seats"];
/** Told elsewhere on the page, or nothing a player of the printed game would look for. */
const LEFT_OUT = new Set([
  "game",
  "rules_version",
  "viewer",
  "version",
  "is_over",
  "deciding_seats",
  "asks",
  "seat",
  "randomness",
]);

export function GenericTable({ match, seen, lexicon }: TableProps) {
  const entries = Object.entries(seen.view);
  const seats = entries.find(([name, value]) => SEATS.includes(name) && Array.isArray(value))?.[1];
  const common = entries.filter(([name]) => !SEATS.includes(name) && !LEFT_OUT.has(name));
  return (
    <div class="generic">
      <section class="panel">
        <Fields fields={common} lexicon={lexicon} />
      </section>
      {(Array.isArray(seats) ? seats : []).map((seat: Record<string, unknown>, place) => (
        <section class="panel" key={place} aria-label={seatName(match, place)}>
          <h3>{seatName(match, place)}</h3>
          <Fields fields={Object.entries(seat).filter(([name]) => !LEFT_OUT.has(name))} lexicon={lexicon} />
        </section>
      ))}
    </div>
  );
}

function Fields({ fields, lexicon }: { fields: [string, unknown][]; lexicon: Lexicon }) {
  const told = fields.filter(([, value]) => !isEmpty(value));
  return (
    <dl class="fields">
      {told.map(([name, value]) => (
        <div key={name}>
          <dt>{capital(name.replaceAll("_", " "))}</dt>
          <dd>
            <Value value={value} lexicon={lexicon} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ value, lexicon }: { value: unknown; lexicon: Lexicon }): ComponentChildren {
  if (Array.isArray(value)) {
    return value.map((each, place) => (
      <span key={place} class="value">
        <Value value={each} lexicon={lexicon} />
      </span>
    ));
  }
  if (typeof value === "object" && value !== null) {
    return <Fields fields={Object.entries(value)} lexicon={lexicon} />;
  }
  if (typeof value === "boolean") return value ? "✓" : "–";
  const piece = typeof value === "string" ? lexicon.pieces.get(value) : undefined;
  return piece === undefined ? inWords(value, lexicon) : <PieceChip piece={piece} />;
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === "") return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === "object" && Object.keys(value).length === 0;
}
