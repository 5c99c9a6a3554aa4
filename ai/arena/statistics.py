"""Win rates with 95 % intervals, and the sequential probability ratio test."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist, fmean
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

Z_95 = 1.959964
ALPHA = 0.05
BETA = 0.05
#: by how much the win share of a better player exceeds its fair share
EDGE = 0.05
#: values of a test's course that are told
COURSE_MAX = 200
TINY = 1e-9


@dataclass(frozen=True, slots=True)
class Rate:
    """A share of wins from 0 to 1 with a 95 % interval over *sets* sets; a tie counts in part."""

    share: float
    low: float
    high: float
    sets: int

    def to_dict(self) -> dict[str, Any]:
        """Return the rate as a JSON-able dict."""
        return {
            "share": round(self.share, 4),
            "low": round(self.low, 4),
            "high": round(self.high, 4),
            "sets": self.sets,
        }


def rate_of(shares: Sequence[float]) -> Rate:
    """Return the mean of the sets' win shares with Wilson's interval.

    Matches of one set depend on each other, so the set is the unit. The number of sets is scaled to the
    number of independent matches that would have the observed variance.
    """
    sets = len(shares)
    if sets == 0:
        return Rate(0.0, 0.0, 1.0, 0)
    mean = fmean(shares)
    effective = _matches_worth(shares)
    z2 = Z_95 * Z_95 / effective
    centre = (mean + z2 / 2) / (1 + z2)
    half = Z_95 / (1 + z2) * math.sqrt(mean * (1 - mean) / effective + z2 / (4 * effective))
    return Rate(mean, max(0.0, centre - half), min(1.0, centre + half), sets)


def _matches_worth(shares: Sequence[float]) -> float:
    """Return how many independent matches would have the variance of these sets, one each at least."""
    sets, mean = len(shares), fmean(shares)
    if sets > 1 and 0.0 < mean < 1.0:
        variance = sum((share - mean) ** 2 for share in shares) / (sets - 1)
        if variance > 0:
            return min(max(mean * (1 - mean) / variance, 1.0) * sets, 4.0 * sets)
    return float(sets)


@dataclass(frozen=True, slots=True)
class Lead:
    """By how much one of two players is stronger: Elo points with a 95 % interval (None: without bound), and LOS.

    `los` is the likelihood of superiority: how likely the player is the stronger one at all, from 0 to 1.
    """

    elo: float | None
    low: float | None
    high: float | None
    los: float

    def to_dict(self) -> dict[str, Any]:
        """Return the lead as a JSON-able dict."""
        points = {"elo": self.elo, "low": self.low, "high": self.high}
        rounded = {name: None if each is None else round(each, 1) for name, each in points.items()}
        return rounded | {"los": round(self.los, 4)}


def lead_of(shares: Sequence[float]) -> Lead:
    """Return a player's lead over its one opponent from its win shares per set."""
    rate = rate_of(shares)
    if not shares:
        return Lead(None, None, None, 0.5)
    # At the fair share, whose variance doesn't vanish when all matches were won.
    deviation = math.sqrt(0.25 / _matches_worth(shares))
    los = NormalDist().cdf((rate.share - 0.5) / deviation)
    return Lead(_elo_of(rate.share), _elo_of(rate.low), _elo_of(rate.high), los)


def _elo_of(share: float) -> float | None:
    """Return the difference in Elo points at which that share is expected; None at 0 and 1, where there is none."""
    # The bounds of an interval reach 0 and 1 up to rounding.
    return 400 * math.log10(share / (1 - share)) if TINY < share < 1.0 - TINY else None


@dataclass(frozen=True, slots=True)
class Sprt:
    """The state of a sequential probability ratio test of a win share.

    H0: the fair share; H1: fair share + EDGE. `decision` is "better" (H1), "not_better" (H0) or None.
    """

    log_ratio: float
    lower: float
    upper: float
    #: the ratio after each set so far
    course: tuple[float, ...] = ()

    @property
    def decision(self) -> str | None:
        """The decision of the test; None while it is undecided."""
        if self.log_ratio >= self.upper:
            return "better"
        if self.log_ratio <= self.lower:
            return "not_better"
        return None

    def to_dict(self) -> dict[str, Any]:
        """Return the test as a JSON-able dict."""
        return {
            "log_ratio": round(self.log_ratio, 3),
            "lower": round(self.lower, 3),
            "upper": round(self.upper, 3),
            "decision": self.decision,
            "course": [round(ratio, 3) for ratio in thin_out(self.course)],
        }


def thin_out(course: Sequence[float], most: int = COURSE_MAX) -> Sequence[float]:
    """Return at most so many of the values, evenly, the first and the last among them."""
    if len(course) <= most:
        return course
    step = (len(course) - 1) / (most - 1)
    return [course[round(place * step)] for place in range(most)]


def sprt_of(shares: Sequence[float], fair: float) -> Sprt:
    """Return the test over one player's win shares per set, taken in order up to the first set that decides it.

    A series in several processes has played further sets by then. They are ignored, so that the same sets give
    the same decision in whatever order they were played.

    The likelihood ratio is that of a normal mean with the observed variance (the generalised test that is used
    for chess programs on pairs). One win and one loss are added to the variance, so that a short run of
    equal results proves nothing.
    """
    test = Sprt(0.0, math.log(BETA / (1 - ALPHA)), math.log((1 - BETA) / ALPHA))
    low, high = fair, fair + EDGE
    total, squares = 0.0, 0.0
    course: list[float] = []
    for count, share in enumerate(shares, 1):
        total += share
        squares += share * share
        mean = (total + 1.0) / (count + 2)
        variance = (squares + 1.0) / (count + 2) - mean * mean
        ratio = (high - low) * (2 * total - count * (low + high)) / (2 * variance)
        course.append(ratio)
        test = Sprt(ratio, test.lower, test.upper)
        if test.decision is not None:
            break
    return Sprt(test.log_ratio, test.lower, test.upper, tuple(course))
