"""The bots by name: a table of levels, and how a level chooses."""

from __future__ import annotations

import random
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.contract.action import Action
    from engine.contract.state import InformationSet


@dataclass(frozen=True, slots=True)
class Level:
    """A row of the table; `queue` is "instant" or "think"."""

    name: str
    title: str
    think_ms_max: int
    queue: str

    def to_dict(self) -> dict[str, Any]:
        """Return the row as a JSON-able dict."""
        return asdict(self)


LEVELS: dict[str, Level] = {"random": Level("random", "any legal action", 10, "instant")}


def choose(
    information_set: InformationSet,
    level_name: str,
    budget_ms: float | None = None,
    iterations: int | None = None,
    seed: int | None = None,
) -> Action:
    """Return the action that a level takes for the viewer."""
    return random.Random(seed).choice(information_set.legal_actions())
