"""Events as server-sent events or JSON lines: with cursors, keep-alives and resumption.

The stream of a replica that goes away is taken up at another, at the same cursor, unseen by the client.
"""

from __future__ import annotations

import functools
import time
from collections import Counter
from typing import TYPE_CHECKING, Any

import orjson

from protos.astrarium.v1 import director_pb2, match_pb2
from services.gateway.reading import RECONNECT_S, Feed
from services.gateway.rooms import HEARTBEAT, Ended, Line, Rooms, move
from services.gateway.shapes import line_of
from services.shared.errors import LimitExceeded
from services.shared.limits import limits
from services.shared.telemetry import STREAMS

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Hashable, Iterator

    from services.gateway.backend import Backend, Metadata

SSE = "text/event-stream"
NDJSON = "application/x-ndjson"
#: how often in a row a room may break before anything is heard in it
BREAKS_MAX = 2

_open: Counter[str] = Counter()
_rooms = Rooms()


class Watching:
    """One client's stream of a match: what there is, read for it alone, then what comes, together with others.

    Who holds no seat follows a public match with all who hold none. What an account hears of the chat is its own
    affair, so when something is said each of them asks for itself.
    """

    def __init__(self, backend: Backend, request: Any, metadata: Metadata, account: str) -> None:
        """Watch what *request* asks for; its cursors go with what the client was given."""
        self._backend = backend
        self._request = request
        self._metadata = metadata
        self._account = account
        self._shown: Any = None
        self._heard_to = _moment(request.chat_since)
        self._breaks = 0

    def lines(self) -> Generator[list[Line]]:
        """Yield what is to be sent, until the match is over; raise grpc.RpcError."""
        while True:
            yield from self._caught_up()
            if self._is_over() or self._request.is_snapshot:
                return
            try:
                yield from self._followed()
            except Ended as end:
                if end.error is None:
                    return
                self._breaks += 1
                if self._breaks >= BREAKS_MAX:
                    raise end.error from None
                time.sleep(RECONNECT_S)

    def _is_over(self) -> bool:
        return self._shown is not None and bool(self._shown.status == match_pb2.MATCH_STATUS_OVER)

    def _caught_up(self) -> Iterator[list[Line]]:
        """Yield what there is beyond the cursors."""
        request = match_pb2.WatchEventsRequest()
        request.CopyFrom(self._request)
        request.is_snapshot = True
        feed = Feed(lambda: self._backend.watch(request, self._metadata), lambda item: move(request, item), HEARTBEAT)
        try:
            for item in feed:
                line = Line(item, request.since)
                if self._is_news(line):
                    yield [line]
        finally:
            feed.cancel()

    def _followed(self) -> Iterator[list[Line]]:
        """Yield what comes; return when the account is another viewer than before."""
        key, request = self._view()
        watch = functools.partial(self._backend.watch, metadata=self._metadata)
        with _rooms.entered(key, watch, request, self._shown) as (follower, is_up_to_date):
            if not is_up_to_date:
                yield from self._caught_up()
            while not self._is_over():
                lines = follower.next_lines()
                if not lines:
                    follower.is_behind = False
                    yield from self._caught_up()
                    continue
                self._breaks = 0
                if request.for_spectators and any(line.is_reseated and self._is_seated_by(line) for line in lines):
                    # A seat's events are numbered otherwise. Without any yet, the stream goes on as the seat's.
                    if not self._request.since:
                        return
                    # What was said there is for spectators' ears.
                    yield [line for line in lines if not line.item.HasField("chat") and self._is_news(line)]
                    raise Ended(None)
                yield from self._sent(lines, is_shared=request.for_spectators)

    def _sent(self, lines: list[Line], *, is_shared: bool) -> Iterator[list[Line]]:
        """Yield those of a room's lines that the client has not got."""
        news = []
        for line in lines:
            if is_shared and line.item.HasField("chat"):
                if _moment(line.item.chat.cursor) > self._heard_to:
                    self._heard_to = _moment(line.item.chat.cursor)
                    yield from self._caught_up()
            elif self._is_news(line):
                news.append(line)
        if news:
            yield news

    def _view(self) -> tuple[Hashable, Any]:
        """Return whom one may follow the match with, and what to ask for them all."""
        match, seat = self._shown, None
        if match.own_seats:
            # From here on it is this seat's stream: another viewer's events are numbered otherwise.
            seat = self._request.seat = self._request.seat if self._request.HasField("seat") else match.own_seats[0]
        request = match_pb2.WatchEventsRequest()
        request.CopyFrom(self._request)
        if seat is None and not match.is_private:
            request.for_spectators = True
            return match.match_id, request
        return (match.match_id, self._account, seat), request

    def _is_news(self, line: Line) -> bool:
        """Whether the client has not got a line; notes that it gets it now."""
        item = line.item
        if item.HasField("event"):
            if item.event.cursor <= self._request.since:
                return False
        elif item.HasField("chat"):
            at = _moment(item.chat.cursor)
            if at <= _moment(self._request.chat_since):
                return False
            self._heard_to = max(self._heard_to, at)
        elif item.HasField("match"):
            if line.at < self._request.since or item.match == self._shown:
                return False
            self._shown = item.match
        move(self._request, item)
        return True

    def _is_seated_by(self, line: Line) -> bool:
        return any(
            seat.kind == match_pb2.SEAT_KIND_ACCOUNT and seat.account == self._account for seat in line.item.match.seats
        )


def of_match(backend: Backend, request: Any, metadata: Metadata, account: str) -> Generator[list[Line]]:
    """Return a match's events from the request's cursor on."""
    return Watching(backend, request, metadata, account).lines()


def of_account(backend: Backend, request: Any, metadata: Metadata) -> Feed:
    """Return an account's events from the request's cursor on."""

    def heard(item: Any) -> None:
        request.since = item.cursor or request.since

    return Feed(lambda: backend.watch_account(request, metadata), heard, match_pb2.WatchAccountResponse())


def of_log(watch: Callable[..., Any], request: Any, metadata: Metadata) -> Feed:
    """Return the entries of a tournament's or a series' log, as *watch* opens it, from the request's cursor on."""

    def heard(item: Any) -> None:
        request.since = item.cursor or request.since

    return Feed(lambda: watch(request, metadata), heard, director_pb2.WatchTournamentResponse())


def _moment(cursor: str) -> tuple[int, int]:
    """Return a chat cursor as what it is ordered by."""
    at_ms, _, number = cursor.partition("-")
    return int(at_ms or 0), int(number or 0)


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
