"""Take-backs."""

from __future__ import annotations

from marshmallow import Schema, validate

from services.gateway.schemas.parts import SEAT_MAX, TEXT_MAX, StrictFlag, number, text
from services.shared.limits import limits


class NewTakeBackSchema(Schema):
    """The actions to take back."""

    seat = number("The seat; required if the account holds several in this match.", SEAT_MAX)
    actions = number(
        "How many of the seat's latest actions; later actions of others are undone too.",
        limits().actions_taken_back_max,
        1,
        load_default=1,
    )


class TakeBackAnswerSchema(Schema):
    """An answer to a proposal."""

    seat = number("The seat; default: all that the account holds.", SEAT_MAX)
    take_back_id = text(
        "Id of the match's `take_back`: the answer applies only to that one.",
        required=True,
        validate=validate.Length(1, TEXT_MAX),
    )
    is_accepted = StrictFlag(required=True, metadata={"description": "False declines it, or withdraws your own."})
