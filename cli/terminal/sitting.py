"""A player at a table in the terminal: what is shown, what is asked, what a line of the keyboard means."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rich.console import Group
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cli.terminal.choices import find_choice, list_choices
from cli.terminal.drawing import TALL, Drawing
from cli.terminal.pieces import Pieces
from cli.terminal.points import tabulate_points
from cli.terminal.wording import Wording
from client import Refused
from engine.errors import EngineError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from rich.console import Console

    from cli.terminal.choices import Choice
    from cli.terminal.keyboard import Keyboard
    from cli.terminal.pieces import Piece
    from cli.terminal.table import Advice, AskedChoice, TerminalTable

READY = "> "
#: how often to look what others do while the player thinks
LOOK_S = 1.5
#: lines that the table and the question take on a low screen
TAKEN = 15
LABEL_MAX = 44
#: numbered choices in columns: room for each
COLUMN = 38
NUMBER = 4
LOG_SHOWN = 20
PERCENT = 100
#: less than this is not worth a word of a hint
POINTS_MIN = 0.05
CHANCE_MIN = 0.2
#: what may be followed by more
TAKE_MORE = ("?", "hint", "log", "chat", "say")
HELP = (
    ("a number", "choose that"),
    ("?  ·  ? 2  ·  ? free trade zone", "explain the question, a choice, any piece by its name"),
    ("table  (t)", "draw the whole table"),
    ("list  (l)", "show the choices again"),
    ("hint  ·  hint level6", "ask a search for its opinion, or what a level would do"),
    ("undo", "take your last choice back; on a server the others have to agree (yes, no)"),
    ("log  ·  log 50", "what has happened"),
    ("chat  ·  chat well played", "what was said, or say something"),
    ("resign", "give the match up"),
    ("quit  (q, Ctrl-D)", "leave; the match waits for you"),
)


class Leave(Exception):
    """The player leaves."""


class Sitting:
    """One player at one match."""

    def __init__(self, table: TerminalTable, console: Console, keyboard: Keyboard, *, is_shared: bool) -> None:
        """Sit down; *is_shared*: others act at any time, so the table is looked at while the player thinks."""
        self.table = table
        self.console = console
        self.keyboard = keyboard
        self.is_shared = is_shared
        self.wording = Wording(table.game)
        self.pieces = Pieces(table.game)
        self.log: list[str] = []
        self._choices: list[Choice] = []
        self._question: AskedChoice | None = None
        self._shown: tuple[object, ...] = ()
        self._waited_for = ""
        self._commands: dict[str, Callable[[str], bool]] = {
            "?": self._explain, "help": self._help, "h": self._help, "table": self._table, "t": self._table,
            "v": self._table, "list": self._list, "l": self._list, "hint": self._hint, "undo": self._undo,
            "yes": self._agree, "no": self._decline, "log": self._log, "chat": self._chat, "say": self._chat,
            "resign": self._resign, "quit": self._quit, "q": self._quit, "exit": self._quit,
        }  # fmt: skip

    def play(self) -> bool:
        """Ask and answer until the match is over; return False if the player leaves before."""
        self._say(self.table.begin(), "bold")
        self._say("`help` lists what can be said, `?` explains what is asked.", "dim")
        try:
            while not self._tell_news():
                self._question = self.table.find_question()
                if self._question is None:
                    self._wait()
                else:
                    self._waited_for = ""
                    self._ask(self._question)
        except (Leave, EOFError, KeyboardInterrupt):
            self.console.print()
            return False
        self._finish()
        return True

    def _tell_news(self, *, is_asked: bool = False) -> bool:
        """Tell what has happened, *is_asked*: while the player is asked; return whether the match is over."""
        before = len(self.log)
        for said in self.table.news():
            if is_asked and not self.log[before:]:
                # The prompt gives way.
                self.console.file.write("\r")
            self.log.append(said)
            self._say(f"  {said}", "dim")
        return self.table.is_over

    def _wait(self) -> None:
        waiting = self.table.say_waiting()
        if waiting != self._waited_for:
            self._waited_for = waiting
            self._say(waiting, "italic")
        self.table.advance()
        if self.keyboard.has_ended():
            raise Leave
        if self.keyboard.is_terminal and (line := self.keyboard.read_line(0)):
            self._obey(line)

    def _ask(self, question: AskedChoice) -> None:
        """Ask until something changes the table."""
        self._choices = list_choices(question.actions, self.table.information_set(), self.wording, self.pieces)
        view = self.table.view()
        # One look at the table for each step; the decisions of one step follow without it.
        step = (view.get("round"), view.get("step"), view.get("turn", {}).get("active") if view.get("turn") else None)
        if step != self._shown:
            self._shown = step
            self._table("", in_full=self.console.height >= TALL)
        self._list("")
        while True:
            line = self._read()
            if line is None:
                return
            if line and self._obey(line):
                return

    def _read(self) -> str | None:
        """Return a line, or None if the table has changed meanwhile."""
        self.console.print(READY, end="", style="bold")
        while True:
            line = self.keyboard.read_line(LOOK_S if self.is_shared and self.keyboard.is_terminal else None)
            if line is not None:
                if not self.keyboard.is_terminal:
                    self.console.print(line, markup=False, highlight=False)
                return line
            before = len(self.log)
            if self._tell_news(is_asked=True):
                return None
            if len(self.log) > before:
                now = self.table.find_question()
                if now is None or self._question is None or now.version != self._question.version:
                    return None
                self.console.print(READY, end="", style="bold")

    def _obey(self, line: str) -> bool:
        """Do what a line says; return whether the table has changed. What is no use is told, never raised."""
        word, _, rest = line.partition(" ")
        if word.startswith("?") and len(word) > 1:
            word, rest = "?", f"{word[1:]} {rest}".strip()
        command = self._commands.get(word.casefold()) if not rest or word.casefold() in TAKE_MORE else None
        try:
            if command is not None:
                return command(rest.strip())
            return self._choose(line)
        except (EngineError, Refused, OSError) as wrong:
            self._say(str(wrong), "red")
            # Somebody was faster, or a clock ran out: what is asked now is asked anew.
            return isinstance(wrong, Refused) and wrong.error in {"StaleVersion", "NotYourDecision", "MatchOver"}

    def _choose(self, line: str) -> bool:
        if self._question is None:
            self._say("It is not your turn; `help` lists what can be said meanwhile.", "yellow")
            return False
        choice = find_choice(line.casefold(), self._choices)
        if choice is None:
            count = len(self._choices)
            may = "1" if count == 1 else f"a number from 1 to {count}"
            self._say(f"{line[:40]!r} is none of the choices: say {may}, or `help`.", "yellow")
            return False
        self.table.submit(self._question, choice.notation)
        self.log.append(f"You choose: {choice.label}")
        self._question = None
        return True

    def _list(self, rest: str) -> bool:
        del rest
        if self._question is None:
            self._say(self.table.say_waiting(), "italic")
            return False
        self.console.print()
        self.console.print(Text(self.wording.question(self._question.asks, self._question.text), style="bold"))
        room = max(self.console.height - TAKEN, 5)
        draw = self._in_columns if len(self._choices) > max(room, 8) else self._in_lines
        self.console.print(draw(self._choices))
        return False

    def _in_lines(self, choices: Sequence[Choice]) -> Group:
        width = min(max(len(choice.label) for choice in choices), LABEL_MAX, self.console.width // 2)
        return Group(*(_draw_line(number, choice, width) for number, choice in enumerate(choices, 1)))

    def _in_columns(self, choices: Sequence[Choice]) -> Group:
        count = max(1, self.console.width // COLUMN)
        rows = -(-len(choices) // count)
        width = self.console.width // count - NUMBER - 2
        lines = []
        for row in range(rows):
            line = Text(no_wrap=True, overflow="ellipsis")
            for place in range(row, len(choices), rows):
                line.append(f"{place + 1:>{NUMBER}} ", "cyan")
                line.append(f"{_shorten(choices[place].label, width):<{width}} ")
            lines.append(line)
        return Group(*lines)

    def _table(self, rest: str, *, in_full: bool = True) -> bool:
        del rest
        drawing = Drawing(self.table.game, self.pieces, self.table.names, self.table.seat)
        self.console.print()
        view = self.table.view()
        self.console.print(drawing.draw(view, in_full=in_full))
        if not in_full:
            # What stands above the hand may have left a low screen.
            self._say(f"({drawing.moment(view)}; `table` shows everything)", "dim")
        return False

    def _help(self, rest: str) -> bool:
        del rest
        grid = Table.grid(padding=(0, 2))
        grid.add_column(style="cyan", no_wrap=True)
        grid.add_column(overflow="fold")
        for what, means in HELP:
            grid.add_row(Text(what), means)
        self.console.print(Padding(grid, (0, 0, 0, 2)))
        return False

    def _explain(self, rest: str) -> bool:
        if rest:
            if rest.isascii() and rest.isdecimal() and (choice := find_choice(rest, self._choices)):
                self._explain_choice(choice)
            else:
                self._explain_piece(rest)
        elif self._question is None:
            self._say(self.table.say_waiting(), "italic")
        else:
            self._say(f"{self._question.text} ({self._question.rule})")
            texts = {kind.name: kind.text for kind in self.table.game.Action.KINDS}
            for kind in dict.fromkeys(action.kind for action in self._question.actions):
                self._say(f"  {kind.replace('_', ' ')}: {texts[kind]}", "dim")
            self._say("`? 1` tells what a choice brings, `? NAME` what a piece does.", "dim")
        return False

    def _explain_choice(self, choice: Choice) -> None:
        self._say(choice.label, "bold")
        if choice.follows:
            self._say(f"  What follows: {choice.follows}.")
        if choice.piece:
            self._show_piece(choice.piece)

    def _explain_piece(self, wanted: str) -> None:
        found = self.pieces.find(wanted)
        if not found:
            self._say(f"No piece of {self.table.game.title} has a name like {wanted[:40]!r}.", "yellow")
            return
        self._show_piece(found[0])
        if found[1:]:
            self._say(f"  also: {', '.join(piece.name for piece in found[1:])}", "dim")

    def _show_piece(self, piece: Piece) -> None:
        self._say(f"  {piece.name}{f': {piece.figures}' if piece.figures else ''}", "bold")
        self.console.print(Padding(Text(piece.text or "It has no powers."), (0, 0, 0, 2)))

    def _hint(self, rest: str) -> bool:
        if self._question is None:
            self._say("Hints are for your own decisions.", "yellow")
            return False
        labels = {choice.notation: (number, choice) for number, choice in enumerate(self._choices, 1)}
        with self.console.status("searching"):
            found = self.table.advise(rest)
        for advice in found:
            number, choice = labels[advice.notation]
            tells = "" if math.isnan(advice.win) else f"  {advice.win * PERCENT:.0f} %, {advice.points:.1f} points"
            self._say(f"  {number}  {choice.label}{tells}", "green")
            for said in explain_advice(advice):
                self._say(f"     {said}", "dim")
        if not rest:
            self._say("  (worth of each, from 0 to 100 %, and the points to expect)", "dim")
        return False

    def _undo(self, rest: str) -> bool:
        del rest
        self._say(self.table.take_back(), "green")
        self._shown = ()
        return True

    def _agree(self, rest: str) -> bool:
        del rest
        self._say(self.table.answer_take_back(is_accepted=True), "green")
        self._shown = ()
        return True

    def _decline(self, rest: str) -> bool:
        del rest
        self._say(self.table.answer_take_back(is_accepted=False), "green")
        return False

    def _log(self, rest: str) -> bool:
        count = int(rest) if rest.isascii() and rest.isdecimal() else LOG_SHOWN
        for said in self.log[-count:] if count else ():
            self._say(f"  {said}", "dim")
        if not self.log:
            self._say("Nothing has happened yet.", "dim")
        return False

    def _chat(self, rest: str) -> bool:
        for said in self.table.chat(rest):
            self._say(f"  {said}", "dim")
        return False

    def _resign(self, rest: str) -> bool:
        del rest
        self._say("Give the match up? `yes` does; anything else goes on.", "yellow")
        self.console.print(READY, end="", style="bold")
        if (self.keyboard.read_line() or "").casefold() not in {"yes", "y", "resign"}:
            self._say("The match goes on.", "green")
            return False
        self.table.resign()
        return True

    def _quit(self, rest: str) -> bool:
        del rest
        raise Leave

    def _finish(self) -> None:
        """Show the table and where the points come from."""
        self._table("", in_full=True)
        self.console.print()
        result = self.table.result()
        if result is None:
            self._say("The match was given up.", "bold")
            return
        scores, ranks = result
        names = self.table.names
        self.console.print(tabulate_points(self.table.game, names, self.table.view()["seats"], scores, ranks))
        won = ranks[self.table.seat] == 1
        self._say("You have won." if won else "You have not won this time.", "bold green" if won else "bold")

    def _say(self, text: str, style: str = "") -> None:
        self.console.print(Text(text), style=style or None, highlight=False)


def explain_advice(advice: Advice) -> list[str]:
    """Return why a search thinks so: where the points come from, and which phases are likely next."""
    said = []
    if sources := _sort_shares(advice.sources, POINTS_MIN):
        said.append("points from " + ", ".join(f"{name} {points:.1f}" for name, points in sources))
    if phases := _sort_shares(advice.phases, CHANCE_MIN):
        said.append("phases next: " + ", ".join(f"{name} {chance * PERCENT:.0f} %" for name, chance in phases))
    return said


def _sort_shares(shares: Mapping[str, float], least: float) -> list[tuple[str, float]]:
    """Return what is worth a word, the most first."""
    return sorted(((name, each) for name, each in shares.items() if each >= least), key=lambda share: -share[1])


def _draw_line(number: int, choice: Choice, width: int) -> Text:
    """Return a choice with what stands behind it, as far as the line has room."""
    line = Text(no_wrap=True, overflow="ellipsis")
    line.append(f"{number:>{NUMBER}} ", "cyan")
    line.append(f"{_shorten(choice.label, width):<{width}} ")
    line.append(choice.hint, "dim")
    return line


def _shorten(label: str, width: int) -> str:
    return label if len(label) <= width else f"{label[: width - 1]}…"
