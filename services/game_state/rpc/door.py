"""Who makes a call about matches."""

from __future__ import annotations

import time
from contextvars import ContextVar
from typing import TYPE_CHECKING

from services.shared.errors import Unauthenticated
from services.shared.tokens import Principal, bearer, digest_of, find_principal

if TYPE_CHECKING:
    from redis.asyncio import Redis

GUARDED = ("/astrarium.v1.MatchService/", "/astrarium.v1.AnalysisService/")
#: a revoked token may go on working for so long in a process that has just seen it
PRINCIPAL_S = 2.0
PRINCIPALS_MAX = 10_000

principal: ContextVar[Principal] = ContextVar("principal")


class Door:
    """Lets calls about matches in with good tokens alone."""

    def __init__(self, redis: Redis) -> None:
        """Look tokens up in *redis*."""
        self.redis = redis
        self._principals: dict[str, tuple[float, Principal]] = {}

    async def admit(self, method: str, header: str | None) -> None:
        """Note who makes a call, if it is one about matches; raise Unauthenticated."""
        if not method.startswith(GUARDED):
            return
        token = bearer(header)
        digest = digest_of(token)
        now = time.monotonic()
        known = self._principals.get(digest)
        if known is None or now - known[0] > PRINCIPAL_S:
            self._principals.pop(digest, None)
            if len(self._principals) >= PRINCIPALS_MAX:
                self._principals.clear()
            known = self._principals[digest] = (now, await find_principal(self.redis, token))
        principal.set(known[1])


def asking() -> Principal:
    """Return who makes the present call; raise Unauthenticated outside of a guarded one."""
    known = principal.get(None)
    if known is None:
        raise Unauthenticated("send the metadata authorization: Bearer TOKEN")
    return known
