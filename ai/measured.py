"""How strong the levels proved: results of `astrarium ladder --full`, seed 2024 (docs/bots.md)."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Measured:
    """A level's share of wins against another at tables of two: matches played, and a 95 % interval."""

    against: str
    matches: int
    share: float
    low: float
    high: float
    #: what the sequential test said: "better", or None if it was still open
    decision: str | None

    def to_dict(self) -> dict[str, Any]:
        """Return the result as a JSON-able dict."""
        return asdict(self)


#: game -> level -> result against the level below; a level that is missing has not been measured
MEASURED: dict[str, dict[str, Measured]] = {
    "roll": {
        "level1": Measured("random", 26, 0.923, 0.759, 0.979, "better"),
        "level2": Measured("level1", 26, 0.923, 0.759, 0.979, "better"),
        "level3": Measured("level2", 30, 0.867, 0.712, 0.945, "better"),
        "level4": Measured("level3", 44, 0.818, 0.670, 0.909, "better"),
        "level5": Measured("level4", 30, 0.567, 0.362, 0.751, None),
    },
    "race": {
        "level1": Measured("random", 20, 1.0, 0.722, 1.0, "better"),
        "level2": Measured("level1", 28, 0.893, 0.733, 0.962, "better"),
        "level3": Measured("level2", 50, 0.760, 0.630, 0.855, "better"),
        "level4": Measured("level3", 56, 0.732, 0.615, 0.824, "better"),
        "level5": Measured("level4", 116, 0.642, 0.553, 0.723, "better"),
    },
    "tiny_epic": {
        "level1": Measured("random", 20, 1.0, 0.722, 1.0, "better"),
        "level2": Measured("level1", 24, 0.958, 0.793, 0.993, "better"),
        "level3": Measured("level2", 20, 1.0, 0.722, 1.0, "better"),
        "level4": Measured("level3", 20, 0.700, 0.419, 0.883, None),
    },
}
