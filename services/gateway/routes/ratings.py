"""Leaderboards and histories of ratings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from protos.astrarium.v1 import director_pb2
from services.gateway import examples, schemas
from services.gateway.answers import answer
from services.gateway.backend import backend
from services.gateway.blueprint import Blueprint
from services.gateway.caller import needs
from services.shared.tokens import PUBLIC

if TYPE_CHECKING:
    import flask

    from services.gateway.parser import Loaded

ratings = Blueprint("ratings", __name__, url_prefix="/v1/ratings", description="Per game and number of seats.")
TOKEN = ("Unauthenticated", "MissingScope")


def _rating_of(rating: director_pb2.Rating) -> dict[str, object]:
    return {name: getattr(rating, name) for name in ("player", "mean", "deviation", "results", "shown", "opponents")}


@ratings.route("")
@needs(PUBLIC)
@ratings.arguments(schemas.ratings.LeaderboardQuery, location="query")
@ratings.response(200, schemas.ratings.LeaderboardSchema, example=examples.LEADERBOARD)
@ratings.fails(*TOKEN)
def get_leaderboard(query: Loaded) -> flask.Response:
    """Get the best accounts and bots of a game at tables of this size."""
    got = backend().ask(backend().ratings.GetLeaderboard, director_pb2.GetLeaderboardRequest(**query))
    told = [_rating_of(rating) for rating in got.ratings]
    return answer({"ratings": told, "opponents_min": got.opponents_min})


@ratings.route("/<player>")
@needs(PUBLIC)
@ratings.arguments(schemas.ratings.RatingsQuery, location="query")
@ratings.response(200, schemas.ratings.HistorySchema, example=examples.HISTORY)
@ratings.fails(*TOKEN, "UnknownAccount")
def get_rating_history(query: Loaded, player: str) -> flask.Response:
    """Get the rating of an account (or `bot:LEVEL`) and its history."""
    got = backend().ask(backend().ratings.GetHistory, director_pb2.GetHistoryRequest(player=player, **query))
    names = ("at_ms", "match_id", "rank", "mean", "deviation")
    changes = [{name: getattr(change, name) for name in names} for change in got.changes]
    return answer({"rating": _rating_of(got.rating), "changes": changes})
