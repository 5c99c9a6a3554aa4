"""The command `astrarium check-engine`."""

from __future__ import annotations

import sys

import click
from rich.console import Console

from ai.arena.compliance import check_engine as run_checks
from engine.errors import EngineError


@click.command("check-engine")
@click.argument("command")
@click.option("--game", default="roll", show_default=True)
@click.option("--budget-ms", type=click.FloatRange(1), default=1000.0, show_default=True, help="Time per decision.")
def check_engine(command: str, game: str, budget_ms: float) -> None:
    """Check that the program COMMAND follows the engine protocol (docs/engine-protocol.md)."""
    console = Console()
    holds = True
    try:
        for finding in run_checks(command, game, budget_ms):
            holds = holds and finding.holds
            mark = "[green]ok[/]  " if finding.holds else "[red]fails[/]"
            console.print(f"{mark} {finding.check}: {finding.seen}", soft_wrap=True)
    except EngineError as wrong:
        raise click.ClickException(str(wrong)) from wrong
    sys.exit(0 if holds else 1)
