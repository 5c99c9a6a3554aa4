"""Who sits where: least cost, and everybody in every seat equally often."""

import itertools
import random
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parent))

from tournaments.pairing.field import Contender
from tournaments.pairing.seating import best_order, is_balanced, seat_costs, seat_schedule, share_seats, sit


def cost_of(rows, seats):
    return sum(row[seat] for row, seat in zip(rows, seats, strict=True))


def test_a_seat_costs_the_square_of_what_is_over_a_difference_of_one():
    """Seats that the table doesn't have don't count."""
    assert seat_costs([2, 0, 1, 9, 9], 3) == (4, 0, 1)
    assert seat_costs([0, 0, 0, 0, 5], 4) == (0, 0, 0, 0)
    assert seat_costs([5, 0], 2) == (25, 9)
    assert seat_costs([1, 1, 0], 3) == (1, 1, 0)


@given(st.lists(st.lists(st.integers(0, 5), min_size=5, max_size=5), min_size=2, max_size=5))
def test_a_table_is_seated_at_the_least_cost(counts):
    """Against every order; of equal ones the first, so that nobody moves without a reason."""
    rows = tuple(seat_costs(count, 5) for count in counts)
    orders = list(itertools.permutations(range(len(rows))))
    cost, order = best_order(rows)
    assert cost == min(cost_of(rows, each) for each in orders)
    assert order == next(each for each in orders if cost_of(rows, each) == cost)


def player(name, *seats):
    return Contender(name, 0, seats=[*seats, 0, 0])


#: each has one seat that costs nothing: the second, the third and the first
TURNED = [player("a", 2, 0, 1), player("b", 1, 2, 0), player("c", 0, 1, 2)]


def test_players_sit_where_it_costs_least():
    """And as given, if nothing is cheaper."""
    assert [each.id for each in sit(TURNED, 3)] == ["c", "a", "b"]
    fresh = [player(name, 0, 0, 0) for name in "abc"]
    assert sit(fresh, 3) == fresh


def test_a_table_is_balanced_only_if_every_seat_of_it_is():
    a, b, c = TURNED
    assert is_balanced([c, a, b], 3)
    for others in ([a, b, c], [c, b, a], [a, c, b], [b, a, c]):
        assert not is_balanced(others, 3)
    assert is_balanced([c, a], 3)
    assert not is_balanced([c, b], 3)
    # With two seats b has sat in the first once and in the second twice.
    assert is_balanced([b, a], 2)
    assert not is_balanced([a, b], 2)


def least_cost(rows, capacity):
    """Row by row, the least cost for each way in which the seats can be taken so far."""
    best = {tuple(capacity): 0}
    for row in rows:
        after = {}
        for left, cost in best.items():
            for seat in (seat for seat, many in enumerate(left) if many):
                taken = (*left[:seat], left[seat] - 1, *left[seat + 1 :])
                after[taken] = min(after.get(taken, cost + row[seat]), cost + row[seat])
        best = after
    return best[(0,) * len(capacity)]


def check_shared(rows, capacity):
    found = share_seats(rows, capacity)
    assert [found.count(seat) for seat in range(len(capacity))] == list(capacity)
    assert cost_of(rows, found) == least_cost(rows, capacity)


#: whom a chain of exchanges may move, and where it ends, matters here
HARD = [
    [(1, 4, 1, 1), (0, 1, 1, 4), (1, 0, 0, 0), (9, 1, 4, 4)],
    [(1, 0, 4, 1), (4, 1, 1, 1), (1, 0, 0, 0), (1, 1, 1, 0), (1, 1, 1, 4), (9, 4, 4, 4), (4, 4, 4, 0), (4, 4, 9, 4)],
    [
        *[(9, 1, 9, 4), (0, 0, 1, 0), (4, 4, 4, 9), (4, 4, 9, 4), (1, 4, 0, 4), (1, 1, 0, 0), (1, 0, 1, 4)],
        *[(4, 4, 4, 9), (1, 1, 1, 4), (9, 9, 1, 9), (1, 4, 9, 4), (9, 9, 9, 1)],
    ],
]


@pytest.mark.parametrize("rows", HARD)
def test_chains_of_exchanges_end_at_the_least_cost(rows):
    check_shared(rows, [len(rows) // 4] * 4)


@given(st.integers(2, 5), st.integers(1, 3), st.randoms(use_true_random=False), st.booleans())
def test_seats_are_shared_at_the_least_cost(seats, tables, chance, is_short):
    """Where tables are short, their last seats are fewer."""
    capacity = [tables] * seats
    if is_short:
        capacity[-1] -= 1
    rows = [seat_costs([chance.randint(0, 3) for _ in range(seats)], seats) for _ in range(sum(capacity))]
    check_shared(rows, capacity)


@given(st.integers(0, 10**6), st.integers(2, 5), st.integers(1, 40))
def test_many_are_seated_as_they_need_it(seed, seats, tables):
    """Whoever has one seat to make up for gets it, if that fills every seat equally."""
    rng = random.Random(seed)
    wanted = [seat for seat in range(seats) for _ in range(tables)]
    rng.shuffle(wanted)
    rows = [tuple(0 if seat == want else 1 + rng.randrange(9) for seat in range(seats)) for want in wanted]
    assert share_seats(rows, [tables] * seats) == wanted


def test_rows_of_equal_costs_fill_one_table_after_the_other():
    """Each stretch takes every seat once, and begins with another one than the stretch before."""
    assert share_seats([(0, 0, 0)] * 9, [3, 3, 3]) == [0, 1, 2, 1, 2, 0, 2, 0, 1]
    assert share_seats([(1, 1)] * 6, [3, 3]) == [0, 1, 1, 0, 0, 1]
    assert share_seats([(0, 0)] * 6, [4, 2]) == [0, 1, 0, 0, 1, 0]


def test_a_chain_of_exchanges_makes_room():
    """The last row can only take the first seat, whose row goes on to the second, whose row goes on to the third."""
    rows = [(0, 1, 9), (9, 0, 1), (0, 9, 9)]
    assert share_seats(rows, [1, 1, 1]) == [1, 2, 0]
    assert share_seats([(0, 1), (0, 3), (0, 2)], [2, 1]) == [1, 0, 0]
    assert share_seats([(4, 0), (4, 0)], [1, 1]) == [1, 0]


def test_rows_of_one_kind_are_moved_one_by_one():
    """A seat that has handed on its last row of a kind has none of it left to hand on."""
    check_shared([(1, 1), *[(0, 1)] * 5], [3, 3])
    check_shared([(4, 1, 1), (1, 4, 1), (4, 1, 1), (4, 1, 1)], [2, 1, 1])


@given(st.integers(0, 10**6), st.integers(2, 5), st.integers(2, 12), st.integers(1, 9))
def test_any_schedule_is_balanced_after_every_round(seed, seats, entrants, rounds):
    """Tables keep their entrants, also short ones; nobody's seats ever differ by more than one."""
    rng = random.Random(seed)
    schedule = []
    for _ in range(rounds):
        order = rng.sample(range(entrants), entrants)
        schedule.append([order[at : at + seats] for at in range(0, entrants, seats)])
    found = seat_schedule(schedule, seats)
    assert [[sorted(table) for table in tables] for tables in found] == [
        [sorted(table) for table in tables] for tables in schedule
    ]
    full = entrants % seats == 0
    counts = [[0] * seats for _ in range(entrants)]
    for tables in found:
        for table in tables:
            for seat, entrant in enumerate(table):
                counts[entrant][seat] += 1
                assert not full or max(counts[entrant]) - min(counts[entrant]) <= 1
