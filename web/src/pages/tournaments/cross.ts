/** Who met whom, and what came of it: the cells of the cross table. */

import type { Table, Tournament } from "./acts";

export interface Meeting {
  readonly round: number;
  /** 1: placed before the other, 0: behind, 0.5: the same place. */
  readonly share: number;
  /** Whether one of the two was absent. */
  readonly isForfeit: boolean;
}

export type Meetings = ReadonlyMap<string, ReadonlyMap<string, readonly Meeting[]>>;

export function meetingsOf(tournament: Pick<Tournament, "rounds">): Meetings {
  const found = new Map<string, Map<string, Meeting[]>>();
  for (const { round, tables } of tournament.rounds) {
    for (const table of tables) {
      for (const [own, other, meeting] of atTable(table, round)) {
        const row = found.get(own) ?? new Map<string, Meeting[]>();
        row.set(other, [...(row.get(other) ?? []), meeting]);
        found.set(own, row);
      }
    }
  }
  return found;
}

function* atTable(table: Table, round: number): Iterable<[string, string, Meeting]> {
  const { ranks, seats } = table;
  if (!table.is_done || ranks === undefined) return;
  const gone = absentAt(table);
  for (const [place, own] of seats.entries()) {
    for (const [otherPlace, other] of seats.entries()) {
      if (place === otherPlace) continue;
      const [mine = 0, theirs = 0] = [ranks[place], ranks[otherPlace]];
      const share = mine < theirs ? 1 : mine > theirs ? 0 : 0.5;
      yield [own, other, { round, share, isForfeit: gone.has(own) || gone.has(other) }];
    }
  }
}

/** Who was absent on every board of a table. */
export function absentAt(table: Table): ReadonlySet<string> {
  const sets = table.boards.map((board) => new Set(board.absent.map((seat) => board.seats[seat] ?? "")));
  return new Set(table.seats.filter((entrant) => sets.length > 0 && sets.every((set) => set.has(entrant))));
}

const MARKS = new Map([
  [1, "1"],
  [0.5, "½"],
  [0, "0"],
]);
const FORFEIT_MARKS = new Map([
  [1, "+"],
  [0.5, "="],
  [0, "−"],
]);

/** A meeting as cross tables write it: 1, ½, 0, or +, =, − where somebody was absent. */
export function markOf({ share, isForfeit }: Meeting): string {
  return (isForfeit ? FORFEIT_MARKS : MARKS).get(share) ?? "";
}
