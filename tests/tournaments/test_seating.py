"""Who sits where: least cost, and everybody in every seat equally often."""

import itertools
import random
import sys
from collections import Counter
from pathlib import Path

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


@given(st.lists(st.lists(st.integers(0, 3), min_size=3, max_size=3), min_size=6, max_size=6))
def test_seats_are_shared_at_the_least_cost(counts):
    """Against going through every way of sharing six entrants over three seats, two each."""
    rows = [seat_costs(count, 3) for count in counts]
    found = share_seats(rows, [2, 2, 2])
    assert Counter(found) == {0: 2, 1: 2, 2: 2}
    least = min(
        sum(row[seat] for row, seat in zip(rows, way, strict=True))
        for way in set(itertools.permutations([0, 0, 1, 1, 2, 2]))
    )
    assert sum(row[seat] for row, seat in zip(rows, found, strict=True)) == least


@given(
    st.lists(st.lists(st.integers(0, 3), min_size=3, max_size=3), min_size=6, max_size=6),
    st.sampled_from([(3, 2, 1), (2, 2, 2), (4, 2, 0), (3, 3, 0), (6, 0, 0)]),
)
def test_uneven_seats_are_shared_at_the_least_cost(counts, capacity):
    """Where tables are short, their last seats are fewer."""
    rows = [seat_costs(count, 3) for count in counts]
    found = share_seats(rows, capacity)
    assert [found.count(seat) for seat in range(3)] == list(capacity)
    places = [seat for seat, many in enumerate(capacity) for _ in range(many)]
    assert cost_of(rows, found) == min(cost_of(rows, way) for way in set(itertools.permutations(places)))


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
