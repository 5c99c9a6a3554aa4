"""Ids of what is made: matches, tournaments, series. Easy to read out: no letter looks like a digit."""

from __future__ import annotations

import hashlib
import secrets

LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
LENGTH = 12


def new_id() -> str:
    """Return an id that nothing else has."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def id_of(account: str, key: str) -> str:
    """Return the id of what an account makes under an idempotency key; without a key, one that nothing else has."""
    if not key:
        return new_id()
    number, letters = int.from_bytes(hashlib.sha256(f"{account}:{key}".encode()).digest()), []
    for _ in range(LENGTH):
        number, letter = divmod(number, len(LETTERS))
        letters.append(LETTERS[letter])
    return "".join(letters)
