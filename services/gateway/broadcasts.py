"""Viewers who see the same of a match share a broadcast: it is read once, and each line is written once for all.

A follower that is slower than the match misses lines and is told so; it reads them from the log at its own pace.
"""

from __future__ import annotations

import queue
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

from services.gateway.lines import HEARTBEAT, MATCH, StreamLine
from services.gateway.listening import StreamEnded
from services.gateway.reading import Reader
from services.shared.limits import limits

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator

    import grpc

    from protos.astrarium.v1 import match_pb2
    from services.gateway.listening import Lines, Listener
    from services.gateway.reading import Call

    Watch = Callable[[match_pb2.WatchEventsRequest], Call[match_pb2.WatchedItem]]


class Follower:
    """The lines that one client has not been sent yet."""

    __slots__ = ("_lines", "is_behind")

    def __init__(self) -> None:
        """Begin with nothing."""
        self._lines: Lines = queue.SimpleQueue()
        #: whether lines were dropped after those that are still here
        self.is_behind = False

    def hear(self, line: StreamLine) -> None:
        """Take a line, unless there are too many already."""
        self.is_behind = self.is_behind or self._lines.qsize() >= limits().stream_lines_waiting_max
        if not self.is_behind:
            self._lines.put(line)

    def end(self, error: grpc.RpcError | None) -> None:
        """Take the end."""
        self._lines.put(StreamEnded(error))

    def next_lines(self, listener: Listener) -> list[StreamLine]:
        """Wait for lines or a heartbeat and return all there is; nothing if behind. Raises StreamEnded."""
        lines: list[StreamLine] = []
        if self._lines.empty() and self.is_behind:
            return lines
        line = listener.wait(self._lines)
        while not isinstance(line, StreamEnded):
            lines.append(line)
            if line is HEARTBEAT or self._lines.empty():
                return lines
            line = self._lines.get_nowait()
        if not lines and not self.is_behind:
            raise line
        self._lines.put(line)
        return lines


class Broadcast(Reader["match_pb2.WatchedItem"]):
    """One view of one match, and who follows it."""

    def __init__(
        self,
        watch: Watch,
        request: match_pb2.WatchEventsRequest,
        shown: match_pb2.Match,
        forget: Callable[[Broadcast], None],
    ) -> None:
        """Follow what *watch* opens with *request*, whose cursors go with it, from where the match was *shown*."""
        super().__init__(lambda: watch(request))
        self.request = request
        self.followers: set[Follower] = set()
        self._forget = forget
        self._shown = shown

    def is_where(self, request: match_pb2.WatchEventsRequest, shown: match_pb2.Match) -> bool:
        """Whether nothing was heard here beyond the cursors of a request and the match that was shown."""
        here = (self.request.since, self.request.chat_since, self._shown)
        return here == (request.since, request.chat_since, shown)

    def take(self, item: match_pb2.WatchedItem) -> None:
        """Pass an item on to everybody; what a resumed stream repeats is left out."""
        if MATCH.is_heartbeat(item):
            return
        is_reseated = False
        if item.HasField("match"):
            if item.match == self._shown:
                return
            is_reseated = self._shown.seats != item.match.seats
            self._shown = item.match
        MATCH.advance(self.request, item)
        line = MATCH.line(item, self.request, is_reseated=is_reseated)
        for follower in list(self.followers):
            follower.hear(line)

    def end(self, error: grpc.RpcError | None) -> None:
        """Pass the end on to everybody."""
        self._forget(self)
        for follower in list(self.followers):
            follower.end(error)


class Broadcasts:
    """The broadcasts of this process."""

    def __init__(self) -> None:
        """Begin with none."""
        self._lock = threading.Lock()
        self._broadcasts: dict[Hashable, Broadcast] = {}

    @contextmanager
    def join(
        self, key: Hashable, watch: Watch, request: match_pb2.WatchEventsRequest, shown: match_pb2.Match
    ) -> Iterator[tuple[Follower, bool]]:
        """Follow the broadcast of that key, or begin one with `watch(request)`, for who was *shown* the match so.

        Yields what is heard from now on, and whether nothing was heard there before beyond what the follower has.
        """
        follower = Follower()
        with self._lock:
            broadcast = self._broadcasts.get(key)
            if broadcast is None:
                broadcast = Broadcast(watch, request, shown, lambda gone: self._forget(key, gone))
                self._broadcasts[key] = broadcast
                broadcast.start()
            broadcast.followers.add(follower)
        try:
            yield follower, broadcast.is_where(request, shown)
        finally:
            with self._lock:
                broadcast.followers.discard(follower)
                is_left = not broadcast.followers
                if is_left and self._broadcasts.get(key) is broadcast:
                    del self._broadcasts[key]
            if is_left:
                broadcast.cancel()

    def _forget(self, key: Hashable, broadcast: Broadcast) -> None:
        with self._lock:
            if self._broadcasts.get(key) is broadcast:
                del self._broadcasts[key]
