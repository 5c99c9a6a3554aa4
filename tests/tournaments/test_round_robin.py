"""Round robins: everybody meets everybody equally often, balanced in seats at every moment."""

import hashlib
import itertools
import json
import random
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parent))
from simulated import Event, config

from tournaments.limits import BLOCK_ENTRANTS_MAX
from tournaments.pairing import round_robin


def schedule_facts(rounds, entrants, seats):
    """Least and most meetings of a pair; the worst imbalance of seats at any moment."""
    meetings, counts, worst = Counter(), [[0] * seats for _ in range(entrants)], 0
    for tables in rounds:
        seated = [entrant for table in tables for entrant in table]
        assert len(set(seated)) == len(seated)
        for table in tables:
            meetings.update(itertools.combinations(sorted(table), 2))
            for seat, entrant in enumerate(table):
                counts[entrant][seat] += 1
                worst = max(worst, max(counts[entrant]) - min(counts[entrant]))
    each = [meetings[pair] for pair in itertools.combinations(range(entrants), 2)]
    return min(each), max(each), worst


@pytest.mark.parametrize("cycles", [1, 2, 3])
@pytest.mark.parametrize("entrants", range(2, 21))
def test_round_robins_of_two(entrants, cycles):
    """Everybody meets everybody once a cycle, in the fewest rounds, balanced at every moment."""
    rounds = round_robin.schedule(entrants, 2, cycles)
    assert len(rounds) == cycles * (entrants - 1 + entrants % 2)
    assert schedule_facts(rounds, entrants, 2) == (cycles, cycles, 1)


@pytest.mark.parametrize(
    ("entrants", "seats", "meets"),
    [
        (4, 3, 2),
        (7, 3, 2),
        (9, 3, 1),
        (12, 3, 2),
        (15, 3, 2),
        (5, 4, 3),
        (8, 4, 3),
        (12, 4, 3),
        (13, 4, 3),
        (16, 4, 1),
        (20, 4, 3),
        (5, 5, 4),
        (6, 5, 4),
        (11, 5, 4),
        (25, 5, 1),
    ],
)
def test_balanced_blocks(entrants, seats, meets):
    """Everybody meets everybody equally often, balanced at every moment."""
    assert schedule_facts(round_robin.schedule(entrants, seats, 1), entrants, seats) == (meets, meets, 1)


@pytest.mark.parametrize(("entrants", "seats"), [(n, k) for k in (3, 4, 5) for n in (k + 1, 10, 14, 17, 23, 30, 41)])
def test_blocks_are_even_where_they_cannot_be_exact(entrants, seats):
    """Nobody meets anybody more than once more or less often than the mean, rounded; balanced at every moment."""
    rounds = round_robin.schedule(entrants, seats, 1)
    low, high, worst = schedule_facts(rounds, entrants, seats)
    mean = sum(len(table) * (len(table) - 1) for tables in rounds for table in tables) / (entrants * (entrants - 1))
    assert worst == 1
    assert mean - 2 < low <= high < mean + 2
    assert all(len(tables) == entrants // seats for tables in rounds)


#: what a schedule was when it was released: a tournament that is being played goes on with the same one
SCHEDULES = {
    (7, 2, 1): "2a4f70bc13e30950",
    (8, 2, 2): "d3e1a980f6c8a8a7",
    (9, 3, 2): "f4dfddc0c6c1bbbb",
    (10, 3, 1): "d30909befea0cc27",
    (17, 3, 1): "4d06baa362f38ad4",
    (14, 4, 2): "fb043c2350b49dd2",
    (23, 4, 1): "32505d670b832bcb",
    (12, 4, 1): "95ce7f6b59278cd3",
    (11, 5, 1): "26bc54b04e3092b0",
    (30, 5, 1): "74363aa64b8bb83b",
    (16, 4, 1): "f5406a0c881b4ea8",
    (100, 5, 1): "bada8f22bf9724fe",
}


@pytest.mark.parametrize(("entrants", "seats", "cycles"), SCHEDULES)
def test_an_event_that_is_being_played_keeps_its_schedule(entrants, seats, cycles):
    """Rounds are worked out anew each time, so a release must not change them in the midst of an event."""
    text = json.dumps(round_robin.schedule(entrants, seats, cycles))
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == SCHEDULES[entrants, seats, cycles]


def least_by_trying(tables, seats, modulus, entrants):
    """The least sum of weighted squares over all ways to spread the pairs of a starter over the differences."""
    pairs = tables * seats * (seats - 1) // 2 - (seats - 1) * (modulus < entrants)
    count = modulus // 2
    weights = [1 + (2 * d == modulus) for d in range(1, count + 1)]
    best = {0: 0}
    for weight in weights:
        best = {
            total: min(cost + weight * (total - before) ** 2 for before, cost in best.items() if before <= total)
            for total in range(pairs + 1)
        }
    return best[pairs]


@pytest.mark.parametrize(("entrants", "seats"), [(n, k) for k in (3, 4, 5) for n in range(k, 30)])
def test_the_target_of_the_search_is_the_least_there_can_be(entrants, seats):
    """Against going through every number of pairs for every difference."""
    modulus = entrants - (entrants % seats == 0)
    tables = entrants // seats
    assert round_robin._evenest(entrants, seats, modulus) == least_by_trying(tables, seats, modulus, entrants)


@given(st.integers(3, 20), st.integers(0, 10**6))
def test_the_cost_of_a_starter_is_kept_by_exchanges(modulus, seed):
    """What seating and removing return adds up to the weighted squares of the differences that are there."""
    rng = random.Random(seed)
    search, cost, seated = round_robin._Differences(modulus), 0, []
    for _ in range(12):
        if seated and rng.random() < 0.4:
            sign, (a, others) = -1, seated.pop(rng.randrange(len(seated)))
        else:
            # Who stays put, modulus itself, has no difference to anybody.
            a, *others = rng.sample(range(modulus + 1), rng.randint(2, 4))
            sign = 1
            seated.append((a, others))
        cost += search.shift(a, others, sign)
        found = Counter(
            min((x - y) % modulus, (y - x) % modulus) for x, ys in seated for y in ys if modulus not in (x, y)
        )
        assert cost == sum((1 + (2 * d == modulus)) * count * count for d, count in found.items())


def test_a_starter_is_taken_as_soon_as_none_can_be_better():
    """Seven at tables of three: every difference twice."""
    tables = round_robin.starter(7, 3)
    differences = Counter(
        min((a - b) % 7, (b - a) % 7) for table in tables for a, b in itertools.combinations(table, 2)
    )
    assert differences == {1: 2, 2: 2, 3: 2}


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_lines_of_a_plane_meet_once(seats):
    """Each class of lines takes everybody once, and two entrants share one line in all."""
    classes = round_robin.lines(seats)
    assert len(classes) == seats + 1
    meetings = Counter()
    for tables in classes:
        assert sorted(itertools.chain(*tables)) == list(range(seats * seats))
        for table in tables:
            meetings.update(itertools.combinations(sorted(table), 2))
    assert set(meetings.values()) == {1}
    assert len(meetings) == seats * seats * (seats * seats - 1) // 2


def test_who_is_at_the_end_of_a_table_fills_its_gaps():
    """The others keep their seats."""
    fill = round_robin.without_gaps
    assert fill([7, 8, 9], [True, True, True]) == [7, 8, 9]
    assert fill([7, 8, 9], [False, True, True]) == [9, 8]
    assert fill([7, 8, 9], [True, False, True]) == [7, 9]
    assert fill([7, 8, 9], [True, True, False]) == [7, 8]
    assert fill([6, 7, 8, 9], [False, False, True, True]) == [9, 8]
    assert fill([7, 8, 9], [False, False, True]) == [9]
    assert fill([7, 8], [False, False]) == []
    with pytest.raises(ValueError, match="shorter"):
        fill([7, 8], [True])


def event_of(form="round_robin", seats=2, entrants=4, **more):
    event = Event(config(form, seats, **more), entrants, challengers=1)
    event.add("started")
    return event


def finish_round(event):
    for board in event.open_boards():
        event.result(*board)


def test_who_would_have_met_one_that_left_has_a_walkover():
    """The others play on as planned, and the rounds are those of the whole field."""
    event = event_of()
    planned = [[set(table) for table in tables] for tables in round_robin.schedule(4, 2, 1)]
    event.pair()
    finish_round(event)
    event.add("withdrawn", entrant="e000")
    for number in (1, 2):
        latest = event.pair()
        assert (latest.number, latest.method, latest.byes) == (number + 1, "round_robin", ())
        names = [{f"e{i:03}" for i in table} for table in planned[number]]
        assert [set(table.seats) for table in latest.tables] == [table for table in names if "e000" not in table]
        assert [{"e000", each} for each in latest.walkovers] == [table for table in names if "e000" in table]
        assert [table.boards for table in latest.tables] == [1]
        finish_round(event)
    assert event.pair() is None


def test_everybody_without_an_opponent_has_a_walkover():
    """Two who left would have met two others."""
    event = event_of(entrants=6)
    event.pair()
    finish_round(event)
    first, second = (min(table) for table in round_robin.schedule(6, 2, 1)[1][:2])
    for each in (first, second):
        event.add("withdrawn", entrant=f"e{each:03}")
    latest = round_robin.next_round(event.tournament)
    assert len(latest.walkovers) == 2
    assert [(len(table.seats), table.boards) for table in latest.tables] == [(2, 1)]


def test_a_table_that_one_left_is_played_by_the_others():
    """A table of three is one of two then, and nobody has a walkover."""
    event = event_of(seats=3, entrants=6)
    event.add("withdrawn", entrant="e005")
    while (latest := event.pair()) is not None:
        assert sorted(len(table.seats) for table in latest.tables) == [2, 3]
        assert latest.walkovers == ()
        finish_round(event)
    assert len(event.tournament.rounds) == 5


@pytest.mark.parametrize(("rounds", "played"), [(1, 1), (2, 2), (3, 3), (9, 3), (0, 3)])
def test_a_host_may_end_a_round_robin_earlier(rounds, played):
    """Never later than its schedule."""
    event = event_of(rounds=rounds)
    while event.pair() is not None:
        finish_round(event)
    assert len(event.tournament.rounds) == played


def test_fewer_entrants_than_seats_share_one_table():
    """Everybody in every seat."""
    rounds = round_robin.schedule(3, 5, 1)
    assert [len(tables) for tables in rounds] == [1] * len(rounds)
    assert all(sorted(tables[0]) == [0, 1, 2] for tables in rounds)


def test_a_round_robin_too_large_is_refused():
    """A field beyond the limit is a typed refusal, not an endless schedule."""
    event = Event(config("round_robin", 4), BLOCK_ENTRANTS_MAX + 1)
    with pytest.raises(ValueError, match="at most 100 entrants"):
        event.add("started")
