"""Standings, exports and reports: what the results say, in the documented order, exactly."""

import csv
import io
import json
import random
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parent))
from simulated import Event, config

from tests.support.examples import examples
from tournaments.errors import BadEntry
from tournaments.exports import to_csv, to_json
from tournaments.report import plot, points_by_round, to_markdown
from tournaments.standings import standings
from tournaments.tournament import Tournament
from tournaments.trf import to_trf


def event_of(rounds, seats=2, form="swiss", others="", **more):
    """An event with given tables: rounds of [(entrants, ranks, scores), …], entrants as letters.

    A table whose ranks are None is not done; *others* entered too.
    """
    letters = sorted({e for tables in rounds for who, *_ in tables for e in who} | set(others))
    event = Event(config(form, seats, rounds=len(rounds), **more), 0)
    for letter in letters:
        event.add("entered", entrant={"id": letter, "name": letter.upper(), "player": "person", "rating": 1})
    event.add("started")
    for number, tables in enumerate(rounds, 1):
        resting = [e for e in letters if not any(e in who for who, *_ in tables)]
        # Whoever doesn't play a later round of a knockout is out.
        byes = [] if form == "knockout" and number > 1 else resting
        event.add("paired", round=number, method="pods", tables=[list(who) for who, *_ in tables], byes=byes)
        for place, (_, ranks, scores, *absent) in enumerate(tables):
            if ranks is None:
                continue
            event.add(
                "result",
                round=number,
                table=place,
                board=0,
                ranks=ranks,
                scores=scores,
                cause="forfeit" if absent else "finished",
                absent=absent[0] if absent else [],
            )
    return event


def order(event):
    """Ranks and entrants."""
    return [(line.rank, line.entrant.id) for line in standings(event.tournament)]


def test_points_then_strength_of_opposition():
    """Equal points: who met the stronger stands before; a cycle of wins stays a tie."""
    event = event_of(
        [[("ab", [1, 2], [5, 3]), ("cd", [1, 2], [5, 3])], [("ac", [1, 2], [5, 3]), ("bd", [1, 2], [5, 3])]]
    )
    assert order(event) == [(1, "a"), (2, "b"), (2, "c"), (4, "d")]
    cycle = event_of([[("ab", [1, 2], [5, 3])], [("bc", [1, 2], [5, 3])], [("ca", [1, 2], [5, 3])]], bye_points=0)
    assert [rank for rank, _ in order(cycle)] == [1, 1, 1]


def test_direct_comparison_only_among_those_who_all_met():
    """It decides between two who met; with one missing meeting it decides nothing."""
    rounds = [[("ab", [2, 1], [5, 3]), ("cd", [1, 2], [5, 3])]]
    assert order(event_of(rounds, tie_breaks=["direct", "margin"]))[:2] == [(1, "c"), (2, "b")]
    met = event_of(
        [[("ab", [2, 1], [9, 3])], [("ab", [1, 2], [9, 3])], [("ab", [1, 1], [9, 3])]], tie_breaks=["direct"]
    )
    assert order(met) == [(1, "a"), (1, "b")]
    won = event_of(
        [[("ab", [1, 2], [0, 0]), ("cd", [1, 2], [0, 0])], [("ac", [2, 1], [0, 0]), ("bd", [1, 2], [0, 0])]],
        tie_breaks=["direct"],
    )
    assert order(won) == [(1, "c"), (2, "a"), (3, "b"), (4, "d")]


def test_places_then_margin():
    """First places count before game points; then the margin over the table's mean decides."""
    rounds = [[("abc", [1, 2, 3], [30, 20, 10])], [("abc", [3, 2, 1], [10, 20, 31])]]
    event = event_of(rounds, seats=3, tie_breaks=["places", "margin"])
    lines = standings(event.tournament)
    assert [(line.rank, line.entrant.id) for line in lines] == [(1, "c"), (2, "a"), (3, "b")]
    assert [line.points for line in lines] == [2, 2, 2]
    assert lines[0].margin == Fraction(10) - 25 + Fraction(31) - 15
    assert lines[0].places == [1, 0, 1]


def test_ties_share_points_exactly():
    """Three first of four share 3 + 2 + 1; two last of three at a short table share what it gives."""
    event = event_of([[("abcd", [1, 1, 1, 4], [9, 9, 9, 1])]], seats=4, points=["5/3", 1, "1/3", 0])
    assert [line.points for line in standings(event.tournament)] == [1, 1, 1, 0]
    short = event_of([[("abc", [1, 2, 2], [9, 5, 5])]], seats=4)
    assert [line.points for line in standings(short.tournament)] == [3, Fraction(3, 4), Fraction(3, 4)]


def test_absent_entrants_get_nothing_and_cost_nobody():
    """A substitute's first place counts for nobody; the others stand among themselves."""
    event = event_of([[("abc", [1, 2, 3], [9, 5, 4], [0])]], seats=3)
    assert [(line.entrant.id, line.points) for line in standings(event.tournament)] == [("b", 2), ("c", 1), ("a", 0)]


def test_a_knockout_is_ranked_by_how_far_they_came():
    """The finalist who lost stands before everybody who never reached the final, whatever the points."""
    event = Event(config("knockout", 2), 12, 3).play(crashes=0.0)
    lines = standings(event.tournament)
    final = event.tournament.rounds[-1].tables[0]
    assert {line.entrant.id for line in lines[:2]} == set(final.seats)
    assert lines[0].entrant.id == final.seats[final.ranks().index(1)]
    assert lines[1].rank == 2


@settings(max_examples=examples(60), deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(["swiss", "round_robin", "arena"]), st.integers(2, 4), st.booleans())
def test_points_add_up(seed, form, seats, duplicate):
    """All points come from tables and byes; opponents' sums and margins balance; the order is the keys' order."""
    event = Event(config(form, seats, rounds=4, duration_ms=60_000, is_duplicate=duplicate), 11, seed)
    event.play(0.02, crashes=0.0)
    lines = standings(event.tournament)
    tournament = event.tournament
    tables = [table for _, _, table in tournament.tables()]
    byes = sum(len(each.byes) + len(each.walkovers) for each in tournament.rounds)
    given_out = sum(sum(tournament.table_points(table)) for table in tables) + byes * tournament.settings.bye_points
    assert sum(line.points for line in lines) == given_out
    assert sum(line.margin for line in lines) == 0
    assert [line.rank for line in lines] == sorted(line.rank for line in lines)
    keys = [(line.points, line.opposition) for line in lines]
    assert keys == sorted(keys, reverse=True)
    assert {line.entrant.id: line.points for line in lines} == {
        entrant: points_by_round(tournament, entrant)[-1] for entrant in tournament.entrants
    }


def test_csv_holds_every_entrant_and_no_formula():
    """Names that a spreadsheet would run are kept as text."""
    event = Event(config("swiss", 3, rounds=2), 6)
    event.add("entered", entrant={"id": "x", "name": "=HYPERLINK(1)", "player": "person", "rating": 5})
    event.play(crashes=0.0)
    rows = list(csv.DictReader(io.StringIO(to_csv(event.tournament))))
    assert len(rows) == 7
    assert next(row for row in rows if row["entrant"] == "x")["name"] == "'=HYPERLINK(1)"
    assert sum(float(row["points"]) for row in rows) == pytest.approx(
        sum(float(line.points) for line in standings(event.tournament))
    )
    assert sum(int(row["place_1"]) for row in rows) >= 4


def test_json_holds_everything():
    """Settings, standings, rounds with boards: all JSON, and enough to recount the points."""
    event = Event(config("swiss", 4, rounds=3, is_duplicate=True), 12, 2).play(crashes=0.0)
    d = json.loads(json.dumps(to_json(event.tournament)))
    assert len(d["rounds"]) == 3
    assert all(len(table["boards"]) == 4 for each in d["rounds"] for table in each["tables"])
    total = dict.fromkeys(event.tournament.entrants, 0.0)
    for each in d["rounds"]:
        for table in each["tables"]:
            for entrant, points in zip(table["seats"], table["points"], strict=True):
                total[entrant] += points
    assert {line["entrant"]: line["points"] for line in d["standings"]} == pytest.approx(total)


def test_markdown_and_plot(tmp_path):
    """Every entrant and round is in the report, no name breaks a table; the plot is a real picture."""
    event = Event(config("swiss", 4, rounds=2, name="Cup | <b>"), 9, 1)
    event.add("entered", entrant={"id": "x", "name": "a|b\nc", "player": "person", "rating": 5})
    event.play(crashes=0.0)
    number, table, board = 1, 0, 0
    old = event.tournament.rounds[0].tables[0].results[0]
    event.add(
        "corrected",
        round=number,
        table=table,
        board=board,
        ranks=list(old.ranks),
        scores=list(old.scores),
        cause="adjudicated",
        by="host",
        reason="wrong box",
    )
    text = to_markdown(event.tournament)
    assert text.startswith("# Cup \\| \\<b\\>\n")
    assert "| a\\|b c |" in text
    assert "## Round 2" in text
    assert "corrected by host: wrong box" in text
    for entrant in event.tournament.entrants.values():
        assert entrant.name in text or entrant.id == "x"
    widths = {
        line.count(" | ")
        for line in text.splitlines()
        if line.startswith("| ") and "Entrant" in line and "," not in line
    }
    assert len(widths) == 1
    pytest.importorskip("matplotlib")
    plot(event.tournament, tmp_path / "plot.png")
    assert (tmp_path / "plot.png").read_bytes().startswith(b"\x89PNG")


def test_what_the_log_refuses():
    """Entries that don't fit are refused with the reason and change nothing; a repeated result is no harm."""
    event = Event(config("swiss", 2, rounds=2, entrants_max=4, rating_min=100, players=["bot"]), 4)
    version = event.tournament.version
    bad = [
        {"kind": "entered", "entrant": {"id": "z", "name": "Z", "player": "bot", "rating": 2000}},
        {"kind": "withdrawn", "entrant": "nobody"},
        {"kind": "paired", "round": 1, "method": "pods", "tables": [], "byes": []},
        {"kind": "created", "config": {}},
        {"kind": "danced"},
        {"kind": "resumed"},
        {"kind": "entered"},
        {"kind": "entered", "entrant": {"id": [], "name": "Z", "player": "bot"}},
        "entered",
        None,
    ]
    for entry in bad:
        with pytest.raises(BadEntry):
            event.tournament.apply({"at_ms": 1, **entry} if isinstance(entry, dict) else entry)
    assert event.tournament.version == version
    event.add("started")
    event.pair()
    seats = list(event.tournament.rounds[0].tables[0].seats)
    good = {
        "kind": "result",
        "at_ms": 1,
        "round": 1,
        "table": 0,
        "board": 0,
        "ranks": [1, 2],
        "scores": [3, 2],
        "cause": "finished",
    }
    worse = [
        {"round": 2},
        {"round": 0},
        {"table": 9},
        {"table": -1},
        {"board": 1},
        {"ranks": [1]},
        {"ranks": [0, 1]},
        {"ranks": [True, 2]},
        {"scores": [1]},
        {"scores": ["x", 1]},
        {"scores": [float("nan"), 1]},
        {"absent": [2]},
        {"absent": [0.0]},
        {"absent": [False]},
        {"board": 0.0},
        {"board": 0.5},
        {"board": False},
        {"round": 1.0},
        {"scores": [1e30, 1]},
        {"scores": [1e308, 1e308]},
        {"cause": "luck"},
        {"ranks": None},
    ]
    for change in worse:
        with pytest.raises(BadEntry):
            event.tournament.apply({**good, **change})
    event.tournament.apply(good)
    event.tournament.apply(good)
    with pytest.raises(BadEntry, match="another result"):
        event.tournament.apply({**good, "ranks": [2, 1]})
    with pytest.raises(BadEntry, match="still being played"):
        event.tournament.apply(
            {"kind": "paired", "at_ms": 1, "round": 2, "method": "pods", "tables": [seats], "byes": []}
        )
    with pytest.raises(BadEntry, match="by whom and why"):
        event.tournament.apply({**good, "kind": "corrected", "by": "", "reason": "x"})


def test_names_and_reasons_stay_in_their_place():
    """Whatever a host or a level is called: one line of a TRF, one line of a report, nothing but text."""
    event = Event(config("swiss", 2, rounds=1), 0)
    for number, name in enumerate(["a\n001    9 x", "b &lt;i&gt; ~~c~~"]):
        event.add("entered", entrant={"id": f"e{number}", "name": name, "player": "bot", "rating": 12_345})
    event.add("started")
    event.pair()
    event.result(1, 0, 0)
    event.add("finished", reason="rain\n\n# <b>All</b>\x0bover ![x](y)")
    trf = to_trf(event.tournament).splitlines()
    assert [line[:3] for line in trf] == ["012", "062", "092", "XXR", "001", "001"]
    assert [line[48:52] for line in trf[4:]] == ["9999", "9999"]
    text = to_markdown(event.tournament)
    assert "- finished: rain  \\# \\<b\\>All\\</b\\> over !\\[x\\](y)\n" in text
    assert "b \\&lt;i\\&gt; \\~\\~c\\~\\~" in text


def test_corrections_are_audited_and_count():
    """A host's correction changes the standings, also after the end, and keeps who, why and what was."""
    event = Event(config("swiss", 2, rounds=1), 2).play(crashes=0.0)
    before = order(event)
    old = event.tournament.rounds[0].tables[0].results[0]
    event.add(
        "corrected",
        round=1,
        table=0,
        board=0,
        ranks=list(reversed(old.ranks)),
        scores=list(reversed(old.scores)),
        cause="adjudicated",
        by="host",
        reason="seats were mixed up",
    )
    assert [each for _, each in order(event)] == [each for _, each in reversed(before)]
    assert event.tournament.audit[0]["before"]["ranks"] == list(old.ranks)
    assert [(x.rank, x.entrant.id) for x in standings(Tournament(event.log))] == order(event)


def test_late_entries_and_pauses():
    """A late entrant brings the points set for missed rounds and plays on; a paused event pairs nothing."""
    event = Event(config("swiss", 4, rounds=4, late_points=1, late_rounds=2), 8)
    event.add("started")
    event.pair()
    event.play_round()
    event.add("entered", entrant={"id": "late", "name": "Late", "player": "person", "rating": 1})
    assert {line.entrant.id: line.points for line in standings(event.tournament)}["late"] == 1
    event.add("paused", by="host", reason="lunch")
    assert event.pair() is None
    with pytest.raises(BadEntry):
        event.add("paused", by="host", reason="lunch")
    event.add("resumed", by="host", reason="fed")
    latest = event.pair()
    assert "late" in {e for table in latest.tables for e in table.seats} | set(latest.byes)
    event.play_round()
    with pytest.raises(BadEntry, match="late entries end"):
        event.add("entered", entrant={"id": "later", "name": "Later", "player": "person", "rating": 1})


def board_result(board, **more):
    """The fields of a result at table 0 of round 1."""
    return {"round": 1, "table": 0, "board": board, "ranks": [1, 2], "scores": [9, 5], "cause": "finished", **more}


def test_duplicate_tables_are_released_when_all_boards_are_done():
    """Not before; a correction counts as a result; a match begun afterwards has to be released anew."""
    event = Event(config("swiss", 2, is_duplicate=True), 2)
    event.add("started")
    table = event.pair().tables[0]
    for board in range(2):
        event.add("begun", round=1, table=0, board=board, match_id=f"m{board}")
    event.add("result", **board_result(0))
    assert event.tournament.to_release() == []
    with pytest.raises(BadEntry, match="all its boards"):
        event.add("released", round=1, table=0)
    event.add("corrected", **board_result(1, cause="adjudicated"), by="host", reason="rain")
    assert event.tournament.to_release() == [(1, 0, table)]
    event.add("released", round=1, table=0)
    assert (table.is_released, event.tournament.to_release()) == (True, [])
    event.add("begun", round=1, table=0, board=1, match_id="late")
    assert event.tournament.to_release() == [(1, 0, table)]
    event.add("finished", reason="all played")
    event.add("released", round=1, table=0)
    assert event.tournament.to_release() == []
    event.crash()


def test_an_ended_tournament_releases_what_is_not_done():
    """Ended by its host with no board done: the tables are to be released, single ones never are."""
    for is_duplicate in (True, False):
        event = Event(config("swiss", 2, is_duplicate=is_duplicate), 4)
        event.add("started")
        event.pair()
        event.add("finished", reason="rain")
        due = [(number, table) for number, table, _ in event.tournament.to_release()]
        assert due == ([(1, 0), (1, 1)] if is_duplicate else [])


def test_duplicate_tables_seat_everybody_everywhere():
    """Over the boards of a duplicate table each entrant sits once in each seat; the table is one result."""
    event = Event(config("swiss", 4, is_duplicate=True), 8)
    event.add("started")
    table = event.pair().tables[0]
    assert sorted(table.seats_on(board).index(table.seats[0]) for board in range(4)) == [0, 1, 2, 3]
    assert all(sorted(table.seats_on(board)) == sorted(table.seats) for board in range(4))
    rng = random.Random(1)
    for board in range(4):
        ranks = rng.sample([1, 2, 3, 4], 4)
        event.add(
            "result", round=1, table=0, board=board, ranks=ranks, scores=[5 - rank for rank in ranks], cause="finished"
        )
    sums = {
        entrant: sum(table.results[b].ranks[table.seats_on(b).index(entrant)] for b in range(4))
        for entrant in table.seats
    }
    by_sum = sorted(sums.values())
    assert list(table.ranks()) == [1 + by_sum.index(sums[entrant]) for entrant in table.seats]
    assert sum(event.tournament.table_points(table)) == 6
