"""The table for a terminal: what the engine draws of a view, with colours, names of players, and the width at hand."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from rich.console import Group
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from engine.contract.drawing import divide_view

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType

    from cli.terminal.pieces import Pieces
    from engine.contract.drawing import Line, Section
    from engine.contract.game import Game

#: colours of the printed games; the word always stands beside them
STYLES = {
    r"\b\d+ VP\b|\bVP\b": "bold",
    r"\bnovelty( windfall)?\b": "cyan",
    r"\brare elements( windfall)?\b": "yellow",
    r"\bgenes( windfall)?\b": "green",
    r"\balien technology( windfall)?\b": "bright_yellow",
    r"\bmilitary\b|\bstrength \d+": "red",
    r"\bconsumption\b": "blue",
    r"\benergy\b|\beconomy\b": "yellow",
    r"\bculture\b|\bdiplomacy\b": "magenta",
    r"\bwith a good\b|\blanded\b|\bin orbit\b": "bold green",
}
WORDS = [(re.compile(pattern), style) for pattern, style in STYLES.items()]
SEAT = re.compile(r"\bseat (\d+)\b")
#: a player of each seat has the same colour everywhere
PLAYERS = ("bright_cyan", "bright_magenta", "bright_green", "bright_yellow", "bright_blue")
LABEL = 14
#: with fewer lines than this, other seats are drawn in one line each
TALL = 40
#: lines that are left out where there is little room
IN_FULL_ONLY = {"player order", "under way", "discarded", "follows not", "phases"}

#: lines that say where the match stands
MOMENT = ("round", "turn of", "carrying out")


class Drawing:
    """Draws tables of one game, with the names of those who sit there."""

    def __init__(self, game: Game, pieces: Pieces, names: Sequence[str], own: int | None = None) -> None:
        """Draw for the seat *own* (None: for a spectator)."""
        self.game = game
        self.names = names
        self.own = own
        titles = sorted({piece.name for piece in pieces.by_id.values()}, key=len, reverse=True)
        self._pieces = re.compile(r"(?<!\w)(" + "|".join(map(re.escape, titles)) + r")(?!\w)")

    def draw(self, view: dict[str, Any], *, in_full: bool) -> Group:
        """Return the table, the own seat last; raise BadDescription if it is no view of the game."""
        table, *seats = divide_view(self.game.name, self.game.decisions, view)
        others = [section for section in seats if section.seat != self.own]
        parts: list[RenderableType] = [Text(self.game.title, style="bold"), self._grid(table.lines, in_full=in_full)]
        for section in others:
            if in_full or self.own is None:
                parts += [self._heading(section), self._grid(section.lines, in_full=in_full)]
            else:
                parts.append(self._sum_up(section))
        for section in seats:
            if section.seat == self.own:
                parts += [self._heading(section), self._grid(section.lines, in_full=in_full)]
        return Group(*parts)

    def moment(self, view: dict[str, Any]) -> str:
        """Return where the match stands: the round and its phase, or whose turn it is and what is carried out."""
        table = divide_view(self.game.name, self.game.decisions, view)[0]
        return "; ".join(f"{label} {self.paint(words)}" for label, words in table.lines if words and label in MOMENT)

    def paint(self, words: str) -> Text:
        """Return words of the table in their colours."""
        text = Text(SEAT.sub(lambda found: self._name(int(found[1])), words))
        for pattern, style in WORDS:
            for found in pattern.finditer(text.plain):
                text.stylize(style, *found.span())
        for found in self._pieces.finditer(text.plain):
            text.stylize("bold", *found.span())
        return text

    def _name(self, seat: int) -> str:
        return self.names[seat] if seat < len(self.names) else f"seat {seat}"

    def _heading(self, section: Section) -> Text:
        seat = section.seat or 0
        text = Text(f"{self._name(seat)}", style=f"bold {PLAYERS[seat % len(PLAYERS)]}")
        text.append(f"  {section.points} {'point' if section.points == 1 else 'points'}", "bold default")
        if section.question and seat != self.own:
            text.append("  is deciding", "dim")
        return text

    def _grid(self, lines: Sequence[Line], *, in_full: bool) -> Padding:
        grid = Table.grid(padding=(0, 1))
        grid.add_column(width=LABEL, style="dim", no_wrap=True)
        grid.add_column(overflow="fold", ratio=1)
        for label, words in lines:
            if words and (in_full or label not in IN_FULL_ONLY):
                said = (
                    ", ".join(self._name(int(each)) for each in words.split(", ")) if label == "player order" else words
                )
                grid.add_row(label, self.paint(said))
        return Padding(grid, (0, 0, 0, 2))

    def _sum_up(self, section: Section) -> Text:
        """Return a seat in one line, as far as it has room: its points, what it has, how much lies where."""
        text = self._heading(section)
        for label, words in section.lines:
            if words and label not in IN_FULL_ONLY:
                counted = label[-1:].isdecimal()
                text.append(" · ", "dim")
                text.append_text(self.paint(label if counted else words if label == "has" else f"{label} {words}"))
        text.no_wrap = True
        text.overflow = "ellipsis"
        return text
