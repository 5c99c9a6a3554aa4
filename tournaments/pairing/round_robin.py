"""Round robins: everybody meets everybody equally often.

Two seats: the circle method, seats alternating (FIDE's Berger tables give the same properties).

Three to five: balanced blocks. All rounds follow from one, the starter: adding 1 to every entrant's number gives the
next round (modulo the number of entrants, or one less; then the last entrant stays in place). Two entrants meet as
often as their difference occurs in the starter. So a starter in which all differences occur equally often is a balanced
design: with n entrants and k to a table everybody meets everybody k-1 times in n-1 rounds (n a multiple of k), as in a
whist tournament. If no starter can be exact, or none is found, the counts are as close as the search gets. With k²
entrants and k = 3, 4, 5, the lines of the affine plane are used: everybody meets everybody exactly once in k+1 rounds.
"""

from __future__ import annotations

import math
import random
from functools import lru_cache
from typing import TYPE_CHECKING

from tournaments.pairing.field import free_players
from tournaments.pairing.seating import seat_schedule, sit
from tournaments.tournament import Round, TournamentTable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.tournament import Tournament

Schedule = list[list[tuple[int, ...]]]

STARTER_STEPS_MAX = 30_000
HEAT = 3.0


def next_round(tournament: Tournament) -> Round | None:
    """Return the next round of the schedule, without those who withdrew; None when it has been played."""
    config, number = tournament.settings, len(tournament.rounds)
    field = [entrant.id for entrant in tournament.starters]
    rounds = schedule(len(field), config.seats, config.cycles)
    if config.rounds:
        rounds = rounds[: config.rounds]
    if number >= len(rounds):
        return None
    here = {player.id: player for player in free_players(tournament)}
    tables, walkovers = [], []
    for planned in rounds[number]:
        present = [here[field[i]] for i in without_gaps(planned, [field[i] in here for i in planned])]
        if len(present) > 1:
            tables.append(TournamentTable(tuple(player.id for player in sit(present, config.seats)), 1))
        walkovers += [player.id for player in present if len(present) == 1]
    return Round(number + 1, "round_robin", tables, walkovers=tuple(walkovers))


def without_gaps(planned: Sequence[int], is_here: Sequence[bool]) -> list[int]:
    """Return who of a planned table is here, in seat order: the last players fill gaps, the others keep their seats."""
    seats = [i if here else None for i, here in zip(planned, is_here, strict=True)]
    present = [i for i in seats if i is not None]
    moving = [i for i in seats[len(present) :] if i is not None]
    return [moving.pop() if i is None else i for i in seats[: len(present)]]


@lru_cache(maxsize=64)
def schedule(entrants: int, seats: int, cycles: int) -> Schedule:
    """Return all rounds of a round robin: tables of entrants 0…n-1 in seat order, balanced within 1 at any moment.

    With fewer entrants than *seats* they all sit at one table.
    """
    seats = min(seats, entrants)
    if seats == 2:  # noqa: PLR2004
        # The circle's own seats stay balanced through one cycle, or through any number if the field is odd.
        return circle(entrants) * cycles if cycles == 1 or entrants % 2 else seat_schedule(circle(entrants) * cycles, 2)
    once = lines(seats) if entrants == seats * seats else develop(starter(entrants, seats), entrants, seats)
    return seat_schedule(once * cycles, seats)


def circle(entrants: int) -> Schedule:
    """Return the rounds for two seats: one entrant stays, the others go round; with an odd field one rests.

    Everybody who goes round comes one place closer to the turning point in each round, so seats chosen by the parity of
    that distance alternate. The one who stays alternates too, which fits the place where the others' alternation is
    broken.
    """
    size = entrants + entrants % 2
    rounds: Schedule = []
    for turn in range(size - 1):
        tables: list[tuple[int, ...]] = []
        for place in range(size // 2):
            a = (turn + place) % (size - 1)
            b = (turn - place) % (size - 1) if place else size - 1
            if max(a, b) < entrants:
                tables.append((a, b) if (place or turn + 1) % 2 else (b, a))
        rounds.append(tables)
    return rounds


def lines(seats: int) -> Schedule:
    """Return the parallel classes of the affine plane of order 3, 4 or 5: entrants are its points, tables its lines."""
    points = range(seats)
    classes: Schedule = [[tuple(x * seats + y for y in points) for x in points]]
    for slope in points:
        classes.append([tuple(x * seats + _plus(_times(slope, x, seats), b, seats) for x in points) for b in points])
    return classes


def _plus(a: int, b: int, order: int) -> int:
    return a ^ b if order == 4 else (a + b) % order  # noqa: PLR2004 (the field of four elements)


def _times(a: int, b: int, order: int) -> int:
    """Multiply in the field of *order* elements; that of four is the powers of x modulo x² + x + 1."""
    if order == 4:  # noqa: PLR2004
        return 0 if not a or not b else (a + b - 2) % 3 + 1
    return a * b % order


def develop(blocks: Sequence[Sequence[int]], entrants: int, seats: int) -> Schedule:
    """Return the rounds that a starter gives; the last entrant of a field without rests stays put."""
    modulus = entrants - (entrants % seats == 0)
    return [
        [tuple(i if i == modulus else (i + turn) % modulus for i in block) for block in blocks]
        for turn in range(modulus)
    ]


@lru_cache(maxsize=64)
def starter(entrants: int, seats: int) -> tuple[tuple[int, ...], ...]:
    """Return the tables of a first round whose differences are as even as annealing finds; the same in every run."""
    modulus = entrants - (entrants % seats == 0)
    tables = entrants // seats
    rng = random.Random(f"{entrants}/{seats}")  # noqa: S311 (a search, the same at every run)
    order = list(range(entrants))
    search = _Differences(modulus)
    blocks = [order[table * seats : table * seats + seats] for table in range(tables)]
    cost = sum(search.shift(a, block[:i], 1) for block in blocks for i, a in enumerate(block))
    best, target = (cost, list(order)), _evenest(entrants, seats, modulus)
    for step in range(STARTER_STEPS_MAX):
        if best[0] <= target:
            break
        i, j = int(rng.random() * tables * seats), int(rng.random() * entrants)
        if i // seats == j // seats:
            continue
        a, b = order[i], order[j]
        mine = [order[x] for x in range(i - i % seats, i - i % seats + seats) if x != i]
        # Entrants past the last table rest: they have no neighbours.
        ends = j - j % seats + seats if j < tables * seats else 0
        theirs = [order[x] for x in range(ends - seats, ends) if x != j] if ends else []
        change = search.shift(a, mine, -1) + search.shift(b, theirs, -1)
        change += search.shift(b, mine, 1) + search.shift(a, theirs, 1)
        heat = HEAT * (1 - step / STARTER_STEPS_MAX)
        if change > 0 and rng.random() >= math.exp(-change / heat):
            search.shift(b, mine, -1), search.shift(a, theirs, -1)
            search.shift(a, mine, 1), search.shift(b, theirs, 1)
            continue
        order[i], order[j] = b, a
        cost += change
        if cost < best[0]:
            best = (cost, list(order))
    return tuple(tuple(best[1][table * seats : table * seats + seats]) for table in range(tables))


class _Differences:
    """The count of each difference in a starter, in either direction."""

    def __init__(self, modulus: int) -> None:
        self.modulus = modulus
        self.distance = [min(d, modulus - d) for d in range(modulus)]
        self.counts = [0] * (modulus // 2 + 1)
        # Half the modulus is its own opposite: there are half as many such pairs, and each meets twice as often.
        self.weight = [1 + (2 * d == modulus) for d in range(modulus // 2 + 1)]

    def shift(self, a: int, others: Sequence[int], sign: int) -> int:
        """Seat *a* with *others* (or remove it); return the change of the weighted sum of squares."""
        change = 0
        if a == self.modulus:
            return 0
        for b in others:
            if b != self.modulus:
                d = self.distance[(a - b) % self.modulus]
                change += self.weight[d] * (1 + 2 * sign * self.counts[d])
                self.counts[d] += sign
        return change


def _evenest(entrants: int, seats: int, modulus: int) -> int:
    """Return the least sum of weighted squares that the differences of a starter can have."""
    tables = entrants // seats
    pairs = tables * seats * (seats - 1) // 2 - (seats - 1 if modulus < entrants else 0)
    differences = (modulus - 1) // 2
    if not differences:
        # Three at one table: the two who go round meet once, at half the modulus.
        return 2
    best = None
    for halves in range(pairs + 1 if modulus % 2 == 0 else 1):
        low, more = divmod(pairs - halves, differences)
        cost = 2 * halves * halves + (differences - more) * low * low + more * (low + 1) ** 2
        best = cost if best is None else min(best, cost)
    assert best is not None
    return best
