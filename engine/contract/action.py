"""One choice by one seat: code <-> typed action <-> one-line notation.

A code is what rules and search handle: the number of the kind in the low byte and up to three
fields of one byte each above it (the last below 128, so that a code is never negative). A code has
one meaning in every position of its game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self

from engine.contract.vocabulary import Field, Word
from engine.errors import BadAction

BYTE = 8
BYTE_MASK = 0xFF


@dataclass(frozen=True, slots=True)
class Kind:
    """A sort of action: its name, its fields, the ruling it rests on, and what it does in a sentence."""

    name: str
    fields: tuple[Field, ...]
    rule: str
    text: str


class Action:
    """A choice, immutable; each game subclasses it and lists its KINDS, the index being the code's low byte."""

    KINDS: ClassVar[tuple[Kind, ...]] = ()
    __slots__ = ("code",)
    code: int

    def __init__(self, code: int) -> None:
        """Take a code; raise BadAction if no action of the game has it."""
        index = code & BYTE_MASK
        if not 0 <= code < 1 << 31 or index >= len(self.KINDS):
            raise BadAction(f"{code} is no code of an action")
        rest = code >> BYTE
        for field in self.KINDS[index].fields:
            if not field.holds(rest & BYTE_MASK):
                raise BadAction(f"{code} is no code of an action: {field.name} is out of range")
            rest >>= BYTE
        if rest:
            raise BadAction(f"{code} is no code of an action: it has too many fields")
        object.__setattr__(self, "code", code)

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse: an action never changes."""
        raise AttributeError("an action is immutable")

    @classmethod
    def make(cls, kind: str, **fields: Word) -> Self:
        """Build an action from its kind and its fields as words."""
        return cls.from_dict({"kind": kind, **fields})

    def __reduce__(self) -> tuple[type[Self], tuple[int]]:
        """Copy and pickle by code."""
        return type(self), (self.code,)

    @classmethod
    def _kind_index(cls, name: object) -> int:
        for index, kind in enumerate(cls.KINDS):
            if kind.name == name:
                return index
        raise BadAction(f"kind is {name!r}; it can be {', '.join(kind.name for kind in cls.KINDS)}")

    @classmethod
    def from_dict(cls, d: object) -> Self:
        """Build an action from what `to_dict` returned; raise BadAction naming what is wrong."""
        if not isinstance(d, dict):
            raise BadAction(f"an action is an object with kind and its fields, not {type(d).__name__}")
        index = cls._kind_index(d.get("kind"))
        kind = cls.KINDS[index]
        wanted = [field.name for field in kind.fields]
        extra = [name for name in d if name != "kind" and name not in wanted]
        missing = [name for name in wanted if name not in d]
        if extra or missing:
            has = ", ".join(wanted) or "no fields"
            wrong = [f"{name} is missing" for name in missing] + [f"{name} is unknown" for name in extra]
            raise BadAction(f"{kind.name}: {'; '.join(wrong)}; it has {has}")
        code = index
        for place, field in enumerate(kind.fields):
            code |= field.code(d[field.name], kind.name) << (BYTE * (place + 1))
        return cls(code)

    @classmethod
    def parse(cls, notation: str) -> Self:
        """Build an action from its one-line notation: the kind, then the fields in order, spaces between."""
        if not isinstance(notation, str):
            raise BadAction(f"a notation is text, not {type(notation).__name__}")
        words = notation.split()
        if not words:
            raise BadAction("an empty notation names no action")
        kind = cls.KINDS[cls._kind_index(words[0])]
        if len(words) - 1 != len(kind.fields):
            form = " ".join([kind.name, *(field.name.upper() for field in kind.fields)])
            raise BadAction(f"{notation!r} has {len(words) - 1} fields; the form is {form}")
        return cls.from_dict(
            {"kind": kind.name} | {f.name: word for f, word in zip(kind.fields, words[1:], strict=True)}
        )

    @property
    def kind(self) -> str:
        """The name of the kind."""
        return self.KINDS[self.code & BYTE_MASK].name

    @property
    def fields(self) -> dict[str, Word]:
        """The fields as words."""
        kind = self.KINDS[self.code & BYTE_MASK]
        return {
            field.name: field.word((self.code >> (BYTE * (place + 1))) & BYTE_MASK)
            for place, field in enumerate(kind.fields)
        }

    def to_dict(self) -> dict[str, Word]:
        """Return the action as a JSON-able dict."""
        return {"kind": self.kind, **self.fields}

    def __str__(self) -> str:
        """Return the one-line notation."""
        return " ".join([self.kind, *(str(word) for word in self.fields.values())])

    def __repr__(self) -> str:
        """Return the notation with the class."""
        return f"<{type(self).__name__} {self}>"

    def __eq__(self, other: object) -> bool:
        """Equal if the same choice of the same game."""
        return type(self) is type(other) and isinstance(other, Action) and self.code == other.code

    def __hash__(self) -> int:
        """Hash by code."""
        return hash((type(self).__name__, self.code))
