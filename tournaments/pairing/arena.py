"""Arenas: whoever is free is seated again at once, until the time is up. A round is one such wave."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.pairing import pods
from tournaments.pairing.field import free_players
from tournaments.pairing.seating import is_balanced
from tournaments.tournament import Round, TournamentTable

if TYPE_CHECKING:
    from tournaments.tournament import Tournament

#: An arena pairs all the time, and rematches come in time anyway: a tenth of the search will do.
EFFORT = 0.1


def is_open(tournament: Tournament, now_ms: int) -> bool:
    """Whether matches may still begin."""
    started = tournament.started_ms
    return started is not None and now_ms < started + tournament.settings.duration_ms


def next_round(tournament: Tournament, now_ms: int) -> Round | None:
    """Return the tables that can be filled now, or None.

    Who has waited longest is seated first. A table is not filled with the very opponents of
    somebody's last one, nor against the balance of seats, as long as others are playing who will be
    free soon.
    """
    if not is_open(tournament, now_ms):
        return None
    config, number = tournament.settings, len(tournament.rounds) + 1
    free = sorted(free_players(tournament), key=lambda player: (player.waits_since, player.seed))
    busy = tournament.playing()
    count = len(free) // config.seats
    sizes = [config.seats] * count
    if not count and not busy and config.short_tables and len(free) > 1:
        sizes = [len(free)]
    if not sizes:
        return None
    arrangement = pods.group(free[: sum(sizes)], sizes, config.seats, f"{config.seed}/{number}", EFFORT)
    tables = [
        TournamentTable(tuple(player.id for player in table), 1)
        for table in arrangement.seat_all()
        if not busy or (is_balanced(table, config.seats) and not any(q.id in p.last for p in table for q in table))
    ]
    return Round(number, "arena", tables) if tables else None
