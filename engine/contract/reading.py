"""Reading a description: each function returns a checked value or raises BadDescription.

*where* is the place that a refusal names, such as `seats[0].credits`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.errors import BadDescription

if TYPE_CHECKING:
    from collections.abc import Sequence

WORDS_SHOWN_MAX = 20


def read_object(value: object, where: str, names: Sequence[str] | None = None) -> dict[str, object]:
    """Return an object; *names* are those that it may have (None: any)."""
    if not isinstance(value, dict):
        raise BadDescription(f"{where} is an object, not {type(value).__name__}")
    for name in value:
        if not isinstance(name, str) or (names is not None and name not in names):
            known = ", ".join(names) if names else "words"
            raise BadDescription(f"{where} has {name!r:.40}; it can have {known}")
    return value


def read_list(value: object, where: str, most: int | None = None) -> list[object]:
    """Return a list of at most *most* entries (None: any number)."""
    if not isinstance(value, list | tuple):
        raise BadDescription(f"{where} is a list, not {type(value).__name__}")
    if most is not None and len(value) > most:
        raise BadDescription(f"{where} has {len(value)} entries; it has at most {most}")
    return list(value)


def read_number(value: object, where: str, least: int, most: int) -> int:
    """Return a whole number from *least* to *most*."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise BadDescription(f"{where} is {value!r:.40}; it is a whole number from {least} to {most}")
    return value


def read_flag(value: object, where: str) -> bool:
    """Return a truth value."""
    if not isinstance(value, bool):
        raise BadDescription(f"{where} is {value!r:.40}; it is true or false")
    return value


def read_word(value: object, where: str, words: Sequence[str]) -> int:
    """Return the index of a word in *words*; an empty word there stands for nothing and can't be given."""
    if not isinstance(value, str) or not value or value not in words:
        known = ", ".join([word for word in words if word][:WORDS_SHOWN_MAX])
        more = ", …" if len(words) > WORDS_SHOWN_MAX else ""
        raise BadDescription(f"{where} is {value!r:.40}; it can be {known}{more}")
    return words.index(value)
