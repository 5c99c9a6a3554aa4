"""The stream of what concerns an account."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from protos.astrarium.v1 import match_pb2
from services.gateway import examples, schemas, streams
from services.gateway.backend import backend, metadata
from services.gateway.blueprint import Blueprint
from services.gateway.caller import needs, principal
from services.gateway.following import Following
from services.gateway.gathering import gather_lines
from services.gateway.lines import ACCOUNT, NDJSON, SSE
from services.gateway.reading import read_lines
from services.shared.limits import limits
from services.shared.tokens import PUBLIC

if TYPE_CHECKING:
    from collections.abc import Generator

    import flask

    from services.gateway.backend import Backend, Metadata
    from services.gateway.lines import StreamLine
    from services.gateway.listening import Listener
    from services.gateway.parser import Loaded

events = Blueprint("events", __name__, url_prefix="/v1/events", description="News and decisions of an account.")


@events.route("")
@needs(PUBLIC)
@events.arguments(schemas.accounts.LastAccountEvent, location="headers")
@events.arguments(schemas.accounts.AccountEventsQuery, location="query")
@events.response(200, schemas.accounts.AccountEventSchema, content_type=NDJSON, example=examples.ACCOUNT_EVENT)
@events.alt_response(200, schema={"type": "string"}, content_type=SSE, example=examples.SSE, success=True)
@events.fails("Unauthenticated", "MissingScope", "NotAcceptable")
def watch_account(headers: Loaded, query: Loaded) -> flask.Response:
    """Follow what concerns you: invitations, matches that begin and end, tournament rounds, decisions that are due.

    News is kept for 30 days, at least the latest 10,000 items. Every event has a cursor: after a break, `since` the
    last one (or `Last-Event-ID`) brings the news that you missed, each once; if some is gone, `gap` says what to read
    again. `decision_due` is not news: the stream begins with all that you owe, then says what falls due. With `match`,
    once for each, the same stream has the lines of `/v1/matches/{match_id}/events` as `match_line`, and `match_end`
    when no more follow; for public matches also without a token. Such a stream counts as all its parts.
    """
    if not query["match"]:
        principal().need("watch")
    known = headers.get("last_event_id")
    request = match_pb2.WatchAccountRequest(since=known or query.get("since", ""), is_snapshot=not query["follow"])
    caller = metadata()
    watch = partial(backend().stream, backend().matches.WatchAccount, metadata=caller)
    if not query["match"]:
        return streams.answer_feed(watch, request, ACCOUNT, is_resumed=False)
    limits().check("matches_per_stream_max", len(query["match"]))
    parts = {}
    for asked in query["match"]:
        match_id, since, chat_since = (*asked.split(":"), "", "")[:3]
        of_match = match_pb2.WatchEventsRequest(
            match_id=match_id, since=int(since or 0), chat_since=chat_since, is_snapshot=not query["follow"]
        )
        parts[match_id] = partial(_follow, backend(), of_match, caller)
    account = None if principal().is_visitor else partial(read_lines, watch, request, ACCOUNT)
    count = len(parts) + (account is not None)
    return streams.answer_stream(partial(gather_lines, account, parts), ACCOUNT, is_resumed=False, parts=count)


def _follow(
    source: Backend, request: match_pb2.WatchEventsRequest, caller: Metadata, listener: Listener
) -> Generator[list[StreamLine]]:
    return Following(source, request, caller, listener).lines()
