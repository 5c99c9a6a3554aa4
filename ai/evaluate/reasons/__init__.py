"""The reasons that a search gives: one teller per game, found by the game's name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ai.evaluate.reasons.race import RaceReasons
from ai.evaluate.reasons.roll import RollReasons
from ai.evaluate.reasons.tiny_epic import TinyEpicReasons

if TYPE_CHECKING:
    from ai.evaluate.reasons.reasons import Reasons

REASONS: dict[str, Reasons] = {"roll": RollReasons(), "race": RaceReasons(), "tiny_epic": TinyEpicReasons()}
