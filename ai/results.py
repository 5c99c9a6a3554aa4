"""The measured strength of the levels: results of `astrarium ladder --full` and of solo series, seed 2024.

README.md shows the same figures (`astrarium ladder --publish README.md` writes them there), and a
test holds the two together and the figures to the budgets they were measured with.
"""

from __future__ import annotations

import itertools
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Measured:
    """A level's share of wins against another: matches played, and a 95 % interval.

    At more than two seats all others at the table are of the level `against`; at one seat it is a rogue mat.
    """

    against: str
    matches: int
    share: float
    low: float
    high: float
    #: what the sequential test said: "better", "not_better", or None if there was none or it was still open
    decision: str | None = None
    seats: int = 2

    def to_dict(self) -> dict[str, Any]:
        """Return the result as a JSON-able dict."""
        return asdict(self)


#: game -> level -> results; what is missing has not been measured
RESULTS: dict[str, dict[str, tuple[Measured, ...]]] = {
    "roll": {
        "level1": (Measured("random", 26, 0.923, 0.759, 0.979, "better"),),
        "level2": (Measured("level1", 26, 0.923, 0.759, 0.979, "better"),),
        "level3": (Measured("level2", 30, 0.867, 0.712, 0.945, "better"),),
        "level4": (Measured("level3", 86, 0.663, 0.568, 0.746, "better"),),
        "level5": (Measured("level4", 60, 0.717, 0.606, 0.806, "better"),),
        "level6": (Measured("level5", 100, 0.630, 0.549, 0.704, "better"),),
        "level7": (Measured("level6", 58, 0.759, 0.642, 0.847, "better"),),
        "level8": (Measured("level6", 20, 0.650, 0.397, 0.840, seats=5),),
    },
    "race": {
        "level1": (Measured("random", 20, 1.000, 0.722, 1.000, "better"),),
        "level2": (Measured("level1", 28, 0.893, 0.733, 0.962, "better"),),
        "level3": (Measured("level2", 50, 0.760, 0.630, 0.855, "better"),),
        "level4": (Measured("level3", 96, 0.677, 0.577, 0.763, "better"),),
        "level5": (Measured("level4", 114, 0.640, 0.553, 0.719, "better"),),
        "level6": (Measured("level5", 116, 0.659, 0.565, 0.743, "better"),),
        "level7": (Measured("level6", 86, 0.686, 0.588, 0.770, "better"),),
        "level8": (
            Measured("level7", 588, 0.541, 0.508, 0.573, "better"),
            Measured("level6", 80, 0.444, 0.340, 0.553, seats=4),
        ),
    },
    "tiny_epic": {
        "random": (
            Measured("artemis", 200, 0.000, 0.000, 0.019, seats=1),
            Measured("rothkel", 200, 0.000, 0.000, 0.019, seats=1),
            Measured("zendica", 200, 0.000, 0.000, 0.019, seats=1),
            Measured("hades", 200, 0.000, 0.000, 0.019, seats=1),
            Measured("gamelyn", 200, 0.000, 0.000, 0.019, seats=1),
        ),
        "level1": (
            Measured("random", 20, 1.000, 0.722, 1.000, "better"),
            Measured("artemis", 200, 0.000, 0.000, 0.019, seats=1),
            Measured("rothkel", 200, 0.000, 0.000, 0.019, seats=1),
            Measured("zendica", 200, 0.000, 0.000, 0.019, seats=1),
            Measured("hades", 200, 0.000, 0.000, 0.019, seats=1),
            Measured("gamelyn", 200, 0.000, 0.000, 0.019, seats=1),
        ),
        "level2": (
            Measured("level1", 24, 0.958, 0.793, 0.993, "better"),
            Measured("artemis", 200, 0.115, 0.078, 0.167, seats=1),
            Measured("rothkel", 200, 0.115, 0.078, 0.167, seats=1),
            Measured("zendica", 200, 0.075, 0.046, 0.120, seats=1),
            Measured("hades", 200, 0.040, 0.020, 0.077, seats=1),
            Measured("gamelyn", 200, 0.030, 0.014, 0.064, seats=1),
        ),
        "level3": (
            Measured("level2", 20, 1.000, 0.722, 1.000, "better"),
            Measured("artemis", 200, 0.610, 0.541, 0.675, seats=1),
            Measured("rothkel", 200, 0.565, 0.496, 0.632, seats=1),
            Measured("zendica", 200, 0.475, 0.407, 0.544, seats=1),
            Measured("hades", 200, 0.315, 0.255, 0.382, seats=1),
            Measured("gamelyn", 200, 0.325, 0.264, 0.393, seats=1),
        ),
        "level4": (
            Measured("level3", 132, 0.629, 0.546, 0.704, "better"),
            Measured("artemis", 50, 0.640, 0.501, 0.759, seats=1),
            Measured("rothkel", 50, 0.720, 0.583, 0.825, seats=1),
            Measured("zendica", 50, 0.600, 0.462, 0.724, seats=1),
            Measured("hades", 50, 0.480, 0.348, 0.615, seats=1),
            Measured("gamelyn", 50, 0.360, 0.241, 0.499, seats=1),
        ),
        "level5": (
            Measured("level4", 86, 0.686, 0.582, 0.774, "better"),
            Measured("artemis", 50, 0.800, 0.670, 0.888, seats=1),
            Measured("rothkel", 50, 0.820, 0.692, 0.902, seats=1),
            Measured("zendica", 50, 0.740, 0.604, 0.841, seats=1),
            Measured("hades", 50, 0.620, 0.482, 0.741, seats=1),
            Measured("gamelyn", 50, 0.580, 0.442, 0.706, seats=1),
        ),
        "level6": (
            Measured("level5", 48, 0.792, 0.655, 0.884, "better"),
            Measured("artemis", 50, 0.900, 0.786, 0.957, seats=1),
            Measured("rothkel", 50, 0.920, 0.812, 0.968, seats=1),
            Measured("zendica", 50, 0.880, 0.762, 0.944, seats=1),
            Measured("hades", 50, 0.680, 0.542, 0.792, seats=1),
            Measured("gamelyn", 50, 0.640, 0.501, 0.759, seats=1),
        ),
        "level7": (
            Measured("level6", 32, 0.938, 0.799, 0.983, "better"),
            Measured("artemis", 50, 0.960, 0.865, 0.989, seats=1),
            Measured("rothkel", 50, 0.900, 0.786, 0.957, seats=1),
            Measured("zendica", 50, 0.940, 0.838, 0.979, seats=1),
            Measured("hades", 50, 0.820, 0.692, 0.902, seats=1),
            Measured("gamelyn", 50, 0.820, 0.692, 0.902, seats=1),
        ),
        "level8": (
            Measured("level6", 65, 0.523, 0.390, 0.653, seats=5),
            Measured("artemis", 10, 0.900, 0.596, 0.982, seats=1),
            Measured("rothkel", 10, 0.900, 0.596, 0.982, seats=1),
            Measured("zendica", 10, 0.700, 0.397, 0.892, seats=1),
            Measured("hades", 10, 0.800, 0.490, 0.943, seats=1),
            Measured("gamelyn", 10, 0.700, 0.397, 0.892, seats=1),
        ),
    },
}


@dataclass(frozen=True, slots=True)
class Budget:
    """The share of chance and the iterations with which a level's results came about.

    At two seats a level with `network_iterations` searched that many with the network of NETWORKS instead.
    """

    noise: float
    iterations: int | None
    network_iterations: int | None = None


_BELOW_SEARCH = {
    "random": Budget(0.0, None),
    "level1": Budget(0.6, None),
    "level2": Budget(0.25, None),
    "level3": Budget(0.0, None),
}
#: game -> level -> what its results were measured with
BUDGETS: dict[str, dict[str, Budget]] = {
    "roll": _BELOW_SEARCH
    | {
        "level4": Budget(0.02, 60),
        "level5": Budget(0.0, 150),
        "level6": Budget(0.0, 500),
        "level7": Budget(0.0, 1500, 7500),
        "level8": Budget(0.0, 6000, 28_000),
    },
    "race": _BELOW_SEARCH
    | {
        "level4": Budget(0.05, 60),
        "level5": Budget(0.0, 120),
        "level6": Budget(0.0, 480),
        "level7": Budget(0.0, 1500, 3000),
        "level8": Budget(0.0, 12_000, 16_000),
    },
    "tiny_epic": _BELOW_SEARCH
    | {
        "level4": Budget(0.02, 60),
        "level5": Budget(0.0, 150),
        "level6": Budget(0.0, 500),
        "level7": Budget(0.0, 900, 3500),
        "level8": Budget(0.0, 6000, 20_000),
    },
}
#: game -> fingerprint of the network that judged at two seats
NETWORKS = {"roll": "b00044c6e9520ad5", "race": "3227f4112ed10420", "tiny_epic": "e84b29b57d681771"}


def find_result(game: str, level: str, against: str, seats: int = 2) -> Measured | None:
    """Return what was measured, or None."""
    for row in RESULTS.get(game, {}).get(level, ()):
        if (row.against, row.seats) == (against, seats):
            return row
    return None


def _below(game: str) -> dict[str, Measured]:
    names = ("random", *(f"level{number}" for number in range(1, 9)))
    found = {level: find_result(game, level, below) for below, level in itertools.pairwise(names)}
    return {level: row for level, row in found.items() if row is not None}


#: game -> level -> the result against the level below
MEASURED: dict[str, dict[str, Measured]] = {game: _below(game) for game in RESULTS}
