/** What one wants of a match with people, beside its game and size: for a seek, and for a table that waits. */

import { signal } from "@preact/signals";
import type { Schemas } from "../api/client";
import { MINUTE_MS } from "../parts/settings";

/** `usual`: what the server takes where nothing is said. */
export const PACES = ["usual", "quick", "calm", "days", "none"] as const;
export type Pace = (typeof PACES)[number];

export interface Terms {
  readonly pace: Pace;
  readonly admitsPrograms: boolean;
  readonly isRated: boolean;
}

const DAY_MS = 24 * 60 * MINUTE_MS;

const CLOCKS: Readonly<Record<Exclude<Pace, "usual">, Schemas["Clock"]>> = {
  quick: { kind: "decision", decision_ms: MINUTE_MS / 2 },
  calm: { kind: "bank", bank_ms: 15 * MINUTE_MS, increment_ms: 10_000 },
  days: { kind: "decision", decision_ms: DAY_MS },
  none: { kind: "none" },
};

export const terms = signal<Terms>({ pace: "usual", admitsPrograms: true, isRated: true });

type Wished = Partial<Pick<Schemas["NewMatch"], "clock" | "admits" | "is_rated">>;

/** The terms as the server is told; what is as usual is left out. */
export function wishOf({ pace, admitsPrograms, isRated }: Terms): Wished {
  return {
    ...(pace === "usual" ? {} : { clock: CLOCKS[pace] }),
    ...(admitsPrograms ? {} : { admits: ["person" as const] }),
    ...(isRated ? {} : { is_rated: false }),
  };
}
