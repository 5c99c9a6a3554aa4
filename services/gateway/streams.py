"""A match's events as server-sent events or JSON lines: with cursors, keep-alives and resumption.

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
    from collections.abc import Iterator

    from services.gateway.backend import Backend

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
    """The items of one stream, read in the background so that silence can be told from the end."""

    def __init__(self, backend: Backend, request: Any, authorization: str) -> None:
        """Begin to read at the request's cursor."""
        self._backend = backend
        self._request = request
        self._authorization = authorization
        self._items: queue.Queue[Any] = queue.Queue(BUFFERED_MAX)
        self._call: Any = None
        self._closed = False
        threading.Thread(target=self._read, daemon=True).start()

    def __iter__(self) -> Iterator[Any]:
        """Yield items, and a heartbeat whenever nothing came for the heartbeat's time; raise grpc.RpcError."""
        silence_s = limits().heartbeat_ms / 1000
        while True:
            try:
                item = self._items.get(timeout=silence_s)
            except queue.Empty:
                yield HEARTBEAT
                continue
            if item is None:
                return
            if isinstance(item, grpc.RpcError):
                raise item
            yield item

    def close(self) -> None:
        """Stop reading."""
        self._closed = True
        if self._call is not None:
            self._call.cancel()

    def _read(self) -> None:
        patience_s = FIRST_S_MAX
        heard = time.monotonic()
        while not self._closed:
            try:
                self._call = self._backend.watch(self._request, self._authorization)
                for item in self._call:
                    heard, patience_s = time.monotonic(), LATER_S_MAX
                    if item.HasField("event"):
                        self._request.since = item.event.cursor
                    elif item.HasField("chat"):
                        self._request.chat_since = item.chat.cursor
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
