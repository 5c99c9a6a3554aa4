"""Playing: decisions, actions, views and the stream of a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from services.gateway.schemas.chat import MessageSchema
from services.gateway.schemas.matches import MatchSchema
from services.gateway.schemas.parts import (
    CURSOR_MAX,
    SEAT_MAX,
    STATUSES,
    VERSION_MAX,
    WAIT_S_MAX,
    EndOfStreamSchema,
    Query,
    SeatQuery,
    Shaped,
    flag,
    line_type,
    message_cursor,
    number,
    query_number,
    text,
)

if TYPE_CHECKING:
    from services.gateway.parser import Loaded


class DecisionQuery(SeatQuery):
    """The seat, and the time to wait for its decision."""

    wait_s = fields.Float(
        load_default=0,
        validate=validate.Range(0, WAIT_S_MAX),
        metadata={"description": "Wait up to this many seconds until the seat owes a decision or the match is over."},
    )


class LookQuery(Query):
    """The viewer, and once a match is over the moment to show."""

    seat = query_number(
        "The seat; required if the account holds several in this match. In a finished match any seat.", SEAT_MAX
    )
    version = query_number(
        "In a finished match: the number of actions (of the record) taken so far; default: all.", VERSION_MAX
    )
    has_open_hands = flag("In a finished match: show all hands; instead of `seat`.")


class EventsQuery(LookQuery):
    """The point to begin at, and whether to continue live."""

    since = query_number(
        "Number of events already known: the first one sent is since + 1. `Last-Event-ID` does the same.", CURSOR_MAX
    )
    follow = flag("False: send the entries so far and end.", load_default=True)
    chat_since = message_cursor("Cursor of the last chat message that you know; default: from the oldest.")


ACTION = {"anyOf": [{"type": "string"}, {"$ref": "#/components/schemas/GameAction"}]}

Action = dict[str, object] | str


class OneAction(fields.Field[Action]):
    """An action as an object with `kind` and its fields, or a string in notation."""

    def _deserialize(self, value: object, *_: object, **__: object) -> Action:
        if not isinstance(value, dict | str):
            raise ValidationError("An action is an object with kind and its fields, or a string in notation.")
        return value


class ActionsSchema(Schema):
    """One action or several of a seat."""

    version = number("`version` of the decision this answers.", VERSION_MAX, required=True)
    seat = number("The seat; required if the account holds several in this match.", SEAT_MAX)
    action = OneAction(
        metadata={"description": "One action: an object as in `legal_actions`, or its notation."} | ACTION
    )
    actions = fields.List(
        OneAction(metadata=ACTION),
        validate=validate.Length(1),
        metadata={"description": "Instead of `action`: several, all or none."},
    )

    @validates_schema
    def _one_of_both(self, body: Loaded, **_: object) -> None:
        if ("action" in body) == ("actions" in body):
            raise ValidationError("send either action or actions", "actions")


class NewActionsSchema(ActionsSchema):
    """One action or several, taken all or none."""

    with_decision = flag("Whether the answer includes the seat's next decision.", load_default=False)


class LegalActionSchema(Schema):
    """Something the seat may do now."""

    notation = text("The action in one line.", required=True)
    action = Shaped("GameAction", "The action as an object: `kind` and its fields.", required=True)


class DecisionSchema(Schema):
    """The seat's current decision."""

    seat = number("The seat.", required=True)
    version = number("Send it with the answer.", required=True)
    status = fields.String(required=True, validate=validate.OneOf(STATUSES))
    is_over = flag("Whether the match has ended.", required=True)
    is_asked = flag("False: the seat owes nothing now.", required=True)
    asks = text("Name of the decision.", required=True)
    rule = text("The ruling behind it.", required=True)
    text_ = fields.String(data_key="text", required=True, metadata={"description": "What is asked, in a sentence."})
    legal_actions = fields.List(fields.Nested(LegalActionSchema), required=True)
    remaining_ms = number("Time the seat has left; null: no clock.", required=True, allow_none=True)


class PreviewSchema(Schema):
    """The outcome of actions, as far as the seat can foresee it."""

    foreseen = number(
        "How many of the actions this result covers. One fewer than were sent: the last is legal too, but "
        "reveals something new (a draw, others' choices) or ends what the seat does unseen by others.",
        required=True,
    )
    decision = fields.Nested(
        DecisionSchema,
        required=True,
        metadata={
            "description": "What the seat would be asked next. To submit the actions, send all of them at once, with "
            "the version that was sent here, not this one."
        },
    )
    view = Shaped("GameView", "The table as the seat would then see it.", required=True)


class NumberedEventSchema(Schema):
    """A fact that the seat may know."""

    cursor = number("Its number among the events that this seat sees, from 1.", required=True)
    event = Shaped("GameEvent", "`kind`, `seat` and the fields of the kind.", required=True)


class SubmittedSchema(Schema):
    """The result of a submission."""

    seat = number("The seat.", required=True)
    version = number("Version after it.", required=True)
    cursor = number("Number of events that the seat has then seen.", required=True)
    events = fields.List(fields.Nested(NumberedEventSchema), required=True)
    remaining_ms = number("Time the seat has left; null: no clock.", required=True, allow_none=True)
    latency_ms = number("How long the server took for the submission.", required=True)
    decision = fields.Nested(
        DecisionSchema,
        required=True,
        allow_none=True,
        metadata={"description": "The seat's next decision; null without `with_decision`."},
    )


class RefusedSubmissionSchema(Schema):
    """A refused submission, and why it was refused."""

    at_ms = number("Unix time in ms.", required=True)
    seat = number("The seat; null: the submission named none.", required=True, allow_none=True)
    version = number("The version that was sent with it.", required=True)
    actions = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "As they were sent, in JSON; cut off if they are very long."},
    )
    error = text("Name of the error, one of `/v1/problems`.", required=True)
    detail = text("What was wrong.", required=True)
    reason = text("A stable word for programs; null: the error has none.", required=True, allow_none=True)
    rule = text("The ruling behind it; null: none.", required=True, allow_none=True)


class RefusalsSchema(Schema):
    """Refused submissions of an account at a match, oldest first."""

    refusals = fields.List(fields.Nested(RefusedSubmissionSchema), required=True)


class ViewSchema(Schema):
    """The table as the seat may see it."""

    seat = number("The seat; null: a spectator.", required=True, allow_none=True)
    version = number("Version of the match that the seat knows of.", required=True)
    cursor = number("The view contains the events up to this number.", required=True)
    has_open_hands = flag("Whether all hands are open.", required=True)
    view = Shaped("GameView", "The table; its members are the game's.", required=True)


class LineSchema(EndOfStreamSchema):
    """A line of a stream: an event with its cursor, the match after a change, a chat message, or a heartbeat."""

    type = line_type("event", "match", "chat")
    chat = fields.Nested(MessageSchema, metadata={"description": "A chat message, with a cursor of its own."})
    cursor = number("Of an event: its number.")
    event = Shaped("GameEvent", "Of an event: the fact.")
    version = number("Of an event of the past: the version at which it was first seen.")
    match = fields.Nested(
        MatchSchema, metadata={"description": "Of a match: who holds which seat, who owes a decision."}
    )
