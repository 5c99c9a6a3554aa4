"""The players of the arena: built-in bots, and external programs that speak the line protocol."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Protocol

from ai.arena.program import PROGRAM_PREFIX, ProgramPlayer
from ai.levels import choose, find_level, level_for
from ai.search.run import BUDGET_MS_MAX

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.contract.action import Action
    from engine.contract.game import Game
    from engine.contract.state import InformationSet

PROGRAM_BUDGET_MS = 1000.0
#: a player may be given a name of its own: `NAME=PLAYER`
NAMED = re.compile(r"(?P<name>[A-Za-z0-9][A-Za-z0-9_.-]{0,31})=(?P<player>.+)", re.DOTALL)


class Player(Protocol):
    """A player in the arena. `begin`, `act` and `end` may raise PlayerFailure."""

    name: str

    def begin(
        self,
        game: Game,
        seats: int,
        seat: int,
        options: dict[str, object],
        match_id: str,
        players: Sequence[str] = (),
    ) -> None:
        """Prepare for a new match in *seat* of *seats*; *players* are the names of all seats."""

    def act(self, information_set: InformationSet) -> Sequence[Action]:
        """Return the next action, or several actions if none of them depends on new information."""

    def end(self, scores: Sequence[int], ranks: Sequence[int]) -> None:
        """Take note of the result: the scores and ranks by seat."""

    def close(self) -> None:
        """Release what the player holds."""


class BotPlayer:
    """A level of `ai.levels`; a given budget (milliseconds or iterations per decision) replaces the level's own.

    A level with a budget of iterations uses all of them here, however long they take: a measurement must not
    depend on how busy the machine is.
    """

    def __init__(self, level: str, game_name: str, budget_ms: float | None = None, iterations: int | None = None):
        """Take a level's name; raise NoSuchLevel."""
        self.name = level
        self._searches = find_level(level, game_name).chooser == "search"
        self._budget_ms, self._iterations = budget_ms, iterations

    def begin(
        self,
        game: Game,
        seats: int,
        seat: int,
        options: dict[str, object],
        match_id: str,
        players: Sequence[str] = (),
    ) -> None:
        """Do nothing: bots need no preparation."""

    def act(self, information_set: InformationSet) -> Sequence[Action]:
        """Return the level's action."""
        if not self._searches:
            return [choose(information_set, self.name)]
        budget_ms, iterations = self._budget_ms, self._iterations
        if budget_ms is None:
            row, _ = level_for(self.name, information_set)
            iterations = iterations or row.iterations
            budget_ms = BUDGET_MS_MAX if iterations else row.think_ms_max
        return [choose(information_set, self.name, budget_ms, iterations)]

    def end(self, scores: Sequence[int], ranks: Sequence[int]) -> None:
        """Do nothing: bots don't use the result."""

    def close(self) -> None:
        """Do nothing: bots hold no resources."""


def name_of(spec: str) -> str:
    """Return what a player is called: its own name, or else *spec* as it stands."""
    named = NAMED.fullmatch(spec)
    return spec if named is None else named["name"]


def strip_name(spec: str) -> str:
    """Return *spec* without a name of its own."""
    named = NAMED.fullmatch(spec)
    return spec if named is None else named["player"]


def make_player(
    spec: str, game_name: str, budget_ms: float | None = None, iterations: int | None = None
) -> BotPlayer | ProgramPlayer:
    """Return the player for *spec*: a level's name, or `cmd:` and a command line, either after `NAME=` if wanted.

    Raises NoSuchLevel or BadCommand.
    """
    spec = strip_name(spec)
    if spec.startswith(PROGRAM_PREFIX):
        return ProgramPlayer(spec.removeprefix(PROGRAM_PREFIX), budget_ms or PROGRAM_BUDGET_MS)
    return BotPlayer(spec, game_name, budget_ms, iterations)


__all__ = ["BotPlayer", "Player", "ProgramPlayer", "make_player", "name_of", "strip_name"]
