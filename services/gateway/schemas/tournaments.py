"""Tournaments."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from services.gateway.schemas.matches import ClockSchema
from services.gateway.schemas.parts import (
    PLAYERS,
    TEXT_MAX,
    VERSION_MAX,
    EndOfStreamSchema,
    Query,
    Shaped,
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
from services.shared.paces import PACES

FORMATS = ("round_robin", "swiss", "knockout", "gauntlet", "arena")
TIE_BREAKS = ("opposition", "direct", "places", "margin")
METHODS = ("auto", "dutch", "pods")


class NewTournamentSchema(Schema):
    """A tournament to be made; missing fields have defaults."""

    name = text("Name that everybody sees.", required=True, validate=validate.Length(1, TEXT_MAX))
    game = text("Name of the game.", required=True, validate=validate.Length(1, TEXT_MAX))
    format = fields.String(required=True, validate=validate.OneOf(FORMATS))
    seats = number("Seats of a full table.", 5, 2, required=True)
    options = Shaped("GameOptions", "Setup options of the game.")
    rounds = number("Rounds; 0: as many as the format needs.", 200)
    cycles = number("How often a round robin or gauntlet is played.", 20, 1)
    points = fields.List(fields.Float(), metadata={"description": "Points per place, first place first."})
    bye_points = fields.Float(metadata={"description": "Points for a bye; default: those of a first place."})
    late_points = fields.Float(metadata={"description": "Points for each round that a late entry missed."})
    late_rounds = number("Late entries end when this round has been paired.", 200)
    tie_breaks = fields.List(
        fields.String(validate=validate.OneOf(TIE_BREAKS)),
        metadata={"description": "In the order in which they are applied."},
    )
    method = fields.String(
        validate=validate.OneOf(METHODS),
        metadata={"description": "How a Swiss of two seats is paired."},
    )
    is_duplicate = flag(
        "Duplicate tables: every table plays its deal once per seat, all boards at once, everybody once in each seat; "
        "together they are one result, and records are opened when the last board is over. Only for programs and bots: "
        "`players` can't contain `person` (nor does it by default), and `has_chat` can't be true.",
    )
    short_tables = flag("Smaller tables instead of byes.")
    advance = number("How many of a knockout table go on.", 4, 1)
    duration_ms = number("How long an arena lasts.", 7 * 24 * 3_600_000, 60_000)
    pace = fields.String(
        validate=validate.OneOf(PACES),
        metadata={
            "description": "`live` (the default): matches are played decision by decision, for everybody to watch. "
            "`fast`: only bots enter (`players` has nobody else), and one worker plays each match as a whole; the "
            "matches can be seen and verified when they are over."
        },
    )
    clock = fields.Nested(
        ClockSchema, metadata={"description": "Clock of its matches; default: a bank for each seat, by game."}
    )
    absence = fields.String(validate=validate.OneOf(ABSENCE))
    is_rated = flag("Whether its matches count in the ratings; default: yes.")
    has_chat = flag("Whether there is chat at its tables; default: no.")
    entrants_max = number("Most entrants.", 1000, 2)
    players = fields.List(
        fields.String(validate=validate.OneOf(PLAYERS)),
        metadata={"description": "Who may enter, by kind of account."},
    )
    rating_min = fields.Float(metadata={"description": "Lowest rating of an entrant."})
    rating_max = fields.Float(metadata={"description": "Highest rating of an entrant."})


class NewBotsSchema(Schema):
    """Bots to enter."""

    level = text("Their level.", required=True, validate=validate.Length(1, TEXT_MAX))
    count = number("How many.", limits().bots_per_call_max, 1, load_default=1)
    rating = fields.Float(load_default=0.0, metadata={"description": "For seeding."})
    is_challenger = flag("Whether they are a gauntlet's challengers.", load_default=False)


class RemovalSchema(Schema):
    """The entrant to remove."""

    entrant = text("Id of the entrant.", required=True, validate=validate.Length(1, TEXT_MAX))


class ReasonSchema(Schema):
    """A reason."""

    reason = text("Everybody can read it.", load_default="", validate=validate.Length(max=TEXT_MAX))


class CorrectionSchema(Schema):
    """A result as the host decides it; the old one is kept."""

    round = number("The round.", 1_000_000, 1, required=True)
    table = number("The table, from 0.", 1_000_000, required=True)
    board = number("The board of a duplicate table, from 0.", 4, load_default=0)
    ranks = fields.List(fields.Integer(strict=True), required=True, validate=validate.Length(2, 5))
    scores = fields.List(fields.Float(), required=True, validate=validate.Length(2, 5))
    absent = numbers("Seats whose player was absent.")
    reason = text("Everybody can read it.", required=True, validate=validate.Length(1, TEXT_MAX))


class TournamentConfigSchema(Schema):
    """A tournament's settings, with every default filled in."""

    name = text("Name that everybody sees.", required=True)
    game = text("Name of the game.", required=True)
    format = fields.String(required=True, validate=validate.OneOf(FORMATS))
    seats = number("Seats of a full table.", required=True)
    seed = text("The source of all chance, in hex; shown after the end.")
    options = free("Setup options of the game.", required=True)
    rounds = number("Rounds; 0: as many as the format needs.", required=True)
    cycles = number("How often a round robin or gauntlet is played.", required=True)
    points = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "Points per place at a full table, as exact numbers: `3`, `1/2`."},
    )
    bye_points = text("Points for a bye.", required=True)
    late_points = text("Points for each round that a late entry missed.", required=True)
    late_rounds = number("Late entries end when this round has been paired.", required=True)
    tie_breaks = fields.List(fields.String(validate=validate.OneOf(TIE_BREAKS)), required=True)
    method = fields.String(required=True, validate=validate.OneOf(METHODS))
    is_duplicate = flag("Whether every table plays its deal once per seat.", required=True)
    short_tables = flag("Smaller tables instead of byes.", required=True)
    advance = number("How many of a knockout table go on.", required=True)
    duration_ms = number("How long an arena lasts.", required=True)
    pace = fields.String(
        required=True, validate=validate.OneOf(PACES), metadata={"description": "How its matches are played."}
    )
    clock = fields.Nested(ClockSchema, required=True)
    absence = fields.String(required=True, validate=validate.OneOf(ABSENCE))
    is_rated = flag("Whether its matches count in the ratings.", required=True)
    has_chat = flag("Whether there is chat at its tables.", required=True)
    entrants_max = number("Most entrants.", required=True)
    players = fields.List(fields.String(validate=validate.OneOf(PLAYERS)), required=True)
    rating_min = fields.Float(metadata={"description": "Lowest rating of an entrant; missing: any."})
    rating_max = fields.Float(metadata={"description": "Highest rating of an entrant; missing: any."})


class StandingSchema(Schema):
    """An entrant's line; ties share a rank."""

    rank = number("From 1.", required=True)
    entrant = text("Id: an account's name, or a bot's.", required=True)
    name = text("Name for people.", required=True)
    player = fields.String(required=True, validate=validate.OneOf(PLAYERS))
    level = text("A bot's level; else empty.", required=True)
    rating = fields.Float(required=True, metadata={"description": "Rating at entry; used for seeding."})
    points = fields.Float(required=True)
    tables = number("Tables played to the end.", required=True)
    byes = number("Byes and walkovers.", required=True)
    places = numbers("How often first, second, and so on.", required=True)
    opposition = fields.Float(required=True, metadata={"description": "Strength of the opposition."})
    direct = fields.Float(
        required=True,
        allow_none=True,
        metadata={"description": "Share of the meetings with those still tied; null if they have not all met."},
    )
    margin = fields.Float(required=True, metadata={"description": "Game points minus the opponents' mean, summed."})
    is_withdrawn = flag("Whether it has withdrawn.", required=True)
    is_set_aside = flag(
        "Whether an arena does not pair it until it returns, because it missed its tables.", required=True
    )


class BoardSchema(Schema):
    """The result of a match, by seat."""

    board = number("From 0; duplicate tables have one per seat.", required=True)
    seats = fields.List(fields.String(), required=True, metadata={"description": "Entrants in seat order."})
    ranks = numbers("Places from 1, ties share.", required=True)
    scores = fields.List(fields.Float(), required=True, metadata={"description": "The game's own points."})
    cause = fields.String(required=True, validate=validate.OneOf(("finished", "forfeit", "substituted", "adjudicated")))
    absent = numbers("Seats whose player was absent.", required=True)
    match_id = text("The match; empty if the host decided before there was one.", required=True)


class TableSchema(Schema):
    """A table of a round. It has ranks, points and scores when all its boards are done."""

    seats = fields.List(fields.String(), required=True, metadata={"description": "Entrants, as board 0 seats them."})
    is_done = flag("Whether every board has a result.", required=True)
    ranks = numbers("Places by entrant, from 1.")
    points = fields.List(fields.Float(), metadata={"description": "Points by entrant."})
    scores = fields.List(fields.Float(), metadata={"description": "Game points by entrant, summed over the boards."})
    is_released = flag("Of a duplicate table: whether its records are open.")
    boards = fields.List(
        fields.Nested(BoardSchema), required=True, metadata={"description": "The boards with a result."}
    )
    matches = fields.List(
        fields.String(allow_none=True),
        required=True,
        metadata={"description": "The match of each board; null if there is none yet."},
    )


class RoundSchema(Schema):
    """A round, or a wave of an arena."""

    round = number("From 1.", required=True)
    method = text("How it was paired.", required=True)
    tables = fields.List(fields.Nested(TableSchema), required=True)
    byes = fields.List(fields.String(), required=True, metadata={"description": "Entrants who rest and get points."})
    walkovers = fields.List(
        fields.String(), required=True, metadata={"description": "Entrants whose opponents have all withdrawn."}
    )
    relaxed = fields.List(
        fields.String(), required=True, metadata={"description": "Entrants whose seats could not be balanced."}
    )


class ResultBeforeSchema(Schema):
    """The result that a correction replaced."""

    ranks = numbers("Places by seat.", required=True)
    scores = fields.List(fields.Float(), required=True)


class HostDecisionSchema(Schema):
    """A decision of the host: its author, its reason, and the result before."""

    kind = fields.String(required=True, validate=validate.OneOf(("corrected", "paused", "resumed")))
    at_ms = number("Unix time in ms.", required=True)
    by = text("Account.", required=True)
    reason = text("Why.", required=True)
    round = number("Of a correction: the round.")
    table = number("Of a correction: the table, from 0.")
    board = number("Of a correction: the board, from 0.")
    ranks = numbers("Of a correction: places by seat.")
    scores = fields.List(fields.Float(), metadata={"description": "Of a correction: game points by seat."})
    cause = text("Of a correction: how the result came about.")
    absent = numbers("Of a correction: seats whose player was absent.")
    before = fields.Nested(
        ResultBeforeSchema,
        allow_none=True,
        metadata={"description": "Of a correction: the result before; null if there was none."},
    )


class TournamentRowSchema(Schema):
    """A summary of a tournament."""

    id = text("Its id.", required=True)
    host = text("Account that made it.", required=True)
    status = fields.String(required=True, validate=validate.OneOf(("open", "running", "paused", "over")))
    entrants = number("Entrants who have not withdrawn.", required=True)
    round = number("The latest round.", required=True)
    cursor = number("Number of the latest entry of its log.", required=True)
    config = fields.Nested(TournamentConfigSchema, required=True)


class TournamentSchema(TournamentRowSchema):
    """A tournament with everything."""

    standings = fields.List(fields.Nested(StandingSchema), required=True, metadata={"description": "Best first."})
    rounds = fields.List(fields.Nested(RoundSchema), required=True, metadata={"description": "Oldest first."})
    audit = fields.List(
        fields.Nested(HostDecisionSchema), required=True, metadata={"description": "What the host decided."}
    )


class TournamentsSchema(Schema):
    """A page of tournaments, newest first."""

    tournaments = fields.List(fields.Nested(TournamentRowSchema), required=True)
    next_page_token = fields.String(required=True, allow_none=True)


class ExportQuery(Query):
    """The form of the answer."""

    form = fields.String(load_default="csv", validate=validate.OneOf(("csv", "trf", "markdown")))


class EntriesQuery(Query):
    """The point to begin at, and whether to continue live."""

    since = query_number("Number of entries already known.", VERSION_MAX, load_default=0)
    follow = flag("False: send the entries so far and end.", load_default=True)


class TournamentLineSchema(EndOfStreamSchema):
    """An entry of a tournament's log, or a heartbeat."""

    type = line_type("entry")
    cursor = number("Its number, from 1.")
    entry = free("`kind`, `at_ms` and the fields of the kind.")
