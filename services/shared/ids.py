"""Ids of matches, tournaments and series. They are easy to read aloud: no letter in them looks like a digit."""

from __future__ import annotations

import hashlib
import secrets

LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
LENGTH = 12


def new_id() -> str:
    """Return a new random id."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def id_of(account: str, key: str) -> str:
    """Return the id of what an account makes with an idempotency key, always the same; without a key, a new id."""
    if not key:
        return new_id()
    number, letters = int.from_bytes(hashlib.sha256(f"{account}:{key}".encode()).digest()), []
    for _ in range(LENGTH):
        number, letter = divmod(number, len(LETTERS))
        letters.append(LETTERS[letter])
    return "".join(letters)
