"""Run by alembic: brings the tables up to date over the connection that it is given."""

from __future__ import annotations

from alembic import context

from services.game_state.archive.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
