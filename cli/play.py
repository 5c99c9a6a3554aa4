"""The command `astrarium play`: a match in the terminal, with the table, the legal actions by number, the events."""

from __future__ import annotations

import contextlib
import getpass
import re
import secrets
import shlex
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click
from rich.table import Table

from cli.demo import choose_opponents, result_table
from cli.options import read_options, setup_options
from cli.stacks import PORT, console, explain_failures, open_stack, run_stack
from cli.tokens import VARIABLE, prepare_folder, read_token, write_secret
from cli.words import Words, table_picture
from client import PATIENCE_S, Client, Refused

if TYPE_CHECKING:
    from rich.console import Console

    from client.models import Decision, GameOptions, SeatChoice

HELP = "a number or an action · [b]v[/] table · [b]l[/] legal actions · [b]resign[/] · [b]q[/] leave (the match waits)"
NARROW = 8
URL = f"http://127.0.0.1:{PORT}"


def sit_down(
    url: str,
    game: str,
    console: Console,
    *,
    levels: tuple[str, ...],
    name: str | None,
    token_file: Path | None,
    match_id: str | None,
    solo: bool,
    options: tuple[str, ...],
    lasts: bool = True,
) -> None:
    """Find or make a match and play it to its end; raises Refused or httpx.TransportError.

    *lasts*: the server goes on without this command, so the player can come back.
    """
    token = read_token(token_file)
    if match_id and not token:
        raise click.UsageError(f"--match needs the token the match was begun with: --token-file, or {VARIABLE}")
    if solo and levels:
        raise click.UsageError("--solo is a match without opponents; leave --level out")
    # Whether a server answers is told at once; a match is not given up so soon.
    with Client(url, token, patience_s=0) as client:
        wanted = read_options(options)
        if match_id:
            game = client.match(match_id).read()["game"]
        words = Words(client.game(game))
        client.patience_s = PATIENCE_S
        if levels:
            check_levels(client, levels)
        if not token:
            folder = prepare_folder(url) if lasts else None
            token_file = _make_account(client, name or _own_name(), folder, console)
        if match_id is None:
            opposing = () if solo else levels or choose_opponents(client, 1)
            bots: list[SeatChoice] = [{"kind": "bot", "level": level} for level in opposing]
            # Options that the game does not have are for the server to refuse.
            chosen = cast("GameOptions", wanted)
            match_id = client.create_match(game, [{"kind": "account"}, *bots], options=chosen)["id"]
        console.print(f"{words.title}, match {match_id}", style="bold")
        if not Sitting(client, words, match_id, console).play() and lasts:
            console.print(_way_back(url, match_id, token_file), soft_wrap=True, markup=False)


def check_levels(client: Client, levels: tuple[str, ...]) -> None:
    """Raise ClickException for a level that nobody offers, before anything is made for the match."""
    offered = sorted(bot["level"] for bot in client.get("/bots")["bots"])
    for level in levels:
        if level not in offered:
            raise click.ClickException(f"no bot plays at level {level!r}; there are {', '.join(offered)}")


def _make_account(client: Client, name: str, folder: Path | None, console: Console) -> Path | None:
    """Make an account; return the file in the folder that keeps its token."""
    account = client.create_account(name)
    if folder is None:
        console.print(f"you are {account['name']}")
        return None
    file = folder / f"{account['name']}.token"
    write_secret(account["token"], file)
    console.print(f"you are {account['name']}; your token is kept in {file}", soft_wrap=True, markup=False)
    return file


def _way_back(url: str, match_id: str, token_file: Path | None) -> str:
    """Return how a match that was left goes on; a token from the environment is there again."""
    words = ["astrarium", "play", "--match", match_id]
    words += ["--url", url] if url != URL else []
    words += ["--token-file", str(token_file)] if token_file else []
    return f"go on with: {shlex.join(words)}"


def _own_name() -> str:
    try:
        user = getpass.getuser()
    except (KeyError, OSError):
        user = "guest"
    return f"{re.sub(r'[^a-z0-9]', '', user.lower())[:20] or 'guest'}-{secrets.token_hex(3)}"


class Sitting:
    """One account at one match."""

    def __init__(self, client: Client, words: Words, match_id: str, console: Console) -> None:
        """Sit down."""
        self.client = client
        self.words = words
        self.match_id = match_id
        self.console = console
        self.match = client.match(match_id).read()
        self.cursor = client.get(f"/matches/{match_id}/view")["cursor"]

    def play(self) -> bool:
        """Ask and answer until the match is over; return False if the player leaves before."""
        self._show_table()
        while True:
            asked = self.client.match(self.match_id).decision()
            self._show_events()
            if asked["is_over"]:
                break
            if not asked["is_asked"]:
                self.console.print("waiting for the others …", style="dim")
            elif not self._answer(asked):
                return False
        self.match = self.client.match(self.match_id).read()
        self._show_table()
        self.console.print(result_table(self.match))
        return True

    def _answer(self, asked: Decision) -> bool:
        """Ask the player until an action is accepted; return False if they leave."""
        legal = [each["notation"] for each in asked["legal_actions"]]
        self.console.print(f"\n[bold]{asked['text']}[/]  [dim]{asked['rule']}[/]")
        self._show_legal(legal)
        while True:
            text = click.prompt(">", prompt_suffix=" ").strip()
            if text in {"q", "quit"}:
                return False
            if text == "resign":
                self.client.post(f"/matches/{self.match_id}/resign")
                return True
            if text == "v":
                self._show_table()
            elif text == "l":
                self._show_legal(legal)
            elif text in {"?", "h", "help"}:
                self.console.print(HELP)
            elif self._submit(asked["version"], _find_action(text, legal)):
                return True

    def _submit(self, version: int, action: str | None) -> bool:
        if action is None:
            self.console.print("there is no such number;", HELP)
            return False
        try:
            self.client.match(self.match_id).submit(version, action)
        except Refused as refused:
            self.console.print(f"[red]{refused}[/]")
            return refused.error == "StaleVersion"
        return True

    def _show_legal(self, legal: list[str]) -> None:
        table = Table(show_header=False, box=None, padding=(0, 2))
        rows = len(legal) if len(legal) <= NARROW else -(-len(legal) // 3)
        for row in range(rows):
            cells = [f"[cyan]{n + 1:>3}[/] {legal[n]}" for n in range(row, len(legal), rows)]
            table.add_row(*cells)
        self.console.print(table)

    def _show_table(self) -> None:
        got = self.client.get(f"/matches/{self.match_id}/view")
        self.console.print(table_picture(got["view"], self.match, got["seat"]))

    def _show_events(self) -> None:
        """Show what has happened since the last time."""
        for line in self.client.match(self.match_id).events(self.cursor, follow=False):
            if line["type"] == "event":
                self.cursor = line["cursor"]
                self.console.print("  " + self.words.sentence(line["event"], self.match), style="dim")


def _find_action(text: str, legal: list[str]) -> str | None:
    """Return the action that a player's text means: a number in the list, or the text itself."""
    if not text.isdecimal():
        return text
    return legal[int(text) - 1] if 1 <= int(text) <= len(legal) else None


@click.command()
@click.argument("game", default="roll")
@click.option("--url", default=URL, show_default=True, help="The gateway.")
@click.option("--level", "levels", multiple=True, help="Level of an opponent; once per opponent.")
@click.option("--name", help="Name of your new account.")
@click.option(
    "--token-file",
    type=click.Path(path_type=Path),
    help=f"File with the token of an account you have, readable by you alone (or the token in {VARIABLE}).",
)
@click.option("--match", "match_id", help="Go on with a match you sit at (needs its account's token).")
@click.option("--solo", is_flag=True, help="No opponents, where the game has a game for one.")
@setup_options
@click.option("--own-stack", is_flag=True, help="Start a stack just for this.")
def play(*, game: str, url: str, own_stack: bool, **choices: Any) -> None:  # noqa: ANN401 - as sit_down has them
    """Play a match in the terminal against bots.

    Without a token an account is made, and its token kept in a file in your configuration folder.
    """
    with contextlib.ExitStack() as undo:
        undo.enter_context(explain_failures())
        if own_stack:
            folder = undo.enter_context(tempfile.TemporaryDirectory(prefix="astrarium-"))
            url = undo.enter_context(run_stack(open_stack(Path(folder)))).url
        sit_down(url, game, console, lasts=not own_stack, **choices)
