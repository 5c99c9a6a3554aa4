"""Ids of matches, tournaments and series. They are easy to read aloud: no letter in them looks like a digit."""

from __future__ import annotations

import secrets

LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
LENGTH = 12


def new_id() -> str:
    """Return a new random id."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
