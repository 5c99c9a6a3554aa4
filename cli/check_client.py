"""The command `astrarium check-client`: how a client bears what a network and a server may do to it."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import sys
from collections import Counter
from typing import TYPE_CHECKING

import click
import httpx
from rich.console import Console

from ai.arena.program import BadCommand, words_of
from bridge.client_checks import check_client as run_client_checks
from bridge.client_program import ClientProgram
from bridge.examiner import ClientAbsent, Examiner
from bridge.proxy import Proxy
from cli.tokens import VARIABLE
from client import Client, Refused
from engine.registry import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

MARKS = {"passes": "[green]passes[/] ", "fails": "[red]fails[/]  ", "not met": "[dim]not met[/]"}
HOST = "127.0.0.1"


@click.command("check-client")
@click.argument("url")
@click.option("--run", "command", metavar="CMD", help="Start the client: {url} and {token} are replaced.")
@click.option("--port", type=click.IntRange(0, 65_535), default=0, help="Where to listen [default: any free port].")
@click.option("--game", type=click.Choice(list(GAMES)), default="race", show_default=True, help="The game to play.")
@click.option("--wait-s", type=click.FloatRange(1), default=300.0, show_default=True, help="How long to wait for it.")
@click.option("--json", "as_json", is_flag=True, help="Print each verdict as a line of JSON.")
def check_client(url: str, command: str | None, port: int, game: str, wait_s: float, *, as_json: bool) -> None:
    """Examine a client or bot that plays on the server at URL.

    It is a proxy for the server: point the client at the address that it prints, or start the client with --run. It
    invites the client to matches, loses answers, refuses, is slow, breaks streams, and says how the client handled
    that (docs/client.md). The exit status is 1 if a check fails.
    """
    console = Console(stderr=as_json, highlight=False)
    outcomes: Counter[str] = Counter()
    try:
        with Client(url, patience_s=0) as client:
            # A server that is away is told at once.
            client.games()
        with (
            Proxy(url.rstrip("/"), HOST, port) as proxy,
            _run_client(command, proxy.url, url) as program,
            contextlib.closing(Examiner(proxy, url, game, program)) as examiner,
        ):
            if command is None:
                console.print(f"point your client at {proxy.url}; it should accept invitations to {game}")
            examiner.wait_for_client(wait_s)
            console.print(f"{examiner.name} has come")
            for verdict in run_client_checks(examiner):
                outcomes[verdict.outcome] += 1
                if as_json:
                    click.echo(json.dumps(verdict.to_dict()))
                else:
                    console.print(MARKS[verdict.outcome], end=" ")
                    console.print(f"{verdict.check}: {verdict.seen}", markup=False, soft_wrap=True)
    except (Refused, httpx.HTTPError, httpx.InvalidURL, OSError, ClientAbsent, BadCommand) as wrong:
        raise click.ClickException(str(wrong) or type(wrong).__name__) from wrong
    console.print(", ".join(f"{count} {outcome}" for outcome, count in sorted(outcomes.items(), reverse=True)))
    sys.exit(1 if outcomes["fails"] else 0)


@contextlib.contextmanager
def _run_client(command: str | None, proxy_url: str, url: str) -> Iterator[ClientProgram | None]:
    """Run the client while the block lasts, with an account of its own."""
    if command is None:
        yield None
        return
    with Client(url) as client:
        token = client.create_account(f"examined-{secrets.token_hex(4)}", "program")["token"]
    words = [word.replace("{url}", proxy_url).replace("{token}", token) for word in words_of(command)]
    # Tokens are better kept out of command lines.
    program = ClientProgram(words, {**os.environ, VARIABLE: token})
    program.start()
    try:
        yield program
    finally:
        program.stop()
