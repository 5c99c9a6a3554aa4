"""The chat at a table."""

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

    cursor = text("Its place in the chat.", required=True)
    account = text("Who said it.", required=True)
    seat = number("The seat of the sender; null: a spectator.", required=True, allow_none=True)
    scope = fields.String(
        required=True,
        validate=validate.OneOf(("seats", "spectators")),
        metadata={"description": "`seats`: for everybody; `spectators`: hidden from seats while the match runs."},
    )
    text_ = fields.String(data_key="text", required=True, metadata={"description": "What was said."})
    at_ms = number("Unix time in ms.", required=True)


class MessagesQuery(Query):
    """The point to begin at, and how many messages to get."""

    since = message_cursor("Cursor of the last message that you know; default: from the oldest.")
    page_size = query_number("Most messages.", PAGE_MAX, 1, load_default=PAGE_MAX)


class MessagesSchema(Schema):
    """The messages, oldest first."""

    messages = fields.List(fields.Nested(MessageSchema), required=True)
    cursor = text("Send it as `since` for later messages; empty: nothing was said yet.", required=True)


class MuteSchema(Schema):
    """A seat to mute."""

    seat = number("The seat.", SEAT_MAX, required=True)
    is_muted = StrictFlag(required=True, metadata={"description": "False: unmute it."})


class MutedSeatsSchema(Schema):
    """The seats that the caller has muted."""

    muted_seats = numbers("The seats.", required=True)


class ChatSwitchSchema(Schema):
    """The switch of a table's chat."""

    has_chat = StrictFlag(required=True, metadata={"description": "Whether there is chat at the table."})
