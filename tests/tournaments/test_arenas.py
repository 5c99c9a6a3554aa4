"""Arenas: everybody plays as often as everybody else, with everybody else, and whoever stays away is set aside."""

import heapq
import itertools
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parent))
from simulated import Event, config, entrant

from tests.support.examples import examples
from tournaments.errors import BadEntry
from tournaments.limits import ARENA_MISSES_MAX, ARENA_WAIT_MS_MAX
from tournaments.pairing import next_round
from tournaments.pairing.field import all_players
from tournaments.standings import standings

#: what a table may take: short enough that nobody waits for ARENA_WAIT_MS_MAX
TABLE_MS = (1_000, 60_000)
MINUTES = 20


def play(event, minutes, look, absent=lambda _: ()):
    """Play an arena whose tables take as long as chance has it; *look* sees the event after each wave."""
    ends = []
    while event.now_ms < event.tournament.started_ms + minutes * 60_000:
        if wave := event.pair():
            for number, table in enumerate(wave.tables):
                heapq.heappush(ends, (event.now_ms + event.rng.randint(*TABLE_MS), wave.number, number, table.seats))
            look(event)
        elif ends:
            end, number, place, seats = heapq.heappop(ends)
            event.now_ms = max(event.now_ms, end)
            event.result(number, place, 0, absent=absent(seats))
        else:
            event.now_ms += 1_000


@settings(max_examples=examples(40), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(3, 40), st.integers(2, 5), st.integers(0, 10**6))
@example(entrants=5, seats=2, seed=1)
@example(entrants=40, seats=4, seed=1)
def test_nobody_of_an_arena_plays_more_often_than_others(entrants, seats, seed):
    """However long each table takes, numbers of tables differ by at most one; in small fields all pairs meet."""

    def look(event):
        played = [player.tables for player in all_players(event.tournament).values()]
        assert max(played) - min(played) <= 1

    event = Event(config("arena", seats, seed=f"{seed:064x}", short_tables=True), entrants, seed)
    event.add("started")
    play(event, MINUTES, look)
    players = all_players(event.tournament)
    assert min(player.tables for player in players.values()) >= MINUTES / 4
    if entrants <= 8:
        assert all(b in players[a].met for a, b in itertools.combinations(players, 2))


@pytest.mark.parametrize("leaves", [False, True])
def test_who_comes_later_holds_nobody_up(leaves):
    """A late entrant, and one that was away, play from then on as often as the others, not more and not less."""
    event = Event(config("arena", 2), 6, 3)
    event.add("started")
    play(event, 5, lambda _: None)
    before = {name: player.tables for name, player in all_players(event.tournament).items()}
    late = "e006"
    if leaves:
        late = "e005"
        play(event, 10, lambda _: None, lambda seats: [seats.index(late)] if late in seats else ())
        assert event.tournament.set_aside() == {late}
        before = {name: player.tables for name, player in all_players(event.tournament).items()}
        event.add("returned", entrant=late)
    else:
        event.add("entered", entrant=entrant(6))
    play(event, 20, lambda _: None)
    since = {name: each.tables - before.get(name, 0) for name, each in all_players(event.tournament).items()}
    assert max(since.values()) - min(since.values()) <= 2
    assert since[late] > 5


def test_a_long_match_holds_nobody_up_for_ever():
    """Two have played and wait for two who still play, but not longer than the limit says; then they meet again."""
    event = Event(config("arena", 2), 4)
    event.add("started")
    seats = event.pair().tables[0].seats
    event.result(1, 0, 0)
    ended = event.now_ms
    assert next_round(event.tournament, ended + ARENA_WAIT_MS_MAX - 1) is None
    found = next_round(event.tournament, ended + ARENA_WAIT_MS_MAX)
    assert [sorted(table.seats) for table in found.tables] == [sorted(seats)]


def away_from_three(name):
    """An arena of four at which *name* has missed as many tables in a row as one may."""
    event = Event(config("arena", 2), 4)
    event.add("started")
    while name not in event.tournament.set_aside():
        event.pair()
        for board in event.open_boards():
            seats = event.tournament.rounds[board[0] - 1].tables[board[1]].seats
            event.result(*board, absent=[seats.index(name)] if name in seats else ())
    return event


def test_who_misses_matches_in_a_row_is_set_aside():
    """It is seated no more and the standings say so, until it returns or the host corrects one of the results."""
    event = away_from_three("e003")
    tables = [table for _, _, table in event.tournament.tables() if "e003" in table.seats]
    assert len(tables) == ARENA_MISSES_MAX
    assert [line.entrant.id for line in standings(event.tournament) if line.is_set_aside] == ["e003"]
    for _ in range(5):
        wave = event.pair()
        assert all("e003" not in table.seats for table in wave.tables)
        for board in event.open_boards():
            event.result(*board)
    event.crash()
    event.add("returned", entrant="e003")
    assert event.tournament.set_aside() == set()
    with pytest.raises(BadEntry, match="takes part already"):
        event.add("returned", entrant="e003")
    with pytest.raises(BadEntry, match="has not entered"):
        event.add("returned", entrant="nobody")
    assert any("e003" in table.seats for table in event.pair().tables)


def test_a_correction_brings_back_who_was_set_aside():
    """It was there after all: the host says so, and it need not return."""
    event = away_from_three("e003")
    number, place = next((e.number, n) for e, n, table in event.tournament.tables() if "e003" in table.seats)
    result = {"round": number, "table": place, "board": 0, "ranks": [1, 2], "scores": [2, 1], "cause": "adjudicated"}
    event.add("corrected", **result, by="host", reason="the line was cut")
    assert event.tournament.set_aside() == set()


def test_only_an_arena_sets_aside():
    """A Swiss goes on pairing whoever was absent."""
    event = Event(config("swiss", 2, rounds=5), 8)
    event.add("started")
    for _ in range(ARENA_MISSES_MAX):
        event.pair()
        for board in event.open_boards():
            event.result(*board, absent=[0])
    assert event.tournament.set_aside() == set()
    assert len(event.pair().tables) == 4


def test_an_arena_that_all_have_left_pairs_nobody():
    """Both have withdrawn while they still play."""
    event = Event(config("arena", 2), 2)
    event.add("started")
    for name in event.pair().tables[0].seats:
        event.add("withdrawn", entrant=name)
    assert next_round(event.tournament, event.now_ms + 1) is None
