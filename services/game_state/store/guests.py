"""Accounts as admission sees them, read from Redis."""

from __future__ import annotations

from typing import TYPE_CHECKING

from services.game_state.match.admission import UNRATED, Guest
from services.shared import keys
from services.shared.tokens import KINDS, find_kinds

if TYPE_CHECKING:
    from collections.abc import Iterable

    from services.game_state.match.model import Match
    from services.shared.clients import Redis


async def find_ratings(redis: Redis, game: str, seats: int, accounts: Iterable[str]) -> dict[str, float]:
    """Return how accounts are rated for a game at tables of so many seats."""
    names = sorted(set(accounts))
    found = await redis.hmget(keys.ratings(game, seats), names) if names else []
    return {name: UNRATED if raw is None else float(raw) for name, raw in zip(names, found, strict=True)}


async def guests_of(redis: Redis, match: Match, *more: str) -> dict[str, Guest]:
    """Return those who sit at a match, and *more*, as admission sees them."""
    accounts = {*match.accounts(), *more}
    kinds = await find_kinds(redis, accounts)
    ratings = await find_ratings(redis, match.game, len(match.seats), accounts)
    # Whoever was disabled or deleted keeps the seat that it had.
    return {name: Guest(name, kinds.get(name, KINDS[0]), ratings[name]) for name in accounts}
