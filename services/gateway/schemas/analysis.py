"""Analyses of decisions."""

from __future__ import annotations

from marshmallow import Schema, fields

from services.gateway.schemas.parts import SEAT_MAX, VERSION_MAX, Shaped, number, text


class NewAnalysisSchema(Schema):
    """A decision, and the time to search; for your own decision everything is optional."""

    seat = number(
        "In a finished match: the seat that decided. In a running one: required if you hold several seats.", SEAT_MAX
    )
    version = number(
        "In a finished match (required): the number of the record's actions before the decision. "
        "In a running one: your version; refused if it has changed.",
        VERSION_MAX,
    )
    budget_ms = number("How long to search; default: a second.", VERSION_MAX, 1)
    iterations = number("Most iterations.", VERSION_MAX, 1)


class WhySchema(Schema):
    """The reasons for a candidate: means over the iterations that began with it."""

    sources = fields.List(
        fields.Dict(keys=fields.String(), values=fields.Float()),
        required=True,
        metadata={
            "description": "By seat, where the final points come from: `chips`, `worlds`, `developments` and "
            "`bonuses`; at Tiny Epic Galaxies `planets`, `level` and `mission`."
        },
    )
    phases = fields.Dict(
        keys=fields.String(),
        values=fields.Float(),
        required=True,
        metadata={
            "description": "How likely each phase is in the round whose phases are chosen next, from 0 to "
            "1; empty if rounds have no phases."
        },
    )


class CandidateSchema(Schema):
    """An action that was searched."""

    action = Shaped("GameAction", "The action as an object.", required=True)
    notation = text("The action in one line.", required=True)
    visits = number("Iterations that began with it.", required=True)
    values = fields.List(
        fields.Float(), required=True, metadata={"description": "Mean reward per seat, from 0 (worst) to 1."}
    )
    expected_scores = fields.List(
        fields.Float(), required=True, metadata={"description": "Mean final points per seat."}
    )
    why = fields.Nested(
        WhySchema,
        required=True,
        allow_none=True,
        metadata={"description": "For the best two candidates; null for others."},
    )


class LineActionSchema(Schema):
    """An action of the line that the search expects."""

    seat = number("The seat that takes it.", required=True)
    action = Shaped("GameAction", "The action as an object.", required=True)
    notation = text("The action in one line.", required=True)


class ProspectSchema(Schema):
    """The expectation of a network for a seat."""

    win = fields.Float(required=True, metadata={"description": "Chance of being first, from 0 to 1; ties share it."})
    points = fields.Float(required=True, metadata={"description": "Points at the end of the match."})


class AnalysisSchema(Schema):
    """The result of a search on a decision, from what the seat knew and nothing else."""

    seat = number("The seat.", required=True)
    version = number("The version of the decision.", required=True)
    played = fields.String(
        required=True, allow_none=True, metadata={"description": "In a finished match: what the seat then did."}
    )
    candidates = fields.List(
        fields.Nested(CandidateSchema), required=True, metadata={"description": "The legal actions, best first."}
    )
    values = fields.List(fields.Float(), required=True, metadata={"description": "Mean reward per seat."})
    expected_scores = fields.List(
        fields.Float(), required=True, metadata={"description": "Mean final points per seat."}
    )
    principal_line = fields.List(fields.Nested(LineActionSchema), required=True)
    iterations = number("Iterations done.", required=True)
    threads = number("Threads of the search.", required=True)
    think_ms = fields.Float(required=True, metadata={"description": "How long the search took."})
    evaluation = fields.List(
        fields.Nested(ProspectSchema),
        required=True,
        allow_none=True,
        metadata={
            "description": "By seat, what a network expects given what the seat knew, without a search; null if there "
            "is no network for the game and the number of seats."
        },
    )


class EvaluationsSchema(Schema):
    """The expectations of a network at every moment of a finished match."""

    evaluations = fields.List(
        fields.List(fields.Nested(ProspectSchema)),
        required=True,
        allow_none=True,
        metadata={
            "description": "For every version, from 0 to the number of the record's actions, and by seat: the mean "
            "expectation given what each seat knew; null if there is no network for the game and the number "
            "of seats."
        },
    )
