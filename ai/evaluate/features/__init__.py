"""The inputs of networks: one encoder per game, found by the game's name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ai.evaluate.features.race import RaceEncoder
from ai.evaluate.features.roll import RollEncoder
from ai.evaluate.features.tiny_epic import TinyEpicEncoder

if TYPE_CHECKING:
    from ai.evaluate.features.encoder import Encoder

ENCODERS: dict[str, Encoder] = {"roll": RollEncoder(), "race": RaceEncoder(), "tiny_epic": TinyEpicEncoder()}
