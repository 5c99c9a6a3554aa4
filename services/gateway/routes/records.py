"""The records of all finished matches that a search finds."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from protos.astrarium.v1 import match_pb2
from services.gateway import examples, schemas, streams
from services.gateway.backend import backend, metadata
from services.gateway.blueprint import Blueprint
from services.gateway.caller import needs
from services.gateway.lines import HEARTBEAT, NDJSON, RECORDS, SSE
from services.gateway.reading import read_lines
from services.gateway.shapes import search_in
from services.shared.tokens import PUBLIC

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    import flask

    from services.gateway.lines import StreamLine
    from services.gateway.listening import Listener
    from services.gateway.parser import Loaded
    from services.gateway.reading import Call

    Watch = Callable[[match_pb2.StreamRecordsRequest], Call[match_pb2.StreamRecordsResponse]]

records = Blueprint("records", __name__, url_prefix="/v1/records", description="Finished matches, to keep and study.")


@records.route("")
@needs(PUBLIC)
@records.arguments(schemas.matches.LastRecord, location="headers")
@records.arguments(schemas.matches.RecordsQuery, location="query")
@records.response(200, schemas.matches.RecordLineSchema, content_type=NDJSON, example=examples.RECORD_LINE)
@records.alt_response(200, schema={"type": "string"}, content_type=SSE, example=examples.RECORD_SSE, success=True)
@records.alt_response(204, description="There are no further records", success=True)
@records.fails("Unauthenticated", "MissingScope", "UnknownAccount", "UnknownGame", "BadOptions", "NotAcceptable")
def stream_records(headers: Loaded, query: Loaded) -> flask.Response:
    """Get the records of all finished matches that a search finds, oldest end first.

    Each line is a record as in `/v1/matches/{match_id}/record`, with its `cursor`, and can be verified. After a break,
    `since` the last cursor brings the rest; later it brings matches that have ended since. Matches of a sealed deal are
    left out; once released, they are listed by the time they ended. Private ones are only for those who played in them.
    If the stream ends early, its last line is an `end` that says why.
    """
    known = headers.get("last_event_id")
    since = known or query.pop("since", "")
    query.pop("since", None)
    request = match_pb2.StreamRecordsRequest(since=since, **search_in(query))
    watch = partial(backend().stream, backend().matches.StreamRecords, metadata=metadata())
    return streams.answer_stream(partial(_read_records, watch, request), RECORDS, is_resumed=known is not None)


def _read_records(
    watch: Watch, request: match_pb2.StreamRecordsRequest, listener: Listener
) -> Generator[list[StreamLine]]:
    """Yield the records alone: every line is one, for whoever writes them to a file."""
    for lines in read_lines(watch, request, RECORDS, listener):
        if kept := [line for line in lines if line is not HEARTBEAT]:
            yield kept
