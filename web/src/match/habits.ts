/** What the reader lets the page do, kept by this browser: forced moves by itself, and which choices are confirmed. */

import { signal } from "@preact/signals";
import type { Together } from "./draft";
import type { Decision, Match } from "./live";

export const CONFIRMS = ["never", "matters", "always"] as const;
export type Confirm = (typeof CONFIRMS)[number];

const AUTOMATES = "astrarium.automates";
const CONFIRMED = "astrarium.confirms";

/** Whether the only answer to a question is given unasked. */
export const automates = signal(localStorage.getItem(AUTOMATES) !== "off");

export function automate(isOn: boolean): void {
  automates.value = isOn;
  localStorage.setItem(AUTOMATES, isOn ? "on" : "off");
}

/** When each kind of choice is confirmed, by game and question; what is not in it: never. */
const confirms = signal<Readonly<Record<string, Confirm>>>(read());

export function confirmOf(game: string, asks: string): Confirm {
  return confirms.value[`${game} ${asks}`] ?? "never";
}

export function confirm(game: string, asks: string, when: Confirm): void {
  confirms.value = { ...confirms.value, [`${game} ${asks}`]: when };
  localStorage.setItem(CONFIRMED, JSON.stringify(confirms.value));
}

/** One answer, marked first and sent when it is confirmed. */
export const ONE: Together = { most: 1, copiesOf: () => 1 };

/** Whether an answer is confirmed: where it matters, it can't be taken back once it is given. */
export function isConfirmed(decision: Decision, match: Match): boolean {
  const when = confirmOf(match.game, decision.asks);
  const isFinal = !match.allows_take_back || match.deciding_seats.length > 1;
  return when === "always" || (when === "matters" && isFinal);
}

function read(): Record<string, Confirm> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(CONFIRMED) ?? "{}");
    const entries = Object.entries(kept ?? {}) as [string, Confirm][];
    return Object.fromEntries(entries.filter(([, when]) => CONFIRMS.includes(when)));
  } catch {
    return {};
  }
}
