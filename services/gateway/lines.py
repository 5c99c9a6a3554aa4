"""The lines of all streams, as JSON lines or as server-sent events: one shape, whatever a stream is about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import orjson

from protos.astrarium.v1 import director_pb2, match_pb2, series_pb2
from services.gateway.shapes import line_of
from services.shared.json import dump_json

if TYPE_CHECKING:
    from collections.abc import Callable

SSE = "text/event-stream"
NDJSON = "application/x-ndjson"
MS = 1000
#: the event of an account's stream that says that others are gone, and where all is that they told of
GAP = "gap"
READ_ANEW = ("/v1/matches?own=true", "/v1/tournaments")

LogEntry = director_pb2.WatchTournamentResponse | series_pb2.WatchSeriesResponse
#: an item of a stream by gRPC
Item = match_pb2.WatchedItem | match_pb2.WatchAccountResponse | match_pb2.StreamRecordsResponse | LogEntry
#: what asks for such a stream, with the cursors from which it goes on
Request = (
    match_pb2.WatchEventsRequest
    | match_pb2.WatchAccountRequest
    | match_pb2.StreamRecordsRequest
    | director_pb2.WatchTournamentRequest
    | series_pb2.WatchSeriesRequest
)
I = TypeVar("I")  # noqa: E741 - an item of one kind
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Content:
    """The content of a line: an object with a `type`, the server-sent event's name, and the cursor after it, if any."""

    json: dict[str, object] | orjson.Fragment  # parts of it, or all, are JSON that other services wrote
    name: str
    cursor: str = ""
    #: when a client may come again, if no more follows
    retry_ms: int | None = None


class StreamLine:
    """A line of a stream; each of its written forms is made once, whoever asks for it."""

    __slots__ = ("_content", "_written", "at", "is_reseated", "item", "what")

    def __init__(
        self,
        item: Any,  # noqa: ANN401 - of one of the kinds, which fits the next
        content: Callable[[Any], Content],  # Any: the same
        at: int = 0,
        *,
        what: str = "",
        is_reseated: bool = False,
    ) -> None:
        """Say what *content* makes of an item.

        Of a match's item: how many events its reader had read *at* its coming, which of an event is its number; *what*
        it is (event, match or chat); and whether others may hold seats now.
        """
        self.item = item
        self.at = at
        self.what = what
        self.is_reseated = is_reseated
        self._content = content
        self._written: dict[str, bytes] = {}

    def write(self, form: str) -> bytes:
        """Return the line in a form: SSE or NDJSON."""
        if form not in self._written:
            self._written[form] = FORMS[form](self._content(self.item))
        return self._written[form]


def _sse(content: Content) -> bytes:
    if content.name == "heartbeat":
        return b": heartbeat\n\n"
    parts = [b"event: %s\n" % content.name.encode()]
    if content.cursor:
        parts.insert(0, b"id: %s\n" % content.cursor.encode())
    if content.retry_ms is not None:
        parts.insert(0, b"retry: %d\n" % content.retry_ms)
    return b"".join((*parts, b"data: ", dump_json(content.json), b"\n\n"))


def _ndjson(content: Content) -> bytes:
    return dump_json(content.json) + b"\n"


FORMS = {SSE: _sse, NDJSON: _ndjson}
HEARTBEAT = StreamLine(None, lambda _: Content({"type": "heartbeat"}, "heartbeat"))


def end_line(error: str, detail: str, retry_after_ms: int | None) -> StreamLine:
    """Return the last line of a stream that ends before its subject does: why, and when it may be taken up again."""
    json: dict[str, object] = {"type": "end", "error": error, "detail": detail}
    if retry_after_ms is not None:
        json["retry_after_s"] = retry_after_ms / MS
    return StreamLine(None, lambda _: Content(json, "end", retry_ms=retry_after_ms))


@dataclass(frozen=True, slots=True)
class StreamKind(Generic[I, R]):
    """A kind of stream: how its items are told from heartbeats, what they say, and how they advance cursors."""

    is_heartbeat: Callable[[I], bool]
    content: Callable[[I], Content]
    #: sets the cursors of a request behind an item
    advance: Callable[[R, I], None]
    #: whether nothing will follow an item
    is_last: Callable[[I], bool] = lambda _item: False
    #: how many events of a match lie before the cursors of a request
    place: Callable[[R], int] = lambda _request: 0
    #: what an item of a match is
    what: Callable[[I], str] = lambda _item: ""

    def line(self, item: I, request: R, *, is_reseated: bool = False) -> StreamLine:
        """Return an item as a line; the cursors of the request that brought it stand behind it already."""
        return StreamLine(item, self.content, self.place(request), what=self.what(item), is_reseated=is_reseated)


def _match_content(item: match_pb2.WatchedItem) -> Content:
    cursor = str(item.event.cursor) if item.HasField("event") else ""
    return Content(line_of(item), item.WhichOneof("item") or "heartbeat", cursor)


def _advance_in_match(request: match_pb2.WatchEventsRequest, item: match_pb2.WatchedItem) -> None:
    if item.HasField("event"):
        request.since = item.event.cursor
    elif item.HasField("chat"):
        request.chat_since = item.chat.cursor


def _account_content(item: match_pb2.WatchAccountResponse) -> Content:
    names = ("cursor", "kind", "match_id", "seat", *(("tournament_id", "round", "table") if item.tournament_id else ()))
    json = {"type": "event"} | {name: getattr(item, name) for name in names}
    if item.kind == GAP:
        json["read_anew"] = READ_ANEW
    return Content(json, item.kind, item.cursor)


def _advance_in_account(request: match_pb2.WatchAccountRequest, item: match_pb2.WatchAccountResponse) -> None:
    request.since = item.cursor


def _entry_content(item: LogEntry) -> Content:
    entry = {"type": "entry", "cursor": item.cursor, "entry": orjson.Fragment(item.entry)}
    return Content(entry, "entry", str(item.cursor))


def _advance_in_log(
    request: director_pb2.WatchTournamentRequest | series_pb2.WatchSeriesRequest, item: LogEntry
) -> None:
    request.since = item.cursor


def _record_content(item: match_pb2.StreamRecordsResponse) -> Content:
    return Content(orjson.Fragment(item.record), "record", item.cursor)


def _advance_in_records(request: match_pb2.StreamRecordsRequest, item: match_pb2.StreamRecordsResponse) -> None:
    request.since = item.cursor


MATCH = StreamKind(
    lambda item: item.HasField("heartbeat"),
    _match_content,
    _advance_in_match,
    lambda item: item.match.status == match_pb2.MATCH_STATUS_OVER,
    lambda request: request.since,
    lambda item: item.WhichOneof("item") or "",
)
ACCOUNT = StreamKind(lambda item: not item.kind, _account_content, _advance_in_account)
LOG = StreamKind(lambda item: not item.cursor, _entry_content, _advance_in_log)
RECORDS = StreamKind(lambda item: not item.cursor, _record_content, _advance_in_records)
