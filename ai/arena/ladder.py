"""The ladder: the series which show that each level beats the one below it, and that the strongest beats the rest.

A rung is a series. Its file makes it resumable and its seed makes it repeatable. The short form plays
the same rungs with so few matches that it runs in minutes.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ai.arena.schedule import Plan
from ai.arena.series import GroupSummary, SeriesStanding, run_series
from ai.results import Measured
from engine.registry import find_game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

LEVEL_NAMES = tuple(f"level{number}" for number in range(1, 9))
SEED = 2024
#: the most sets in the full form; the sequential test usually ends earlier
PAIRS_MAX = 1000
#: sets of each level against the one below in the short form; all three games play them within a minute
PAIRS_SHORT = {"level1": 10, "level2": 10, "level3": 10, "level4": 6, "level5": 4, "level6": 1}


@dataclass(frozen=True, slots=True)
class Rung:
    """A claim: `players[0]` wins at least `share` of its matches against the others at a table."""

    players: tuple[str, ...]
    tables: int
    share: float
    sprt: bool
    pairs: int
    pairs_short: int

    def plan(self, game: str, *, is_short: bool) -> Plan:
        """Return the series that tests the claim."""
        pairs = self.pairs_short if is_short else self.pairs
        return Plan(game, self.players, tables=self.tables, pairs=pairs, seed=SEED, sprt=self.sprt)

    def verdict(self, result: Measured) -> str:
        """Return whether the claim holds: `yes`, `no`, `so far` or `open`.

        It is `yes` if the test confirms the claim or the whole interval lies at or above the claimed share, and `no`
        if the test rejects the claim or the whole interval lies below it. Otherwise it is `so far` if the claim has
        no test and the measured share reaches the claimed one, else `open`.
        """
        if self.sprt and result.decision is not None:
            return "yes" if result.decision == "better" else "no"
        if result.low >= self.share:
            return "yes"
        if result.high < self.share:
            return "no"
        return "so far" if result.share >= self.share and not self.sprt else "open"

    @property
    def text(self) -> str:
        """The claim in words."""
        others = " ".join(self.players[1:])
        return f"{self.players[0]} against {others}" + (f", {self.tables} seats" if self.tables > 2 else "")


def rungs_of(game_name: str) -> tuple[Rung, ...]:
    """Return a game's rungs, from the bottom up."""
    game = find_game(game_name)
    rungs = [
        Rung((level, below), 2, 0.55, sprt=True, pairs=PAIRS_MAX, pairs_short=PAIRS_SHORT.get(level, 0))
        for below, level in itertools.pairwise(("random", *LEVEL_NAMES))
    ]
    rungs.append(Rung(("level8", "greedy"), 2, 0.85, sprt=False, pairs=50, pairs_short=0))
    # With this many sets, an interval of nothing but wins reaches 99 %.
    rungs.append(Rung(("level8", "random"), 2, 0.99, sprt=False, pairs=400, pairs_short=0))
    seats = game.seats_max
    rungs.append(Rung(("level8", "level6"), seats, 1 / seats + 0.15, sprt=False, pairs=20, pairs_short=0))
    return tuple(rungs)


@dataclass(frozen=True, slots=True)
class Climbed:
    """A rung that was played, with its plan and its result."""

    rung: Rung
    plan: Plan
    summary: GroupSummary

    @property
    def measured(self) -> Measured:
        """The result in the form of the published table."""
        rate = self.summary.rates[0]
        decision = self.summary.sprt.decision if self.rung.sprt else None
        seats = self.rung.tables
        return Measured(self.rung.players[1], self.summary.matches, rate.share, rate.low, rate.high, decision, seats)

    @property
    def verdict(self) -> str:
        """Whether the claim holds (`Rung.verdict`)."""
        return self.rung.verdict(self.measured)

    @property
    def command(self) -> str:
        """The command that plays this rung alone."""
        sprt = " --sprt" if self.plan.sprt else ""
        return (
            f"astrarium arena {self.plan.game} --players {','.join(self.plan.players)} --tables {self.plan.tables}"
            f" --pairs {self.plan.pairs} --seed {self.plan.seed}{sprt}"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the rung as a JSON-able dict."""
        return {
            "claim": self.rung.text,
            "share": round(self.rung.share, 4),
            "verdict": self.verdict,
            "command": self.command,
            **self.summary.to_dict(),
        }


def climb(
    game: str,
    folder: Path,
    *,
    is_short: bool,
    workers: int,
    progress: Callable[[Rung, SeriesStanding], None] | None = None,
) -> list[Climbed]:
    """Play a game's rungs one after the other and return their results; resume from the files in *folder*."""
    folder.mkdir(parents=True, exist_ok=True)
    climbed = []
    for rung in rungs_of(game):
        if is_short and rung.pairs_short == 0:
            continue
        plan = rung.plan(game, is_short=is_short)
        path = folder / f"{game}-{'-'.join(plan.players)}-{plan.tables}-{plan.key}.jsonl"

        def tell(standing: SeriesStanding, _line: dict[str, Any], rung: Rung = rung) -> None:
            if progress is not None:
                progress(rung, standing)

        standing = run_series(plan, path, workers=workers, progress=tell)
        climbed.append(Climbed(rung, plan, standing.summary()[0]))
    return climbed


def markdown(rows: Iterable[tuple[Rung, Measured | None]]) -> str:
    """Return a Markdown table of the claims with their results and verdicts."""
    lines = ["| claim | wins | 95 % interval | matches | holds |", "| --- | ---: | ---: | ---: | --- |"]
    for rung, result in rows:
        claim = f"{rung.text} ≥ {rung.share:.0%}"
        if result is None:
            lines.append(f"| {claim} | | | | not measured |")
            continue
        interval = f"{result.low:.1%} to {result.high:.1%}"
        verdict = rung.verdict(result)
        lines.append(f"| {claim} | {result.share:.1%} | {interval} | {result.matches} | {verdict} |")
    return "\n".join(lines)
