"""Logs in the archive: entries of a tournament that is over, as they were appended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import zstandard
from sqlalchemy import select

from services.game_state.archive.content import BYTES_MAX, LEVEL
from services.game_state.archive.schema import logs
from services.game_state.archive.upsert import put_newer

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Connection

#: the kinds of logs that are kept
TOURNAMENT = "tournament"


@dataclass(frozen=True, slots=True)
class ArchivedLog:
    """A log that is over; entries are JSON, a line each."""

    kind: str
    log_id: str
    entries: list[bytes]

    def keep(self, connection: Connection) -> None:
        """Keep the log in the place of a shorter copy. A log only grows, so a longer one that is there is newer."""
        row = {"kind": self.kind, "log_id": self.log_id, "length": len(self.entries), "content": self._to_bytes()}
        put_newer(connection, logs, [row], lambda there, longer: longer.length > there.c.length)

    def _to_bytes(self) -> bytes:
        return zstandard.ZstdCompressor(level=LEVEL).compress(b"\n".join(self.entries))


def find_log(connection: Connection, kind: str, log_id: str) -> list[bytes]:
    """Return the entries of a log, none if it is not here; raise zstandard.ZstdError if it is damaged."""
    content = connection.execute(select(logs.c.content).where(_is(kind, log_id))).scalar()
    if content is None:
        return []
    return zstandard.ZstdDecompressor().decompress(content, max_output_size=BYTES_MAX).split(b"\n")


def _is(kind: str, log_id: str) -> ColumnElement[bool]:
    return (logs.c.kind == kind) & (logs.c.log_id == log_id)
