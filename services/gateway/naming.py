"""Guests by the names that they have taken, in whatever the interface answers."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import flask
from redis.exceptions import RedisError

from services.gateway.caller import is_interface
from services.shared.guests import GUEST, read_names

if TYPE_CHECKING:
    import re

    from services.shared.clients import SyncRedis

#: what every guest's id begins with: most answers have none in them
MARK = b"guest-"
#: how long streams, which write a line for each of many followers, count a guest as one without a name
NAMELESS_S = 1.0
REMEMBERED_MAX = 10_000


class Naming:
    """Puts names in place of guests' ids. A name that was taken once never changes."""

    def __init__(self, redis: SyncRedis) -> None:
        """Look names up in *redis*."""
        self._redis = redis
        self._names: dict[bytes, bytes] = {}
        self._nameless: dict[bytes, float] = {}

    def name(self, text: bytes, nameless_s: float = 0.0) -> bytes:
        """Return a text with names in place of ids. Who had no name so many seconds ago is not looked up again."""
        if MARK not in text:
            return text
        self._learn({found.group() for found in GUEST.finditer(text)}, nameless_s)
        return GUEST.sub(self._name_of, text)

    def _name_of(self, found: re.Match[bytes]) -> bytes:
        return self._names.get(found.group(), found.group())

    def _learn(self, guests: set[bytes], nameless_s: float) -> None:
        now = time.monotonic()
        unknown = [
            each for each in guests if each not in self._names and now - self._nameless.get(each, -now) >= nameless_s
        ]
        if not unknown:
            return
        for kept in (self._names, self._nameless):
            if len(kept) >= REMEMBERED_MAX:
                kept.clear()
        try:
            found = read_names(self._redis, unknown)
        except RedisError:
            # What is answered without the store is answered now too, by ids.
            return
        self._names.update(found)
        self._nameless.update({each: now for each in unknown if each not in found})


def naming() -> Naming:
    """Return what knows the guests' names."""
    found: Naming = flask.current_app.extensions["naming"]
    return found


def _name_guests(response: flask.Response) -> flask.Response:
    """Name guests in an answer; streams do so line by line."""
    if is_interface() and not response.is_streamed:
        told = response.get_data()
        named = naming().name(told)
        if named is not told:
            response.set_data(named)
    return response


def register(app: flask.Flask) -> None:
    """Name guests in all answers of the interface, before they are compressed."""
    app.extensions["naming"] = Naming(app.extensions["accounts"].redis)
    app.after_request(_name_guests)
