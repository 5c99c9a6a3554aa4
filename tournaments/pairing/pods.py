"""Swiss tables of two to five: equal points together, no rematch, balanced seats, at most one bye.

In order of weight: nobody gets a second bye; seats stay balanced within 1; there are no rematches; points at a table
are close. Within a score group the seeding is cut into as many slices as a table has seats, and a table takes one
entrant from each (with two seats: upper half against lower half).

The seats are assigned first, at the least possible cost. Then tables are formed with one entrant per seat, so balance
never has to be repaired. Rematches are removed by exchanging entrants; if some are left in a small field, all
arrangements are tried.
"""

from __future__ import annotations

import random
from itertools import combinations
from typing import TYPE_CHECKING

from tournaments.pairing.seating import Costs, best_order, seat_costs, share_seats

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.pairing.field import Contender

#: Exchanges that are tried before giving up on the last rematches: half a second for a whole round.
EXCHANGES_MAX = 200_000
#: and in a field that is small enough to try all arrangements then
EXCHANGES_SMALL_MAX = 25_000
RECENT_MAX = 7
#: Fields up to this size are searched completely, within a number of steps.
COMPLETE_FIELD_MAX = 24
COMPLETE_STEPS_MAX = 40_000

#: nobody sits at a table alone
TABLE_MIN = 2

Grouping = list[list["Contender"]]


def table_sizes(count: int, seats: int, byes_max: int, *, short_tables: bool) -> tuple[int, list[int]] | None:
    """Return how many get a bye, and the table sizes, largest first; None if nobody can be seated.

    With *short_tables*: as few byes as possible, then as few tables, of sizes as even as possible. Without: byes for
    the remainder, and short tables only if there would be too many byes (*byes_max*).
    """
    if not short_tables and count // seats and count % seats <= byes_max:
        return count % seats, [seats] * (count // seats)
    for byes in range(min(byes_max, count) + 1):
        rest = count - byes
        tables = -(-rest // seats)
        if tables and rest >= tables * TABLE_MIN:
            each, more = divmod(rest, tables)
            return byes, [each + 1] * more + [each] * (tables - more)
    return None


def score_groups(players: Sequence[Contender]) -> dict[str, int]:
    """Return each player's score group, from 0 for the most points."""
    groups = sorted({player.points for player in players}, reverse=True)
    place = {points: number for number, points in enumerate(groups)}
    return {player.id: place[player.points] for player in players}


def in_pairing_order(players: Sequence[Contender], seats: int) -> list[Contender]:
    """Return the players so that each stretch of *seats* is the ideal table, best tables first."""
    ordered: list[Contender] = []
    by_points: dict[object, list[Contender]] = {}
    for player in sorted(players, key=lambda player: (-player.points, player.seed)):
        by_points.setdefault(player.points, []).append(player)
    for group in by_points.values():
        depth = len(group) // seats
        ordered += [group[part * depth + place] for place in range(depth) for part in range(seats)]
        ordered += group[depth * seats :]
    return ordered


def group(players: Sequence[Contender], sizes: Sequence[int], seats: int, seed: str, effort: float) -> Arrangement:
    """Return the best arrangement found of *players* at tables of *sizes* (largest first).

    *effort* is the share of the full search to spend on it.
    """
    arrangement = Arrangement(in_pairing_order(players, seats), sizes, seats)
    is_small = len(players) <= COMPLETE_FIELD_MAX
    budget = int(effort * (EXCHANGES_SMALL_MAX if is_small else EXCHANGES_MAX))
    arrangement.separate(random.Random(seed), budget)  # noqa: S311 (which exchange to try, the same at every run)
    if arrangement.clashes and is_small:
        arrangement.search_all(int(effort * COMPLETE_STEPS_MAX))
    return arrangement


class Arrangement:
    """Players (by their index in pairing order) at tables, with the costs of this arrangement."""

    def __init__(self, players: Sequence[Contender], sizes: Sequence[int], seats: int) -> None:
        """Assign the seats and put the n-th player of each seat at table n."""
        self.players = list(players)
        self.sizes = list(sizes)
        groups = score_groups(players)
        self.score = [groups[player.id] for player in players]
        self.rows: list[Costs] = [seat_costs(player.seats, seats) for player in players]
        index = {player.id: i for i, player in enumerate(players)}
        highest = max((count for player in players for count in player.met.values()), default=0)
        # met[n][i]: whom player i has met more than n times, as bits.
        self.met = [[0] * len(self.players) for _ in range(highest)]
        for i, player in enumerate(players):
            for opponent, count in player.met.items():
                if opponent in index:
                    for level in range(count):
                        self.met[level][i] |= 1 << index[opponent]
        capacity = [sum(size > seat for size in sizes) for seat in range(seats)]
        seat_of = share_seats(self.rows, capacity)
        lists = [[i for i in range(len(players)) if seat_of[i] == seat] for seat in range(seats)]
        self.tables = [[lists[seat][number] for seat in range(size)] for number, size in enumerate(sizes)]

    # -- what is wrong

    def meetings(self, i: int, others: int) -> int:
        """Return how bad it is for *i* to sit with *others* (bits): meeting for the n-th time weighs 2n-1."""
        return sum((2 * level + 1) * (met[i] & others).bit_count() for level, met in enumerate(self.met))

    def _mask(self, table: Sequence[int]) -> int:
        mask = 0
        for i in table:
            mask |= 1 << i
        return mask

    def table_clashes(self, table: Sequence[int]) -> int:
        """Return the rematches at a table, both sides of each counted."""
        mask = self._mask(table)
        return sum(self.meetings(i, mask) for i in table)

    def spread(self, table: Sequence[int]) -> int:
        """Return how far apart the score groups at a table lie: the sum over pairs of squares."""
        scores = [self.score[i] for i in table]
        return len(scores) * sum(score * score for score in scores) - sum(scores) ** 2

    def seat_cost(self, table: Sequence[int]) -> int:
        """Return the least cost of seating a table."""
        return best_order(tuple(sorted(self.rows[i] for i in table)))[0]

    @property
    def clashes(self) -> int:
        """Return the weight of all rematches."""
        return sum(map(self.table_clashes, self.tables)) // 2

    @property
    def imbalance(self) -> int:
        """Return the cost of all seats; 0 if everybody is balanced within 1."""
        return sum(map(self.seat_cost, self.tables))

    # -- mending it

    def separate(self, rng: random.Random, budget: int) -> None:
        """Exchange players until no rematch is left, or *budget* exchanges were looked at; keep the best seen."""
        now = self.clashes
        best = (now, [list(table) for table in self.tables])
        recent: list[tuple[int, int]] = []
        while best[0] and budget > 0:
            wrong = [number for number, table in enumerate(self.tables) if self.table_clashes(table)]
            number = wrong[int(rng.random() * len(wrong))] if recent else wrong[0]
            budget -= len(self.tables[number]) * len(self.players)
            change = self._best_exchange(number, recent)
            if change is None:
                if not recent:
                    break
                recent = []
                continue
            gain, (a, x), (b, y) = change
            i, j = self.tables[a][x], self.tables[b][y]
            self.tables[a][x], self.tables[b][y] = j, i
            # A step that doesn't help must not be undone by the next one.
            recent = [] if gain < 0 else [*recent[-RECENT_MAX:], (i, a), (j, b)]
            now += gain
            if now < best[0]:
                best = (now, [list(table) for table in self.tables])
        self.tables = best[1]

    def _best_exchange(
        self, number: int, recent: Sequence[tuple[int, int]]
    ) -> tuple[int, tuple[int, int], tuple[int, int]] | None:
        """Return the exchange of one at table *number* with one elsewhere that reduces clashes most, then spread."""
        table = self.tables[number]
        mask = self._mask(table)
        old_seats = self.seat_cost(table)
        best: tuple[tuple[int, int, int], tuple[int, int], tuple[int, int]] | None = None
        for other, elsewhere in enumerate(self.tables):
            if other == number:
                continue
            other_mask = self._mask(elsewhere)
            for x, i in enumerate(table):
                leaves = mask ^ (1 << i)
                own = self.meetings(i, leaves)
                for y, j in enumerate(elsewhere):
                    if recent and ((i, other) in recent or (j, number) in recent):
                        continue
                    stays = other_mask ^ (1 << j)
                    gain = self.meetings(j, leaves) + self.meetings(i, stays) - own - self.meetings(j, stays)
                    if best is not None and gain > best[0][0]:
                        continue
                    mine, theirs = [*table[:x], j, *table[x + 1 :]], [*elsewhere[:y], i, *elsewhere[y + 1 :]]
                    spread = self.spread(mine) + self.spread(theirs) - self.spread(elsewhere)
                    key = (gain, spread, abs(number - other))
                    if best is not None and key >= best[0]:
                        continue
                    if self.seat_cost(mine) + self.seat_cost(theirs) <= old_seats + self.seat_cost(elsewhere):
                        best = (key, (number, x), (other, y))
        return None if best is None else (best[0][0], best[1], best[2])

    def search_all(self, steps: int) -> None:
        """Search all arrangements, within *steps*, for one without rematches and with no worse seats."""

        def fill(left: tuple[int, ...], sizes: list[int], allowed: int) -> list[list[int]] | None:
            nonlocal steps
            if not sizes:
                return []
            first, rest = left[0], left[1:]
            for size in dict.fromkeys(sizes):
                free = [i for i in rest if not self.meetings(first, 1 << i)]
                for others in combinations(free, size - 1):
                    steps -= 1
                    if steps < 0:
                        return None
                    table = [first, *others]
                    if self.table_clashes(table) or (cost := self.seat_cost(table)) > allowed:
                        continue
                    remaining = list(sizes)
                    remaining.remove(size)
                    more = fill(tuple(i for i in rest if i not in others), remaining, allowed - cost)
                    if more is not None:
                        return [table, *more]
            return None

        found = fill(tuple(range(len(self.players))), self.sizes, self.imbalance)
        if found is not None:
            self.tables = sorted(found, key=len, reverse=True)

    # -- the outcome

    def seat_all(self) -> Grouping:
        """Return the tables in seat order."""
        result = []
        for table in self.tables:
            _, order = best_order(tuple(self.rows[i] for i in table))
            result.append([self.players[i] for _, i in sorted(zip(order, table, strict=True))])
        return result
