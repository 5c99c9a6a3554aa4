"""Who makes a call: the token in its metadata, looked up once and remembered for a moment."""

from __future__ import annotations

import time
from contextvars import ContextVar
from typing import TYPE_CHECKING

from services.shared.errors import Unauthenticated
from services.shared.limits import limits
from services.shared.tokens import Principal, bearer, digest_of, find_principal

if TYPE_CHECKING:
    from services.shared.clients import Redis

#: how long a token counts as good without another look-up; an announced revocation ends that at once
PRINCIPAL_S = 2.0

_principal: ContextVar[Principal] = ContextVar("principal")


class Callers:
    """Admits only calls with good tokens, except to the services that are open to everybody."""

    def __init__(self, redis: Redis, open_services: tuple[str, ...] = ()) -> None:
        """Look tokens up in *redis*; *open_services* (full names) need none."""
        self.redis = redis
        self._open = tuple(f"/{service}/" for service in open_services)
        self._known: dict[str, tuple[float, Principal]] = {}

    async def admit(self, method: str, header: str | None) -> None:
        """Note who makes a call; raise Unauthenticated."""
        if self._open and method.startswith(self._open):
            return
        token = bearer(header)
        digest = digest_of(token)
        now = time.monotonic()
        known = self._known.get(digest)
        if known is None or now - known[0] > PRINCIPAL_S:
            self._known.pop(digest, None)
            if len(self._known) >= limits().cached_principals_max:
                self._known.clear()
            known = self._known[digest] = (now, await find_principal(self.redis, token))
        _principal.set(known[1])

    def forget(self, digest: str) -> None:
        """Look a token up again at its next call."""
        self._known.pop(digest, None)


def asking() -> Principal:
    """Return who makes the present call; raise Unauthenticated if it was not admitted by a token."""
    known = _principal.get(None)
    if known is None:
        raise Unauthenticated("send the metadata authorization: Bearer TOKEN")
    return known
