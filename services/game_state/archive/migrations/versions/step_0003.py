"""Logs of tournaments that are over."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the table."""
    word = sa.String().with_variant(sa.String(collation="C"), "postgresql")
    op.create_table(
        "logs",
        sa.Column("kind", word, primary_key=True, comment="tournament"),
        sa.Column("log_id", word, primary_key=True),
        sa.Column("length", sa.Integer, nullable=False, comment="entries"),
        sa.Column("content", sa.LargeBinary, nullable=False),
    )
