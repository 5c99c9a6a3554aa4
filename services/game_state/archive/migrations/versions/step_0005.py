"""Series that are over, with their matches."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make the table, and note of logs when they ended."""
    word = sa.String().with_variant(sa.String(collation="C"), "postgresql")
    op.add_column("logs", sa.Column("ended_ms", sa.BigInteger, nullable=False, server_default="0"))
    op.create_index("logs_by_end", "logs", ["kind", "ended_ms", "log_id"])
    op.create_table(
        "series_matches",
        sa.Column("series_id", word, primary_key=True),
        sa.Column("place", word, primary_key=True, comment="in the series' plan"),
        sa.Column("content", sa.LargeBinary, nullable=False, comment="JSON, compressed by zlib"),
    )
