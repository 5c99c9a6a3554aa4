"""A client's stream of a match: first what there is, read for it alone, then what comes, shared with others.

If a replica goes away, its stream is resumed at another one, at the same cursor; the client notices nothing.
"""

from __future__ import annotations

import functools
import time
from typing import TYPE_CHECKING

from protos.astrarium.v1 import match_pb2
from services.gateway.broadcasts import Broadcasts
from services.gateway.lines import HEARTBEAT, MATCH, StreamLine
from services.gateway.listening import StreamEnded
from services.gateway.problems import detail_of
from services.gateway.reading import RECONNECT_S, read_lines

if TYPE_CHECKING:
    from collections.abc import Generator, Hashable, Iterator

    import grpc

    from services.gateway.backend import Backend, Metadata
    from services.gateway.listening import Listener

#: how often in a row a broadcast may break before it brings anything
BREAKS_MAX = 2

_broadcasts = Broadcasts()


class Following:
    """The part of a match that one client has received, and the source of the rest.

    All viewers without a seat follow a public match together. Chat is different for each account, so when something is
    said each of them reads it separately.
    """

    def __init__(
        self, backend: Backend, request: match_pb2.WatchEventsRequest, metadata: Metadata, listener: Listener
    ) -> None:
        """Follow what *request* asks for; its cursors advance with what the client was given."""
        self._request = request
        self._listener = listener
        self._watch = functools.partial(backend.watch, metadata=metadata)
        self._shown: match_pb2.Match | None = None
        self._heard_to = _moment(request.chat_since)
        self._breaks = 0

    def lines(self) -> Generator[list[StreamLine]]:
        """Yield what is to be sent, until the match is over; raise grpc.RpcError, and what ends a listener."""
        while True:
            yield from self._catch_up()
            if self._is_over() or self._request.is_snapshot:
                return
            try:
                yield from self._follow()
            except StreamEnded as end:
                if end.error is None:
                    return
                self._count_break(end.error)
                time.sleep(RECONNECT_S)

    def _count_break(self, error: grpc.RpcError) -> None:
        """Raise the error of a broadcast if it came too often. Another's token may be at fault: who opened it."""
        detail = detail_of(error)
        if detail is None or detail.error != "Unauthenticated":
            self._breaks += 1
        if self._breaks >= BREAKS_MAX:
            raise error

    def _is_over(self) -> bool:
        return self._shown is not None and self._shown.status == match_pb2.MATCH_STATUS_OVER

    def _catch_up(self) -> Iterator[list[StreamLine]]:
        """Yield what there is beyond the cursors."""
        request = match_pb2.WatchEventsRequest()
        request.CopyFrom(self._request)
        request.is_snapshot = True
        for lines in read_lines(self._watch, request, MATCH, self._listener):
            news = [line for line in lines if self._is_news(line)]
            if news:
                yield news

    def _follow(self) -> Iterator[list[StreamLine]]:
        """Yield what comes; return when the account is another viewer than before."""
        assert self._shown is not None
        key, request = self._view(self._shown)
        with _broadcasts.join(key, self._watch, request, self._shown) as (follower, is_up_to_date):
            if not is_up_to_date:
                yield from self._catch_up()
            while not self._is_over():
                lines = follower.next_lines(self._listener)
                if not lines:
                    follower.is_behind = False
                    yield from self._catch_up()
                    continue
                if lines != [HEARTBEAT]:
                    self._breaks = 0
                if request.for_spectators and any(line.is_reseated and self._is_seated_by(line) for line in lines):
                    # A seat's events have other numbers. If there were none yet, the stream continues as the seat's.
                    if not self._request.since:
                        return
                    # What was said there is for spectators only.
                    yield [line for line in lines if not _is_chat(line) and self._is_news(line)]
                    raise StreamEnded(None)
                yield from self._pass_on(lines, is_shared=request.for_spectators)

    def _pass_on(self, lines: list[StreamLine], *, is_shared: bool) -> Iterator[list[StreamLine]]:
        """Yield those of a broadcast's lines that the client has not got."""
        news = []
        for line in lines:
            if is_shared and _is_chat(line):
                if _moment(line.item.chat.cursor) > self._heard_to:
                    self._heard_to = _moment(line.item.chat.cursor)
                    yield from self._catch_up()
            elif self._is_news(line):
                news.append(line)
        if news:
            yield news

    def _view(self, match: match_pb2.Match) -> tuple[Hashable, match_pb2.WatchEventsRequest]:
        """Return whom one may follow the match with, and what to ask for them all."""
        seat = None
        if match.own_seats:
            # From here on it is this seat's stream: another viewer's events have other numbers.
            seat = self._request.seat = self._request.seat if self._request.HasField("seat") else match.own_seats[0]
        request = match_pb2.WatchEventsRequest()
        request.CopyFrom(self._request)
        if seat is None and not match.settings.is_private:
            request.for_spectators = True
            return match.match_id, request
        return (match.match_id, self._listener.account, seat), request

    def _is_news(self, line: StreamLine) -> bool:
        """Whether the client has not got a line; notes that it gets it now."""
        match line.what:
            case "event":
                if line.at <= self._request.since:
                    return False
                self._request.since = line.at
            case "match":
                if line.at < self._request.since or line.item.match == self._shown:
                    return False
                self._shown = line.item.match
            case "chat":
                at = _moment(line.item.chat.cursor)
                if at <= _moment(self._request.chat_since):
                    return False
                self._heard_to = max(self._heard_to, at)
                MATCH.advance(self._request, line.item)
        return True

    def _is_seated_by(self, line: StreamLine) -> bool:
        return any(
            seat.kind == match_pb2.SEAT_KIND_ACCOUNT and seat.account == self._listener.account
            for seat in line.item.match.seats
        )


def _is_chat(line: StreamLine) -> bool:
    return line.what == "chat"


def _moment(cursor: str) -> tuple[int, int]:
    """Return a chat cursor as what it is ordered by."""
    at_ms, _, number = cursor.partition("-")
    return int(at_ms or 0), int(number or 0)
