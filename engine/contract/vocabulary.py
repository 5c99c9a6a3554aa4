"""Small integers <-> words: the fields that actions and events are made of.

A field is an enumeration of words or a range of whole numbers. Rules and search see the integer,
everybody else the word.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import BadAction

Word = str | int
#: stands for a piece of which the viewer knows that it is there, but not which one it is
HIDDEN = "unknown"
#: what every game's view has, of the table and of a seat, that its description has not
OF_VIEW = ("game", "rules_version", "viewer", "version", "is_over", "deciding_seats", "asks", "player_order")
OF_VIEWED_SEAT = ("seat", "points")
DIGITS_MAX = 6


@dataclass(frozen=True, slots=True)
class Field:
    """One named slot of an action or event; `values[i]` is the word for integer i."""

    name: str
    values: tuple[str, ...] | range

    def holds(self, code: int) -> bool:
        """Whether an integer stands for a word of this field."""
        return code in self.codes()

    def codes(self) -> range:
        """Return all integers that stand for words of this field."""
        return range(len(self.values)) if isinstance(self.values, tuple) else self.values

    def word(self, code: int) -> Word:
        """Return the word for an integer (an int stays an int where the field is a range)."""
        return self.values[code] if isinstance(self.values, tuple) else int(code)

    def code(self, word: object, where: str) -> int:
        """Return the integer for a word; raise BadAction naming *where* and what would be right."""
        if isinstance(self.values, tuple):
            if isinstance(word, str) and word in self.values:
                return self.values.index(word)
            known = ", ".join(self.values) if len(self.values) <= 12 else f"{', '.join(self.values[:12])}, …"
            raise BadAction(f"{where}: {self.name} is {word!r:.40}; it can be {known}")
        is_digits = isinstance(word, str) and word.isdecimal() and len(word) <= DIGITS_MAX
        number = int(word) if is_digits else word  # type: ignore[call-overload]
        if isinstance(number, int) and not isinstance(number, bool) and number in self.values:
            return number
        raise BadAction(
            f"{where}: {self.name} is {word!r:.40}; it can be {self.values.start} to {self.values.stop - 1}"
        )
