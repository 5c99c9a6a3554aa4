"""Matches and who sits at them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from protos.astrarium.v1 import match_pb2
from services.gateway import examples, schemas
from services.gateway.answers import answer, raw
from services.gateway.backend import backend
from services.gateway.blueprint import Blueprint
from services.gateway.caller import needs
from services.gateway.request_keys import key_of
from services.gateway.shapes import STATUS_CODES, match_of, search_in, seat_messages, settings_in
from services.shared.limits import limits
from services.shared.tokens import PUBLIC

if TYPE_CHECKING:
    import flask

    from services.gateway.parser import Loaded

matches = Blueprint(
    "matches", __name__, url_prefix="/v1/matches", description="Make, find, join, start and give up matches."
)
TOKEN = ("Unauthenticated", "MissingScope")
MAKING = ("UnknownGame", "BadOptions", "BadClock", "UnknownLevel", "UnknownAccount", "NotAdmitted", "KeyReused")


@matches.route("", methods=["POST"])
@needs("play")
@matches.arguments(schemas.parts.IdempotencyKey, location="headers")
@matches.arguments(schemas.matches.NewMatchSchema, example=examples.NEW_MATCH)
@matches.response(201, schemas.matches.MadeMatchSchema, example=examples.MADE_MATCH)
@matches.fails(*TOKEN, *MAKING, "UnknownMatch", "MatchNotOver", "MatchSealed", "RulesVersionGone")
def create_match(headers: Loaded, body: Loaded) -> flask.Response:
    """Make a match.

    It begins automatically once no seat is open.
    """
    start = body.get("start")
    request = match_pb2.CreateMatchRequest(
        settings=settings_in(body),
        seats=seat_messages(body["seats"]),
        idempotency_key=key_of(headers),
        start=None if start is None else match_pb2.MatchMoment(**start),
    )
    got = backend().ask(backend().matches.CreateMatch, request)
    made = match_of(got.match) | ({"invitation": got.invitation} if got.invitation else {})
    return answer(made, 201, headers={"Location": f"/v1/matches/{made['id']}"})


@matches.route("")
@needs(PUBLIC)
@matches.arguments(schemas.matches.MatchesQuery, location="query")
@matches.response(200, schemas.matches.MatchesSchema, example=examples.MATCHES)
@matches.fails(*TOKEN, "UnknownAccount", "UnknownGame", "BadOptions")
def list_matches(query: Loaded) -> flask.Response:
    """List matches, newest first; private ones only for those who play in them.

    It finds finished matches wherever they are kept. `/v1/records` has the records of all that a search finds.
    """
    status = STATUS_CODES.get(query.pop("status", ""), match_pb2.MATCH_STATUS_UNSPECIFIED)
    got = backend().ask(backend().matches.ListMatches, match_pb2.ListMatchesRequest(status=status, **search_in(query)))
    return answer(
        {"matches": [match_of(match) for match in got.matches], "next_page_token": got.next_page_token or None}
    )


@matches.route("/<word:match_id>")
@needs(PUBLIC)
@matches.response(200, schemas.matches.MatchSchema, example=examples.MATCH)
@matches.fails(*TOKEN, "UnknownMatch")
def get_match(match_id: str) -> flask.Response:
    """Get a match: who holds which seat, who owes a decision, and the points after the end."""
    got = backend().ask(backend().matches.GetMatch, match_pb2.GetMatchRequest(match_id=match_id))
    return answer(match_of(got.match))


@matches.route("/<word:match_id>/join", methods=["POST"])
@needs("play")
@matches.arguments(schemas.parts.IdempotencyKey, location="headers")
@matches.arguments(schemas.matches.JoinBodySchema, required=False, example=examples.JOIN)
@matches.response(200, schemas.matches.JoinedSchema, example=examples.JOINED)
@matches.fails(*TOKEN, "UnknownMatch", "SeatTaken", "MatchNotWaiting", "NotAdmitted", "KeyReused")
def join_match(headers: Loaded, body: Loaded, match_id: str) -> flask.Response:
    """Take an open seat; repeating it returns the seat that you hold."""
    request = match_pb2.JoinMatchRequest(match_id=match_id, idempotency_key=key_of(headers), **body)
    got = backend().ask(backend().matches.JoinMatch, request)
    return answer({"seat": got.seat, "match": match_of(got.match)})


@matches.route("/<word:match_id>/invitation", methods=["POST"])
@needs("play")
@matches.response(200, schemas.matches.InvitationSchema, example=examples.INVITATION)
@matches.fails(*TOKEN, "UnknownMatch", "NotYourMatch", "MatchNotWaiting", "MatchNotPrivate")
def renew_invitation(match_id: str) -> flask.Response:
    """Make a new invitation to your private match; the previous one no longer works."""
    got = backend().ask(backend().matches.RenewInvitation, match_pb2.RenewInvitationRequest(match_id=match_id))
    return answer({"invitation": got.invitation})


@matches.route("/<word:match_id>/leave", methods=["POST"])
@needs("play")
@matches.arguments(schemas.parts.IdempotencyKey, location="headers")
@matches.arguments(schemas.parts.SeatBodySchema, required=False, example=examples.SEAT)
@matches.response(204, description="The seat is open again")
@matches.fails(*TOKEN, "UnknownMatch", "NotYourSeat", "MatchNotWaiting", "KeyReused")
def leave_match(headers: Loaded, body: Loaded, match_id: str) -> tuple[str, int]:
    """Give a seat back before the start."""
    backend().ask(
        backend().matches.LeaveMatch,
        match_pb2.LeaveMatchRequest(match_id=match_id, idempotency_key=key_of(headers), **body),
    )
    return "", 204


@matches.route("/<word:match_id>/start", methods=["POST"])
@needs("play")
@matches.response(200, schemas.matches.MatchSchema, example=examples.MATCH)
@matches.fails(*TOKEN, "UnknownMatch", "NotYourMatch", "SeatsOpen", "MatchNotWaiting")
def start_match(match_id: str) -> flask.Response:
    """Begin a match that you made."""
    got = backend().ask(backend().matches.StartMatch, match_pb2.StartMatchRequest(match_id=match_id))
    return answer(match_of(got.match))


@matches.route("/<word:match_id>/resign", methods=["POST"])
@needs("play")
@matches.arguments(schemas.parts.SeatBodySchema, required=False, example=examples.SEAT)
@matches.response(200, schemas.matches.MatchSchema, example=examples.MATCH)
@matches.fails(*TOKEN, "UnknownMatch", "NotYourSeat", "MatchNotRunning", "MatchOver")
def resign_match(body: Loaded, match_id: str) -> flask.Response:
    """Give up.

    If absence is `substitute`, a bot plays the seat until its player returns. Otherwise the match ends at
    a table of two and the other seat wins; at a larger one a bot takes the seat permanently.
    """
    got = backend().ask(backend().matches.ResignMatch, match_pb2.ResignMatchRequest(match_id=match_id, **body))
    return answer(match_of(got.match))


@matches.route("/<word:match_id>/claim", methods=["POST"])
@needs("play")
@matches.response(200, schemas.matches.MatchSchema, example=examples.MATCH)
@matches.fails(*TOKEN, "UnknownMatch", "NotYourSeat", "MatchNotRunning", "MatchOver", "CannotClaim")
def claim_match(match_id: str) -> flask.Response:
    """Claim a match without clocks from absent players: their seats are lost as if their time were up.

    Possible from `claimable_ms` on, for players who don't owe a decision, and for the match's creator.
    """
    got = backend().ask(backend().matches.ClaimMatch, match_pb2.ClaimMatchRequest(match_id=match_id))
    return answer(match_of(got.match))


@matches.route("/<word:match_id>/abort", methods=["POST"])
@needs("play")
@matches.response(200, schemas.matches.MatchSchema, example=examples.MATCH)
@matches.fails(*TOKEN, "UnknownMatch", "NotYourSeat", "MatchNotRunning", "MatchOver", "CannotClaim")
def abort_match(match_id: str) -> flask.Response:
    """End a match that you could claim, without rating it; repeating it changes nothing."""
    got = backend().ask(backend().matches.AbortMatch, match_pb2.AbortMatchRequest(match_id=match_id))
    return answer(match_of(got.match))


@matches.route("/bulk", methods=["POST"])
@needs("play")
@matches.arguments(schemas.parts.IdempotencyKey, location="headers")
@matches.arguments(schemas.matches.NewMatchesSchema, example=examples.NEW_MATCHES)
@matches.response(201, schemas.matches.MatchIdsSchema, example=examples.MATCH_IDS)
@matches.fails(
    *TOKEN, "UnknownGame", "BadOptions", "BadClock", "UnknownLevel", "UnknownAccount", "NotAdmitted", "KeyReused"
)
def create_matches(headers: Loaded, body: Loaded) -> flask.Response:
    """Make up to 500 matches, all or none."""
    limits().check("matches_per_call_max", len(body["tables"]))
    request = match_pb2.CreateMatchesRequest(
        settings=settings_in(body),
        tables=[match_pb2.Seats(seats=seat_messages(seats)) for seats in body["tables"]],
        idempotency_key=key_of(headers),
    )
    return answer({"match_ids": list(backend().ask(backend().matches.CreateMatches, request).match_ids)}, 201)


@matches.route("/seek", methods=["POST"])
@needs("play")
@matches.arguments(schemas.parts.IdempotencyKey, location="headers")
@matches.arguments(schemas.matches.SeekSchema, example=examples.SEEK)
@matches.response(200, schemas.matches.JoinedSchema, example=examples.JOINED)
@matches.fails(*TOKEN, "UnknownGame", "BadOptions", "BadClock", "NotAdmitted", "KeyReused")
def seek_match(headers: Loaded, body: Loaded) -> flask.Response:
    """Play with somebody who seeks the same, or wait until somebody does.

    Seeking the same again returns the seat that you hold. The match begins automatically; `/v1/events` tells you.
    """
    request = match_pb2.SeekMatchRequest(
        settings=settings_in(body), seats=body["seats"], idempotency_key=key_of(headers)
    )
    got = backend().ask(backend().matches.SeekMatch, request)
    return answer({"seat": got.seat, "match": match_of(got.match)})


@matches.route("/<word:match_id>/rematch", methods=["POST"])
@needs("play")
@matches.response(200, schemas.matches.MatchSchema, example=examples.MATCH)
@matches.fails(*TOKEN, "UnknownMatch", "NotYourSeat", "MatchNotOver", "UnknownLevel", "UnknownAccount", "SeatTaken")
def rematch(match_id: str) -> flask.Response:
    """Play again with seats rotated by one: the first to ask invites the others, and later ones join."""
    got = backend().ask(backend().matches.RematchMatch, match_pb2.RematchMatchRequest(match_id=match_id))
    return answer(match_of(got.match))


@matches.route("/<word:match_id>/decline", methods=["POST"])
@needs("play")
@matches.arguments(schemas.matches.DeclineSchema, required=False, example=examples.DECLINE)
@matches.response(204, description="The creator is told")
@matches.fails(*TOKEN, "UnknownMatch", "NotYourSeat", "MatchNotWaiting")
def decline_match(body: Loaded, match_id: str) -> tuple[str, int]:
    """Decline an invitation."""
    backend().ask(backend().matches.DeclineMatch, match_pb2.DeclineMatchRequest(match_id=match_id, **body))
    return "", 204


@matches.route("/<word:match_id>/return", methods=["POST"])
@needs("play")
@matches.response(200, schemas.matches.MatchSchema, example=examples.MATCH)
@matches.fails(*TOKEN, "UnknownMatch", "NotYourSeat", "MatchOver")
def return_to_match(match_id: str) -> flask.Response:
    """Return to the seat that a bot plays in your absence; repeating it changes nothing."""
    got = backend().ask(backend().matches.ReturnToMatch, match_pb2.ReturnToMatchRequest(match_id=match_id))
    return answer(match_of(got.match))


@matches.route("/<word:match_id>/record")
@needs(PUBLIC)
@matches.response(200, schemas.matches.RecordSchema, example=examples.RECORD)
@matches.fails(*TOKEN, "UnknownMatch", "MatchNotOver", "MatchSealed", "MatchDamaged")
def get_record(match_id: str) -> flask.Response:
    """Get the whole match with its seed, after its end; anybody can replay and verify it."""
    got = backend().ask(backend().matches.GetRecord, match_pb2.GetRecordRequest(match_id=match_id))
    return answer(raw(got.record))
