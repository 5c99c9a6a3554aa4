"""The command `astrarium tournament FILE.toml`: bots and programs on this machine, from a file to a report."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from cli.endings import Interrupted
from cli.tournament_example import EXAMPLE
from cli.tournament_file import read_file
from cli.tournament_folder import Folder, verify_all, write_reports
from cli.tournament_run import Run
from engine.errors import EngineError
from engine.registry import find_game
from tournaments import exports
from tournaments.errors import BadConfig
from tournaments.standings import standings
from tournaments.tournament import Tournament

FOLDER = Path("var/tournaments")


def _print_example(context: click.Context, _option: click.Parameter, is_wanted: bool) -> None:  # noqa: FBT001 (click's)
    if is_wanted:
        click.echo(EXAMPLE, nl=False)
        context.exit()


@click.command()
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option(
    "--workers", type=click.IntRange(1, 64), default=os.cpu_count() or 1, show_default=True, help="Processes."
)
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="Folder [default: var/tournaments/NAME].")
@click.option(
    "--example",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_example,
    help="Print a file with every field, and exit.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the tournament as JSON.")
def tournament(file: Path, workers: int, out: Path | None, *, as_json: bool) -> None:
    """Play the tournament of FILE to its end: pairings, matches, standings, report.

    The same command continues an interrupted tournament.
    """
    console = Console(stderr=as_json, highlight=False)
    try:
        config, entrants = read_file(file)
        folder = Folder(out or FOLDER / file.stem)
        try:
            _begin(folder, config, entrants)
            _play(folder, workers, console)
            files = write_reports(folder)
            good, wrong = verify_all(folder, workers)
            if as_json:
                click.echo(json.dumps(exports.to_json(folder.tournament)))
            for line in standings(folder.tournament)[:10]:
                console.print(f"{line.rank:3}. {line.entrant.name}  {float(line.points):g}", markup=False)
            console.print(f"{good} records verified; {', '.join(map(str, files))}", soft_wrap=True)
        finally:
            folder.close()
    except (EngineError, OSError) as refusal:
        raise click.ClickException(str(refusal)) from refusal
    except KeyboardInterrupt:
        raise Interrupted from None
    if wrong:
        raise click.ClickException("records that don't hold: " + "; ".join(wrong))


def _begin(folder: Folder, config: dict[str, Any], entrants: list[dict[str, Any]]) -> None:
    """Write configuration and entrants, or check that the folder holds this very tournament."""
    entered = [{"kind": "entered", "at_ms": 0, "entrant": entrant} for entrant in entrants]
    created = {"kind": "created", "at_ms": 0, "config": config}
    # Find all faults before anything is written.
    wanted = Tournament([created, *entered, {"kind": "started", "at_ms": 0}])
    find_game(wanted.settings.game).check_options(wanted.settings.seats, wanted.settings.options)
    if folder.tournament.config is None:
        folder.add("created", config=config)
    elif folder.tournament.settings != wanted.settings:
        raise BadConfig(f"{folder.path} holds another tournament; give another --out, or remove it")
    known = list(folder.tournament.entrants.values())
    if known != list(wanted.entrants.values())[: len(known)] or (
        folder.tournament.rounds and len(known) < len(entrants)
    ):
        raise BadConfig(f"{folder.path} was begun with other entrants; give another --out, or remove it")
    for entrant in entrants[len(known) :]:
        folder.add("entered", entrant=entrant)


def _play(folder: Folder, workers: int, console: Console) -> None:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("matches", total=None)
        said = ""

        def tell(words: str, done: int, of: int) -> None:
            nonlocal said
            bar.update(task, description=words, completed=done, total=of)
            if words != said and not console.is_terminal:
                said = words
                console.print(f"{words}: {done} of {of} matches played")

        Run(folder, workers, tell).play()
