"""Playing: the decision a seat owes, its answer, and its view of the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from protos.astrarium.v1 import match_pb2
from services.gateway import examples, schemas, streams
from services.gateway.answers import answer
from services.gateway.backend import backend, metadata
from services.gateway.blueprint import Blueprint
from services.gateway.caller import needs
from services.gateway.following import Following
from services.gateway.lines import MATCH, NDJSON, SSE
from services.gateway.request_keys import key_of
from services.gateway.shapes import decision_of, preview_of, refusal_of, submission_of, view_of
from services.shared.json import dump_json
from services.shared.limits import limits
from services.shared.tokens import PUBLIC

if TYPE_CHECKING:
    import flask

    from services.gateway.parser import Loaded

play = Blueprint(
    "play",
    __name__,
    url_prefix="/v1/matches/<word:match_id>",
    description="A seat sees its own information set and nothing else; an account without a seat is a spectator.",
)
SEAT = ("Unauthenticated", "MissingScope", "UnknownMatch", "NotYourSeat", "MatchDamaged")
#: why actions are refused
REFUSED = ("MatchNotRunning", "MatchOver", "StaleVersion", "NotYourDecision", "IllegalAction", "BadAction", "TimeIsUp")


@play.route("/decision")
@needs("watch")
@play.arguments(schemas.play.DecisionQuery, location="query")
@play.response(200, schemas.play.DecisionSchema, example=examples.DECISION)
@play.fails(*SEAT, "MatchNotRunning")
def get_decision(query: Loaded, match_id: str) -> flask.Response:
    """Get the seat's decision and legal actions; with `wait_s`, wait for it.

    A program that plays needs only this and `actions`: ask with `wait_s=20`, answer with one of
    `legal_actions` and `version`, until `is_over`.
    """
    wait_s = query.pop("wait_s")
    request = match_pb2.GetDecisionRequest(match_id=match_id, wait_ms=int(wait_s * 1000), **query)
    return answer(decision_of(backend().ask(backend().matches.GetDecision, request, wait_s=wait_s)))


@play.route("/actions", methods=["POST"])
@needs("play")
@play.arguments(schemas.parts.IdempotencyKey, location="headers")
@play.arguments(schemas.play.NewActionsSchema, examples=examples.NEW_ACTIONS)
@play.response(200, schemas.play.SubmittedSchema, example=examples.SUBMITTED)
@play.fails(*SEAT, *REFUSED, "KeyReused")
def submit_actions(headers: Loaded, body: Loaded, match_id: str) -> flask.Response:
    """Submit one action or several, all or none; `with_decision` adds the seat's next decision to the answer."""
    request = match_pb2.SubmitActionsRequest(
        match_id=match_id,
        seat=body.get("seat"),
        expected_version=body["version"],
        with_decision=body["with_decision"],
        actions=actions_in(body),
        # The gateway repeats a call whose answer was lost: without a key it could be applied twice.
        idempotency_key=key_of(headers),
    )
    return answer(submission_of(backend().ask(backend().matches.SubmitActions, request)))


@play.route("/preview", methods=["POST"])
@needs("play")
@play.arguments(schemas.play.ActionsSchema, examples=examples.PREVIEWED_ACTIONS)
@play.response(200, schemas.play.PreviewSchema, example=examples.PREVIEW)
@play.fails(*SEAT, *REFUSED)
def preview_actions(body: Loaded, match_id: str) -> flask.Response:
    """Get what one action or several would lead to, as far as the seat can foresee it; nothing is done.

    So a client can let a player compose several actions, or show what one would bring, without knowing the rules. It is
    refused for what `actions` is refused for; a refusal is not noted.
    """
    request = match_pb2.PreviewActionsRequest(
        match_id=match_id, seat=body.get("seat"), expected_version=body["version"], actions=actions_in(body)
    )
    return answer(preview_of(backend().ask(backend().matches.PreviewActions, request)))


def actions_in(body: Loaded) -> list[bytes]:
    """Return the actions of a body as the contract has them; raise LimitExceeded."""
    actions = body["actions"] if "actions" in body else [body["action"]]
    limits().check("actions_per_submission_max", len(actions))
    return [dump_json(action) for action in actions]


@play.route("/refusals")
@needs("watch")
@play.response(200, schemas.play.RefusalsSchema, example=examples.REFUSALS)
@play.fails("Unauthenticated", "MissingScope", "UnknownMatch", "MatchDamaged")
def list_refusals(match_id: str) -> flask.Response:
    """List your own refused submissions to a match, oldest first, to find a program's faults.

    The latest ones are kept for some days; nobody else can read them.
    """
    got = backend().ask(backend().matches.ListRefusals, match_pb2.ListRefusalsRequest(match_id=match_id))
    return answer({"refusals": list(map(refusal_of, got.refusals))})


@play.route("/view")
@needs(PUBLIC)
@play.arguments(schemas.play.LookQuery, location="query")
@play.response(200, schemas.play.ViewSchema, example=examples.VIEW)
@play.fails(*SEAT, "MatchNotRunning", "MatchNotOver", "MatchSealed", "RulesVersionGone")
def get_view(query: Loaded, match_id: str) -> flask.Response:
    """Get the table as the seat may see it.

    For a finished match you get what any seat saw, at any `version`, or with `has_open_hands` the whole table: so a
    client can replay it without knowing the rules.
    """
    return answer(
        view_of(backend().ask(backend().matches.GetView, match_pb2.GetViewRequest(match_id=match_id, **query)))
    )


@play.route("/events")
@needs(PUBLIC)
@play.arguments(schemas.parts.LastEvent, location="headers")
@play.arguments(schemas.play.EventsQuery, location="query")
@play.response(200, schemas.play.LineSchema, content_type=NDJSON, example=examples.LINE)
@play.alt_response(200, schema={"type": "string"}, content_type=SSE, example=examples.SSE, success=True)
@play.alt_response(204, description="Nothing more will come: the match is over and you have all of it", success=True)
@play.fails(*SEAT, "MatchNotOver", "MatchSealed", "RulesVersionGone", "NotAcceptable")
def watch_events(headers: Loaded, query: Loaded, match_id: str) -> flask.Response:
    """Follow a match from a cursor, then live until its end: the events that the seat may see, and the chat.

    As JSON lines, or as server-sent events if `Accept` asks for `text/event-stream`. Something comes at
    least every 5 s, if only a heartbeat. Resume with `since` or `Last-Event-ID`.

    For a finished match `version`, another's `seat` or `has_open_hands` ask for its past: the events up to then, each
    with the `version` at which it was seen, then the match.
    """
    known = headers.get("last_event_id")
    request = match_pb2.WatchEventsRequest(
        match_id=match_id,
        seat=query.get("seat"),
        since=known if known is not None else query.get("since", 0),
        is_snapshot=not query["follow"],
        chat_since=query.get("chat_since", ""),
        version=query.get("version"),
        has_open_hands=query.get("has_open_hands", False),
    )
    caller = metadata()
    return streams.answer_stream(
        lambda listener: Following(backend(), request, caller, listener).lines(), MATCH, is_resumed=known is not None
    )
