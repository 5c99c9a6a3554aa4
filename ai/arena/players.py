"""Who can take a seat in the arena: a built-in bot, or an external program behind the line protocol."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from ai.arena.program import PROGRAM_PREFIX, ProgramPlayer
from ai.levels import choose, find_level
from ai.search.run import BUDGET_MS_MAX

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.contract.action import Action
    from engine.contract.game import Game
    from engine.contract.state import InformationSet

PROGRAM_BUDGET_MS = 1000.0


class Player(Protocol):
    """A player: told of a match, asked for actions, told the result. Any of it may raise PlayerFailure."""

    name: str

    def begin(self, game: Game, seats: int, seat: int, options: dict[str, object], match_id: str) -> None:
        """Hear of a match that begins."""

    def act(self, information_set: InformationSet) -> Sequence[Action]:
        """Return the next action, or several if they need no new knowledge."""

    def end(self, scores: Sequence[int], ranks: Sequence[int]) -> None:
        """Hear how it ended."""

    def close(self) -> None:
        """Go home."""


class BotPlayer:
    """A level of `ai.levels`; budgets replace the level's own.

    A level that searches a number of iterations takes all of them here, however long that lasts: what is measured
    must not hang on how busy the machine is.
    """

    def __init__(self, level: str, game_name: str, budget_ms: float | None = None, iterations: int | None = None):
        """Take a level's name; raise UnknownLevel."""
        row = find_level(level, game_name)
        self.name = level
        if row.chooser == "search" and budget_ms is None:
            budget_ms = BUDGET_MS_MAX if iterations or row.iterations else row.think_ms_max
            iterations = iterations or row.iterations
        self._budget = (budget_ms, iterations) if row.chooser == "search" else (None, None)

    def begin(self, game: Game, seats: int, seat: int, options: dict[str, object], match_id: str) -> None:
        """Bots need no preparation."""

    def act(self, information_set: InformationSet) -> Sequence[Action]:
        """Return one action."""
        return [choose(information_set, self.name, *self._budget)]

    def end(self, scores: Sequence[int], ranks: Sequence[int]) -> None:
        """Bots don't care."""

    def close(self) -> None:
        """Bots hold nothing."""


def make_player(
    spec: str, game_name: str, budget_ms: float | None = None, iterations: int | None = None
) -> BotPlayer | ProgramPlayer:
    """Return the player that *spec* names: a level, or `cmd:` and a command line; raise UnknownLevel, BadCommand."""
    if spec.startswith(PROGRAM_PREFIX):
        return ProgramPlayer(spec.removeprefix(PROGRAM_PREFIX), budget_ms or PROGRAM_BUDGET_MS)
    return BotPlayer(spec, game_name, budget_ms, iterations)


__all__ = ["BotPlayer", "Player", "ProgramPlayer", "make_player"]
