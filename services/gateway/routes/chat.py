"""Talk at a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from protos.astrarium.v1 import match_pb2
from services.gateway import examples, schemas
from services.gateway.answers import answer
from services.gateway.backend import backend
from services.gateway.blueprint import Blueprint
from services.gateway.caller import needs
from services.gateway.request_keys import key_of
from services.gateway.shapes import match_of, message_of
from services.shared.tokens import PUBLIC

if TYPE_CHECKING:
    import flask

    from services.gateway.parser import Loaded

chat = Blueprint(
    "chat",
    __name__,
    url_prefix="/v1/matches/<word:match_id>/chat",
    description="What is said at a table. It is in no record. A match's stream of events has it too.",
)
MATCH = ("Unauthenticated", "MissingScope", "UnknownMatch")


@chat.route("", methods=["POST"])
@needs("play")
@chat.arguments(schemas.parts.IdempotencyKey, location="headers")
@chat.arguments(schemas.chat.NewMessageSchema, example=examples.NEW_MESSAGE)
@chat.response(201, schemas.chat.MessageSchema, example=examples.MESSAGE)
@chat.fails(*MATCH, "ChatOff", "KeyReused")
def post_message(headers: Loaded, body: Loaded, match_id: str) -> flask.Response:
    """Send a message: as a seat to everybody, as a spectator to spectators while the match runs."""
    request = match_pb2.PostChatRequest(match_id=match_id, text=body["text_"], idempotency_key=key_of(headers))
    return answer(message_of(backend().ask(backend().matches.PostChat, request).message), 201)


@chat.route("")
@needs(PUBLIC)
@chat.arguments(schemas.chat.MessagesQuery, location="query")
@chat.response(200, schemas.chat.MessagesSchema, example=examples.MESSAGES)
@chat.fails(*MATCH)
def list_messages(query: Loaded, match_id: str) -> flask.Response:
    """List the messages that you may read, oldest first."""
    got = backend().ask(backend().matches.ListChat, match_pb2.ListChatRequest(match_id=match_id, **query))
    return answer({"messages": list(map(message_of, got.messages)), "cursor": got.cursor})


@chat.route("/mute", methods=["POST"])
@needs("play")
@chat.arguments(schemas.chat.MuteSchema, example=examples.MUTE)
@chat.response(200, schemas.chat.MutedSeatsSchema, example=examples.MUTED_SEATS)
@chat.fails(*MATCH)
def mute_seat(body: Loaded, match_id: str) -> flask.Response:
    """Mute the account at a seat, or unmute it; nobody else is told."""
    got = backend().ask(backend().matches.MuteSeat, match_pb2.MuteSeatRequest(match_id=match_id, **body))
    return answer({"muted_seats": list(got.muted_seats)})


@chat.route("/switch", methods=["POST"])
@needs("play")
@chat.arguments(schemas.chat.ChatSwitchSchema, example=examples.CHAT_SWITCH)
@chat.response(200, schemas.matches.MatchSchema, example=examples.MATCH)
@chat.fails(*MATCH, "NotYourMatch")
def switch_chat(body: Loaded, match_id: str) -> flask.Response:
    """Switch chat on or off in a match that you made."""
    got = backend().ask(backend().matches.SwitchChat, match_pb2.SwitchChatRequest(match_id=match_id, **body))
    return answer(match_of(got.match))
