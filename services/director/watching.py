"""Following a log: its entries from a cursor on, then new ones as they come, until its end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

from services.rpc.caller import asking
from services.rpc.watching import Heartbeat, StreamCount
from services.shared.bells import Bell, Bells
from services.shared.errors import BadRequest

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable


class WatchRequest(Protocol):
    """The content of a Watch request: the entry after which to begin, and whether to end at the newest one."""

    since: int
    is_snapshot: bool


class FollowedLog(Protocol):
    """A log as it is kept."""

    entries: list[bytes]


KeptLog = TypeVar("KeptLog", bound=FollowedLog)


class LogStreams:
    """The open streams of all kinds of logs; a log is named by its key in Redis."""

    def __init__(self, bells: Bells) -> None:
        """Be woken by *bells*."""
        self._bells = bells
        self._streams = StreamCount()

    async def follow(
        self,
        log: str,
        fresh: Callable[[], Awaitable[KeptLog]],
        is_closed: Callable[[KeptLog], bool],
        asked: WatchRequest,
    ) -> AsyncGenerator[tuple[int, bytes], None]:
        """Yield numbers and entries of a log; number 0 is a heartbeat.

        *fresh* returns the log with everything that was appended before the call; *is_closed* says whether more can
        follow. Raises BadRequest, LimitExceeded.
        """
        cursor = asked.since
        with self._streams.place(), self._bells.lend(log, Bell(asking().digest)) as bell:
            heartbeat = Heartbeat()
            while True:
                kept = await fresh()
                if not 0 <= cursor <= len(kept.entries):
                    raise BadRequest(f"since is {cursor}; the entries so far are numbered 1 to {len(kept.entries)}")
                for raw in kept.entries[cursor:]:
                    cursor += 1
                    yield cursor, raw
                if cursor < len(kept.entries):
                    # More came while these were being sent.
                    continue
                if asked.is_snapshot or is_closed(kept):
                    return
                if not await bell.wait(heartbeat.due):
                    heartbeat.beat()
                    yield 0, b""
