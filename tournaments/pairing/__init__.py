"""The next pairings: pure functions of a tournament's state, one module per format."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tournaments.pairing import arena, gauntlet, knockout, round_robin, swiss
from tournaments.pairing.field import all_players
from tournaments.pairing.seating import seat_costs

if TYPE_CHECKING:
    from collections.abc import Callable

    from tournaments.tournament import Round, Tournament

PAIR: dict[str, Callable[[Tournament], Round | None]] = {
    "round_robin": round_robin.next_round,
    "swiss": swiss.next_round,
    "knockout": knockout.next_round,
    "gauntlet": gauntlet.next_round,
}


def next_round(tournament: Tournament, now_ms: int) -> Round | None:
    """Return the next round, or None: nothing now (paused, or a round is being played), or nothing more.

    The same log gives the same answer, whenever and wherever it is asked; the time matters to an
    arena alone.
    """
    if not tournament.is_running or tournament.is_paused:
        return None
    if tournament.settings.format == "arena":
        found = arena.next_round(tournament, now_ms)
    elif tournament.current is not None and not tournament.current.is_done:
        return None
    else:
        found = PAIR[tournament.settings.format](tournament)
    return None if found is None else replace(found, relaxed=_find_unbalanced(tournament, found))


def _find_unbalanced(tournament: Tournament, found: Round) -> tuple[str, ...]:
    """Return who would sit in one seat at least two times more than in another."""
    if tournament.settings.is_duplicate:
        return ()
    players, seats = all_players(tournament), tournament.settings.seats
    return tuple(
        entrant
        for table in found.tables
        for seat, entrant in enumerate(table.seats)
        if seat_costs(players[entrant].seats, seats)[seat]
    )


def is_complete(tournament: Tournament, now_ms: int) -> bool:
    """Whether everything has been played: no match runs and no round follows. A paused tournament waits instead."""
    if not tournament.is_running or tournament.is_paused or tournament.playing():
        return False
    if tournament.settings.format == "arena":
        return not arena.is_open(tournament, now_ms)
    return next_round(tournament, now_ms) is None
