"""Searches: each looks through one index, and reads of the matches themselves only what it finds."""

from __future__ import annotations

from alembic import op

revision = "0002"
down_revision = "0001"

LOOKED_AT = ["match_id", "is_private", "seats", "clock", "tournament_id", "ended", "length"]


def upgrade() -> None:
    """Put into the indices what searches look at, and find a player of a match by its index."""
    op.drop_index("matches_by_end", "matches")
    op.drop_index("matches_by_game", "matches")
    op.create_index("matches_by_end", "matches", ["ended_ms", "digest", "game", *LOOKED_AT])
    op.create_index("matches_by_game", "matches", ["game", "ended_ms", "digest", *LOOKED_AT])
    op.create_index("players_by_match", "players", ["match_id", "player", "rank", "is_away"])
