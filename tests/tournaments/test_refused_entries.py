"""What a tournament's log refuses: it says why, and nothing has changed."""

import copy
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from simulated import Event, config, entrant

from tournaments.errors import BadEntry
from tournaments.standings import standings
from tournaments.tournament import Tournament

CREATED = {"kind": "created", "at_ms": 1, "config": config("swiss", 2, rounds=3, late_rounds=1)}


def event_of(*kinds, form="swiss", entrants=4, **more):
    """An event to which plain entries were added after its entrants."""
    event = Event(config(form, 2, rounds=3, **more), entrants)
    for kind in kinds:
        event.pair() if kind == "paired" else event.add(kind)
    return event


#: what was done before, what is refused, its words, and its code for programs
REFUSED = [
    ([], {"kind": "entered", "entrant": entrant(0)}, "has entered already", "entered"),
    ([], {"kind": "entered", "entrant": entrant(9, player="robot")}, "player is 'robot'; it is one of", ""),
    ([], {"kind": "entered", "entrant": entrant(9, rating=float("nan"))}, "a finite number", ""),
    ([], {"kind": "entered", "entrant": {"id": "e9"}}, "a entered entry is malformed", ""),
    ([], {"kind": "created", "config": config()}, "begins with one created entry", ""),
    ([], {"kind": "returned", "entrant": "e000"}, "takes part already", ""),
    ([], {"kind": "withdrawn", "entrant": "nobody"}, "has not entered", ""),
    ([], {"kind": "paired", "round": 1, "method": "pods", "tables": [], "byes": []}, "has not started", ""),
    ([], {"kind": "paused", "by": "host", "reason": "lunch"}, "only a running tournament", ""),
    ([], {"kind": "resumed", "by": "host", "reason": "lunch"}, "is not paused", ""),
    (["started"], {"kind": "started"}, "has started already", "started"),
    (["started", "paused"], {"kind": "paused"}, "only a running tournament", ""),
    (["started", "paused"], {"kind": "paired", "round": 1, "byes": [], "tables": []}, "is paused", ""),
    (["started"], {"kind": "paired", "round": 2, "byes": [], "tables": []}, "round 2 is paired, the next is 1", ""),
    (["started"], {"kind": "paired", "round": 1, "byes": ["e001", "e001"], "tables": []}, "an entrant twice", ""),
    (["started"], {"kind": "paired", "round": 1, "byes": [], "tables": [["e001"]]}, "a table has 2 to 2 seats", ""),
    (["started", "paired"], {"kind": "begun", "round": 1, "table": 7, "board": 0}, "has no table 7", ""),
    (["started", "paired"], {"kind": "begun", "round": 1, "table": 0, "board": 1}, "has no board 1", ""),
    (["started", "paired"], {"kind": "begun", "round": "1", "table": 0, "board": 0}, "whole numbers", ""),
    (["started", "paired"], {"kind": "begun", "round": 1, "table": 0, "board": True}, "whole numbers", ""),
    (["started", "paired"], {"kind": "paired", "round": 2, "byes": [], "tables": []}, "still being played", ""),
    (["started", "finished"], {"kind": "resumed"}, "the tournament is over", "over"),
    ([], {"kind": "dissolved"}, "no entry has kind 'dissolved'", ""),
    ([], {"kind": None}, "no entry has kind None", ""),
    ([], ["started"], "no entry has kind None", ""),
]


@pytest.mark.parametrize(("before", "entry", "says", "code"), REFUSED)
def test_an_entry_that_does_not_fit_is_refused_and_changes_nothing(before, entry, says, code):
    event = event_of()
    for kind in before:
        event.pair() if kind == "paired" else event.add(kind, reason="all played")
    was = copy.deepcopy(vars(event.tournament))
    entry = {"at_ms": 5_000, **entry} if isinstance(entry, dict) else entry
    with pytest.raises(BadEntry, match=says) as refused:
        event.tournament.apply(entry)
    assert refused.value.reason == code
    assert vars(event.tournament) == was


def test_a_log_begins_with_what_is_played():
    """Before that nothing is known, and nothing else is taken."""
    empty = Tournament()
    with pytest.raises(BadEntry, match="begins with a created entry"):
        _ = empty.settings
    with pytest.raises(BadEntry, match="begins with one created entry"):
        empty.apply({"kind": "started", "at_ms": 1})


def test_whom_the_host_removed_stays_out():
    """Before the start its entry is gone, later it has withdrawn; it can neither enter nor return."""
    event = event_of()
    event.add("withdrawn", entrant="e003", by="host", reason="unfair")
    with pytest.raises(BadEntry, match="the host has removed e003") as refused:
        event.add("entered", entrant=entrant(3))
    assert refused.value.reason == "removed"
    event.add("started")
    event.add("withdrawn", entrant="e002", by="host", reason="unfair")
    with pytest.raises(BadEntry, match="has withdrawn already"):
        event.add("withdrawn", entrant="e002")
    with pytest.raises(BadEntry, match="the host has removed e002"):
        event.add("returned", entrant="e002")
    with pytest.raises(BadEntry, match="the host has removed e002"):
        event.add("entered", entrant=entrant(2))
    assert [each.id for each in event.tournament.present] == ["e000", "e001"]


@pytest.mark.parametrize(("form", "entrants", "code"), [("swiss", 1, "too_few"), ("gauntlet", 4, "no_challenger")])
def test_an_event_that_cannot_be_played_does_not_start(form, entrants, code):
    """One alone, or a gauntlet in which nobody challenges."""
    with pytest.raises(BadEntry) as refused:
        event_of("started", form=form, entrants=entrants)
    assert refused.value.reason == code


@pytest.mark.parametrize("form", ["round_robin", "knockout"])
def test_a_fixed_field_takes_nobody_later(form):
    with pytest.raises(BadEntry, match="takes no entries once it has started") as refused:
        event_of("started", form=form).add("entered", entrant=entrant(9))
    assert refused.value.reason == "too_late"


def test_a_copy_goes_its_own_way():
    """What happens to a tournament later is unseen by its copy, the tables of the round that is played included."""
    event = event_of("started", "paired")
    kept = event.tournament.copy()
    lines = [line.to_dict() for line in standings(kept)]
    for board in event.open_boards():
        event.result(*board)
    event.add("withdrawn", entrant="e000", by="host", reason="gone")
    event.add("paused", by="host", reason="lunch")
    assert [line.to_dict() for line in standings(kept)] == lines
    assert (len(kept.entrants), len(kept.withdrawn), kept.is_paused, kept.audit) == (4, 0, False, [])
    assert not any(table.is_done for _, _, table in kept.tables())
    assert kept.removed == set()
    # It can be played on by itself.
    kept.apply({"kind": "withdrawn", "at_ms": 9_000, "entrant": "e003"})
    assert "e003" not in event.tournament.withdrawn
