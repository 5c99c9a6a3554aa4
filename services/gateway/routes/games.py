"""The games that can be played, and the bots to play against. Needs no token."""

from __future__ import annotations

from typing import TYPE_CHECKING

from protos.astrarium.v1 import catalog_pb2
from services.gateway import examples, schemas
from services.gateway.answers import answer, raw
from services.gateway.backend import backend
from services.gateway.blueprint import Blueprint
from services.gateway.shapes import game_of

if TYPE_CHECKING:
    import flask

games = Blueprint("games", __name__, url_prefix="/v1", description="Rule sets, their pieces, and built-in opponents.")


@games.route("/games")
@games.response(200, schemas.games.GamesSchema, example=examples.GAMES)
@games.fails()
def list_games() -> flask.Response:
    """List the games."""
    got = backend().look_up(backend().catalog.ListGames, catalog_pb2.ListGamesRequest())
    return answer({"games": [game_of(game) for game in got.games]})


@games.route("/games/<word:name>")
@games.response(200, schemas.games.GameWordsSchema, example=examples.GAME_WORDS)
@games.fails("UnknownGame")
def get_game(name: str) -> flask.Response:
    """Get a game with its vocabulary: the kinds of action, decision and event."""
    got = backend().look_up(backend().catalog.GetGame, catalog_pb2.GetGameRequest(name=name))
    words = {"actions": raw(got.actions), "decisions": raw(got.decisions), "events": raw(got.events)}
    return answer(game_of(got.game) | words)


@games.route("/games/<word:name>/catalog")
@games.response(200, {"$ref": "#/components/schemas/GameCatalog"}, example=examples.CATALOG)
@games.fails("UnknownGame")
def get_catalog(name: str) -> flask.Response:
    """Get every piece of a game."""
    got = backend().look_up(backend().catalog.GetGame, catalog_pb2.GetGameRequest(name=name))
    return answer(raw(got.catalog))


@games.route("/bots")
@games.response(200, schemas.games.BotsSchema, example=examples.BOTS)
@games.fails()
def list_bots() -> flask.Response:
    """List the built-in levels that are running: how they choose, how long they think, how strong they are."""
    got = backend().look_up(backend().catalog.ListBots, catalog_pb2.ListBotsRequest())
    bots = [
        {
            "level": bot.level,
            "text": bot.text,
            "chooser": bot.chooser,
            "iterations": bot.iterations or None,
            "think_ms_max": bot.think_ms_max,
            "measured": raw(bot.measured, b"{}"),
        }
        for bot in got.bots
    ]
    return answer({"bots": bots})
