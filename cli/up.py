"""The command `astrarium up`."""

from __future__ import annotations

from pathlib import Path

import click

from cli.stacks import (
    GRPC_PORT,
    PORT,
    console,
    explain_failures,
    open_stack,
    run_stack,
    stack_options,
    until_signal,
    watch_over,
)


@click.command()
@stack_options
def up(port: int | None, grpc_port: int | None, data: Path | None, **replicas: int) -> None:
    """Serve until Ctrl-C: Valkey, game state, bots and gateway as one process tree.

    Matches are kept in --data (default ./var) and go on at the next start.
    """
    stack = open_stack(data or Path("var"), port=port or PORT, grpc_port=grpc_port or GRPC_PORT, **replicas)
    with explain_failures(), until_signal(), run_stack(stack):
        console.print("Ctrl-C ends it; matches are kept")
        watch_over(stack)
