"""What concerns an account, as a stream."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from protos.astrarium.v1 import match_pb2
from services.gateway import examples, schemas, streams
from services.gateway.backend import backend, metadata
from services.gateway.blueprint import Blueprint
from services.gateway.caller import needs
from services.gateway.lines import ACCOUNT, NDJSON, SSE

if TYPE_CHECKING:
    import flask

    from services.gateway.parser import Loaded

events = Blueprint("events", __name__, url_prefix="/v1/events", description="What concerns an account.")


@events.route("")
@needs("watch")
@events.arguments(schemas.accounts.LastAccountEvent, location="headers")
@events.arguments(schemas.accounts.AccountEventsQuery, location="query")
@events.response(200, schemas.accounts.AccountEvent, content_type=NDJSON, example=examples.ACCOUNT_EVENT)
@events.alt_response(200, schema={"type": "string"}, content_type=SSE, example=examples.SSE, success=True)
@events.fails("Unauthenticated", "MissingScope", "NotAcceptable")
def watch_account(headers: Loaded, query: Loaded) -> flask.Response:
    """Follow what concerns you: invitations, matches that begin and end, decisions that are due, tournament rounds.

    Every event has a cursor: after a break, `since` the last one (or `Last-Event-ID`) you miss nothing and get nothing
    twice.
    """
    known = headers.get("last_event_id")
    request = match_pb2.WatchAccountRequest(since=known or query.get("since", ""), is_snapshot=not query["follow"])
    watch = partial(backend().stream, backend().matches.WatchAccount, metadata=metadata())
    return streams.answer_feed(watch, request, ACCOUNT, is_resumed=False)
