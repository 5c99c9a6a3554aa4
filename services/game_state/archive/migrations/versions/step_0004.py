"""Results that ratings rest on."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the tables."""
    word = sa.String().with_variant(sa.String(collation="C"), "postgresql")
    op.create_table(
        "results",
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("content", sa.LargeBinary, nullable=False, comment="JSON, as it was counted"),
    )
    op.create_table(
        "changes",
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("player", word, primary_key=True, comment="an account, or bot:LEVEL"),
        sa.Column("game", word, nullable=False),
        sa.Column("seats", sa.SmallInteger, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("source", word, nullable=False, comment="the match, or the deal of a duplicate table"),
        sa.Column("rank", sa.SmallInteger, nullable=False, comment="the place that counted"),
        sa.Column("mean", sa.Double, nullable=False, comment="after it, as is the deviation"),
        sa.Column("deviation", sa.Double, nullable=False),
    )
    op.create_index("changes_by_player", "changes", ["player", "game", "seats", "number"])
