"""Arenas: whoever is free is seated again soon, until the time is up. A round is one such wave.

Who has played least is seated first, then who has waited longest, then who has met those at hand least, then
by lot. Nobody gets ahead of anybody by more than one table: whoever would, waits until the others have caught
up, unless it takes longer than ARENA_WAIT_MS_MAX.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from tournaments.limits import ARENA_WAIT_MS_MAX
from tournaments.pairing import pods
from tournaments.pairing.field import all_players, free_players
from tournaments.pairing.seating import is_balanced
from tournaments.tournament import Round, TournamentTable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.pairing.field import Contender
    from tournaments.tournament import Tournament

#: An arena pairs all the time, and rematches come in time anyway: a tenth of the search will do.
EFFORT = 0.1


def is_open(tournament: Tournament, now_ms: int) -> bool:
    """Whether matches may still begin."""
    started = tournament.started_ms
    return started is not None and now_ms < started + tournament.settings.duration_ms


def next_round(tournament: Tournament, now_ms: int) -> Round | None:
    """Return the tables that can be filled now, or None.

    While others are playing who will be free soon, a table is not filled with the very opponents of
    somebody's last one, nor against the balance of seats or of matches. Where that has made somebody
    wait too long, one table is filled with whoever is free.
    """
    if not is_open(tournament, now_ms):
        return None
    free = _in_turn(tournament)
    tables = _fill_evenly(tournament, free) if tournament.playing() else _fill(tournament, free)
    if not tables and (late := _who_waited_enough(tournament, free, now_ms)):
        in_turn = late + [player for player in free if player not in late]
        tables = _fill(tournament, in_turn[: tournament.settings.seats])
    if not tables:
        return None
    seated = [TournamentTable(tuple(player.id for player in table), 1) for table in tables]
    return Round(len(tournament.rounds) + 1, "arena", seated)


def _in_turn(tournament: Tournament) -> list[Contender]:
    """Return who is free, in the order in which they are seated."""
    free = free_players(tournament)
    number, seed = len(tournament.rounds) + 1, tournament.settings.seed

    def turn(player: Contender) -> tuple[int, int, int, bytes]:
        meetings = sum(player.met.get(other.id, 0) for other in free)
        lot = hashlib.sha256(f"{seed}/{number}/{player.id}".encode()).digest()
        return player.level, player.waits_since, meetings, lot

    return sorted(free, key=turn)


def _fill(tournament: Tournament, free: Sequence[Contender]) -> list[list[Contender]]:
    """Return tables of those who are free, in seat order, whatever it does to the balance; nobody need be left over."""
    config = tournament.settings
    count = len(free) // config.seats
    sizes = [config.seats] * count
    if not count and config.short_tables and len(free) > 1:
        sizes = [len(free)]
    if not sizes:
        return []
    lot = f"{config.seed}/{len(tournament.rounds) + 1}"
    return pods.group(free[: sum(sizes)], sizes, config.seats, lot, EFFORT).seat_all()


def _fill_evenly(tournament: Tournament, free: Sequence[Contender]) -> list[list[Contender]]:
    """Return those tables that need not be better, though others will be free soon."""
    if not tournament.present:
        return []
    seats, busy = tournament.settings.seats, tournament.playing()
    players = all_players(tournament)
    least = min(players[entrant.id].level for entrant in tournament.present)
    behind = {entrant.id for entrant in tournament.present if players[entrant.id].level == least}
    # One more than another has, and then two more: only if nobody stays behind.
    low = [player for player in free if player.id in behind]
    following = [] if behind & busy else [player for player in free if player.level == least + 1]
    even = low + following
    if len(even) < seats:
        return []
    tables = [
        table
        for table in _fill(tournament, even)
        if is_balanced(table, seats) and not any(q.id in p.last for p in table for q in table)
    ]
    seated = {player.id for table in tables for player in table}
    if behind <= seated:
        return tables
    return [table for table in tables if all(player.id in behind for player in table)]


def _who_waited_enough(tournament: Tournament, free: Sequence[Contender], now_ms: int) -> list[Contender]:
    """Return those of the free for whom waiting has taken long enough, the longest first."""
    started = tournament.started_ms or 0
    since = {player.id: max(started, tournament.free_since[player.id]) for player in free}
    found = [player for player in free if now_ms - since[player.id] >= ARENA_WAIT_MS_MAX]
    return sorted(found, key=lambda player: since[player.id])
