"""The memory of game_state does not grow with the matches that it has seen."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from protos.astrarium.v1 import match_pb2
from services.shared import keys
from tests.support.stack import until

MB = 1_000_000
#: room for all that are played at once, and for some that are over
CACHE_BYTES = 8 * MB
#: beside the cache: what Python and its allocator keep, and what calls and jobs need while they last
BESIDE_BYTES = 40 * MB
AT_ONCE = 20
#: a match has some 70 jobs, and all of them share two processors with the rest of the machine
PATIENCE_S = 300.0
#: a soak run tells how it goes after so many matches
TOLD_EVERY = 100


def resident_bytes(pid):
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return 1024 * next(int(line.split()[1]) for line in lines if line.startswith("Rss:"))


def play(stack, client, count):
    """Have bots play matches, and read each as a spectator when it is over."""
    seats = match_pb2.Seats(seats=[match_pb2.Seat(kind=match_pb2.SEAT_KIND_BOT, level="greedy")] * 2)
    settings = match_pb2.MatchSettings(game="race", starts_when_full=True)
    over = stack.redis.zcard(keys.status_index("over"))
    made = client.call("CreateMatches", settings=settings, tables=[seats] * count).match_ids
    until(lambda: stack.redis.zcard(keys.status_index("over")) == over + count, PATIENCE_S)
    for match_id in made:
        assert client.events(match_id)


@pytest.mark.parametrize("count", [AT_ONCE, pytest.param(2_000, marks=pytest.mark.soak)])
@pytest.mark.timeout(14_400)
def test_memory_holds_while_bots_play(own_stack, count):
    """The soak run tells its figures: `pytest -m soak -s tests/services/game_state/test_memory.py`."""
    process, target = own_stack.game_state(ASTRARIUM_LIMIT_CACHED_MATCHES_BYTES_MAX=str(CACHE_BYTES))
    own_stack.bots(ASTRARIUM_BOTS_CONCURRENCY="2")
    client = own_stack.client(target, "anna")
    play(own_stack, client, 2)
    before = resident_bytes(process.pid)
    for played in range(AT_ONCE, count + 1, AT_ONCE):
        play(own_stack, client, AT_ONCE)
        grown = resident_bytes(process.pid) - before
        if played % TOLD_EVERY == 0:
            sys.stdout.write(f"{played} matches: {before / MB:.1f} MB and {grown / MB:.1f} MB more\n")
        assert grown < CACHE_BYTES + BESIDE_BYTES
