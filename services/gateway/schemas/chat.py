"""The talk at a table."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from services.gateway.schemas.parts import (
    PAGE_MAX,
    SEAT_MAX,
    Query,
    StrictFlag,
    message_cursor,
    number,
    numbers,
    query_number,
    text,
)
from services.shared.limits import limits


class NewMessageSchema(Schema):
    """A message to the table."""

    text_ = fields.String(
        data_key="text",
        required=True,
        validate=validate.Length(1, limits().chat_chars_max),
        metadata={"description": "One line, without control characters."},
    )


class MessageSchema(Schema):
    """Something said."""

    cursor = text("Its place in the talk.", required=True)
    account = text("Who said it.", required=True)
    seat = number("From which seat; null: a spectator.", required=True, allow_none=True)
    scope = fields.String(
        required=True,
        validate=validate.OneOf(("seats", "spectators")),
        metadata={"description": "`seats`: for everybody; `spectators`: hidden from seats while the match runs."},
    )
    text_ = fields.String(data_key="text", required=True, metadata={"description": "What was said."})
    at_ms = number("Unix time in ms.", required=True)


class MessagesQuery(Query):
    """From where, and how many."""

    since = message_cursor("Cursor of the last message that you know; left out: from the oldest there is.")
    page_size = query_number("How many at most.", PAGE_MAX, 1, load_default=PAGE_MAX)


class MessagesSchema(Schema):
    """The messages, oldest first."""

    messages = fields.List(fields.Nested(MessageSchema), required=True)
    cursor = text("To be sent as `since` for what follows; empty: nothing was said yet.", required=True)


class MuteSchema(Schema):
    """A seat not to hear."""

    seat = number("The seat.", SEAT_MAX, required=True)
    is_muted = StrictFlag(required=True, metadata={"description": "False: hear it again."})


class MutedSeatsSchema(Schema):
    """The seats that one doesn't hear."""

    muted_seats = numbers("The seats.", required=True)


class ChatSwitchSchema(Schema):
    """A switch of the talk."""

    has_chat = StrictFlag(required=True, metadata={"description": "Whether there is chat at the table."})
