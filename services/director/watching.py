"""Following a log: its entries from a cursor on, then as they come, until there will be no more."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from services.shared.errors import BadRequest, LimitExceeded
from services.shared.limits import limits

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator

WATCH_S = 0.3
MS = 1000


class Watching:
    """The open streams of one kind of log."""

    def __init__(self, is_closed: Callable[[Any], bool]) -> None:
        """Let a log end its streams when *is_closed* says so of what is kept of it (with its `entries`)."""
        self.is_closed = is_closed
        self.streams = 0

    @contextmanager
    def _place(self) -> Iterator[None]:
        """Count an open stream; raise LimitExceeded."""
        most = limits().streams_per_process_max
        if self.streams >= most:
            raise LimitExceeded("too many open streams", limit="streams_per_process_max", limit_max=most)
        self.streams += 1
        try:
            yield
        finally:
            self.streams -= 1

    async def entries(
        self, fresh: Callable[[], Awaitable[Any]], request: Any
    ) -> AsyncGenerator[tuple[int, bytes], None]:
        """Yield numbers and entries as a Watch request asks (`since`, `is_snapshot`); number 0 is a heartbeat.

        *fresh* returns the log with all that was appended before the call. Raises BadRequest, LimitExceeded.
        """
        cursor, quiet_s = request.since, 0.0
        with self._place():
            while True:
                kept = await fresh()
                if not 0 <= cursor <= len(kept.entries):
                    raise BadRequest(f"since is {cursor}; the entries so far are numbered 1 to {len(kept.entries)}")
                for raw in kept.entries[cursor:]:
                    cursor += 1
                    quiet_s = 0.0
                    yield cursor, raw
                if cursor < len(kept.entries):
                    # More came while these were being sent.
                    continue
                if request.is_snapshot or self.is_closed(kept):
                    return
                await asyncio.sleep(WATCH_S)
                quiet_s += WATCH_S
                if quiet_s * MS >= limits().heartbeat_ms:
                    quiet_s = 0.0
                    yield 0, b""
