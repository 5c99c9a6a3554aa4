"""Going and coming back: before the start nobody took part, later everybody may return but whom the host removed."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from simulated import Event, config, entrant

from tournaments.errors import BadEntry
from tournaments.exports import to_csv, to_json
from tournaments.report import to_markdown
from tournaments.standings import standings

FORMATS = ["swiss", "round_robin", "knockout", "gauntlet", "arena"]


def begun(form="swiss", entrants=6):
    """A tournament that has started."""
    event = Event(config(form, 2, rounds=4), entrants, challengers=1)
    event.add("started")
    return event


@pytest.mark.parametrize("form", FORMATS)
def test_who_withdraws_before_the_start_has_no_row_anywhere(form):
    """Neither in the standings nor in an export; and it may enter again, like anybody else."""
    event = Event(config(form, 2, duration_ms=60_000), 5, challengers=1)
    event.add("withdrawn", entrant="e004")
    event.add("entered", entrant=entrant(9))
    event.crash()
    for told in (to_csv(event.tournament), to_markdown(event.tournament), str(to_json(event.tournament))):
        assert "e004" not in told
        assert "Entrant 4" not in told
    event.add("entered", entrant=entrant(4))
    event.play(crashes=0.0)
    assert {line.entrant.id for line in standings(event.tournament)} == {"e000", "e001", "e002", "e003", "e004", "e009"}
    assert len({each.number for each in event.tournament.entrants.values()}) == 6


@pytest.mark.parametrize("form", ["swiss", "round_robin", "arena"])
def test_who_withdrew_after_the_start_may_return(form):
    """It is missing from the rounds between and sits at a table again after it."""
    event = begun(form)
    event.pair()
    event.play_round()
    event.add("withdrawn", entrant="e003")
    with pytest.raises(BadEntry, match="it can return"):
        event.add("entered", entrant=entrant(3))
    assert "e003" not in {each for table in event.pair().tables for each in table.seats}
    event.play_round()
    event.add("returned", entrant="e003")
    event.crash()
    assert event.tournament.withdrawn == {}
    assert "e003" in {each for table in event.pair().tables for each in table.seats}


def test_a_refused_entry_has_a_word_for_programs():
    """The page says it in the reader's language."""
    event = begun("round_robin")
    with pytest.raises(BadEntry) as late:
        event.add("entered", entrant=entrant(20))
    with pytest.raises(BadEntry) as twice:
        event.add("entered", entrant=entrant(3))
    with pytest.raises(BadEntry) as again:
        event.add("started")
    reasons = [each.value.to_dict()["reason"] for each in (late, twice, again)]
    assert reasons == ["too_late", "entered", "started"]


def test_a_schedule_does_not_change_when_somebody_returns():
    """Who withdrew between the start and the first round is in the schedule all the same."""
    event, whole = begun("round_robin"), begun("round_robin")
    event.add("withdrawn", entrant="e003")
    event.pair()
    event.play_round()
    event.add("returned", entrant="e003")
    whole.pair()
    whole.play_round()
    sides = [[set(table.seats) for table in each.pair().tables] for each in (event, whole)]
    assert sides[0] == sides[1]


@pytest.mark.parametrize("has_started", [False, True])
def test_whom_the_host_removed_stays_away(has_started):
    """It neither enters again nor returns."""
    event = Event(config("swiss", 2, rounds=4), 6)
    if has_started:
        event.add("started")
        event.pair()
    event.add("withdrawn", entrant="e003", by="anna")
    event.crash()
    with pytest.raises(BadEntry, match="removed" if not has_started else "removed|return"):
        event.add("entered", entrant=entrant(3))
    with pytest.raises(BadEntry, match="removed" if has_started else "has not entered"):
        event.add("returned", entrant="e003")


def test_a_board_that_all_have_left_is_known():
    """From the moment on at which the second of two withdrew; not if one returns, and not with a result."""
    event = begun()
    seats = event.pair().tables[0].seats
    event.add("withdrawn", entrant=seats[0])
    assert event.tournament.find_left_boards(event.now_ms) == []
    event.add("withdrawn", entrant=seats[1])
    assert event.tournament.find_left_boards(event.now_ms - 1) == []
    assert event.tournament.find_left_boards(event.now_ms) == [(1, 0, 0)]
    event.add("returned", entrant=seats[0])
    assert event.tournament.find_left_boards(event.now_ms) == []
    event.add("withdrawn", entrant=seats[0])
    event.result(1, 0, 0)
    assert event.tournament.find_left_boards(event.now_ms) == []
