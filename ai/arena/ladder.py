"""The ladder: which series show that each level beats the one below it, and the strongest the rest.

A rung is a series; its file makes it resumable, its seed repeatable. The short form shows the same
rungs with so few matches that it runs in minutes.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ai.arena.schedule import Plan
from ai.arena.series import GroupSummary, Standing, run_series
from engine.registry import find_game

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

LEVEL_NAMES = tuple(f"level{number}" for number in range(1, 9))
SEED = 2024
#: sets at most in the full form; the sequential test mostly ends earlier
PAIRS_MAX = 1000
#: the levels that think longer than this are played less in the short form
QUICK = ("random", "greedy", "level1", "level2", "level3", "level4")


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

    @property
    def text(self) -> str:
        """The claim in words."""
        others = " ".join(self.players[1:])
        return f"{self.players[0]} against {others}" + (f", {self.tables} seats" if self.tables > 2 else "")


def rungs_of(game_name: str) -> tuple[Rung, ...]:
    """Return a game's rungs, from the bottom up."""
    game = find_game(game_name)
    rungs = [Rung(("level1", "random"), 2, 0.55, sprt=True, pairs=PAIRS_MAX, pairs_short=10)]
    for below, level in itertools.pairwise(LEVEL_NAMES):
        short = 20 if level in QUICK else 2
        rungs.append(Rung((level, below), 2, 0.55, sprt=True, pairs=PAIRS_MAX, pairs_short=short))
    rungs.append(Rung(("level8", "greedy"), 2, 0.85, sprt=False, pairs=50, pairs_short=1))
    rungs.append(Rung(("level8", "random"), 2, 0.99, sprt=False, pairs=50, pairs_short=1))
    seats = game.seats_max
    rungs.append(Rung(("level8", "level6"), seats, 1 / seats + 0.15, sprt=False, pairs=20, pairs_short=0))
    return tuple(rungs)


@dataclass(frozen=True, slots=True)
class Climbed:
    """A rung that was played."""

    rung: Rung
    plan: Plan
    summary: GroupSummary

    @property
    def verdict(self) -> str:
        """`yes` if the whole interval lies over the claim or the test says so, `no` if it lies under, else `open`."""
        rate = self.summary.rates[0]
        if self.rung.sprt and self.summary.sprt.decision is not None:
            return "yes" if self.summary.sprt.decision == "better" else "no"
        if rate.low >= self.rung.share:
            return "yes"
        return "no" if rate.high < self.rung.share else "open"

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
    progress: Callable[[Rung, Standing], None] | None = None,
) -> list[Climbed]:
    """Play a game's rungs one after the other and return what they showed; goes on where files in *folder* end."""
    folder.mkdir(parents=True, exist_ok=True)
    climbed = []
    for rung in rungs_of(game):
        if is_short and rung.pairs_short == 0:
            continue
        plan = rung.plan(game, is_short=is_short)
        path = folder / f"{game}-{'-'.join(plan.players)}-{plan.tables}-{plan.key}.jsonl"

        def tell(standing: Standing, _line: dict[str, Any], rung: Rung = rung) -> None:
            if progress is not None:
                progress(rung, standing)

        standing = run_series(plan, path, workers=workers, progress=tell)
        climbed.append(Climbed(rung, plan, standing.summary()[0]))
    return climbed


def markdown(climbed: list[Climbed]) -> str:
    """Return the table for the README."""
    lines = [
        "| claim | wins | 95 % interval | matches | mean scores | holds |",
        "| --- | ---: | ---: | ---: | ---: | --- |",
    ]
    for each in climbed:
        rate = each.summary.rates[0]
        scores = " : ".join(f"{score:.1f}" for score in each.summary.mean_scores[:2])
        lines.append(
            f"| {each.rung.text} ≥ {each.rung.share:.0%} | {rate.share:.1%} | {rate.low:.1%} to {rate.high:.1%} "
            f"| {each.summary.matches} | {scores} | {each.verdict} |"
        )
    return "\n".join(lines)
