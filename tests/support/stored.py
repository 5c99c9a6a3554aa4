"""Matches as game_state stores them, for tests without a server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.registry import GAMES
from services.game_state.match.model import Match, Seat
from services.game_state.match.settings import MatchSettings

if TYPE_CHECKING:
    from services.game_state.match.model import Status


def match_of(game: str, seats: int, status: Status = "running") -> Match:
    """A match of accounts a0, a1, ..."""
    return Match(
        match_id="m",
        settings=MatchSettings(game, GAMES[game].check_options(seats, {})),
        rules_version=GAMES[game].rules_version,
        seats=tuple(Seat("account", account=f"a{seat}") for seat in range(seats)),
        creator="a0",
        commitment="",
        created_ms=0,
        status=status,
    )
