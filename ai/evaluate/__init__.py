"""The bots' knowledge of each game: one policy per game, found by the game's name."""

from __future__ import annotations

from ai.evaluate.race import RacePolicy
from ai.evaluate.roll import RollPolicy
from ai.evaluate.tiny_epic import TinyEpicPolicy
from ai.playout import Policy, Uniform

POLICIES: dict[str, Policy] = {"roll": RollPolicy(), "race": RacePolicy(), "tiny_epic": TinyEpicPolicy()}
UNIFORM = Uniform()


def policy_of(game_name: str) -> Policy:
    """Return the light policy of a game; a game without one is played at random."""
    return POLICIES.get(game_name, UNIFORM)
