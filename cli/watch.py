"""The command `astrarium watch`: a running match of a server, drawn anew as it goes on."""

from __future__ import annotations

import queue
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import httpx
from rich.console import Group
from rich.live import Live
from rich.text import Text

from cli.play import URL, explain_refusals
from cli.stacks import console, explain_failures
from cli.terminal.drawing import TALL, Drawing
from cli.terminal.hosted import name_player
from cli.terminal.pieces import Pieces
from cli.terminal.wording import Wording
from cli.tokens import VARIABLE, read_token
from client import PATIENCE_S, Client, Refused
from engine.registry import find_game

if TYPE_CHECKING:
    from collections.abc import Iterator

    from client.models import Match

#: how long lines are gathered before the table is drawn anew
PAUSE_S = 0.3
#: lines that latest events may take, on a high screen and on a low one
LATEST = (6, 3)


class Watcher:
    """A spectator of one match: reads the stream in a thread, and draws what it brings."""

    def __init__(self, client: Client, match_id: str) -> None:
        """Look at the match; raise Refused or UnknownGame."""
        self.door = client.match(match_id)
        self.match: Match = self.door.read()
        self.game = find_game(self.match["game"])
        self.wording = Wording(self.game)
        self.pieces = Pieces(self.game)
        self.told: list[str] = []
        self._lines: queue.Queue[dict[str, Any] | Exception | None] = queue.Queue()

    @property
    def names(self) -> list[str]:
        """The players by seat."""
        return [name_player(self.match, seat) for seat in range(len(self.match["seats"]))]

    def watch(self) -> None:
        """Draw until the match is over; raise what the stream raises."""
        since = self.door.view()["cursor"] if self.match["status"] == "running" else 0
        threading.Thread(target=self._read, args=(since,), daemon=True).start()
        if not console.is_terminal:
            for lines in self._gather():
                for said in self._tell(lines):
                    console.print(f"  {said}", markup=False, highlight=False, soft_wrap=True)
        else:
            with Live(self._picture(), console=console, auto_refresh=False) as live:
                for lines in self._gather():
                    self._tell(lines)
                    live.update(self._picture(), refresh=True)
        self.match = self.door.read()
        console.print(self._picture(in_full=True))
        for seat, name in enumerate(self.names):
            if self.match["ranks"] and self.match["scores"]:
                place, points = self.match["ranks"][seat], self.match["scores"][seat]
                console.print(f"{name}: place {place}, {points} points", markup=False, highlight=False)

    def _read(self, since: int) -> None:
        try:
            for line in self.door.events(since):
                self._lines.put(line)
        except (Refused, httpx.HTTPError) as failure:
            self._lines.put(failure)
        else:
            self._lines.put(None)

    def _gather(self) -> Iterator[list[dict[str, Any]]]:
        """Yield lines of the stream, those together that come together, until it ends."""
        while True:
            lines = [self._lines.get()]
            try:
                while True:
                    lines.append(self._lines.get(timeout=PAUSE_S))
            except queue.Empty:
                pass
            yield [line for line in lines if isinstance(line, dict)]
            for line in lines:
                if isinstance(line, Exception):
                    raise line
                if line is None:
                    return

    def _tell(self, lines: list[dict[str, Any]]) -> list[str]:
        """Return what lines say, and keep it."""
        told = []
        for line in lines:
            if line["type"] == "match":
                self.match = line["match"]
            elif line["type"] == "event":
                told.append(self.wording.sentence(line["event"], self.names))
            elif line["type"] == "chat":
                told.append(f"{line['chat']['account']} says: {line['chat']['text']}")
        told = [said for said in told if said]
        self.told += told
        return told

    def _picture(self, *, in_full: bool = False) -> Group:
        if self.match["status"] == "waiting":
            return Group(Text(f"{self.game.title}: waiting for {', '.join(self.names)}"))
        drawing = Drawing(self.game, self.pieces, self.names)
        shown = self.door.view(has_open_hands=True if self.match["status"] == "over" else None)["view"]
        is_tall = in_full or console.height >= TALL
        table = drawing.draw(dict(shown), in_full=is_tall)
        # Rich cuts off what a screen can't show, from below: what is new stands above.
        latest = [
            Text(f"  {said}", style="dim", no_wrap=True, overflow="ellipsis")
            for said in self.told[-LATEST[not is_tall] :]
        ]
        return Group(table) if in_full else Group(*latest, Text(), table)


@click.command()
@click.argument("match_id", metavar="ID")
@click.option("--server", metavar="URL", default=URL, show_default=True, help="The server.")
@click.option(
    "--token-file",
    type=click.Path(path_type=Path),
    help=f"File with your account's token, for private matches (or the token in {VARIABLE}).",
)
def watch(match_id: str, server: str, token_file: Path | None) -> None:
    """Watch match ID as it is played; Ctrl-C ends it."""
    with explain_failures(), explain_refusals(), Client(server, read_token(token_file), patience_s=0) as client:
        watcher = Watcher(client, match_id)
        client.patience_s = PATIENCE_S
        try:
            watcher.watch()
        except KeyboardInterrupt:
            console.print(
                f"\nwatch on with: astrarium watch {match_id} --server {server}", soft_wrap=True, markup=False
            )
