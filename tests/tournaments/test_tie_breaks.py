"""Tie-breaks of standings, each by a table that a wrong sign would turn round."""

import sys
from fractions import Fraction
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from test_standings import event_of, order

from tournaments.standings import as_number, standings


def lines_of(event):
    return {line.entrant.id: line for line in standings(event.tournament)}


def test_a_tie_counts_half_in_direct_comparison():
    """Equal points, one win and one tie between them: three quarters to one; a tie that counts nothing gives a half."""
    rounds = [[("ab", [1, 2], [5, 3])], [("ab", [1, 1], [4, 4])], [("bc", [1, 2], [5, 3])]]
    lines = lines_of(event_of(rounds, tie_breaks=["direct"], bye_points=0))
    assert lines["a"].points == lines["b"].points == Fraction(3, 2)
    assert (lines["a"].direct, lines["b"].direct) == (Fraction(3, 4), Fraction(1, 4))
    assert (lines["a"].rank, lines["b"].rank, lines["c"].direct) == (1, 2, None)


def test_ties_alone_leave_a_direct_comparison_equal_at_a_half():
    lines = lines_of(event_of([[("ab", [1, 1], [4, 4])]], tie_breaks=["direct"]))
    assert [(line.direct, line.rank) for line in lines.values()] == [(Fraction(1, 2), 1)] * 2


def test_a_direct_comparison_is_the_mean_over_opponents_not_over_meetings():
    """a met b twice and won once, and beat c once: the mean of a half and one."""
    rounds = [
        [("ab", [1, 2], [5, 3])],
        [("ab", [2, 1], [5, 3])],
        [("ac", [1, 2], [5, 3])],
        [("cb", [1, 2], [5, 3])],
        [("cd", [1, 2], [5, 3])],
        [("bd", [1, 2], [5, 3])],
    ]
    lines = lines_of(event_of(rounds, tie_breaks=["direct"], bye_points=0))
    assert [lines[each].points for each in "abc"] == [2, 2, 2]
    assert [lines[each].direct for each in "abc"] == [Fraction(3, 4), Fraction(1, 4), Fraction(1, 2)]
    assert [lines[each].rank for each in "acbd"] == [1, 2, 3, 4]


def test_a_bye_counts_the_own_points_as_opposition():
    """c has two byes and three points: six of opposition from the byes, none from d, whom it beat."""
    rounds = [[("ab", [1, 2], [5, 3])], [("ab", [2, 1], [5, 3])], [("cd", [1, 2], [5, 3])]]
    lines = lines_of(event_of(rounds, bye_points=1))
    assert (lines["c"].points, lines["c"].byes, lines["d"].points) == (3, 2, 2)
    assert lines["c"].opposition == 2 + 3 * 2
    assert lines["a"].opposition == lines["b"].opposition == 2 + 2 + 2 * 1
    assert lines["d"].opposition == 3 + 2 * 2
    assert order(event_of(rounds, bye_points=1, tie_breaks=["opposition"])) == [(1, "c"), (2, "d"), (3, "a"), (3, "b")]


def test_opposition_is_the_mean_of_a_tables_opponents():
    lines = lines_of(event_of([[("abc", [1, 2, 3], [9, 5, 4])]], seats=3, points=[7, 2, 1]))
    assert [lines[each].opposition for each in "abc"] == [Fraction(3, 2), Fraction(4), Fraction(9, 2)]


def test_where_all_were_absent_nobody_came_first():
    event = event_of([[("ab", [1, 2], [5, 3], [0, 1]), ("cd", [1, 2], [5, 3])]], tie_breaks=["places"])
    lines = lines_of(event)
    assert [lines[each].places for each in "abcd"] == [[0, 1], [0, 1], [1, 0], [0, 1]]
    assert [lines[each].points for each in "ab"] == [0, 0]
    assert [lines[each].tables for each in "abcd"] == [1, 1, 1, 1]


def test_who_was_absent_alone_does_not_undo_the_first_place_of_another():
    lines = lines_of(event_of([[("ab", [1, 2], [5, 3], [0])]]))
    assert (lines["a"].places, lines["b"].places) == ([0, 1], [1, 0])


def test_a_line_as_a_dict_has_every_figure_as_a_number():
    lines = standings(event_of([[("abc", [1, 1, 3], [9, 9, 3])]], seats=3, points=[2, 1, "1/3"]).tournament)
    assert lines[0].to_dict() == {
        "rank": 1, "entrant": "a", "name": "A", "player": "person", "level": "", "rating": 1, "points": 1.5,
        "tables": 1, "byes": 0, "places": [1, 0, 0], "opposition": 0.9167, "direct": 0.5, "margin": 3,
        "is_withdrawn": False,
        "is_set_aside": False,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("value", "number"), [(Fraction(4, 2), 2), (Fraction(1, 3), 0.3333), (Fraction(-1, 2), -0.5), (Fraction(0), 0)]
)
def test_a_fraction_is_told_whole_or_to_four_decimals(value, number):
    assert as_number(value) == number
    assert isinstance(as_number(value), int) == (value.denominator == 1)


def test_three_of_whom_two_never_met_are_not_told_apart_by_direct_comparison():
    """a before b and b before c says nothing of a and c."""
    rounds = [[("ab", [1, 2], [0, 0])], [("bc", [1, 2], [0, 0])], [("cd", [1, 2], [0, 0])]]
    event = event_of(rounds, bye_points=0, tie_breaks=["direct"])
    assert order(event) == [(1, "a"), (1, "b"), (1, "c"), (4, "d")]


def test_a_knockout_counts_how_far_one_came_before_points():
    """A bye brings further than a win of the same round, and that further than a table that is still played."""
    still = event_of([[("ab", None, None)]], form="knockout", bye_points=0, tie_breaks=["direct"], others="c")
    assert order(still) == [(1, "c"), (2, "a"), (2, "b")]
    done = event_of([[("ab", [1, 2], [5, 3])]], form="knockout", bye_points=0, tie_breaks=["direct"], others="c")
    assert order(done) == [(1, "c"), (2, "a"), (3, "b")]


def test_a_knockout_counts_the_round_that_was_reached_first():
    """Who plays the final stands before those who never came there."""
    rounds = [[("ab", [1, 2], [5, 3]), ("cd", [1, 2], [5, 3])], [("ac", None, None)]]
    assert order(event_of(rounds, form="knockout", tie_breaks=["direct"])) == [(1, "a"), (1, "c"), (3, "b"), (3, "d")]


def test_tables_and_places_are_counted_over_all_rounds():
    event = event_of([[("ab", [1, 2], [5, 3])], [("ab", [1, 2], [5, 3])], [("ab", [2, 1], [5, 3])]])
    lines = lines_of(event)
    assert {name: (line.tables, line.places) for name, line in lines.items()} == {"a": (3, [2, 1]), "b": (3, [1, 2])}


def test_a_line_says_who_has_withdrawn():
    event = event_of([[("ab", [1, 2], [5, 3])]])
    event.add("withdrawn", entrant="b")
    assert {name: line.is_withdrawn for name, line in lines_of(event).items()} == {"a": False, "b": True}
