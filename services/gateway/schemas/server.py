"""Problems, the table of them, and health."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from services.gateway.schemas.parts import free, number, numbers, text


class ProblemSchema(Schema):
    """A refusal (RFC 9457). `error` is its stable name for programs."""

    type = text("Address of the error's description.", required=True)
    title = text("The error in two words.", required=True)
    status = number("The HTTP status.", required=True)
    detail = text("One sentence for people.", required=True)
    instance = text("Path of the request.", required=True)
    error = text("Type of the error: IllegalAction, StaleVersion, ...", required=True)
    request_id = text("The request's id, as in the header `X-Request-Id`: the server's logs have it too.")
    reason = text(
        "IllegalAction: a stable word for programs; Unavailable: `full`, `away` or `behind`; others: see `/docs/`."
    )
    rule = text("IllegalAction: the ruling behind it.")
    seat = number("The seat that acted.")
    legal = fields.List(fields.String(), metadata={"description": "IllegalAction: what the seat may do instead."})
    figures = fields.Dict(
        fields.String(),
        fields.Integer(),
        metadata={"description": "IllegalAction: the numbers that the sentence is about, such as `price` and `have`."},
    )
    index = number("Place of the refused action in the list.")
    deciding_seats = numbers("NotYourDecision: the seats that owe a decision.")
    version = number("StaleVersion: the current version.")
    limit = text("LimitExceeded: the limit's name.")
    limit_max = number("LimitExceeded: its value.")
    retry_after_s = fields.Float(metadata={"description": "Seconds to wait before repeating the request."})
    errors = fields.Raw(metadata={"description": "BadRequest: what is wrong, by part of the request and field."})


class ProblemKindSchema(Schema):
    """An error that an answer may carry."""

    error = text("Its name.", required=True)
    title = text("The error in two words.", required=True)
    status = number("The HTTP status.", required=True)
    grpc = text("The gRPC status code.", required=True)


class ProblemsSchema(Schema):
    """All errors."""

    problems = fields.List(fields.Nested(ProblemKindSchema), required=True)


HEALTH_STATES = ("serving", "full", "away")


class HealthSchema(Schema):
    """The health of the gateway and of what it needs."""

    status = fields.String(required=True, validate=validate.OneOf(HEALTH_STATES))
    version = text("The server's version.", required=True)
    build = text("What it was built from, such as a commit; `unknown` if not set.", required=True)
    parts = free("Each part and its state: serving, full (can be read, refuses writes) or away.", required=True)
