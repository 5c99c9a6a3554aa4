/** A tournament on the page: what the server says of it, and what comes of wishes. */

import { computed, signal } from "@preact/signals";
import type { Refused, Unreachable } from "../../api/client";
import { knownOnly, Watched } from "../../api/watch";
import { get, type Standing, type Tournament } from "./acts";

export class TournamentModel extends Watched<Tournament> {
  /** What came of the latest wish. */
  readonly trouble = signal<Refused | Unreachable | null>(null);
  readonly entrants = computed<ReadonlyMap<string, Standing>>(
    () => new Map(this.value.value?.standings.map((line) => [line.entrant, line])),
  );

  constructor(readonly id: string) {
    super(`/v1/tournaments/${id}`, () => get(id));
  }

  /** Takes what a wish brings; says whether it was granted. */
  async attempt(wish: Promise<Tournament>): Promise<boolean> {
    try {
      this.take(await wish);
      this.trouble.value = null;
      return true;
    } catch (wrong) {
      this.trouble.value = knownOnly(wrong);
      return false;
    }
  }
}
