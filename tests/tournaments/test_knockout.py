"""Knockouts: who meets whom, who rests, and who goes on."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from simulated import Event, config

from tournaments.pairing import knockout


def started(entrants, seats=2, **more):
    event = Event(config("knockout", seats, **more), entrants)
    event.add("started")
    return event


def play(event, wins=sorted):
    """Finish the round: at each table they come in so as *wins* orders them."""
    for number, table, board in event.open_boards():
        seats = event.tournament.rounds[number - 1].tables[table].seats_on(board)
        order = wins(seats)
        ranks = [order.index(each) + 1 for each in seats]
        event.add(
            "result", round=number, table=table, board=board, ranks=ranks, scores=[0] * len(seats), cause="finished"
        )


def meetings(found):
    return [tuple(sorted(table.seats)) for table in found.tables]


def names(*numbers):
    return tuple(f"e{number:03}" for number in numbers)


def test_the_best_seed_meets_the_worst():
    event = started(8)
    found = event.pair()
    assert (found.number, found.method, found.byes, found.walkovers) == (1, "knockout", (), ())
    assert meetings(found) == [names(0, 7), names(1, 6), names(2, 5), names(3, 4)]
    assert {table.boards for table in found.tables} == {1}
    play(event, lambda seats: sorted(seats, reverse=True))
    assert meetings(event.pair()) == [names(4, 7), names(5, 6)]
    play(event)
    assert meetings(event.pair()) == [names(4, 5)]
    assert knockout.is_final(event.tournament.rounds[-1])
    play(event)
    assert knockout.next_round(event.tournament) is None


@pytest.mark.parametrize(("entrants", "resting"), [(2, 0), (3, 1), (4, 0), (5, 3), (6, 2), (7, 1), (9, 7)])
def test_the_best_seeds_rest_until_the_field_is_a_power_of_two(entrants, resting):
    event = started(entrants)
    found = event.pair()
    assert found.byes == names(*range(resting))
    assert len(found.tables) * 2 + resting == entrants
    play(event)
    left = [each.id for each in knockout.survivors(event.tournament)]
    assert len(left) & (len(left) - 1) == 0
    assert set(found.byes) <= set(left)


def test_who_has_rested_before_has_a_walkover():
    """In later rounds whoever has had the fewest byes rests; if all have had one, the best seed has a walkover."""
    event = started(5)
    event.pair()
    play(event)
    event.add("withdrawn", entrant="e000")
    found = event.pair()
    assert (found.byes, found.walkovers, meetings(found)) == (names(3), (), [names(1, 2)])
    assert not knockout.is_final(found)
    event = started(3)
    assert event.pair().byes == names(0)
    play(event)
    assert meetings(event.pair()) == [names(0, 1)]


@pytest.mark.parametrize(("gone", "resting"), [(1, 1), (2, 0), (3, 1), (4, 0)])
def test_after_the_first_round_at_most_one_rests(gone, resting):
    """However far the field is from a power of two by then."""
    event = started(12)
    event.pair()
    play(event)
    for entrant in names(4, 5, 6, 7)[:gone]:
        event.add("withdrawn", entrant=entrant)
    found = event.pair()
    assert (len(found.byes) + len(found.walkovers), len(found.tables)) == (resting, (8 - gone) // 2)


def test_a_second_rest_of_the_same_entrant_is_a_walkover():
    event = started(6)
    assert event.pair().byes == names(0, 1)
    play(event)
    event.add("withdrawn", entrant="e002")
    found = event.pair()
    assert (found.byes, found.walkovers) == (names(3), ())
    event = started(13)
    assert event.pair().byes == names(0, 1, 2)
    play(event)
    for gone in names(3, 4, 5, 6, 7):
        event.add("withdrawn", entrant=gone)
    assert [each.id for each in knockout.survivors(event.tournament)] == [*names(0, 1, 2)]
    found = event.pair()
    assert (found.byes, found.walkovers, meetings(found)) == ((), names(0), [names(1, 2)])
    assert not knockout.is_final(found)


def test_one_who_is_alone_has_won_only_after_a_round_with_tables():
    event = started(2)
    event.add("withdrawn", entrant="e001")
    assert knockout.next_round(event.tournament) is None
    event = started(4)
    event.pair()
    play(event)
    event.add("withdrawn", entrant="e001")
    found = event.pair()
    assert (found.number, found.method, found.tables, found.walkovers) == (2, "knockout", [], names(0))
    assert knockout.next_round(event.tournament) is None
    event = started(4)
    event.pair()
    play(event)
    event.add("withdrawn", entrant="e001")
    event.add("withdrawn", entrant="e000")
    assert knockout.next_round(event.tournament) is None


@pytest.mark.parametrize(("entrants", "sizes"), [(4, [4]), (5, [3, 2]), (9, [3, 3, 3]), (10, [4, 3, 3]), (12, [4] * 3)])
def test_tables_of_more_are_as_few_as_possible_and_nobody_rests(entrants, sizes):
    found = started(entrants, 4).pair()
    assert [len(table.seats) for table in found.tables] == sizes
    assert (found.byes, found.walkovers) == ((), ())


def test_each_larger_table_has_one_from_each_slice_of_the_seeding():
    found = started(16, 4).pair()
    for table in found.tables:
        assert sorted(int(each[1:]) // 4 for each in table.seats) == [0, 1, 2, 3]


def test_larger_tables_depend_on_the_seeding_alone_and_on_no_points():
    """Whoever was first at a table meets those whom the second would have met; asked again the answer is the same."""
    found = []
    for first, second in ((0, 1), (1, 0)):
        event = started(32, 4)
        event.pair()
        play(event, lambda seats, a=first, b=second: [sorted(seats)[a], sorted(seats)[b], *sorted(seats)[2:]])
        found.append({frozenset(table.seats) for table in knockout.next_round(event.tournament).tables})
    assert found[0] == found[1]
    event = started(45, 4)
    assert {repr(knockout.next_round(event.tournament)) for _ in range(3)} == {repr(event.pair())}


def test_ties_are_broken_by_points_then_by_the_seeding():
    event = started(4, 4, advance=2)
    event.pair()
    seats = event.tournament.rounds[0].tables[0].seats

    def goes_on(ranks, scores, absent=()):
        copy = event.tournament.copy()
        entry = {"kind": "result", "at_ms": 9, "round": 1, "table": 0, "board": 0, "cause": "finished"}
        found = {"ranks": [ranks[each] for each in seats], "scores": [scores[each] for each in seats]}
        copy.apply(entry | found | {"absent": [seats.index(each) for each in absent]})
        return knockout.advancing(copy, copy.rounds[0].tables[0])

    a, b, c, d = names(0, 1, 2, 3)
    assert goes_on({a: 4, b: 3, c: 2, d: 1}, dict.fromkeys(seats, 0)) == [d, c]
    assert goes_on({a: 1, b: 1, c: 1, d: 1}, {a: 1, b: 2, c: 3, d: 2}) == [c, b]
    assert goes_on({a: 1, b: 2, c: 3, d: 4}, dict.fromkeys(seats, 0), absent=[a, b, c]) == [d]


def test_somebody_always_stays_behind_at_a_short_table():
    event = started(5, 4, advance=3)
    found = event.pair()
    play(event)
    left = {each.id for each in knockout.survivors(event.tournament)}
    assert [len(left & {*table.seats}) for table in found.tables] == [2, 1]
