"""Streams of other services, read in the background and taken up again where they break, unseen by the client."""

from __future__ import annotations

import contextlib
import queue
import threading
import time
from typing import TYPE_CHECKING, Any

import grpc

from services.gateway.problems import NO_ANSWER, detail_of
from services.shared.limits import limits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

#: items that a slow client has waiting; more than come in one answer
BUFFERED_MAX = 256
PUT_S_MAX = 1.0
RECONNECT_S = 0.2
#: how long a stream waits for a replica: before its first item, and later
FIRST_S_MAX = 5.0
LATER_S_MAX = 60.0


class Reader:
    """Reads what *watch* opens, and opens it again while a replica is away; subclasses say what becomes of the items.

    Whoever takes an item sets the cursor from which *watch* goes on.
    """

    def __init__(self, watch: Callable[[], Any]) -> None:
        """Read nothing yet."""
        self._watch = watch
        self._call: Any = None
        self._closed = False

    def start(self) -> None:
        """Begin to read."""
        threading.Thread(target=self._read, daemon=True).start()

    def take(self, item: Any) -> None:
        """Take an item of the stream."""
        raise NotImplementedError

    def end(self, error: grpc.RpcError | None) -> None:
        """Take the end of the stream: it is complete, or can't go on for that error."""
        raise NotImplementedError

    def cancel(self) -> None:
        """Stop reading."""
        self._closed = True
        if self._call is not None:
            self._call.cancel()

    def _read(self) -> None:
        patience_s = FIRST_S_MAX
        heard = time.monotonic()
        while not self._closed:
            try:
                self._call = self._watch()
                if self._closed:
                    # Cancelled while it was being opened, when there was no call to cancel.
                    self._call.cancel()
                for item in self._call:
                    heard, patience_s = time.monotonic(), LATER_S_MAX
                    self.take(item)
            except grpc.RpcError as error:
                if not _may_pass(error) or time.monotonic() - heard > patience_s:
                    self.end(error)
                    return
                time.sleep(RECONNECT_S)
            else:
                self.end(None)
                return


class Feed(Reader):
    """The items of a stream for one client, who is waited for; silence is told from the end.

    It has what a call has of the iterator and of `cancel`, and outlives the calls that it is made of.
    """

    def __init__(self, watch: Callable[[], Any], heard: Callable[[Any], None], heartbeat: Any) -> None:
        """Read what *watch* opens, again from where *heard*, told of each item, has set the cursor to."""
        super().__init__(watch)
        self._heard = heard
        self._heartbeat = heartbeat
        self._items: queue.Queue[Any] = queue.Queue(BUFFERED_MAX)
        self.start()

    def __iter__(self) -> Iterator[Any]:
        """Return itself."""
        return self

    def __next__(self) -> Any:
        """Return the next item, or a heartbeat if nothing came for the heartbeat's time; raise grpc.RpcError."""
        try:
            item = self._items.get(timeout=limits().heartbeat_ms / 1000)
        except queue.Empty:
            return self._heartbeat
        if item is None:
            self._items.put(None)  # an iterator that has ended stays so
            raise StopIteration
        if isinstance(item, grpc.RpcError):
            raise item
        return item

    def take(self, item: Any) -> None:
        """Hand an item over; wait while the client is slow, give up when it is gone."""
        self._heard(item)
        self._put(item)

    def end(self, error: grpc.RpcError | None) -> None:
        """Hand the end over."""
        self._put(error)

    def _put(self, item: Any) -> None:
        while not self._closed:
            with contextlib.suppress(queue.Full):
                self._items.put(item, timeout=PUT_S_MAX)
                return


def _may_pass(error: grpc.RpcError) -> bool:
    detail = detail_of(error)
    return detail.error == "Unavailable" if detail is not None else error.code() in NO_ANSWER
