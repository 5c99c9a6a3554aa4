"""Series of bot matches."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from services.gateway.schemas.parts import (
    TEXT_MAX,
    VERSION_MAX,
    EndOfStreamSchema,
    Query,
    Shaped,
    flag,
    free,
    line_type,
    number,
    text,
)
from services.shared.limits import limits


class NewSeriesSchema(Schema):
    """The levels that play each other, and the number of their matches."""

    game = text("Name of the game.", required=True, validate=validate.Length(1, TEXT_MAX))
    players = fields.List(
        fields.String(validate=validate.Length(1, TEXT_MAX)),
        required=True,
        validate=validate.Length(2, limits().series_players_max),
        metadata={"description": "Levels of `/v1/bots`; one may be named twice."},
    )
    tables = number("Seats of a table; every group of players that fills one plays.", 5, 2)
    pairs = number("Sets per group; each has as many matches as a table has seats.", 1_000_000, 1)
    sprt = flag("End a group as soon as the sequential test of its first player is decided.")
    is_duplicate = flag("A set is one deal, played in every rotation of the seats; false: a deal per match.")
    rotates = flag("Seats rotate within a set; false (requires is_duplicate false): everybody keeps their seat.")
    seed = number("Number that determines the deals; default: random.", VERSION_MAX)
    budget_ms = number("Time per decision instead of the searching levels' own.", VERSION_MAX, 1)
    iterations = number("Iterations per decision instead of the searching levels' own.", VERSION_MAX, 1)
    options = Shaped("GameOptions", "Setup options of the game.")


class SeriesPlanSchema(NewSeriesSchema):
    """The plan of a series, defaults filled in."""

    tables = number("Seats of a table.", required=True)
    pairs = number("Sets per group.", required=True)
    sprt = flag("Whether a group ends as soon as its test is decided.", required=True)
    is_duplicate = flag("Whether a set is one deal; default: yes.")
    rotates = flag("Whether seats rotate within a set; default: yes.")
    seed = number("Number that determines the deals.", required=True)
    budget_ms = number("Time per decision; null: the levels' own.", required=True, allow_none=True)
    iterations = number("Iterations per decision; null: the levels' own.", required=True, allow_none=True)
    options = Shaped("GameOptions", "Setup options of the game.", required=True)


class SequentialTestSchema(Schema):
    """The state of the test of whether a player wins more than its fair share."""

    log_ratio = fields.Float(required=True, metadata={"description": "Logarithm of the likelihood ratio."})
    lower = fields.Float(required=True, metadata={"description": "At or below: not better."})
    upper = fields.Float(required=True, metadata={"description": "At or above: better."})
    course = fields.List(
        fields.Float(),
        required=True,
        metadata={"description": "The logarithm after each set so far; 200 evenly spaced ones if there are more."},
    )
    decision = fields.String(
        required=True, allow_none=True, metadata={"description": "`better` or `not_better`; null while it is open."}
    )


class SeriesRowSchema(Schema):
    """A summary of a series."""

    id = text("Its id.", required=True)
    host = text("Account that made it.", required=True)
    status = fields.String(required=True, validate=validate.OneOf(("running", "over", "cancelled", "failed")))
    reason = text("Why it failed, if it did.", required=True)
    plan = fields.Nested(SeriesPlanSchema, required=True)
    matches = number("Matches in total; decided groups get no more.", required=True)
    played = number("Matches played.", required=True)
    decisions = number("Decisions taken in them.", required=True)
    left_s = fields.Float(
        required=True,
        allow_none=True,
        metadata={"description": "Estimate of the seconds left; null if there is none yet, or it is over."},
    )
    created_ms = number("Unix time in ms.", required=True)
    ended_ms = number("Unix time in ms; null: not yet.", required=True, allow_none=True)
    cursor = number("Number of the latest entry of its log.", required=True)


class RateSchema(Schema):
    """A share of wins (ties count in part) with its 95 % interval."""

    share = fields.Float(required=True)
    low = fields.Float(required=True)
    high = fields.Float(required=True)
    sets = number("Complete sets behind it.", required=True)


class LeadSchema(Schema):
    """By how much the first of two players is stronger, in Elo points with a 95 % interval (null: unbounded)."""

    elo = fields.Float(required=True, allow_none=True)
    low = fields.Float(required=True, allow_none=True)
    high = fields.Float(required=True, allow_none=True)
    los = fields.Float(
        required=True,
        metadata={"description": "Likelihood of superiority: the chance that it is the stronger one, 0 to 1."},
    )


class SeriesGroupSchema(Schema):
    """Players of one table, and how they stand."""

    players = fields.List(fields.String(), required=True)
    matches = number("Matches played.", required=True)
    rates = fields.List(fields.Nested(RateSchema), required=True, metadata={"description": "Wins, per player."})
    sprt = fields.Nested(SequentialTestSchema, required=True, metadata={"description": "Of the first player."})
    lead = fields.Nested(
        LeadSchema, required=True, allow_none=True, metadata={"description": "At tables of two; null elsewhere."}
    )
    mean_scores = fields.List(fields.Float(), required=True, metadata={"description": "Mean points, per player."})
    forfeits = number("Matches in which a player failed.", required=True)


class SeriesRatingSchema(Schema):
    """Strength measured by the series, with a 95 % interval."""

    player = text("The level.", required=True)
    mean = fields.Float(required=True)
    deviation = fields.Float(required=True)
    low = fields.Float(required=True)
    high = fields.Float(required=True)
    results = number("Matches behind it.", required=True)


class SeriesSchema(SeriesRowSchema):
    """A series with everything but its matches."""

    groups = fields.List(fields.Nested(SeriesGroupSchema), required=True)
    ratings = fields.List(fields.Nested(SeriesRatingSchema), required=True, metadata={"description": "Best first."})


class SeriesPageSchema(Schema):
    """A page of series, newest first."""

    series = fields.List(fields.Nested(SeriesRowSchema), required=True)
    next_page_token = fields.String(required=True, allow_none=True)


class SeriesLineSchema(EndOfStreamSchema):
    """An entry of a series' log, or a heartbeat."""

    type = line_type("entry")
    cursor = number("Its number, from 1.")
    entry = free("`kind` (`created`, `match`, `decided`, `finished`, `cancelled`, `failed`), `at_ms`, and its fields.")


class SeriesExportQuery(Query):
    """The form of the answer."""

    form = fields.String(load_default="jsonl", validate=validate.OneOf(("jsonl", "csv")))


class SeriesPlotQuery(Query):
    """The form of the answer."""

    form = fields.String(load_default="svg", validate=validate.OneOf(("svg", "png")))
