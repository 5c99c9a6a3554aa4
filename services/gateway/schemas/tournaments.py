"""Tournaments."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from services.gateway.schemas.matches import ClockSchema
from services.gateway.schemas.parts import (
    TEXT_MAX,
    VERSION_MAX,
    EndOfStreamSchema,
    Query,
    flag,
    free,
    line_type,
    number,
    numbers,
    query_number,
    text,
)
from services.shared.clocks import ABSENCE
from services.shared.limits import limits

FORMATS = ("round_robin", "swiss", "knockout", "gauntlet", "arena")


class NewTournamentSchema(Schema):
    """A tournament to be made; what is left out has a default."""

    name = text("Name, seen by all.", required=True, validate=validate.Length(1, TEXT_MAX))
    game = text("Name of the game.", required=True, validate=validate.Length(1, TEXT_MAX))
    format = fields.String(required=True, validate=validate.OneOf(FORMATS))
    seats = number("Seats of a full table.", 5, 2, required=True)
    options = free("Setup options of the game.")
    rounds = number("Rounds; 0: as many as the format needs.", 200)
    cycles = number("How often a round robin or gauntlet is played.", 20, 1)
    points = fields.List(fields.Float(), metadata={"description": "Points per place, the first place's first."})
    bye_points = fields.Float(metadata={"description": "Points of a bye; left out: a first place's."})
    late_points = fields.Float(metadata={"description": "Points for each round that a late entry missed."})
    late_rounds = number("Late entries end when this round has been paired.", 200)
    tie_breaks = fields.List(
        fields.String(validate=validate.OneOf(("opposition", "direct", "places", "margin"))),
        metadata={"description": "In the order in which they are applied."},
    )
    method = fields.String(
        validate=validate.OneOf(("auto", "dutch", "pods")),
        metadata={"description": "How a Swiss of two seats is paired."},
    )
    is_duplicate = flag(
        "Duplicate tables: every table plays its deal once per seat, all boards at once, everybody once in each seat; "
        "together they are one result, and records are open when the last board is over. For programs and bots alone: "
        "`players` may not have `person`, which it has not if left out, and `has_chat` is not true.",
    )
    short_tables = flag("Smaller tables instead of byes.")
    advance = number("How many of a knockout table go on.", 4, 1)
    duration_ms = number("How long an arena lasts.", 7 * 24 * 3_600_000, 60_000)
    clock = fields.Nested(ClockSchema)
    absence = fields.String(validate=validate.OneOf(ABSENCE))
    is_rated = flag("Whether its matches count in the ratings; left out: yes.")
    has_chat = flag("Whether there is talk at its tables; left out: no.")
    entrants_max = number("Most entrants.", 1000, 2)
    players = fields.List(
        fields.String(validate=validate.OneOf(("person", "program", "bot"))),
        metadata={"description": "Who may enter; an account's kind says what it is."},
    )
    rating_min = fields.Float(metadata={"description": "Least rating of an entrant."})
    rating_max = fields.Float(metadata={"description": "Highest rating of an entrant."})


class NewBotsSchema(Schema):
    """Bots that enter."""

    level = text("Their level.", required=True, validate=validate.Length(1, TEXT_MAX))
    count = number("How many.", limits().bots_per_call_max, 1, load_default=1)
    rating = fields.Float(load_default=0.0, metadata={"description": "For the seeding."})
    is_challenger = flag("Whether they are a gauntlet's challengers.", load_default=False)


class RemovalSchema(Schema):
    """Who is taken out."""

    entrant = text("Id of the entrant.", required=True, validate=validate.Length(1, TEXT_MAX))


class ReasonSchema(Schema):
    """Why."""

    reason = text("Kept for everybody to read.", load_default="", validate=validate.Length(max=TEXT_MAX))


class CorrectionSchema(Schema):
    """A result as the host decides it; the old one is kept beside it."""

    round = number("The round.", 1_000_000, 1, required=True)
    table = number("The table, from 0.", 1_000_000, required=True)
    board = number("The board of a duplicate table, from 0.", 4, load_default=0)
    ranks = fields.List(fields.Integer(strict=True), required=True, validate=validate.Length(2, 5))
    scores = fields.List(fields.Float(), required=True, validate=validate.Length(2, 5))
    absent = numbers("Seats whose player was absent.")
    reason = text("Kept for everybody to read.", required=True, validate=validate.Length(1, TEXT_MAX))


class TournamentRowSchema(Schema):
    """A tournament in short."""

    id = text("Its id.", required=True)
    host = text("Account that made it.", required=True)
    status = fields.String(required=True, validate=validate.OneOf(("open", "running", "paused", "over")))
    entrants = number("Entrants who have not withdrawn.", required=True)
    round = number("The latest round.", required=True)
    cursor = number("Number of the latest entry of its log.", required=True)
    config = free("Its settings; the seed that chance comes from is told after the end.", required=True)


class TournamentSchema(TournamentRowSchema):
    """A tournament with everything."""

    standings = fields.List(free("An entrant's line."), required=True)
    rounds = fields.List(free("A round: tables with seats and results, byes, walkovers."), required=True)
    audit = fields.List(free("What the host decided: who, why, and what was before."), required=True)


class TournamentsSchema(Schema):
    """A page of tournaments, newest first."""

    tournaments = fields.List(fields.Nested(TournamentRowSchema), required=True)
    next_page_token = fields.String(required=True, allow_none=True)


class ExportQuery(Query):
    """In which form."""

    form = fields.String(load_default="csv", validate=validate.OneOf(("csv", "trf", "markdown")))


class EntriesQuery(Query):
    """From where, and how long."""

    since = query_number("Number of entries already known.", VERSION_MAX, load_default=0)
    follow = flag("False: send what there is and end.", load_default=True)


class TournamentLineSchema(EndOfStreamSchema):
    """An entry of a tournament's log, or a heartbeat."""

    type = line_type("entry")
    cursor = number("Its number, from 1.")
    entry = free("`kind`, `at_ms` and the fields of the kind.")
