"""The command `astrarium replay`: a finished match, action by action, with all hands open."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
import httpx
from rich.text import Text

from cli.play import URL, explain_refusals
from cli.stacks import console, explain_failures
from cli.terminal.drawing import TALL, Drawing
from cli.terminal.keyboard import Keyboard
from cli.terminal.local import OPPONENTS, find_kept
from cli.terminal.pieces import Pieces
from cli.terminal.wording import Wording
from cli.tokens import VARIABLE, read_token
from client import Client
from engine.errors import BadRecord
from engine.registry import find_game
from engine.replay import SEED_BYTES, first_position

HELP = "Enter or a number: so many actions on · b: back · jump N · start · end · t: whole table · l: log · q: leave"
LOG_SHOWN = 20


class Replay:
    """The positions of a record, and what led from each to the next."""

    def __init__(self, record: dict[str, Any], names: list[str]) -> None:
        """Play the record through once; raise BadRecord if it can't be."""
        try:
            self.game = find_game(record["game"])
            start = (record.get("start") or {}).get("description")
            seed = bytes.fromhex(record["seed"])
            if record["rules_version"] != self.game.rules_version or len(seed) != SEED_BYTES:
                raise BadRecord(f"the record keeps rules {record['rules_version']}, this is {self.game.rules_version}")
            state = first_position(self.game, record["seats"], seed, record["options"], start)
            self.names = names or [f"seat {seat}" for seat in range(state.seats)]
            self.wording = Wording(self.game)
            self.positions = [state.clone()]
            self.told: list[list[str]] = [[]]
            for seat, notation in record["actions"]:
                action = self.game.Action.parse(notation)
                events = state.submit(seat, action)
                self.told.append([f"{self.names[seat]}: {self.wording.label(action.to_dict())}"])
                sentences = (self.wording.sentence(event.to_dict(), self.names) for event in events)
                self.told[-1] += [f"  {said}" for said in sentences if said]
                self.positions.append(state.clone())
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as wrong:
            if isinstance(wrong, BadRecord):
                raise
            raise BadRecord(f"the record does not replay ({type(wrong).__name__}: {wrong!s:.100})") from wrong
        self.drawing = Drawing(self.game, Pieces(self.game), self.names)
        self.at = 0

    @property
    def last(self) -> int:
        """The number of actions."""
        return len(self.positions) - 1

    def obey(self, line: str) -> str:
        """Do what a line of the keyboard says; return what there is to say, or "" after a step."""
        word, _, rest = line.casefold().partition(" ")
        steps = {"": 1, "n": 1, "next": 1, "b": -1, "back": -1, "start": -self.last, "end": self.last}
        if word in steps and not rest:
            return self._go(self.at + steps[word])
        if word.isascii() and word.isdecimal():
            return self._go(self.at + int(word))
        if word in {"b", "back"} and rest.isascii() and rest.isdecimal():
            return self._go(self.at - int(rest))
        if word in {"j", "jump"} and rest.isascii() and rest.isdecimal():
            return self._go(int(rest))
        if word in {"l", "log"}:
            told = [said for each in self.told[: self.at + 1] for said in each]
            return "\n".join(told[-LOG_SHOWN:]) or "nothing has happened yet"
        return HELP if word in {"?", "h", "help"} else f"{line[:40]!r} is no command. {HELP}"

    def _go(self, place: int) -> str:
        is_end = place > self.last
        before, self.at = self.at, max(0, min(place, self.last))
        if before == self.at:
            return "this is the end" if is_end else "this is the beginning" if place < 0 else ""
        return ""

    def show(self, *, in_full: bool) -> None:
        """Draw the position, with what has led to it."""
        state = self.positions[self.at]
        console.print()
        console.print(self.drawing.draw(state.reveal(), in_full=in_full))
        console.print(Text(f"action {self.at} of {self.last}", style="bold"))
        for said in self.told[self.at]:
            console.print(Text(f"  {said}", style="dim"))
        if state.is_over and self.at == self.last:
            results = zip(self.names, state.scores(), state.ranks(), strict=True)
            said = "; ".join(f"{name}: {points} points, place {place}" for name, points, place in results)
            console.print(Text(f"The match is over. {said}", style="bold"))


def relive(replay: Replay, keyboard: Keyboard) -> None:
    """Show a match as the keyboard says, until it says no more."""
    console.print(HELP, style="dim", highlight=False)
    replay.show(in_full=console.height >= TALL)
    try:
        while True:
            console.print("> ", end="", style="bold")
            line = keyboard.read_line() or ""
            word = line.casefold()
            if word in {"q", "quit", "exit"}:
                return
            said = "" if word in {"t", "table"} else replay.obey(line)
            if said:
                console.print(Text(said, style="yellow"))
            else:
                replay.show(in_full=word in {"t", "table"} or console.height >= TALL)
    except (EOFError, KeyboardInterrupt):
        console.print()


def load_record(file: Path, number: int) -> tuple[dict[str, Any], list[str]]:
    """Return a record of a file, the first one being number 1, and its players; raise OSError or BadRecord."""
    text = file.read_text("utf-8", errors="replace")
    try:
        records = [json.loads(text)]
    except ValueError:
        lines = [line for line in text.splitlines() if line.strip()]
        if not 1 <= number <= len(lines):
            raise BadRecord(f"{file} has {len(lines)} records; there is no number {number}") from None
        records, number = [_read_json(lines[number - 1], file)], 1
    if number != 1 or not isinstance(records[0], dict):
        raise BadRecord(f"{file} has no record number {number}")
    record = records[0]
    opponents = record.get(OPPONENTS)
    return record, ["You", *map(str, opponents)] if isinstance(opponents, list) else []


def _read_json(line: str, file: Path) -> object:
    try:
        return json.loads(line)
    except ValueError as wrong:
        raise BadRecord(f"{file} is no file of records: {wrong}") from wrong


def fetch_record(match_id: str, server: str, token: str | None) -> tuple[dict[str, Any], list[str]]:
    """Return the record of a finished match on a server, and its players; raise Refused."""
    from cli.terminal.hosted import name_player  # noqa: PLC0415 (a file needs none of it)

    with Client(server, token, patience_s=0) as client:
        match = client.match(match_id).read()
        record: dict[str, Any] = dict(client.match(match_id).record())
    return record, [name_player(match, seat) for seat in range(len(match["seats"]))]


@click.command("replay")
@click.argument("record")
@click.option("--server", metavar="URL", help=f"Where match RECORD was played [default: {URL}].")
@click.option("--number", type=click.IntRange(1), default=1, show_default=True, help="Which record of a file.")
@click.option("--at", type=click.IntRange(0), default=0, help="Begin after this many actions.")
@click.option(
    "--token-file",
    type=click.Path(path_type=Path),
    help=f"File with your account's token, for private matches (or the token in {VARIABLE}).",
)
def replay(record: str, server: str | None, number: int, at: int, token_file: Path | None) -> None:
    """Replay a finished match: RECORD is a file (of `export`, `play`, a download) or a match's id on a server."""
    file = find_kept(record)
    with explain_failures(), explain_refusals():
        if server is None and file is not None:
            found, names = load_record(file, number)
        elif server is None and (Path(record).suffix or len(Path(record).parts) > 1):
            raise click.ClickException(f"there is no file {record}")
        else:
            try:
                found, names = fetch_record(record, server or URL, read_token(token_file))
            except httpx.TransportError as wrong:
                where = server or f"no match of this machine is called so, and {URL}"
                raise click.ClickException(f"{where} does not answer ({wrong})") from wrong
        match = Replay(found, names)
    match.obey(f"jump {at}")
    relive(match, Keyboard())
