"""Who follows the same view of a match follows it together: it is read once, and each line is written once for all.

A follower that is slower than the match misses lines, and is told so: it reads them from the log at its own pace.
"""

from __future__ import annotations

import queue
import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from protos.astrarium.v1 import match_pb2
from services.gateway.reading import BUFFERED_MAX, Reader
from services.shared.limits import limits

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator

    import grpc

HEARTBEAT = match_pb2.WatchedItem(heartbeat=match_pb2.Heartbeat())


class Line:
    """An item of a match's stream; its written forms are made once, whoever asks for them."""

    __slots__ = ("_written", "at", "is_reseated", "item")

    def __init__(self, item: Any, at: int, *, is_reseated: bool = False) -> None:
        """Take the item, how many events its reader had read when it came, and whether others may hold seats now."""
        self.item = item
        self.at = at
        self.is_reseated = is_reseated
        self._written: dict[Any, bytes] = {}

    def written(self, form: Callable[[Any], bytes]) -> bytes:
        """Return the line in that form."""
        if form not in self._written:
            self._written[form] = form(self.item)
        return self._written[form]


class Ended(Exception):
    """No line will follow: the stream is complete, or broke for `error`."""

    def __init__(self, error: grpc.RpcError | None) -> None:
        """Keep why."""
        self.error = error


class Follower:
    """What one client has not been sent yet."""

    __slots__ = ("_lines", "is_behind")

    def __init__(self) -> None:
        """Begin with nothing."""
        self._lines: queue.SimpleQueue[Line | Ended] = queue.SimpleQueue()
        #: whether lines were left out after those that are still here
        self.is_behind = False

    def hear(self, line: Line) -> None:
        """Take a line, unless there are too many already."""
        self.is_behind = self.is_behind or self._lines.qsize() >= BUFFERED_MAX
        if not self.is_behind:
            self._lines.put(line)

    def end(self, error: grpc.RpcError | None) -> None:
        """Take the end."""
        self._lines.put(Ended(error))

    def next_lines(self) -> list[Line]:
        """Wait for lines and return all there are; none if this follower is behind. Raises Ended."""
        lines: list[Line] = []
        while not self._lines.empty() or not (lines or self.is_behind):
            line = self._lines.get()
            if isinstance(line, Ended):
                if not lines and not self.is_behind:
                    raise line
                self._lines.put(line)
                break
            lines.append(line)
        return lines


class Room(Reader):
    """One view of one match, and who follows it."""

    def __init__(self, watch: Callable[[], Any], request: Any, shown: Any, forget: Callable[[Room], None]) -> None:
        """Follow what *watch* opens with *request*, whose cursors go with it, from where the match was *shown*."""
        super().__init__(watch)
        self.request = request
        self.followers: set[Follower] = set()
        self._forget = forget
        self._shown = shown
        self._told = time.monotonic()

    def is_where(self, request: Any, shown: Any) -> bool:
        """Whether nothing was heard here beyond the cursors of a request and the match that was shown."""
        here = (self.request.since, self.request.chat_since, self._shown)
        return here == (request.since, request.chat_since, shown)

    def take(self, item: Any) -> None:
        """Let everybody hear an item; what a stream taken up again repeats is left out."""
        is_reseated = False
        if item.HasField("match"):
            if item.match == self._shown:
                return
            is_reseated = self._shown.seats != item.match.seats
            self._shown = item.match
        if not item.HasField("heartbeat"):
            move(self.request, item)
            self._tell(item, is_reseated=is_reseated)

    def end(self, error: grpc.RpcError | None) -> None:
        """Let everybody hear the end."""
        self._forget(self)
        for follower in list(self.followers):
            follower.end(error)

    def beat(self, silent_s: float) -> None:
        """Let everybody hear a heartbeat, unless they have heard something within so many seconds."""
        if time.monotonic() - self._told >= silent_s:
            self._tell(HEARTBEAT)

    def _tell(self, item: Any, *, is_reseated: bool = False) -> None:
        self._told = time.monotonic()
        line = Line(item, self.request.since, is_reseated=is_reseated)
        for follower in list(self.followers):
            follower.hear(line)


class Rooms:
    """The rooms of this process."""

    def __init__(self) -> None:
        """Begin with none."""
        self._lock = threading.Lock()
        self._rooms: dict[Hashable, Room] = {}
        self._beats = False

    @contextmanager
    def entered(
        self, key: Hashable, watch: Callable[[Any], Any], request: Any, shown: Any
    ) -> Iterator[tuple[Follower, bool]]:
        """Follow the room of that key, or open one with `watch(request)`, for who was *shown* the match so.

        Yields what is heard from now on, and whether nothing was heard there before beyond what the follower has.
        """
        follower = Follower()
        with self._lock:
            room = self._rooms.get(key)
            if room is None:
                room = self._rooms[key] = Room(
                    lambda: watch(request), request, shown, lambda gone: self._forget(key, gone)
                )
                room.start()
            room.followers.add(follower)
            self._begin_to_beat()
        try:
            yield follower, room.is_where(request, shown)
        finally:
            with self._lock:
                room.followers.discard(follower)
                is_left = not room.followers
                if is_left and self._rooms.get(key) is room:
                    del self._rooms[key]
            if is_left:
                room.cancel()

    def _forget(self, key: Hashable, room: Room) -> None:
        with self._lock:
            if self._rooms.get(key) is room:
                del self._rooms[key]

    def _begin_to_beat(self) -> None:
        """Have one clock for all: half the heartbeat's time, so that no silence is longer than the whole."""
        if not self._beats:
            self._beats = True
            threading.Thread(target=self._beat, daemon=True).start()

    def _beat(self) -> None:
        while True:
            pause_s = limits().heartbeat_ms / 2000
            time.sleep(pause_s)
            for room in list(self._rooms.values()):
                room.beat(pause_s)


def move(request: Any, item: Any) -> None:
    """Set the cursors of a request behind an item."""
    if item.HasField("event"):
        request.since = item.event.cursor
    elif item.HasField("chat"):
        request.chat_since = item.chat.cursor
