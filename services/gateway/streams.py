"""Events as server-sent events or JSON lines: with cursors, keep-alives and resumption.

The stream of a replica that goes away is taken up at another, at the same cursor, unseen by the client.
"""

from __future__ import annotations

import contextlib
import queue
import threading
import time
from collections import Counter
from typing import TYPE_CHECKING, Any

import grpc
import orjson

from protos.astrarium.v1 import match_pb2
from services.gateway.problems import NO_ANSWER, detail_of
from services.gateway.shapes import line_of
from services.shared.errors import LimitExceeded
from services.shared.limits import limits
from services.shared.telemetry import STREAMS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from services.gateway.backend import Backend, Metadata

SSE = "text/event-stream"
NDJSON = "application/x-ndjson"
BUFFERED_MAX = 64
PUT_S_MAX = 1.0
RECONNECT_S = 0.2
#: how long a stream waits for a replica: before its first item, and later
FIRST_S_MAX = 5.0
LATER_S_MAX = 60.0
HEARTBEAT = match_pb2.WatchEventsResponse(heartbeat=match_pb2.Heartbeat())

_open: Counter[str] = Counter()


class Feed:
    """The items of one stream, read in the background so that silence can be told from the end.

    It has what a call has of the iterator and of `cancel`, and outlives the calls that it is made of.
    """

    def __init__(self, watch: Callable[[], Any], heard: Callable[[Any], None], heartbeat: Any) -> None:
        """Read what *watch* opens, again from where *heard*, told of each item, has set the cursor to."""
        self._watch = watch
        self._heard = heard
        self._heartbeat = heartbeat
        self._items: queue.Queue[Any] = queue.Queue(BUFFERED_MAX)
        self._call: Any = None
        self._closed = False
        threading.Thread(target=self._read, daemon=True).start()

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
                for item in self._call:
                    heard, patience_s = time.monotonic(), LATER_S_MAX
                    self._heard(item)
                    self._put(item)
            except grpc.RpcError as error:
                if not _may_pass(error) or time.monotonic() - heard > patience_s:
                    self._put(error)
                    return
                time.sleep(RECONNECT_S)
            else:
                self._put(None)
                return

    def _put(self, item: Any) -> None:
        """Hand an item over; wait while the client is slow, give up when it is gone."""
        while not self._closed:
            with contextlib.suppress(queue.Full):
                self._items.put(item, timeout=PUT_S_MAX)
                return


def of_match(backend: Backend, request: Any, metadata: Metadata) -> Feed:
    """Return a match's events from the request's cursor on."""

    def heard(item: Any) -> None:
        if item.HasField("event"):
            request.since = item.event.cursor
        elif item.HasField("chat"):
            request.chat_since = item.chat.cursor

    return Feed(lambda: backend.watch(request, metadata), heard, HEARTBEAT)


def of_account(backend: Backend, request: Any, metadata: Metadata) -> Feed:
    """Return an account's events from the request's cursor on."""

    def heard(item: Any) -> None:
        request.since = item.cursor or request.since

    return Feed(lambda: backend.watch_account(request, metadata), heard, match_pb2.WatchAccountResponse())


def _may_pass(error: grpc.RpcError) -> bool:
    detail = detail_of(error)
    return detail.error == "Unavailable" if detail is not None else error.code() in NO_ANSWER


def take_place(account: str) -> None:
    """Count a stream of *account*; raise LimitExceeded if it, or this process, has too many."""
    for limit, count in (
        ("streams_per_account_max", _open[account]),
        ("streams_per_process_max", _open.total()),
    ):
        most = getattr(limits(), limit)
        if count >= most:
            raise LimitExceeded(
                f"{count} event streams are open, as many as the limit {limit} allows; close one",
                limit=limit,
                limit_max=most,
                retry_after_ms=limits().heartbeat_ms,
            )
    _open[account] += 1
    STREAMS.inc()


def give_place_back(account: str) -> None:
    """Count a stream of *account* as closed."""
    _open[account] -= 1
    if not _open[account]:
        del _open[account]
    STREAMS.dec()


def sse(item: Any) -> bytes:
    """Return an item as a server-sent event; a heartbeat is a comment."""
    if item.HasField("heartbeat"):
        return b": heartbeat\n\n"
    number = b"id: %d\n" % item.event.cursor if item.HasField("event") else b""
    return number + b"event: %s\ndata: %s\n\n" % (item.WhichOneof("item").encode(), orjson.dumps(line_of(item)))


def ndjson(item: Any) -> bytes:
    """Return an item as a line of JSON."""
    return orjson.dumps(line_of(item)) + b"\n"


FORMS = {SSE: sse, NDJSON: ndjson}
