"""Several streams as one: an account's events together with any number of matches.

A browser opens few connections to a server for all its tabs together, and a program that plays at many tables wants
one loop.
"""

from __future__ import annotations

import contextlib
import queue
import threading
from typing import TYPE_CHECKING

import grpc
import orjson

from services.gateway.lines import HEARTBEAT, NDJSON, Content, StreamLine
from services.gateway.listening import Listener, StreamEnded
from services.gateway.problems import detail_of
from services.gateway.reading import PUT_S_MAX
from services.shared.errors import ServiceError, Unavailable
from services.shared.limits import limits

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping

    from services.gateway.listening import Lines

    Start = Callable[[Listener], Generator[list[StreamLine]]]


class GatheredStream:
    """One of the gathered streams, read in the background."""

    def __init__(self, name: str, start: Start, listener: Listener, lines: Lines) -> None:
        """Read what *start* opens into *lines*: for a match by its *name*, or with an empty one for the account."""
        self._name = name
        self._start = start
        # It waits separately from the whole, and sends no heartbeats.
        self._listener = Listener(listener.account, listener.digest)
        self._lines = lines
        self._is_closed = False
        threading.Thread(target=self._read, daemon=True).start()

    def close(self) -> None:
        """Stop reading."""
        self._is_closed = True
        self._listener.end(Unavailable("nobody listens any more"))

    def _read(self) -> None:
        error: ServiceError | grpc.RpcError | None = None
        try:
            for news in self._start(self._listener):
                for line in news:
                    if line is not HEARTBEAT:
                        self._put(self._name_match(line))
        except (ServiceError, grpc.RpcError) as wrong:
            error = wrong
        if self._name:
            # The end of one match ends nothing else.
            self._put(self._end_match(error))
            error = None
        self._put(StreamEnded(error if isinstance(error, grpc.RpcError) else None))

    def _name_match(self, line: StreamLine) -> StreamLine:
        """Return a match's line as one that says of which match it is; the account's lines stay as they are."""
        if not self._name:
            return line
        own = orjson.Fragment(line.write(NDJSON).strip())
        json: dict[str, object] = {"type": "match_line", "match_id": self._name, "line": own}
        return StreamLine(None, lambda _: Content(json, "match_line"))

    def _end_match(self, error: ServiceError | grpc.RpcError | None) -> StreamLine:
        """Return the last line of a match: it is over, or refused for that error."""
        json: dict[str, object] = {"type": "match_end", "match_id": self._name}
        if isinstance(error, ServiceError):
            json |= {"error": type(error).__name__, "detail": str(error)}
        elif error is not None:
            detail = detail_of(error)
            json["error"] = "Unavailable" if detail is None else detail.error
            json["detail"] = "a part of the server is out of reach" if detail is None else detail.message
        return StreamLine(None, lambda _: Content(json, "match_end"))

    def _put(self, line: StreamLine | StreamEnded) -> None:
        """Hand over a line; wait while the client is slow, give up when it is gone."""
        while not self._is_closed:
            with contextlib.suppress(queue.Full):
                self._lines.put(line, timeout=PUT_S_MAX)
                return


def gather_lines(
    account: Start | None, matches: Mapping[str, Start], listener: Listener
) -> Generator[list[StreamLine]]:
    """Yield an account's lines and those of matches as they come, until all are over; raise what ends the account's.

    Visitors have no *account*.
    """
    lines: Lines = queue.Queue(limits().stream_lines_waiting_max)
    starts = matches if account is None else {"": account, **matches}
    parts = [GatheredStream(name, start, listener, lines) for name, start in starts.items()]
    open_parts = len(parts)
    try:
        while True:
            line = listener.wait(lines)
            if not isinstance(line, StreamEnded):
                yield [line]
                continue
            if line.error is not None:
                raise line.error
            open_parts -= 1
            if open_parts == 0:
                return
    finally:
        for part in parts:
            part.close()
