"""Analyses of decisions."""

from __future__ import annotations

from marshmallow import Schema, fields

from services.gateway.schemas.parts import SEAT_MAX, VERSION_MAX, Shaped, number, text


class NewAnalysisSchema(Schema):
    """A decision, and the time to search; all may be left out for one's own decision."""

    seat = number("Of a finished match: who decided. Of a running one: needed if you hold several seats.", SEAT_MAX)
    version = number(
        "Of a finished match (needed): the number of the record's actions before the decision. "
        "Of a running one: your version; refused if it is no longer so.",
        VERSION_MAX,
    )
    budget_ms = number("How long to search; left out: a second.", VERSION_MAX, 1)
    iterations = number("How often to try at most.", VERSION_MAX, 1)


class WhySchema(Schema):
    """The reasons for a candidate: means over the tries that began with it."""

    sources = fields.List(
        fields.Dict(keys=fields.String(), values=fields.Float()),
        required=True,
        metadata={
            "description": "By seat, the final points by what they come from: `chips`, `worlds`, `developments` and "
            "`bonuses`; at Tiny Epic Galaxies `planets`, `level` and `mission`."
        },
    )
    phases = fields.Dict(
        keys=fields.String(),
        values=fields.Float(),
        required=True,
        metadata={
            "description": "How likely each phase is to be played in the round whose phases are chosen next, from 0 to "
            "1; empty where rounds have no phases."
        },
    )


class CandidateSchema(Schema):
    """An action that was searched."""

    action = Shaped("GameAction", "The action as an object.", required=True)
    notation = text("The action in one line.", required=True)
    visits = number("How often it was tried.", required=True)
    values = fields.List(
        fields.Float(), required=True, metadata={"description": "Mean reward per seat, from 0 (worst) to 1."}
    )
    expected_scores = fields.List(
        fields.Float(), required=True, metadata={"description": "Mean final points per seat."}
    )
    why = fields.Nested(
        WhySchema, required=True, allow_none=True, metadata={"description": "Told of the best two candidates."}
    )


class LineActionSchema(Schema):
    """An action of the line that the search expects."""

    seat = number("Who takes it.", required=True)
    action = Shaped("GameAction", "The action as an object.", required=True)
    notation = text("The action in one line.", required=True)


class ProspectSchema(Schema):
    """The expectation of a network for a seat."""

    win = fields.Float(
        required=True, metadata={"description": "Chance of being first, from 0 to 1; those who tie share it."}
    )
    points = fields.Float(required=True, metadata={"description": "Points at the end of the match."})


class AnalysisSchema(Schema):
    """The result of a search on a decision, from what the seat knew and nothing else."""

    seat = number("The seat.", required=True)
    version = number("Which of its decisions.", required=True)
    played = fields.String(
        required=True, allow_none=True, metadata={"description": "Of a finished match: what the seat then did."}
    )
    candidates = fields.List(
        fields.Nested(CandidateSchema), required=True, metadata={"description": "The legal actions, best first."}
    )
    values = fields.List(fields.Float(), required=True, metadata={"description": "Mean reward per seat."})
    expected_scores = fields.List(
        fields.Float(), required=True, metadata={"description": "Mean final points per seat."}
    )
    principal_line = fields.List(fields.Nested(LineActionSchema), required=True)
    iterations = number("How often was tried.", required=True)
    threads = number("Threads of the search.", required=True)
    think_ms = fields.Float(required=True, metadata={"description": "How long the search took."})
    evaluation = fields.List(
        fields.Nested(ProspectSchema),
        required=True,
        allow_none=True,
        metadata={
            "description": "By seat, what a network expects by what the seat knew, without a search; null where there "
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
            "description": "For every version, from 0 to the number of the record's actions, and by seat: the mean of "
            "what is to be expected by what each seat knew; null where there is no network for the game and the number "
            "of seats."
        },
    )
