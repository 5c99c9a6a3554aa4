"""The shapes of the REST interface: what a body may be, and what an answer is; a file per resource."""

from services.gateway.schemas import (
    accounts,
    analysis,
    chat,
    games,
    matches,
    parts,
    play,
    ratings,
    series,
    server,
    take_backs,
    tournaments,
)

__all__ = [
    "accounts",
    "analysis",
    "chat",
    "games",
    "matches",
    "parts",
    "play",
    "ratings",
    "series",
    "server",
    "take_backs",
    "tournaments",
]
