"""The command `astrarium ladder`: the table of levels in the README, measured anew."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console

from ai.arena.ladder import SEED, Climbed, Rung, climb, markdown
from ai.arena.published import publish
from cli.endings import Interrupted
from engine.errors import EngineError
from engine.registry import GAMES, find_game

if TYPE_CHECKING:
    from ai.arena.series import SeriesStanding

FOLDER = Path("var/arena/ladder")


@click.command()
@click.argument("games", nargs=-1)
@click.option("--full", is_flag=True, help="As many matches as the claims need (hours), not the short version.")
@click.option("--workers", default=os.cpu_count() or 1, show_default=True, help="Processes.")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), default=FOLDER, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print the rungs as JSON, not as Markdown.")
@click.option(
    "--publish",
    "target",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    help="Play nothing; write the table of ai/results.py into this file.",
)
def ladder(games: tuple[str, ...], workers: int, out: Path, *, full: bool, as_json: bool, target: Path | None) -> None:
    """Measure the levels of GAMES (all, if none is named) against each other: the table of the README."""
    console = Console(stderr=True)
    climbed: dict[str, list[Climbed]] = {}
    try:
        if target is not None:
            publish(target)
            return
        with console.status("ladder") as status:
            for game in [find_game(name).name for name in games or GAMES]:

                def tell(rung: Rung, standing: SeriesStanding, game: str = game) -> None:
                    ratio = standing.sprt(0).log_ratio
                    status.update(f"{game}, {rung.text}: {standing.matches} matches, {ratio:+.2f}")

                climbed[game] = climb(game, out, is_short=not full, workers=workers, progress=tell)
    except (EngineError, OSError) as wrong:
        raise click.ClickException(str(wrong)) from wrong
    except KeyboardInterrupt:
        raise Interrupted from None
    if as_json:
        click.echo(json.dumps({game: [each.to_dict() for each in rungs] for game, rungs in climbed.items()}))
        return
    for game, rungs in climbed.items():
        click.echo(f"{game}\n\n{markdown((each.rung, each.measured) for each in rungs)}\n")
    click.echo(f"seed {SEED}; every match with its record: {out}")
