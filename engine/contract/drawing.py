"""A view as text for a terminal, 80 columns wide: what lies where, by the names printed on the pieces.

A game says in its module `drawing` what stands in which line; this module lays the lines out.
"""

from __future__ import annotations

import collections
import importlib
import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.contract.vocabulary import HIDDEN
from engine.errors import BadDescription

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

#: a line's label and what is said there; without words the line is left out
Line = tuple[str, str]

WIDTH = 80
INDENT = 2
LABEL = 14


@dataclass(frozen=True, slots=True)
class Section:
    """The drawing of a seat (None: of the table), and what that seat is asked ("": nothing)."""

    seat: int | None
    points: int
    lines: tuple[Line, ...]
    question: str


def draw_view(game: str, title: str, questions: Mapping[str, tuple[str, str]], view: dict[str, Any]) -> str:
    """Return a view of the game of that name as text; raise BadDescription if it is none.

    *questions* are the game's decisions: name -> (ruling, question).
    """
    table, *seats = divide_view(game, questions, view)
    return "\n".join(_draw(title, view, table, seats))


def divide_view(game: str, questions: Mapping[str, tuple[str, str]], view: dict[str, Any]) -> list[Section]:
    """Return what is drawn of a view: the table, then each seat; raise BadDescription if it is no view of the game."""
    if not isinstance(view, dict) or view.get("game") != game:
        raise BadDescription(f"this is no view of {game}")
    # Each game has one, in plain Python: nothing that is compiled needs it.
    drawing = importlib.import_module(f"engine.{game}.drawing")
    try:
        sections = [Section(None, 0, tuple(drawing.say_table(view)), "")]
        for seat in view["seats"]:
            question = questions[seat["asks"] or view["asks"]][1] if seat["seat"] in view["deciding_seats"] else ""
            sections.append(Section(seat["seat"], int(seat["points"]), tuple(drawing.say_seat(view, seat)), question))
        _ = view["viewer"], view["is_over"]
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as wrong:
        raise BadDescription(f"the view is malformed: {type(wrong).__name__}: {wrong!s:.100}") from wrong
    return sections


def _draw(title: str, view: dict[str, Any], table: Section, seats: list[Section]) -> Iterator[str]:
    yield title
    yield from _lay_out(table.lines)
    for section in seats:
        you = " (you)" if section.seat == view["viewer"] else ""
        yield ""
        yield f"Seat {section.seat}{you}: {count('point', section.points)}"
        yield from _lay_out(section.lines)
        yield from _lay_out([("is asked", section.question)])
    if view["is_over"]:
        yield from ("", "The match is over.")


def _lay_out(lines: Iterable[Line]) -> Iterator[str]:
    for label, words in lines:
        if words:
            start = f"{'':{INDENT}}{label:{LABEL}}"
            hanging = " " * len(start)
            yield from textwrap.wrap(
                words, WIDTH, initial_indent=start, subsequent_indent=hanging, break_on_hyphens=False
            )


def count(thing: str, number: int) -> str:
    """Return a number with its word, which takes an s in the plural."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def spell(word: str | None) -> str:
    """Return an identifier as words."""
    return "" if word is None else word.replace("_", " ")


def join(words: Iterable[str | None], names: Mapping[str, str] | None = None) -> str:
    """Return pieces by name, equal ones and unknown ones counted; a None stands for no piece."""
    counted = collections.Counter(word for word in words if word is not None)
    known = [(name_of(word, names), number) for word, number in counted.items() if word != HIDDEN]
    if counted[HIDDEN]:
        known.append((f"{counted[HIDDEN]} {HIDDEN}", 1))
    return ", ".join(name if number == 1 else f"{number}x {name}" for name, number in known)


def name_of(word: str, names: Mapping[str, str] | None) -> str:
    """Return a piece's name; a piece that the game does not have is a KeyError."""
    return word if word == HIDDEN else spell(word) if names is None else names[word]


def tally(numbers: Mapping[str, int]) -> str:
    """Return how many there are of each sort, leaving out those of which there are none."""
    return ", ".join(f"{number} {spell(sort)}" for sort, number in numbers.items() if number)


def list_set(words: Mapping[str, object]) -> str:
    """Return what of some words is set: flags by name, the others with their value."""
    said = ((spell(name), value) for name, value in words.items() if value)
    return ", ".join(name if value is True else f"{name} {_say(value)}" for name, value in said)


def _say(value: object) -> str:
    if isinstance(value, dict):
        return tally(value)
    return join(value) if isinstance(value, list) else spell(str(value))
