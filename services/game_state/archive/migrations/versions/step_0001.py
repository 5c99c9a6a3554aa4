"""Matches, and who played in them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    word = sa.String().with_variant(sa.String(collation="C"), "postgresql")
    op.create_table(
        "matches",
        sa.Column("match_id", word, primary_key=True),
        sa.Column("revision", sa.BigInteger, nullable=False),
        sa.Column("token", word, nullable=False),
        sa.Column("game", word, nullable=False),
        sa.Column("seats", sa.SmallInteger, nullable=False),
        sa.Column("options", word, nullable=False, comment="canonical JSON"),
        sa.Column("rules_version", word, nullable=False),
        sa.Column("clock", word, nullable=False, comment="the kind of its clock"),
        sa.Column("is_private", sa.Boolean, nullable=False),
        sa.Column("is_rated", sa.Boolean, nullable=False),
        sa.Column("tournament_id", word, nullable=False, comment="'' outside of tournaments"),
        sa.Column("ended", word, nullable=False, comment="how: finished, resigned, timeout, adjudicated"),
        sa.Column("length", sa.Integer, nullable=False, comment="actions that stand"),
        sa.Column("started_ms", sa.BigInteger, nullable=False),
        sa.Column("ended_ms", sa.BigInteger, nullable=False),
        sa.Column("digest", word, nullable=False, comment="orders matches that ended at the same moment (paging.py)"),
        sa.Column("content", sa.LargeBinary, nullable=False),
    )
    op.create_index("matches_by_end", "matches", ["ended_ms", "digest"])
    op.create_index("matches_by_game", "matches", ["game", "ended_ms", "digest"])
    op.create_index("matches_by_tournament", "matches", ["tournament_id", "ended_ms", "digest"])
    op.create_table(
        "players",
        sa.Column("match_id", word, sa.ForeignKey("matches.match_id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.SmallInteger, primary_key=True),
        sa.Column("player", word, primary_key=True, comment="an account, or bot:LEVEL"),
        sa.Column("kind", word, nullable=False, comment="person, program or bot"),
        sa.Column("is_away", sa.Boolean, nullable=False, comment="gave the seat up, or a bot stands in"),
        sa.Column("rank", sa.SmallInteger, nullable=False, comment="0: the match ended without ranks"),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("listed_ms", sa.BigInteger, nullable=False, comment="since when it stands in the player's list"),
        sa.Column("ended_ms", sa.BigInteger, nullable=False),
        sa.Column("digest", word, nullable=False),
    )
    op.create_index("players_by_list", "players", ["player", "listed_ms", "digest"])
    op.create_index("players_by_end", "players", ["player", "ended_ms", "digest"])
