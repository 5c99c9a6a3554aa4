"""The command `astrarium play`: a match in the terminal, against bots here, or against anybody on a server."""

from __future__ import annotations

import contextlib
import getpass
import re
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from cli.options import read_options, setup_options
from cli.stacks import PORT, console, explain_failures
from cli.terminal.hosted import ServerTable
from cli.terminal.keyboard import Keyboard
from cli.terminal.local import LocalTable, find_kept
from cli.terminal.sitting import Sitting
from cli.tokens import VARIABLE, prepare_folder, read_token, write_secret
from client import PATIENCE_S, Client
from engine.errors import EngineError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console

    from cli.terminal.table import TerminalTable
    from client.models import GameOptions, SeatChoice

URL = f"http://127.0.0.1:{PORT}"
#: who sits opposite where nobody is named
LEVEL = "level3"
SEATS = 2


def sit_down(table: TerminalTable, console: Console, *, is_shared: bool) -> None:
    """Play at a table until its end, or until the player leaves; say how to come back."""
    Sitting(table, console, Keyboard(), is_shared=is_shared).play()
    console.print(table.say_way_back(), soft_wrap=True, markup=False)


def open_local(game: str, levels: tuple[str, ...], *, is_solo: bool, options: tuple[str, ...]) -> LocalTable:
    """Set a match up in this process; raise UnknownGame, NoSuchLevel or BadOptions."""
    opposing = () if is_solo else levels or (LEVEL,)
    return LocalTable(game, opposing, read_options(options))


def resume_local(word: str) -> LocalTable:
    """Go on with a match of this machine, by its name or its file; raise BadRecord or ClickException."""
    file = find_kept(word)
    if file is None:
        raise click.ClickException(f"no match of this machine is called {word!r}, and there is no such file")
    return LocalTable.resume(file)


def check_levels(client: Client, levels: tuple[str, ...]) -> None:
    """Raise ClickException for a level that nobody offers, before anything is made for the match."""
    offered = sorted(bot["level"] for bot in client.get("/bots")["bots"])
    for level in levels:
        if level not in offered:
            raise click.ClickException(f"no bot plays at level {level!r}; there are {', '.join(offered)}")


@contextlib.contextmanager
def open_account(server: str, token: str | None, name: str | None) -> Iterator[tuple[Client, Path | None]]:
    """Give the client of the account with that token, or of a new one and the file that keeps its token."""
    # Whether a server answers is told at once; a match is not given up so soon.
    with Client(server, token, patience_s=0) as client:
        client.games()
        made = None if token else _make_account(client, name or _own_name(), prepare_folder(server))
        client.patience_s = PATIENCE_S
        yield client, made


def _make_account(client: Client, name: str, folder: Path) -> Path:
    """Make an account; return the file in the folder that keeps its token."""
    account = client.create_account(name)
    file = folder / f"{account['name']}.token"
    write_secret(account["token"], file)
    console.print(f"you are {account['name']}; your token is kept in {file}", soft_wrap=True, markup=False)
    return file


def _own_name() -> str:
    try:
        user = getpass.getuser()
    except (KeyError, OSError):
        user = "guest"
    return f"{re.sub(r'[^a-z0-9]', '', user.lower())[:20] or 'guest'}-{secrets.token_hex(3)}"


def find_match(
    client: Client,
    game: str,
    *,
    levels: tuple[str, ...],
    invited: tuple[str, ...],
    seats: int | None,
    match_id: str | None,
    is_seek: bool,
    is_open: bool,
    is_solo: bool,
    options: tuple[str, ...],
) -> str:
    """Find or make the match that the options ask for, and sit down at it; return its id."""
    # Options that the game does not have are for the server to refuse.
    chosen = cast("GameOptions", read_options(options))
    if match_id is not None:
        if not client.match(match_id).read()["own_seats"]:
            client.match(match_id).join()
        return match_id
    if is_seek:
        return client.seek(game, seats or SEATS, options=chosen)["match"]["id"]
    others: list[SeatChoice] = [{"kind": "invited", "account": name} for name in invited]
    bots = levels or (() if is_open or invited or is_solo else (LEVEL,))
    others += [{"kind": "bot", "level": level} for level in bots]
    free = (seats or SEATS) - 1 - len(others) if is_open else 0
    if is_open and free < 1:
        raise click.UsageError("--open leaves no seat free: name more --seats")
    others += [{"kind": "open"}] * free
    return client.create_match(game, [{"kind": "account"}, *others], options=chosen)["id"]


def check_choices(levels: tuple[str, ...], *, is_solo: bool, is_server: bool, resumed: str | None, ways: int) -> None:
    """Raise UsageError where options contradict each other."""
    if is_solo and (levels or ways):
        raise click.UsageError("--solo is a match without others; leave --level, --seek, --open and --invite out")
    if ways > 1:
        raise click.UsageError("--seek, --open or --invite, and --join exclude each other")
    if resumed and (is_server or levels or is_solo):
        raise click.UsageError("--resume goes on with a match of this machine as it is; leave the other options out")


@click.command()
@click.argument("game", default="roll")
@click.option("--level", "levels", multiple=True, help=f"Level of an opponent, once for each [default: {LEVEL}].")
@click.option("--solo", "is_solo", is_flag=True, help="No opponents, if the game has a solo game.")
@setup_options
@click.option("--resume", "resumed", metavar="MATCH", help="Continue a match on this machine, by its name or file.")
@click.option("--server", metavar="URL", help=f"Play on a server [default with the options below: {URL}].")
@click.option("--seek", "is_seek", is_flag=True, help="Find somebody who seeks the same.")
@click.option("--open", "is_open", is_flag=True, help="Open a table for anybody, and wait.")
@click.option("--invite", "invited", multiple=True, metavar="NAME", help="Invite an account, once for each.")
@click.option("--join", "match_id", metavar="ID", help="Join this match, or continue it.")
@click.option("--seats", type=click.IntRange(2, 5), help=f"Seats with --seek and --open [default: {SEATS}].")
@click.option("--name", help="Name of your new account.")
@click.option(
    "--token-file",
    type=click.Path(path_type=Path),
    help=f"File with the token of an account you have, readable by you alone (or the token in {VARIABLE}).",
)
def play(*, game: str, server: str | None, resumed: str | None, **choices: Any) -> None:  # noqa: ANN401 - as click gathers them
    """Play a match in the terminal: against bots on this machine, or on a server.

    On a server without a token, an account is made, and its token is kept in a file in your configuration folder.
    """
    ways = bool(choices["is_seek"]) + bool(choices["is_open"] or choices["invited"]) + bool(choices["match_id"])
    is_server = bool(server or ways or any(choices[each] for each in ("seats", "name", "token_file")))
    check_choices(choices["levels"], is_solo=choices["is_solo"], is_server=is_server, resumed=resumed, ways=ways)
    with explain_failures(), explain_refusals():
        if is_server:
            play_on_server(server or URL, game, **choices)
        elif resumed:
            sit_down(resume_local(resumed), console, is_shared=False)
        else:
            table = open_local(game, choices["levels"], is_solo=choices["is_solo"], options=choices["options"])
            sit_down(table, console, is_shared=False)


def play_on_server(url: str, game: str, *, name: str | None, token_file: Path | None, **choices: Any) -> None:  # noqa: ANN401 - as find_match has them
    """Find a match on a server and play it; raise Refused, EngineError or httpx.TransportError."""
    # A file that gives no token is told before anybody is asked, and nothing is made for a match that can't be.
    token = read_token(token_file)
    with Client(url, patience_s=0) as visitor:
        if choices["match_id"] is None:
            visitor.game(game)
        check_levels(visitor, choices["levels"])
    with open_account(url, token, name) as (client, made):
        match_id = find_match(client, game, **choices)
        sit_down(ServerTable(client, match_id, url, made or token_file), console, is_shared=True)


@contextlib.contextmanager
def explain_refusals() -> Iterator[None]:
    """Turn what a game or a file refuses into one line."""
    try:
        yield
    except (EngineError, OSError) as wrong:
        raise click.ClickException(str(wrong)) from wrong
