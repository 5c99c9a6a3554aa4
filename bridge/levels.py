"""A bot that chooses as one of the levels does, on this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ai.levels import choose, find_level
from bridge.budgets import find_budget_ms
from client import Bot, BotFailure
from engine.errors import EngineError
from engine.registry import find_game

if TYPE_CHECKING:
    from bridge.config import EngineSettings
    from client import BotDecision


class LevelBot(Bot):
    """Plays as a level, from what the server shows its seat."""

    needs_view = True

    def __init__(self, settings: EngineSettings) -> None:
        """Take the engine's settings, which name a level."""
        assert settings.level is not None
        self._level = settings.level
        self._bank_share = settings.bank_share

    def choose(self, decision: BotDecision) -> str:
        """Return the level's choice; raise BotFailure if the view is of other rules than ours."""
        assert decision.view is not None
        row = find_level(self._level, decision.game)
        try:
            information_set = find_game(decision.game).information_set_from_view(decision.view)
            budget_ms = find_budget_ms(row.think_ms_max, decision, self._bank_share)
            # With time enough the level keeps to its own iterations.
            own = budget_ms >= row.think_ms_max or row.chooser != "search"
            return str(choose(information_set, self._level, *(() if own else (budget_ms, row.iterations))))
        except EngineError as wrong:
            raise BotFailure(f"{self._level} can't play here: {wrong}") from wrong
