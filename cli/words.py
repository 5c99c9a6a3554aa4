"""Events, decisions and tables in words, for any game; the vocabulary comes from the server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from client.models import GameWords, Match

NOT_FIELDS = ("kind", "seat")
NOTHING: tuple[Any, ...] = (None, "", 0, [], {}, False)
#: members of a view with columns of their own: an entry per seat, and the opponent in solo games
PLACES = ("seats", "rogue")
ROGUE = "the rogue"
#: members of a view that are of use to programs only
FOR_PROGRAMS = ("seat", "progress", "viewer", "game", "rules_version")


def name_of(match: Match, seat: int) -> str:
    """Return who sits there."""
    held = match["seats"][seat]
    who = held.get("account") or held.get("level") or held["kind"]
    return f"{who} (bot)" if held["kind"] == "bot" else str(who)


class Words:
    """The vocabulary of one game."""

    def __init__(self, game: GameWords) -> None:
        """Take the game as `/v1/games/{name}` gives it."""
        self.title = game["title"]
        self._events = {each["kind"]: each["text"] for each in game["events"]}

    def sentence(self, event: dict[str, Any], match: Match) -> str:
        """Return an event as a sentence."""
        who = "" if event.get("seat") is None else f"{name_of(match, event['seat'])} "
        text = self._events.get(event["kind"], event["kind"].replace("_", " "))
        fields = ", ".join(f"{name} {value}" for name, value in event.items() if name not in NOT_FIELDS)
        return f"{who}{text}" + (f": {fields}" if fields else "")


def plain(value: object) -> str:
    """Return a value of a view in few characters."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {plain(each)}" for key, each in value.items() if plain(each) not in ("", "0", "-"))
    if isinstance(value, list):
        return "; ".join(map(plain, value))
    return "-" if value is None else "yes" if value is True else "no" if value is False else str(value)


def table_picture(view: dict[str, Any], match: Match, own: int | None) -> Group:
    """Return the table: first what is common, then a column per seat (and the rogue), without empty places."""
    common = Table(show_header=False, box=None, padding=(0, 1))
    for key, value in view.items():
        if key not in (*PLACES, *FOR_PROGRAMS) and value not in NOTHING:
            common.add_row(Text(key.replace("_", " "), style="dim"), plain(value))
    rogue = view.get("rogue")
    seats = [*view["seats"], *([rogue] if rogue else [])]
    table = Table(show_lines=False, pad_edge=False)
    table.add_column("")
    for number in range(len(seats)):
        who = f"{number} {name_of(match, number)}" if number < len(match["seats"]) else ROGUE
        you = " (you)" if number == own else ""
        table.add_column(f"{who}{you}", overflow="fold", ratio=1)
    for key in dict.fromkeys(key for seat in seats if isinstance(seat, dict) for key in seat):
        cells = ["" if seat.get(key) in NOTHING else plain(seat[key]) for seat in seats]
        if any(cells) and key not in FOR_PROGRAMS:
            table.add_row(Text(key.replace("_", " "), style="dim"), *cells)
    return Group(common, table)
