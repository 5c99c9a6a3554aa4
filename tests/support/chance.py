"""Whether outcomes come as often as they should."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

#: standard deviations; beyond it about once in a million times, and the seeds are fixed
DEVIATION_MAX = 4.8


def deviation(found: Mapping[Any, int], weights: Mapping[Any, float]) -> float:
    """By how many standard deviations chi-squared is above its mean (Wilson and Hilferty's normal form of it)."""
    draws, whole = sum(found.values()), sum(weights.values())
    chi = sum((found.get(case, 0) - draws * w / whole) ** 2 / (draws * w / whole) for case, w in weights.items())
    spread = 2 / (9 * (len(weights) - 1))
    return float(((chi / (len(weights) - 1)) ** (1 / 3) - 1 + spread) / spread**0.5)


def assert_as_likely_as(found: Mapping[Any, int], weights: Mapping[Any, float]) -> None:
    """Outcomes came in the proportions of *weights*, and none that it does not name; 20 draws a case or more."""
    assert set(found) <= set(weights)
    assert sum(found.values()) * min(weights.values()) >= 20 * sum(weights.values())
    assert deviation(found, weights) < DEVIATION_MAX
