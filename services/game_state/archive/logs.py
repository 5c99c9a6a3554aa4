"""Logs in the archive: entries of a tournament or series that is over, as they were appended; and series' matches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import zstandard
from sqlalchemy import delete, select, true

from services.game_state.archive.content import BYTES_MAX, LEVEL
from services.game_state.archive.schema import logs, series_matches
from services.game_state.archive.upsert import put_newer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import ColumnElement, Connection

#: the kinds of logs that are kept
TOURNAMENT = "tournament"
SERIES = "series"
KINDS = (TOURNAMENT, SERIES)


@dataclass(frozen=True, slots=True)
class ArchivedLog:
    """A log that is over; entries are JSON, a line each."""

    kind: str
    log_id: str
    entries: list[bytes]
    ended_ms: int = 0

    def keep(self, connection: Connection) -> None:
        """Keep the log, unless a longer one is there. A log only grows, so that one is newer."""
        row = {
            "kind": self.kind,
            "log_id": self.log_id,
            "length": len(self.entries),
            "ended_ms": self.ended_ms,
            "content": self._to_bytes(),
        }
        put_newer(connection, logs, [row], lambda there, longer: longer.length >= there.c.length)

    def _to_bytes(self) -> bytes:
        return zstandard.ZstdCompressor(level=LEVEL).compress(b"\n".join(self.entries))


def find_log(connection: Connection, kind: str, log_id: str) -> list[bytes]:
    """Return the entries of a log, none if it is not here; raise zstandard.ZstdError if it is damaged."""
    content = connection.execute(select(logs.c.content).where(_is(kind, log_id))).scalar()
    if content is None:
        return []
    return zstandard.ZstdDecompressor().decompress(content, max_output_size=BYTES_MAX).split(b"\n")


def keep_matches(connection: Connection, series_id: str, lines: Mapping[str, bytes]) -> None:
    """Keep matches of a series by their places, instead of any that are there."""
    rows: list[dict[str, object]] = [
        {"series_id": series_id, "place": place, "content": line} for place, line in lines.items()
    ]
    put_newer(connection, series_matches, rows, lambda _there, _row: true())


def find_matches(connection: Connection, series_id: str, places: Sequence[str]) -> dict[str, bytes]:
    """Return those of a series' matches that are here, by place."""
    here = (series_matches.c.series_id == series_id) & series_matches.c.place.in_(places)
    found = connection.execute(select(series_matches.c.place, series_matches.c.content).where(here))
    return {row.place: row.content for row in found}


def forget_series(connection: Connection, before_ms: int, most: int) -> list[str]:
    """Delete up to so many of the series that ended before then; return their ids."""
    old = select(logs.c.log_id).where(logs.c.kind == SERIES, logs.c.ended_ms < before_ms).limit(most)
    ids = list(connection.execute(old).scalars())
    connection.execute(delete(series_matches).where(series_matches.c.series_id.in_(ids)))
    connection.execute(delete(logs).where(logs.c.kind == SERIES, logs.c.log_id.in_(ids)))
    return ids


def _is(kind: str, log_id: str) -> ColumnElement[bool]:
    return (logs.c.kind == kind) & (logs.c.log_id == log_id)
