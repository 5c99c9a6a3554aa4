"""Ids of matches, tournaments and series. They are easy to read aloud: no letter in them looks like a digit."""

from __future__ import annotations

import re
import secrets
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from services.shared.errors import ServiceError

LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
LENGTH = 12
#: what ids and names consist of, whoever made them: as a pattern, in paths too
WORD = "[A-Za-z0-9_-]{1,64}"
_WORD = re.compile(WORD)
#: of a text that is no id, as much as a refusal quotes
QUOTED_CHARS_MAX = 64


def is_word(text: str) -> bool:
    """Whether a text has the form of an id or a name."""
    return _WORD.fullmatch(text) is not None


def parse_id(text: str, unknown: type[ServiceError], what: str) -> str:
    """Return a text from outside that has the form of an id; raise *unknown*, as for an id that nothing has."""
    if not is_word(text):
        raise unknown(f"no {what} has the id {text[:QUOTED_CHARS_MAX]!r}")
    return text


def new_id() -> str:
    """Return a new random id."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
