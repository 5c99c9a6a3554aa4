"""Games, their options and words, and the bots."""

from __future__ import annotations

from marshmallow import Schema, fields

from services.gateway.schemas.parts import flag, number, numbers, text


class OptionSchema(Schema):
    """A setup option."""

    name = text("Name.", required=True)
    text_ = fields.String(data_key="text", required=True, metadata={"description": "Meaning."})
    default = fields.Raw(required=True, metadata={"description": "The default."})
    choices = fields.Raw(required=True, metadata={"description": "Allowed values; empty or null: any of the type."})
    seats = numbers("Numbers of seats that it applies to; empty: all. With others it keeps its default.", required=True)


class GameSchema(Schema):
    """A rule set."""

    name = text("Name in requests.", required=True)
    title = text("Name for people.", required=True)
    seats_min = number("Fewest seats.", required=True)
    seats_max = number("Most seats.", required=True)
    rules_version = text("Version of the rules.", required=True)
    options = fields.List(fields.Nested(OptionSchema), required=True)


class GamesSchema(Schema):
    """All games."""

    games = fields.List(fields.Nested(GameSchema), required=True)


class FieldSchema(Schema):
    """A slot of an action or an event: one of several words, or a whole number in a range."""

    name = text("Name.", required=True)
    values = fields.List(fields.String(), metadata={"description": "The words; missing if it is a number."})
    min = number("Least number.")
    max = number("Greatest number.")


class KindSchema(Schema):
    """A sort of action or event."""

    kind = text("Name.", required=True)
    fields_ = fields.List(fields.Nested(FieldSchema), data_key="fields", required=True)
    text_ = fields.String(data_key="text", required=True, metadata={"description": "Meaning."})


class ActionKindSchema(KindSchema):
    """A sort of action."""

    rule = text("The ruling behind it.", required=True)


class EventKindSchema(KindSchema):
    """A sort of event."""

    secret = fields.List(
        fields.String(), required=True, metadata={"description": "Fields that only the event's own seat knows."}
    )
    is_private = flag("Whether it is hidden from all others.", required=True)


class QuestionSchema(Schema):
    """A sort of decision."""

    rule = text("The ruling behind it.", required=True)
    text_ = fields.String(data_key="text", required=True, metadata={"description": "What is asked."})


class GameWordsSchema(GameSchema):
    """A rule set with its vocabulary."""

    actions = fields.List(
        fields.Nested(ActionKindSchema), required=True, metadata={"description": "The kinds of action."}
    )
    decisions = fields.Dict(
        keys=fields.String(),
        values=fields.Nested(QuestionSchema),
        required=True,
        metadata={"description": "The decisions by name, each with its ruling and what is asked."},
    )
    events = fields.List(fields.Nested(EventKindSchema), required=True, metadata={"description": "The kinds of event."})


class MeasuredSchema(Schema):
    """Wins of a level against another."""

    against = text("The other level, the next below.", required=True)
    matches = number("Matches played.", required=True)
    share = fields.Float(required=True, metadata={"description": "Share of wins."})
    low = fields.Float(required=True, metadata={"description": "Lower end of its 95 % interval."})
    high = fields.Float(required=True, metadata={"description": "Upper end."})
    seats = number("Seats of the tables; with more than two, all others were of that level.", required=True)
    decision = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "Verdict of the sequential test: `better` or `not_better`; null if it stayed open."},
    )


class BotSchema(Schema):
    """A built-in opponent."""

    level = text("Name in requests.", required=True)
    text_ = fields.String(data_key="text", required=True, metadata={"description": "How it chooses."})
    chooser = text("`random`, `policy` (one look, no search) or `search`.", required=True)
    iterations = number(
        "Of a search: iterations per decision; null: as many as the time allows.", required=True, allow_none=True
    )
    think_ms_max = number("Longest search for one decision, in milliseconds.", required=True)
    measured = fields.Dict(
        keys=fields.String(),
        values=fields.Nested(MeasuredSchema),
        required=True,
        metadata={"description": "By game; a missing game was not measured."},
    )


class BotsSchema(Schema):
    """All levels that the running workers offer."""

    bots = fields.List(fields.Nested(BotSchema), required=True)
