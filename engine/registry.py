"""The games there are, by name."""

from __future__ import annotations

from engine.contract.game import Game
from engine.errors import UnknownGame
from engine.race.rules import RACE
from engine.roll.rules import ROLL
from engine.tiny_epic.rules import TINY_EPIC

GAMES: dict[str, Game] = {game.name: game for game in (ROLL, RACE, TINY_EPIC)}


def find_game(name: str) -> Game:
    """Return the game of that name; raise UnknownGame with the names there are."""
    game = GAMES.get(name)
    if game is None:
        raise UnknownGame(f"no game is called {name!r}; there are {', '.join(GAMES)}")
    return game
