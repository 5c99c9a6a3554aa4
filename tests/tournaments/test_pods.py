"""Swiss tables of two to five: sizes, byes, and the search for a round without rematches."""

import hashlib
import itertools
import json
import sys
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parent))
from simulated import Event, config

from tournaments.pairing import pods
from tournaments.pairing.byes import bye_choices
from tournaments.pairing.field import Contender


def test_first_round_slides():
    """The first round takes one of each quarter of the seeding; with two seats the upper half meets the lower."""
    event = Event(config("swiss", 4, method="pods"), 16)
    event.add("started")
    tables = [sorted(int(entrant[1:]) for entrant in table.seats) for table in event.pair().tables]
    assert sorted(tables) == [[n, n + 4, n + 8, n + 12] for n in range(4)]


def sizes_by_trying(count, seats, byes_max, short):
    """The fewest byes with which the rest fills the fewest tables of at least two, as evenly as can be."""
    if not short and count % seats <= byes_max and count >= seats:
        return count % seats, [seats] * (count // seats)
    for byes in range(min(byes_max, count) + 1):
        tables = next(n for n in itertools.count() if n * seats >= count - byes)
        sizes = [len(range(place, count - byes, tables)) for place in range(tables)]
        if sizes and min(sizes) > 1:
            return byes, sizes
    return None


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("short", [False, True])
def test_table_sizes_are_the_best_there_are(seats, short):
    """No more byes than allowed; short tables only where they are wanted or needed; None if nobody can be seated."""
    for count in range(26):
        for byes_max in range(6):
            found = pods.table_sizes(count, seats, byes_max, short_tables=short)
            assert found == sizes_by_trying(count, seats, byes_max, short)


def player(number, points=0, met=(), seats=(0, 0, 0, 0, 0), **more):
    return Contender(f"p{number}", number, Fraction(points), dict(met), list(seats), **more)


def field(*points):
    return [player(number, each) for number, each in enumerate(points)]


def names(players):
    return " ".join(each.id for each in players)


def test_score_groups_are_counted_from_the_top():
    assert pods.score_groups(field(3, 1, 3, "1/2")) == {"p0": 0, "p1": 1, "p2": 0, "p3": 2}


def test_the_ideal_tables_take_one_from_each_slice_of_a_group():
    """Who is left over in a group plays those of the next one; equal points go by the seeding."""
    players = field(2, 2, 2, 2, 2, 1, 1, 1, 1)
    assert names(pods.in_pairing_order(players[::-1], 2)) == "p0 p2 p1 p3 p4 p5 p7 p6 p8"
    assert names(pods.in_pairing_order(players, 3)) == "p0 p1 p2 p3 p4 p5 p6 p7 p8"
    assert names(pods.in_pairing_order(field(1, 1, 1, 1, 1, 1, 3), 3)) == "p6 p0 p2 p4 p1 p3 p5"


def test_who_has_least_sits_out_first():
    """By points, then from the end of the seeding; who had a bye never again, who won by absence last of all."""
    players = field(0, 1, 0, 2)
    assert [names(each) for each in bye_choices(players, 1)] == ["p2", "p0", "p1", "p3"]
    players[0].byes = 1
    players[2].forfeits_won = 1
    assert [names(each) for each in bye_choices(players, 1)] == ["p1", "p3", "p2"]
    assert [names(each) for each in bye_choices(players, 2)] == ["p1 p3", "p1 p2", "p3 p2"]
    players[1].forfeits_won = 2
    # More than one such table counts no more than one.
    assert [names(each) for each in bye_choices(players, 1)] == ["p3", "p2", "p1"]
    assert bye_choices(players, 0) == [()]


@pytest.mark.parametrize(("count", "most"), [(12, 40), (13, 4)])
def test_large_fields_try_few_sets_of_byes(count, most):
    assert len(bye_choices(field(*[0] * count), 3)) == most


def arrange(players, sizes, seats, *tables):
    """An arrangement whose tables are the given players, by number, in seat order."""
    found = pods.Arrangement(players, sizes, seats)
    found.tables = [list(table) for table in tables] or found.tables
    return found


def test_meeting_for_the_nth_time_weighs_more_each_time():
    """One, then three, then five more."""
    players = [player(0, met={"p1": 1, "p2": 2, "p3": 3, "gone": 7}), player(1), player(2), player(3)]
    found = arrange(players, [4], 4)
    assert [found.meetings(0, 1 << other) for other in (0, 1, 2, 3)] == [0, 1, 4, 9]
    assert found.meetings(0, 0b1110) == 14
    assert found.meetings(1, 0b1111) == 0


def test_a_rematch_is_counted_once_at_all_tables():
    """By both who meet again at their table."""
    both = {0: {"p1": 1}, 1: {"p0": 1, "p2": 2}, 2: {"p1": 2}, 3: {}, 4: {"p5": 1}, 5: {"p4": 1}}
    found = arrange([player(number, met=met) for number, met in both.items()], [3, 3], 3, (0, 1, 2), (3, 4, 5))
    assert [found.table_clashes(table) for table in found.tables] == [10, 2]
    assert found.clashes == 6
    assert arrange(found.players, [3, 3], 3, (0, 3, 2), (1, 4, 5)).clashes == 1


@given(st.lists(st.integers(0, 6), min_size=2, max_size=5))
def test_the_spread_is_the_squares_of_the_differences_of_every_pair(points):
    found = arrange(field(*points), [len(points)], len(points))
    groups = pods.score_groups(found.players)
    scores = [groups[each.id] for each in found.players]
    assert found.spread(range(len(points))) == sum((a - b) ** 2 for a, b in itertools.combinations(scores, 2))


def test_seats_cost_what_the_cheapest_order_costs():
    """Two who both have sat twice in the first seat: one of them must sit there again."""
    twice = [player(number, seats=(2, 0, 0, 0, 0)) for number in range(2)] + [player(2), player(3)]
    assert arrange(twice, [2, 2], 2, (0, 1), (2, 3)).imbalance == 4
    assert arrange(twice, [2, 2], 2, (0, 2), (1, 3)).imbalance == 0
    assert arrange(twice, [2, 2], 2, (0, 2), (1, 3)).seat_cost([2, 3]) == 0


def test_the_first_tables_are_the_ideal_ones_with_balanced_seats():
    """One entrant of each seat; short tables lack the last seats."""
    found = pods.Arrangement(field(*[0] * 8), [3, 3, 2], 3)
    assert [len(table) for table in found.tables] == [3, 3, 2]
    assert sorted(itertools.chain(*found.tables)) == list(range(8))
    assert found.imbalance == found.clashes == 0


def played(form, seats, entrants, rounds, **more):
    """An event whose results follow from numbers alone; return all its rounds."""
    event = Event(config(form, seats, rounds=rounds, **more), entrants)
    event.add("started")
    while (latest := event.pair()) is not None:
        for number, table in enumerate(latest.tables):
            strength = [int(each[1:]) * 7 % 11 + latest.number * int(each[1:]) % 5 for each in table.seats]
            ranks = [1 + sum(other > own for other in strength) for own in strength]
            event.add(
                "result", round=latest.number, table=number, board=0, ranks=ranks, scores=strength, cause="finished"
            )
    return [[[table.seats for table in each.tables], each.byes, each.relaxed] for each in event.tournament.rounds]


#: where the search has much to do, what it found when it was released
ROUNDS = {
    (2, 10, 9): "a26ca8fbff77e5d8",
    (2, 40, 8): "84dbd492ed920592",
    (3, 9, 4): "891c138ab82ec99f",
    (3, 13, 6): "b30126e2eab44ab9",
    (3, 21, 8): "024b83fd1130c757",
    (4, 16, 5): "9cc83287cc4525d0",
    (4, 26, 8): "300c17b64f309383",
    (5, 14, 4): "67f066f544fc2c6a",
    (5, 25, 6): "80e77f2ae3a2074a",
}


@pytest.mark.parametrize(("seats", "entrants", "rounds"), ROUNDS)
def test_a_search_that_goes_another_way_is_noticed(seats, entrants, rounds):
    """What it finds is tested elsewhere; who changes how it searches looks at both, and at the time it takes."""
    text = json.dumps(played("swiss", seats, entrants, rounds, method="pods"))
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == ROUNDS[seats, entrants, rounds]


def met_in(*rounds):
    """Players who have met as in the given rounds."""
    met = {number: {} for number in sorted(set(itertools.chain(*itertools.chain(*rounds))))}
    for table in itertools.chain(*rounds):
        for a, b in itertools.permutations(table, 2):
            met[a][f"p{b}"] = met[a].get(f"p{b}", 0) + 1
    return [player(number, met=each) for number, each in met.items()]


ROWS, COLUMNS, UP, DOWN = (
    ((0, 1, 2), (3, 4, 5), (6, 7, 8)),
    ((0, 3, 6), (1, 4, 7), (2, 5, 8)),
    ((0, 4, 8), (1, 5, 6), (2, 3, 7)),
    ((0, 5, 7), (1, 3, 8), (2, 4, 6)),
)


def test_the_only_round_without_a_rematch_is_found():
    """Of nine at three tables, after three rounds: by exchanges or by trying everything."""
    players = met_in(ROWS, COLUMNS, UP)
    grouped = pods.group(players, [3, 3, 3], 3, "seed", 1.0)
    assert grouped.clashes == 0
    tried = arrange(players, [3, 3, 3], 3, *ROWS)
    assert tried.clashes == 9
    tried.search_all(100_000)
    assert sorted(tuple(sorted(table)) for table in tried.tables) == list(DOWN)
    assert [sorted(each.id for each in table) for table in tried.seat_all()] == [
        sorted(f"p{number}" for number in table) for table in tried.tables
    ]


@pytest.mark.parametrize(
    ("count", "effort", "budgets"),
    [
        (24, 1.0, [25_000, 40_000]),
        (24, 0.5, [12_500, 20_000]),
        (26, 1.0, [200_000]),
        (26, 0.1, [20_000]),
    ],
)
def test_a_small_field_is_searched_completely_after_fewer_exchanges(monkeypatch, count, effort, budgets):
    """A large one by exchanges alone; the effort is the share of both."""
    found = []
    monkeypatch.setattr(pods.Arrangement, "separate", lambda _self, _rng, budget: found.append(budget))
    monkeypatch.setattr(pods.Arrangement, "search_all", lambda _self, steps: found.append(steps))
    everybody = {f"p{number}": 1 for number in range(count)}
    players = [player(number, met=everybody) for number in range(count)]
    assert pods.group(players, [2] * (count // 2), 2, "seed", effort).clashes > 0
    assert found == budgets


def test_a_search_is_not_made_where_nobody_has_met(monkeypatch):
    monkeypatch.setattr(pods.Arrangement, "search_all", lambda *_: pytest.fail("nothing was to be mended"))
    assert pods.group(field(*[0] * 6), [3, 3], 3, "seed", 1.0).clashes == 0


def test_a_search_without_steps_changes_nothing():
    """Nor do exchanges without a budget."""
    found = arrange(met_in(ROWS, COLUMNS, UP), [3, 3, 3], 3, *ROWS)
    found.search_all(0)
    found.separate(Random(1), 0)
    assert found.tables == [list(table) for table in ROWS]


def test_an_exchange_may_mend_the_seats_of_the_other_table_too():
    """Two who have met sit together, and two who both need the second seat."""
    players = [player(number, met=each.met) for number, each in enumerate(met_in(((0, 1), (2,), (3,))))]
    for each in players[2:]:
        each.seats[0] = 2
    found = arrange(players, [2, 2], 2, (0, 1), (2, 3))
    assert (found.imbalance, found.clashes) == (4, 1)
    # A search that may make one step makes it.
    found.separate(Random(1), 1)
    assert (found.imbalance, found.clashes) == (0, 0)


def test_a_step_back_is_allowed_when_nothing_else_helps():
    """Exchanges that must not be undone at once leave no way on here; then they may be."""
    met = met_in(((0, 5), (1, 2), (1, 3), (1, 4), (2, 4), (3, 4), (4, 5)))
    counts = ((2, 1), (2, 0), (1, 0), (2, 0), (1, 1), (2, 2))
    points = (0, 0, 1, 0, 1, 0)
    players = [player(n, points[n], met[n].met, (*counts[n], 0, 0, 0)) for n in range(6)]
    found = pods.Arrangement(players, [2, 2, 2], 2)
    found.separate(Random(1), 300)
    assert (found.clashes, found.tables) == (0, [[0, 4], [5, 1], [2, 3]])


def test_trying_everything_puts_the_large_tables_first():
    """Whoever sits there: at first the one who has met most needs the table of two, then somebody else."""
    found = arrange(met_in(((0, 1), (0, 2), (0, 3), (4,))), [3, 2], 3, (0, 1, 2), (3, 4))
    found.search_all(1_000)
    assert found.tables == [[1, 2, 3], [0, 4]]
    found = arrange(met_in(((0, 1), (1, 2), (1, 3), (4,))), [3, 2], 3, (0, 1, 2), (3, 4))
    found.search_all(1_000)
    assert found.tables == [[0, 2, 3], [1, 4]]


def test_a_table_of_others_who_have_met_is_passed_over():
    """The first has met nobody, and takes the next two who have not met each other."""
    found = arrange(met_in(((1, 2), (0,), (3,), (4,), (5,))), [3, 3], 3, (0, 1, 2), (3, 4, 5))
    found.search_all(1_000)
    assert found.tables == [[0, 1, 3], [2, 4, 5]]


def test_no_rematch_is_avoided_at_the_cost_of_seats():
    """The only tables without one seat two pairs badly instead of one pair."""
    first, second = (2, 0, 0, 0, 0), (0, 2, 0, 0, 0)
    seats = [first, first, second, second, (0,) * 5, (0,) * 5]
    met = met_in(((0, 2), (0, 3), (0, 4), (0, 5), (2, 4), (2, 5), (1,)))
    players = [player(each.seed, met=each.met, seats=own) for each, own in zip(met, seats, strict=True)]
    found = arrange(players, [2, 2, 2], 2, (0, 1), (2, 4), (3, 5))
    assert (found.imbalance, found.clashes) == (4, 1)
    assert arrange(players, [2, 2, 2], 2, (0, 1), (2, 3), (4, 5)).imbalance == 8
    found.search_all(1_000)
    assert found.tables == [[0, 1], [2, 4], [3, 5]]


@pytest.mark.parametrize(
    ("rounds", "steps"), [([ROWS], 6), ([ROWS, COLUMNS], 7), ([ROWS, COLUMNS, UP], 3), ([ROWS, UP], 4)]
)
def test_a_search_takes_as_many_steps_as_it_may(rounds, steps):
    """With one less it does not find what it finds: opponents of the first are not tried at all."""
    found = arrange(met_in(*rounds), [3, 3, 3], 3, *ROWS)
    found.search_all(steps - 1)
    assert found.tables == [list(table) for table in ROWS]
    found.search_all(steps)
    assert found.clashes == 0
