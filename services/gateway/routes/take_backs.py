"""Taking actions back, with everybody's consent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from protos.astrarium.v1 import match_pb2
from services.gateway import examples, schemas
from services.gateway.answers import answer
from services.gateway.backend import backend
from services.gateway.blueprint import Blueprint
from services.gateway.caller import needs
from services.gateway.request_keys import key_of
from services.gateway.shapes import match_of

if TYPE_CHECKING:
    import flask

    from services.gateway.parser import Loaded

take_backs = Blueprint(
    "take_backs",
    __name__,
    url_prefix="/v1/matches/<word:match_id>/take-back",
    description="Actions can be taken back if everybody agrees and nothing has come to light since.",
)
SEAT = ("Unauthenticated", "MissingScope", "UnknownMatch", "NotYourSeat", "MatchDamaged")
RUNNING = ("MatchNotRunning", "MatchOver", "CannotTakeBack", "TimeIsUp")


@take_backs.route("", methods=["POST"])
@needs("play")
@take_backs.arguments(schemas.parts.IdempotencyKey, location="headers")
@take_backs.arguments(schemas.take_backs.NewTakeBackSchema, required=False, example=examples.NEW_TAKE_BACK)
@take_backs.response(200, schemas.matches.MatchSchema, example=examples.MATCH)
@take_backs.fails(*SEAT, *RUNNING, "KeyReused")
def propose_take_back(headers: Loaded, body: Loaded, match_id: str) -> flask.Response:
    """Ask to take back your latest actions and all later ones; done once all accounts at the table agree.

    The match shows the request as `take_back` until it is done or declined, or somebody acts. Bots agree at once.
    """
    request = match_pb2.ProposeTakeBackRequest(match_id=match_id, idempotency_key=key_of(headers), **body)
    got = backend().ask(backend().matches.ProposeTakeBack, request)
    return answer(match_of(got.match))


@take_backs.route("/answer", methods=["POST"])
@needs("play")
@take_backs.arguments(schemas.parts.IdempotencyKey, location="headers")
@take_backs.arguments(schemas.take_backs.TakeBackAnswerSchema, example=examples.TAKE_BACK_ANSWER)
@take_backs.response(200, schemas.matches.MatchSchema, example=examples.MATCH)
@take_backs.fails(*SEAT, *RUNNING, "NoTakeBack", "KeyReused")
def answer_take_back(headers: Loaded, body: Loaded, match_id: str) -> flask.Response:
    """Agree to a take-back or decline it; the player who asked withdraws it by declining."""
    request = match_pb2.AnswerTakeBackRequest(match_id=match_id, idempotency_key=key_of(headers), **body)
    got = backend().ask(backend().matches.AnswerTakeBack, request)
    return answer(match_of(got.match))
