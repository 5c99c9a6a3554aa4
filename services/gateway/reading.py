"""Streams of other services, read in the background and resumed after breaks; the client notices nothing."""

from __future__ import annotations

import contextlib
import queue
import threading
import time
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

import grpc

from services.gateway.listening import StreamEnded
from services.gateway.problems import NO_ANSWER, detail_of
from services.shared.limits import limits

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from services.gateway.lines import StreamKind, StreamLine
    from services.gateway.listening import Lines, Listener

PUT_S_MAX = 1.0
RECONNECT_S = 0.2
#: how long a stream waits for a replica: before its first item, and later
FIRST_S_MAX = 5.0
LATER_S_MAX = 60.0
I = TypeVar("I", covariant=True)  # noqa: E741, PLC0105 - an item of one kind
T = TypeVar("T")
R = TypeVar("R")


class Call(Protocol[I]):
    """An open stream by gRPC."""

    def __iter__(self) -> Iterator[I]:
        """Yield its items; raise grpc.RpcError."""

    def cancel(self) -> None:
        """End it."""


class Reader(Generic[T]):
    """Reads what *watch* opens, and reopens it while a replica is away; subclasses handle the items.

    Whoever takes an item sets the cursor from which *watch* continues.
    """

    def __init__(self, watch: Callable[[], Call[T]]) -> None:
        """Read nothing yet."""
        self._watch = watch
        self._call: Call[T] | None = None
        self._closed = False

    def start(self) -> None:
        """Begin to read."""
        threading.Thread(target=self._read, daemon=True).start()

    def take(self, item: T) -> None:
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
                call = self._call = self._watch()
                if self._closed:
                    # It was cancelled while being opened, when there was no call to cancel.
                    call.cancel()
                for item in call:
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


class ClientReader(Reader[T], Generic[T, R]):
    """The lines of a stream for one client, who is waited for."""

    def __init__(self, watch: Callable[[R], Call[T]], request: R, kind: StreamKind[T, R]) -> None:
        """Read what *watch* opens with a request, whose cursors advance with what was read."""
        super().__init__(lambda: watch(request))
        self._request = request
        self._kind = kind
        self._lines: Lines = queue.Queue(limits().stream_lines_waiting_max)

    def take(self, item: T) -> None:
        """Hand over an item; wait while the client is slow, give up when it is gone."""
        if not self._kind.is_heartbeat(item):
            self._kind.advance(self._request, item)
            self._put(self._kind.line(item, self._request))

    def end(self, error: grpc.RpcError | None) -> None:
        """Hand the end over."""
        self._put(StreamEnded(error))

    def next_line(self, listener: Listener) -> StreamLine:
        """Wait for a line or a heartbeat; raise StreamEnded."""
        line = listener.wait(self._lines)
        if isinstance(line, StreamEnded):
            raise line
        return line

    def _put(self, line: StreamLine | StreamEnded) -> None:
        while not self._closed:
            with contextlib.suppress(queue.Full):
                self._lines.put(line, timeout=PUT_S_MAX)
                return


def read_lines(
    watch: Callable[[R], Call[T]], request: R, kind: StreamKind[T, R], listener: Listener
) -> Generator[list[StreamLine]]:
    """Yield the lines of a stream for one client until it is complete; raise grpc.RpcError.

    The cursors of *request* advance with what was read.
    """
    feed = ClientReader(watch, request, kind)
    feed.start()
    try:
        while True:
            yield [feed.next_line(listener)]
    except StreamEnded as end:
        if end.error is not None:
            raise end.error from None
    finally:
        feed.cancel()


def _may_pass(error: grpc.RpcError) -> bool:
    detail = detail_of(error)
    return detail.error == "Unavailable" if detail is not None else error.code() in NO_ANSWER
