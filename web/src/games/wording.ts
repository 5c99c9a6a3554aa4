/** Words for actions, events and questions: the reader's language first, then the server's own English. */

import type { Problem } from "../api/client";
import type { Decision, GameEvent, LegalAction } from "../match/live";
import type { Fields } from "../match/why";
import { type Params, type Part, said } from "../words";
import type { Lexicon, Names, Piece } from "./game";

type Values = Record<string, string | number>;

/** Behind a piece's id: the side that is meant, where it has two. */
const SIDES = ["", "|development", "|world"];

/** A value of an action or event in words: a piece's name, a colour, a phase, a number. */
export function inWords(value: unknown, lexicon: Lexicon): string | number {
  if (typeof value === "number") return value;
  if (typeof value !== "string") return String(value);
  const [first = "", rest] = value.split("/");
  const name =
    lexicon.pieces.get(first)?.name ?? said(lexicon.game, `value.${first}`) ?? first.replaceAll("_", " ");
  return rest === undefined ? name : `${name} (${said(lexicon.game, `value.${rest}`) ?? rest})`;
}

/** The pieces that an action or event names, whichever of a tile's sides is meant. */
export function piecesIn(fields: Readonly<Record<string, unknown>>, { pieces }: Lexicon): readonly Piece[] {
  const ids = Object.values(fields).flatMap((value) =>
    typeof value === "string" ? (value.split("/")[0] ?? "") : [],
  );
  const named = ids.flatMap((id) => SIDES.map((side) => pieces.get(id + side)));
  return named.filter((piece) => piece !== undefined);
}

function valuesOf(fields: Readonly<Record<string, unknown>>, lexicon: Lexicon): Values {
  const values: Values = {};
  for (const [name, value] of Object.entries(fields)) {
    if (name !== "kind" && name !== "seat" && value !== null) values[name] = inWords(value, lexicon);
  }
  return values;
}

/** An action as its button says it. */
export function labelOf(action: LegalAction, lexicon: Lexicon): string {
  const fields = action.action as Record<string, unknown>;
  const values = valuesOf(fields, lexicon);
  const kind = String(fields.kind);
  const own = said(lexicon.game, `action.${kind}`, values);
  if (own !== null) return own;
  const parts = Object.values(values).map(String);
  return [capital(kind.replaceAll("_", " ")), ...parts].join(" ");
}

/** The question, for people. */
export function questionOf(decision: Decision, lexicon: Lexicon, figures: Params = {}): string {
  const priced = said(lexicon.game, `table.asks_${decision.asks}`, figures);
  if (priced !== null) return priced;
  return said(lexicon.game, `asks.${decision.asks}`) ?? asSentence(decision.text);
}

/** An event as one sentence that begins with who did it. */
export function tell(event: GameEvent, lexicon: Lexicon, names: Names): string | null {
  const values = valuesOf(event, lexicon);
  const who = typeof event.seat === "number" ? names(event.seat) : "";
  const count = firstNumber(event);
  const own = said(lexicon.game, `event.${event.kind}`, {
    who,
    ...values,
    ...(count === null ? {} : { count }),
  });
  if (own !== null) return own === "" ? null : own;
  const known = (lexicon.words.events as { kind: string; text: string }[]).find(
    (each) => each.kind === event.kind,
  );
  const parts = Object.values(values).map(String);
  const what = known?.text ?? event.kind.replaceAll("_", " ");
  return asSentence(`${who} ${what}${parts.length > 0 ? `: ${parts.join(", ")}` : ""}`.trim());
}

/** Returns how a game's table tells what would be done at a place, from what that is by question and kind of place. */
export function wishBy(wishes: Readonly<Record<string, (piece: string) => Fields>>) {
  return (place: string, asks: string): Fields | null => {
    const [kind = "", rest = ""] = place.split(":");
    const piece = rest.split("@")[0] ?? "";
    return piece === "" ? null : (wishes[`${asks} ${kind}`]?.(piece) ?? null);
  };
}

/** Why something is refused, in the reader's language as far as there are words. */
export function reasonOf(problem: Problem, game: string): string | null {
  return said(game as Part, `reason.${problem.reason ?? ""}`);
}

/** The numbers behind a refusal in a sentence of the reader's language, as far as there are words. */
export function figuresOf(problem: Problem, game: string): string | null {
  const figures = problem.figures ?? {};
  return Object.keys(figures).length === 0
    ? null
    : said(game as Part, `figures.${problem.reason ?? ""}`, figures);
}

function firstNumber(event: GameEvent): number | null {
  for (const name of ["count", "amount"]) if (typeof event[name] === "number") return event[name];
  return null;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function asSentence(text: string): string {
  return /[.?!]$/.test(text) ? capital(text) : `${capital(text)}.`;
}
