"""Benchmarks: small functions in a registry. Each gives figures with targets, and floors from the same run.

Modules of this package register their functions with `@bench`; all modules are found automatically.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure.

    `target` is what it should reach (at least, or at most if `is_cost`). `beside` is a figure of bare parts from the
    same run; `beside_what` says which.
    """

    name: str
    value: float
    unit: str
    target: float | None = None
    is_cost: bool = False
    beside: float | None = None
    beside_what: str = ""

    @property
    def verdict(self) -> str:
        """Whether the target is met: yes, floor (within half of it) or no; empty without a target."""
        if self.target is None:
            return ""
        reached = self.target - self.value if self.is_cost else self.value - self.target
        if reached >= 0:
            return "yes"
        half = self.value <= 2 * self.target if self.is_cost else 2 * self.value >= self.target
        return "floor" if half else "no"

    def to_dict(self) -> dict[str, Any]:
        """Return the row as a JSON-able dict."""
        return {**asdict(self), "verdict": self.verdict}


@dataclass(frozen=True, slots=True)
class Bench:
    """A registered function; its argument `scale` is 1 for a normal run, less for a quick one."""

    name: str
    run: Callable[[float], Iterable[Figure]]
    is_soak: bool
    text: str


BENCHES: dict[str, Bench] = {}


def bench(
    name: str, *, is_soak: bool = False
) -> Callable[[Callable[[float], Iterable[Figure]]], Callable[[float], Iterable[Figure]]]:
    """Register a function that takes a scale and yields rows; soak benches run only when asked for."""

    def register(function: Callable[[float], Iterable[Figure]]) -> Callable[[float], Iterable[Figure]]:
        if name in BENCHES:
            raise ValueError(f"two benches are called {name!r}")
        text = (function.__doc__ or "").strip().splitlines()
        BENCHES[name] = Bench(name, function, is_soak, text[0] if text else "")
        return function

    return register
