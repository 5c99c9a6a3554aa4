"""Ratings with intervals from a set of matches, and a plot of them."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Z_95 = 1.959964
PLOT_FORMS = ("svg", "png")
NEEDED = "plots need matplotlib: pip install 'astrarium[plot]'"


@dataclass(frozen=True, slots=True)
class Strength:
    """A player's rating after a set of matches: mean, deviation and 95 % interval."""

    player: str
    mean: float
    deviation: float
    results: int

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self.mean - Z_95 * self.deviation

    @property
    def high(self) -> float:
        """Its upper end."""
        return self.mean + Z_95 * self.deviation

    def to_dict(self) -> dict[str, float | int | str]:
        """Return the rating as a JSON-able dict."""
        numbers = {name: round(getattr(self, name), 3) for name in ("mean", "deviation", "low", "high")}
        return {"player": self.player, **numbers, "results": self.results}


def rate_all(outcomes: Iterable[tuple[Sequence[str], Sequence[int], Iterable[int]]]) -> list[Strength]:
    """Return the ratings that matches of one game and number of seats give, best first; some 0.1 ms each.

    A match is given by its players and ranks in seat order and the seats that were given up. The matches count in the
    given order: the same matches give the same ratings. Raises ModuleNotFoundError without openskill.
    """
    from tournaments.ratings import Ratings, Result  # noqa: PLC0415 (an extra)

    ratings = Ratings()
    for number, (players, ranks, absent) in enumerate(outcomes):
        ratings.add(Result(number, "", tuple(players), tuple(ranks), frozenset(absent)))
    rows = [
        Strength(player, rating.mean, rating.deviation, rating.results)
        for (_, _, player), rating in ratings.current.items()
    ]
    return sorted(rows, key=lambda row: (-row.mean, row.player))


def plot(rows: Sequence[Strength], title: str, form: str) -> bytes:
    """Return a plot of ratings with their intervals as a file of that form (`svg`, `png`). Not thread-safe.

    Raises ModuleNotFoundError, which says what to install, without matplotlib.
    """
    try:
        from matplotlib import rc_context  # noqa: PLC0415 (an extra)
        from matplotlib.figure import Figure  # noqa: PLC0415
    except ModuleNotFoundError as missing:
        raise ModuleNotFoundError(NEEDED) from missing
    rows = rows[::-1]
    figure = Figure(figsize=(8, 1.6 + 0.4 * len(rows)), layout="constrained")
    axes = figure.add_subplot()
    means = [row.mean for row in rows]
    axes.errorbar(means, range(len(rows)), xerr=[Z_95 * row.deviation for row in rows], fmt="o", capsize=4)
    axes.set_yticks(range(len(rows)), [f"{row.player} ({row.results})" for row in rows])
    axes.set(title=title, xlabel="rating with 95 % interval (results behind it in brackets)")
    axes.margins(y=0.2)
    axes.grid(axis="x", alpha=0.3)
    out = io.BytesIO()
    # The file contains no date: the same series gives the same plot.
    with rc_context({"svg.hashsalt": title}):
        figure.savefig(out, format=form, metadata={"Date": None} if form == "svg" else None)
    return out.getvalue()
