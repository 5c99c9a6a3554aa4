"""The command `astrarium up`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.operator_access import make_access, write_access
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
from deploy.local.stack import ANY_HOST, HOST

if TYPE_CHECKING:
    from cli.operator_access import Access
    from deploy.local.stack import Stack

OPERATOR_DAYS = 365


def _make_access(stack: Stack) -> Access:
    return make_access(stack.redis_url, stack.grpc_target, f"{HOST}:{stack.director_port}", OPERATOR_DAYS)


@click.command()
@stack_options
@click.option(
    "--host",
    default=HOST,
    show_default=True,
    help=f"Address of this machine for REST and the page; {ANY_HOST}: all of them.",
)
def up(port: int | None, grpc_port: int | None, data: Path | None, host: str, **replicas: int) -> None:
    """Serve until Ctrl-C: Valkey, game state, bots and gateway as one process tree.

    Matches are kept in --data (default ./var) and continue at the next start. `operator.json` there lets its owner use
    `astrarium admin`. Ctrl-C ends it with status 0, or with 130 before it has begun to start.
    """
    ports = {"port": port or PORT, "grpc_port": grpc_port or GRPC_PORT}
    with explain_failures(), until_signal() as stop:
        stack = open_stack(data or Path("var"), host=host, **ports, **replicas)
        with run_stack(stack):
            write_access(_make_access(stack), stack.data / "operator.json")
            console.print("Ctrl-C ends it; matches are kept")
            watch_over(stack, stop)
