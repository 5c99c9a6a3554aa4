"""The command `astrarium catalog`: every piece of a game, as a list for people or as JSON for programs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console
from rich.table import Table

from engine.errors import UnknownGame
from engine.registry import GAMES, find_game

if TYPE_CHECKING:
    from collections.abc import Iterator

#: what has a column of its own, or is of use to programs alone
NOT_NUMBERS = ("id", "name", "text", "rogue_text", "confidence")
NOTHING = ("-", "", "no")


@click.command()
@click.argument("game")
@click.option("--json", "as_json", is_flag=True, help="Print the catalog as the interface gives it.")
@click.option("--find", "wanted", default="", help="Print only the pieces whose line contains this text.")
def catalog(game: str, wanted: str, *, as_json: bool) -> None:
    """List every piece of GAME with its numbers and powers."""
    try:
        text = json.dumps(find_game(game).catalog(), ensure_ascii=False, indent=1)
    except UnknownGame as wrong:
        raise click.BadParameter(f"{game!r}; there are {', '.join(GAMES)}", param_hint="GAME") from wrong
    if as_json:
        click.echo(text)
        return
    pieces = json.loads(text)
    console = Console()
    found = [table for table in _tables(pieces, wanted.casefold()) if table.row_count]
    for table in found:
        console.print(table)
    if not found:
        raise click.ClickException(f"nothing in the catalog of {game} has {wanted!r} in it")


def _tables(pieces: dict[str, Any], wanted: str) -> Iterator[Table]:
    """Yield a table for each sort of piece, with the lines that have *wanted* in them."""
    for sort, listed in pieces.items():
        table = Table(title=sort.replace("_", " "), title_justify="left")
        table.add_column("name", overflow="fold")
        table.add_column("numbers", overflow="fold")
        table.add_column("what it does", overflow="fold", ratio=1)
        for piece in _pieces_in(listed):
            cells = (str(piece.get("name") or plain(piece.get("id", ""))), _numbers_of(piece), piece["text"])
            if wanted in " ".join(cells).casefold():
                table.add_row(*cells)
        yield table


def _pieces_in(listed: object) -> Iterator[dict[str, Any]]:
    """Yield whatever has a text and a name or id of its own: both sides of a tile, each square of a faction."""
    if isinstance(listed, dict) and "text" in listed and ("name" in listed or "id" in listed):
        yield listed
    elif isinstance(listed, dict | list):
        for each in listed.values() if isinstance(listed, dict) else listed:
            yield from _pieces_in(each)


def _numbers_of(piece: dict[str, Any]) -> str:
    """Return what a piece is, in a few words: type, colour, cost, points."""
    simple = {name: value for name, value in piece.items() if name not in NOT_NUMBERS and not isinstance(value, dict)}
    return ", ".join(
        f"{name.replace('_', ' ')} {plain(value)}"
        for name, value in simple.items()
        if plain(value) not in NOTHING and not (isinstance(value, list) and value and isinstance(value[0], dict))
    )


def plain(value: object) -> str:
    """Return a value of a view in few characters."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {plain(each)}" for key, each in value.items() if plain(each) not in ("", "0", "-"))
    if isinstance(value, list):
        return "; ".join(map(plain, value))
    return "-" if value is None else "yes" if value is True else "no" if value is False else str(value)
