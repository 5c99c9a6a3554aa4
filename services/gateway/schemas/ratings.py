"""Ratings."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from services.gateway.schemas.parts import PAGE_MAX, PAGE_SIZE, TEXT_MAX, Query, number, query_number, text


class RatingsQuery(Query):
    """The tables."""

    game = text("Name of the game.", required=True, validate=validate.Length(1, TEXT_MAX))
    seats = query_number("Seats of the tables.", 5, 2, load_default=2)


class LeaderboardQuery(RatingsQuery):
    """The tables, and the number of entries."""

    page_size = query_number("How many.", PAGE_MAX, 1, load_default=PAGE_SIZE)


class RatingSchema(Schema):
    """Believed strength."""

    player = text("Account, or `bot:LEVEL`.", required=True)
    mean = fields.Float(required=True)
    deviation = fields.Float(required=True)
    results = number("Number of results behind it.", required=True)
    shown = fields.Float(
        required=True, metadata={"description": "Mean minus three deviations; leaderboards are ordered by it."}
    )
    opponents = number(
        "Different players met at these tables, including bots, in matches that neither of the two left.",
        required=True,
    )


class LeaderboardSchema(Schema):
    """The best, first."""

    ratings = fields.List(fields.Nested(RatingSchema), required=True)
    opponents_min = number("Players that have met fewer different opponents are not listed.", required=True)


class RatingChangeSchema(Schema):
    """A step in a player's history."""

    at_ms = number("Unix time in ms of the match's end.", required=True)
    match_id = text("The match; or the deal of its matches, if a duplicate table counted as one.", required=True)
    rank = number("The place that counted.", required=True)
    mean = fields.Float(required=True, metadata={"description": "Mean after it."})
    deviation = fields.Float(required=True, metadata={"description": "Deviation after it."})


class HistorySchema(Schema):
    """A player's rating and how it came about, oldest first."""

    rating = fields.Nested(RatingSchema, required=True)
    changes = fields.List(fields.Nested(RatingChangeSchema), required=True)
