"""The command `astrarium connect`: a program, a class or a level plays on a server as an account."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console

from bridge.config import BridgeConfig, read_connection, read_connection_file
from bridge.example import EXAMPLE
from bridge.journal import keep_journal
from bridge.making import make_bot
from bridge.trial import try_connection
from cli.tokens import VARIABLE, read_token
from client import Refused, run_bot
from engine.errors import EngineError

if TYPE_CHECKING:
    from collections.abc import Iterator

WHO = ("command", "python", "level")


def _print_connection(context: click.Context, _option: click.Parameter, is_wanted: bool) -> None:  # noqa: FBT001 (click's)
    if is_wanted:
        click.echo(EXAMPLE, nl=False)
        context.exit()


@click.command()
@click.option(
    "--config", "file", type=click.Path(path_type=Path, dir_okay=False), help="A TOML file with all settings."
)
@click.option("--engine", "command", metavar="CMD", help="A program that speaks the engine protocol.")
@click.option("--python", metavar="MODULE:CLASS", help="A class derived from client.Bot.")
@click.option("--level", help="A level, such as level6, played on this machine.")
@click.option("--server", metavar="URL", help="The server [default: http://127.0.0.1:8080].")
@click.option("--token-file", type=click.Path(path_type=Path), help=f"The account's token [default: {VARIABLE}].")
@click.option(
    "--seek", "seeks", multiple=True, metavar="GAME[:SEATS]", help="Look for opponents whenever there is room."
)
@click.option("--against", metavar="LEVEL", help="With --seek: play against bots of this level.")
@click.option("--at-once", type=int, help="Matches at once [default: 4].")
@click.option("--matches", "in_all", type=int, help="Stop after this many matches.")
@click.option("--check", "is_check", is_flag=True, help="Say what is wrong, test the program once, and exit.")
@click.option("--show", "is_shown", is_flag=True, help="Show a live table.")
@click.option(
    "--example",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_connection,
    help="Print a file with every field, and exit.",
)
def connect(
    file: Path | None,
    token_file: Path | None,
    *,
    is_check: bool,
    is_shown: bool,
    **words: Any,  # noqa: ANN401 - as click gathers them
) -> None:
    """Let a program play on a server as an account (docs/connect.md).

    It accepts challenges, seeks, enters tournaments, and plays several matches at once with a process for each. SIGTERM
    or Ctrl-C finishes running matches; a second one resigns them.
    """
    try:
        connection = read_connection(_gather(file, **words))
        path = token_file or (Path(connection.token_file) if connection.token_file else None)
        token = read_token(path)
        if token is None:
            raise click.ClickException(
                f"there is no token: name its file (--token-file, token_file), or set {VARIABLE}"
            )
        if is_check:
            sys.exit(asyncio.run(_check(connection, token)))
        bot = make_bot(connection)
        keep_journal(Path(connection.log_folder))
        run_bot(bot, connection.server, token, is_shown=is_shown)
    except (EngineError, Refused, OSError) as refusal:
        raise click.ClickException(str(refusal)) from refusal


def _gather(
    file: Path | None,
    *,
    seeks: tuple[str, ...],
    against: str | None,
    at_once: int | None,
    in_all: int | None,
    server: str | None,
    **who: str | None,
) -> dict[str, Any]:
    """Return the settings of the file, those of the command line in place of them."""
    d = {} if file is None else read_connection_file(file)
    named = {name: value for name, value in who.items() if value is not None}
    if named:
        engine = d.get("engine")
        kept = engine if isinstance(engine, dict) else {}
        d["engine"] = {**{name: value for name, value in kept.items() if name not in WHO}, **named}
    elif "engine" not in d:
        raise click.UsageError("say who plays: --engine, --python, --level, or a file (--config; --example prints one)")
    if server is not None:
        d["server"] = server
    play = {name: value for name, value in (("at_once", at_once), ("in_all", in_all)) if value is not None}
    if play:
        d["play"] = {**d.get("play", {}), **play}
    if seeks:
        d["seeks"] = list(_read_seeks(seeks, against))
    elif against is not None:
        raise click.UsageError("--against needs --seek: the game that is to be played")
    return d


def _read_seeks(seeks: tuple[str, ...], against: str | None) -> Iterator[dict[str, Any]]:
    for seek in seeks:
        game, colon, seats = seek.partition(":")
        if colon and not (seats.isascii() and seats.isdecimal()):
            raise click.UsageError(f"--seek {seek} is not GAME or GAME:SEATS, such as race:2")
        yield {"game": game, **({"seats": int(seats)} if colon else {}), **({"level": against} if against else {})}


async def _check(connection: BridgeConfig, token: str) -> int:
    """Print what is found; return the exit status."""
    console = Console(highlight=False)
    is_good = True
    async for finding in try_connection(connection, token):
        is_good = is_good and finding.holds
        console.print("[green]ok[/]   " if finding.holds else "[red]fails[/]", end=" ")
        console.print(f"{finding.check}: {finding.seen}", markup=False, soft_wrap=True)
    return 0 if is_good else 1
