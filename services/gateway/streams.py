"""The one answer of all streams: a form by what the client accepts, a heartbeat, an end that says why."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any, TypeVar

import flask
import grpc
from werkzeug.exceptions import NotAcceptable

from services.gateway import revocations
from services.gateway.caller import principal, stream_key
from services.gateway.lines import FORMS, NDJSON, SSE, end_line
from services.gateway.listening import open_streams
from services.gateway.naming import NAMELESS_S, naming
from services.gateway.problems import RETRY_AFTER_MS, detail_of
from services.gateway.reading import read_lines
from services.shared.errors import ServiceError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from services.gateway.lines import StreamKind, StreamLine
    from services.gateway.listening import Listener
    from services.gateway.naming import Naming
    from services.gateway.reading import Call

    Start = Callable[[Listener], Generator[list[StreamLine]]]


Request = TypeVar("Request")
Answer = TypeVar("Answer")


# Any in a StreamKind: one kind, of the logs, serves requests and items of two services.
def answer_stream(start: Start, kind: StreamKind[Any, Any], *, is_resumed: bool, parts: int = 1) -> flask.Response:
    """Return a stream as the answer to the present request; what refuses it at its beginning, refuses the request.

    *start* returns its lines for a listener, until its subject is over; it counts as so many *parts*. A browser that
    comes back (*is_resumed*, by `Last-Event-ID`) when nothing will follow gets 204, which tells it not to come again.
    """
    form = flask.request.accept_mimetypes.best_match([NDJSON, SSE])
    if form is None:
        raise NotAcceptable(f"a stream comes as {NDJSON} or {SSE}")
    listener = open_streams.open(principal(), stream_key(), parts)
    revocations.follow_revocations(flask.current_app.extensions["redis_url"])
    lines = start(listener)
    try:
        first = next(lines, [])
    except BaseException:
        lines.close()
        open_streams.close(listener)
        raise
    response = flask.Response(_write(first, lines, form, naming()), mimetype=form)
    response.call_on_close(lines.close)
    response.call_on_close(lambda: open_streams.close(listener))
    if is_resumed and (not first or (first[0].item is not None and kind.is_last(first[0].item))):
        response.response, response.status_code = [], 204
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    return response


def answer_feed(
    watch: Callable[[Request], Call[Answer]],
    request: Request,
    kind: StreamKind[Any, Any],  # as above
    *,
    is_resumed: bool,
) -> flask.Response:
    """Return a stream that is read for this client alone: *watch* opens it at the request's cursor."""
    return answer_stream(lambda listener: read_lines(watch, request, kind, listener), kind, is_resumed=is_resumed)


def _write(first: list[StreamLine], lines: Iterator[list[StreamLine]], form: str, naming: Naming) -> Iterator[bytes]:
    assert form in FORMS
    try:
        for news in itertools.chain([first] if first else [], lines):
            yield naming.name(b"".join(line.write(form) for line in news), NAMELESS_S)
    except (ServiceError, grpc.RpcError) as error:
        yield _last_line(error).write(form)


def _last_line(error: ServiceError | grpc.RpcError) -> StreamLine:
    if isinstance(error, ServiceError):
        retry_after_ms = error.details.get("retry_after_ms")
        return end_line(type(error).__name__, str(error), retry_after_ms if isinstance(retry_after_ms, int) else None)
    detail = detail_of(error)
    if detail is None:
        return end_line("Unavailable", "a part of the server is out of reach", RETRY_AFTER_MS)
    return end_line(detail.error, detail.message, detail.retry_after_ms if detail.HasField("retry_after_ms") else None)
