"""Streams of a gRPC service: how many there are, and their heartbeats."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from typing import TYPE_CHECKING

from services.shared import telemetry
from services.shared.errors import LimitExceeded
from services.shared.limits import limits

if TYPE_CHECKING:
    from collections.abc import Iterator

MS = 1000


class Heartbeat:
    """A stream's own clock: it beats at fixed times after the stream's beginning, whatever else is sent or happens."""

    def __init__(self) -> None:
        """Begin now."""
        self._period_s = limits().heartbeat_ms / MS
        #: when it beats next (the loop's time)
        self.due = asyncio.get_running_loop().time() + self._period_s

    def beat(self) -> None:
        """Set the time of the next beat; missed ones are left out."""
        while self.due <= asyncio.get_running_loop().time():
            self.due += self._period_s


class StreamCount:
    """Counts and limits the open streams of this process."""

    def __init__(self) -> None:
        """Begin with none."""
        self._count = 0

    @contextmanager
    def place(self) -> Iterator[None]:
        """Count a stream as long as it is open; raise LimitExceeded."""
        most = limits().streams_per_process_max
        if self._count >= most:
            raise LimitExceeded("too many open streams", limit="streams_per_process_max", limit_max=most)
        self._count += 1
        telemetry.STREAMS.inc()
        try:
            yield
        finally:
            self._count -= 1
            telemetry.STREAMS.dec()
