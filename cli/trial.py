"""The command `astrarium trial`: two searches against each other, and what a decision costs them."""

from __future__ import annotations

from pathlib import Path

import click
from rich.console import Console

from ai.train.trial import Trial, TrialStanding, play_trial
from cli.endings import Interrupted
from engine.errors import EngineError

FOLDER = Path("var/trials")


def say_standing(standing: TrialStanding) -> str:
    """Return how a trial stands in a line."""
    rate, test, (one, other) = standing.rate, standing.test, standing.decision_ms
    return (
        f"{rate.share:.1%} ({100 * rate.low:.1f} to {100 * rate.high:.1f}) of {standing.seats * rate.sets} matches, "
        f"{one:.1f} ms a decision against {other:.1f}, test: {test.decision or f'open ({test.log_ratio:+.2f})'}"
    )


@click.command()
@click.argument("game")
@click.argument("first")
@click.argument("second")
@click.option("--seats", default=2, show_default=True, help="Seats of the matches; FIRST takes each of them once.")
@click.option("--sets", default=100, show_default=True, help="Most deals, each played once from every seat.")
@click.option("--seed", default=1, show_default=True, help="Number that determines the deals.")
@click.option("--variant", default="", help="Variant of the rules: advanced (Race, two action cards).")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="File of the trial (JSON Lines).")
def trial(
    game: str, first: str, second: str, *, seats: int, sets: int, seed: int, variant: str, out: Path | None
) -> None:
    """Let the search FIRST play GAME against SECOND until a sequential test is decided.

    A search is its iterations and optionally network=package or network=FILE and settings by name, separated by
    commas: 3000,network=package,exploration=0.5. The milliseconds are processor time, so they are valid on a busy
    machine too. The same command continues where the last one stopped or was killed.
    """
    plan = Trial(game, first, second, seats, seed, variant)
    console = Console(stderr=True)
    try:
        path = out or FOLDER / f"{game}-{seed}.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        with console.status("playing") as status:
            for standing in play_trial(plan, path, sets):
                status.update(say_standing(standing))
    except (EngineError, OSError) as wrong:
        raise click.ClickException(str(wrong)) from wrong
    except KeyboardInterrupt:
        raise Interrupted from None
    click.echo(say_standing(standing))
