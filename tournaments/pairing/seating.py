"""The seats of entrants: every entrant in every seat equally often, within 1, at any moment.

A seat costs an entrant nothing if its most and least frequent seats then differ by at most 1; otherwise it costs the
square of the excess. Costs are small whole numbers, so least cost is exact.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import pairwise, permutations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.pairing.field import Contender

Costs = tuple[int, ...]


def seat_costs(counts: Sequence[int], seats: int) -> Costs:
    """Return what each seat of a table of *seats* costs an entrant with these counts."""
    costs = []
    for seat in range(seats):
        after = [count + (place == seat) for place, count in enumerate(counts[:seats])]
        costs.append(max(0, max(after) - min(after) - 1) ** 2)
    return tuple(costs)


@lru_cache(maxsize=1 << 16)
def best_order(rows: tuple[Costs, ...]) -> tuple[int, tuple[int, ...]]:
    """Return the least total cost of a table, and the seat of each of its entrants that gives it.

    *rows* are the entrants' costs; a table with fewer entrants than costs leaves the last seats empty.
    """
    size = len(rows)
    best = min(permutations(range(size)), key=lambda order: sum(rows[i][seat] for i, seat in enumerate(order)))
    return sum(rows[i][seat] for i, seat in enumerate(best)), best


def sit(players: Sequence[Contender], seats: int) -> list[Contender]:
    """Return the players of one table in the cheapest seat order; the given order if none is cheaper."""
    _, order = best_order(tuple(seat_costs(player.seats, seats) for player in players))
    seated = sorted(range(len(players)), key=lambda i: order[i])
    return [players[i] for i in seated]


def is_balanced(table: Sequence[Contender], seats: int) -> bool:
    """Whether a table in seat order leaves everybody balanced within 1."""
    return not any(seat_costs(player.seats, seats)[seat] for seat, player in enumerate(table))


def share_seats(rows: Sequence[Costs], capacity: Sequence[int]) -> list[int]:
    """Return a seat for each row, at the least total cost; exactly capacity[k] rows take seat k.

    If costs are equal, earlier rows are spread evenly over the seats, so that any range of rows fills tables. The
    method is successive shortest paths on the seats alone: with five seats a path has few steps.
    """
    loads = [0] * len(capacity)
    seated: list[dict[Costs, list[int]]] = [{} for _ in capacity]
    result: dict[int, int] = {}

    def put(row: int, seat: int) -> None:
        result[row] = seat
        seated[seat].setdefault(rows[row], []).append(row)

    for row, costs in enumerate(rows):
        path = _cheapest_path(row, costs, loads, capacity, seated)
        loads[path[-1]] += 1
        # Each seat on the way hands one of its rows on to the next.
        carried = row
        for here, beyond in pairwise(path):
            kind = min(seated[here], key=lambda each: (each[beyond] - each[here], each))
            moved = seated[here][kind].pop()
            if not seated[here][kind]:
                del seated[here][kind]
            put(carried, here)
            carried = moved
        put(carried, path[-1])
    return [result[row] for row in range(len(rows))]


def _cheapest_path(
    row: int,
    costs: Costs,
    loads: Sequence[int],
    capacity: Sequence[int],
    seated: Sequence[dict[Costs, list[int]]],
) -> list[int]:
    """Return the cheapest path of seats, from where the new row sits down to a seat with room."""
    count = len(capacity)
    direct = min(
        (seat for seat in range(count) if loads[seat] < capacity[seat]),
        key=lambda seat: (costs[seat], loads[seat] / capacity[seat], (seat - row - row // count) % count),
    )
    if costs[direct] == min(costs):
        return [direct]
    distance = list(costs)
    before: list[int | None] = [None] * count
    for _ in range(count):
        for here in range(count):
            for beyond in range(count):
                if here == beyond or not seated[here]:
                    continue
                step = min(each[beyond] - each[here] for each in seated[here])
                if distance[here] + step < distance[beyond]:
                    distance[beyond], before[beyond] = distance[here] + step, here
    end = min((seat for seat in range(count) if loads[seat] < capacity[seat]), key=lambda seat: (distance[seat], seat))
    path = [end]
    while (previous := before[path[-1]]) is not None and previous not in path:
        path.append(previous)
    return path[::-1]


def seat_schedule(rounds: Sequence[Sequence[Sequence[int]]], seats: int) -> list[list[tuple[int, ...]]]:
    """Return a whole schedule's tables in seat order, everybody balanced within 1 after every round.

    *rounds* hold tables of entrants 0…n-1. Each entrant's matches are cut, in order, into runs of
    *seats*; entrants' runs and tables form a bipartite graph in which nobody has more than *seats*
    edges, so by König its edges take *seats* colours: no run has a seat twice, no table either.
    Short tables close the gaps that a missing colour leaves.
    """
    runs: dict[tuple[int, int], int] = {}
    played: Counter[int] = Counter()
    edges: list[tuple[int, int]] = []
    tables = [table for each in rounds for table in each]
    for number, table in enumerate(tables):
        for entrant in table:
            run = (entrant, played[entrant] // seats)
            played[entrant] += 1
            edges.append((runs.setdefault(run, len(runs)), number))
    colours = _colour(edges, len(runs), len(tables), seats)
    at = 0
    seated = []
    for table in tables:
        by_seat = sorted(range(len(table)), key=lambda i: colours[at + i])
        seated.append(tuple(table[i] for i in by_seat))
        at += len(table)
    ordered = iter(seated)
    return [[next(ordered) for _ in each] for each in rounds]


def _colour(edges: Sequence[tuple[int, int]], left: int, right: int, colours: int) -> list[int]:
    """Return a proper edge colouring of a bipartite graph with no degree above *colours* (König)."""
    at_left = [[-1] * colours for _ in range(left)]
    at_right = [[-1] * colours for _ in range(right)]
    result: dict[int, int] = {}
    for edge, (u, v) in enumerate(edges):
        a = at_left[u].index(-1)
        b = at_right[v].index(-1)
        # Make colour a free at v too: swap a and b along the path that begins at v with an a edge.
        path = []
        side, node, colour = at_right, v, a
        while side[node][colour] >= 0:
            step = side[node][colour]
            path.append(step)
            node = edges[step][0] if side is at_right else edges[step][1]
            side = at_left if side is at_right else at_right
            colour = b if colour == a else a
        for step in path:
            x, y = edges[step]
            at_left[x][result[step]] = at_right[y][result[step]] = -1
        for step in path:
            x, y = edges[step]
            result[step] = b if result[step] == a else a
            at_left[x][result[step]] = at_right[y][result[step]] = step
        result[edge] = a
        at_left[u][a] = at_right[v][a] = edge
    return [result[edge] for edge in range(len(edges))]
