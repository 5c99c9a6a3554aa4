"""Swiss rounds of few: which system pairs them, who rests, and when they are over."""

import sys
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from simulated import Event, config

from tournaments.limits import DUTCH_ENTRANTS_MAX
from tournaments.pairing import dutch, pods, swiss
from tournaments.pairing.byes import bye_choices
from tournaments.pairing.field import free_players
from tournaments.tournament import Tournament

HAS_DUTCH = pytest.mark.skipif(not dutch.find_spec("py4swiss"), reason="py4swiss is not installed")


def started(entrants, seats, **more):
    event = Event(config("swiss", seats, **more), entrants)
    event.add("started")
    return event


def play(event, absent=()):
    """Finish the round: better seeds win."""
    for number, table, board in event.open_boards():
        seats = event.tournament.rounds[number - 1].tables[table].seats_on(board)
        order = sorted(seats)
        away = [seats.index(each) for each in absent if each in seats]
        ranks, scores = [order.index(each) + 1 for each in seats], [0] * len(seats)
        fields = {"ranks": ranks, "scores": scores, "absent": away}
        event.add("result", round=number, table=table, board=board, cause="finished", **fields)


def test_as_many_rounds_are_paired_as_were_planned():
    event = started(8, 4, rounds=2)
    for number in (1, 2):
        found = event.pair()
        assert (found.number, found.method) == (number, "pods")
        assert {table.boards for table in found.tables} == {1}
        play(event)
    assert swiss.next_round(event.tournament) is None


@pytest.mark.parametrize(
    ("entrants", "short", "sizes", "byes"),
    [(8, False, [4, 4], 0), (9, False, [4, 4], 1), (11, False, [4, 4], 3), (9, True, [3, 3, 3], 0), (1, True, None, 0)],
)
def test_who_does_not_fill_a_table_rests_or_sits_at_a_short_one(entrants, short, sizes, byes):
    found = started(entrants, 4, rounds=3, short_tables=short).pair() if sizes else None
    if sizes is None:
        event = Event(config("swiss", 4, rounds=3, short_tables=short), 5)
        event.add("started")
        for number in range(1, 5):
            event.add("withdrawn", entrant=f"e{number:03}")
        assert swiss.next_round(event.tournament) is None
        return
    assert sorted((len(table.seats) for table in found.tables), reverse=True) == sizes
    resting = {*found.byes}
    seated = {each for table in found.tables for each in table.seats}
    assert len(resting) == byes
    assert not resting & seated
    assert len(resting | seated) == entrants


def test_nobody_rests_twice_before_all_have_rested():
    event = started(9, 4, rounds=9)
    rested = []
    for _ in range(9):
        rested += event.pair().byes
        play(event)
    assert sorted(rested) == [f"e{number:03}" for number in range(9)]


@pytest.fixture
def judge(monkeypatch):
    """Let arrangements be as wrong as a test says; return what was asked of the search."""
    group = pods.group

    def begin(wrongs):
        asked, left = [], iter(wrongs)

        def judged(players, sizes, seats, seed, effort):
            asked.append((seed, effort))
            imbalance, clashes = next(left)
            seat_all = group(players, sizes, seats, seed, effort).seat_all
            return SimpleNamespace(imbalance=imbalance, clashes=clashes, seat_all=seat_all)

        monkeypatch.setattr(pods, "group", judged)
        return asked

    return begin


def test_the_best_choice_of_byes_gets_half_of_the_search(judge):
    """The others share the rest, until one is perfect; the first of those that are as good is taken."""
    tournament = started(9, 4, rounds=3).tournament
    players = free_players(tournament)
    choices = [tuple(player.id for player in each) for each in bye_choices(players, 1)]
    others = len(choices) - 1
    assert others > 1
    asked = judge([(1, 0)] * len(choices))
    found = swiss.round_of_pods(tournament, players, 2)
    assert [effort for _, effort in asked] == [0.5] + [0.5 / others] * others
    assert {seed for seed, _ in asked} == {f"{tournament.settings.seed}/2"}
    assert (found.number, found.byes, {table.boards for table in found.tables}) == (2, choices[0], {1})
    for wrongs, taken in (([(1, 0), (0, 1), (0, 0)], 2), ([(0, 0)], 0), ([(0, 1)] * len(choices), 0)):
        asked = judge(wrongs)
        assert swiss.round_of_pods(tournament, players, 1).byes == choices[taken]
        assert len(asked) == len(wrongs)


def test_where_nobody_rests_all_of_the_search_is_for_the_one_arrangement(judge):
    asked = judge([(1, 1)])
    tournament = started(8, 4, rounds=3).tournament
    assert swiss.round_of_pods(tournament, free_players(tournament), 1).byes == ()
    assert [effort for _, effort in asked] == [1.0]


def test_the_same_round_is_paired_again_by_whoever_asks():
    """Chance comes from the tournament's seed and the number of the round."""
    event = started(37, 4, rounds=3)
    first = swiss.next_round(event.tournament)
    assert [repr(swiss.next_round(event.tournament)) for _ in range(2)] == [repr(first)] * 2


@pytest.mark.parametrize(
    ("seats", "method", "entrants", "is_dutch"),
    [
        (2, "auto", DUTCH_ENTRANTS_MAX, True),
        (2, "auto", DUTCH_ENTRANTS_MAX + 1, False),
        (2, "dutch", DUTCH_ENTRANTS_MAX + 1, True),
        (2, "pods", 4, False),
        (3, "auto", 4, False),
        (3, "dutch", 4, False),
    ],
)
@HAS_DUTCH
def test_two_play_by_the_dutch_system_where_the_field_is_not_too_large(seats, method, entrants, is_dutch):
    assert dutch.is_chosen(Event(config("swiss", seats, method=method), 0).tournament.settings, entrants) is is_dutch


def test_without_the_library_nobody_plays_by_the_dutch_system(monkeypatch):
    monkeypatch.setattr(dutch, "find_spec", lambda name: {"py4swiss": None}[name])
    assert not dutch.is_chosen(Event(config("swiss", 2, method="dutch"), 0).tournament.settings, 4)


@HAS_DUTCH
def test_where_the_dutch_rules_allow_no_pairing_pods_do():
    """Two who have met play each other again."""
    event = started(2, 2, rounds=2)
    assert event.pair().method == "dutch"
    play(event)
    assert dutch.next_round(event.tournament, free_players(event.tournament)) is None
    found = event.pair()
    assert (found.method, found.number, len(found.tables)) == ("pods", 2, 1)


@HAS_DUTCH
def test_a_dutch_round_pairs_those_who_are_there():
    """With who is gone left out, in the next round of that number; the one who is left over rests."""
    event = started(10, 2, rounds=4)
    first = event.pair()
    assert (first.number, first.method, first.byes) == (1, "dutch", ())
    play(event)
    event.add("withdrawn", entrant="e003")
    found = event.pair()
    seated = {each for table in found.tables for each in table.seats}
    assert (found.number, found.method, len(found.byes)) == (2, "dutch", 1)
    assert {table.boards for table in found.tables} == {1}
    assert seated | {*found.byes} == {f"e{number:03}" for number in range(10) if number != 3}
    met = {frozenset(table.seats) for table in first.tables}
    assert not met & {frozenset(table.seats) for table in found.tables}
    for number in range(4, 10):
        event.add("withdrawn", entrant=f"e{number:03}")
    for number in range(1, 3):
        event.add("withdrawn", entrant=f"e{number:03}")
    assert dutch.next_round(event.tournament, free_players(event.tournament)) is None


@HAS_DUTCH
def test_who_has_rested_or_won_by_absence_rests_no_more():
    event = started(7, 2, rounds=3)
    rested = event.pair().byes
    (first, *_) = event.tournament.rounds[0].tables
    play(event, absent=[first.seats[1]])
    for _ in range(2):
        found = event.pair()
        assert not {*found.byes} & {*rested, first.seats[0]}
        rested += found.byes
        play(event)
    assert len({*rested}) == 3


@pytest.mark.parametrize(("points", "meetings"), [(1, {("e000", "e006"), ("e001", "e002")}), (0, {("e000", "e001")})])
@HAS_DUTCH
def test_a_bye_counts_for_the_pairing_as_many_points_as_the_host_gives_for_it(points, meetings):
    """One that is worth a win takes who rested to the winners; one that is worth nothing does not."""
    event = started(7, 2, rounds=3, bye_points=points)
    assert event.pair().byes == ("e006",)
    play(event)
    found = dutch.next_round(event.tournament, free_players(event.tournament))
    assert {table.boards for table in found.tables} == {1}
    winners = {"e000", "e001", "e002", *(["e006"] if points else [])}
    met = {tuple(sorted(table.seats)) for table in found.tables}
    assert {each for each in met if winners.issuperset(each)} == meetings


@pytest.mark.parametrize(
    ("worths", "whole"),
    [
        ({"1": Fraction(1), "=": Fraction(1, 2), "0": Fraction(0)}, {"1": 2, "=": 1, "0": 0}),
        ({"1": Fraction(2), "0": Fraction(1, 3)}, {"1": 6, "0": 1}),
        ({"1": Fraction(1), "=": Fraction(0), "0": Fraction(-1, 2)}, {"1": 3, "=": 1, "0": 0}),
    ],
)
def test_points_are_counted_in_whole_numbers_that_lie_to_each_other_as_they_do(worths, whole):
    assert dutch._count_whole(worths) == whole


def test_an_empty_field_is_not_paired():
    assert dutch.next_round(Tournament(), []) is None
