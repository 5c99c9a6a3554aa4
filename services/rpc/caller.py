"""The maker of a call: the token in its metadata, looked up once and remembered for a moment."""

from __future__ import annotations

import time
from contextlib import asynccontextmanager, suppress
from contextvars import ContextVar
from typing import TYPE_CHECKING

from redis.exceptions import RedisError

from services.rpc.limiting import RequestCount, StreamPlaces
from services.shared.errors import Unauthenticated
from services.shared.idempotency import SERVER_PREFIX
from services.shared.limits import limits
from services.shared.tokens import GATEWAY, VISITOR, Principal, bearer, digest_of, find_principal
from services.shared.trouble import note_trouble
from services.shared.turns import asker

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping

    from services.shared.clients import Redis

#: how long a token counts as good without another look-up; an announced revocation ends that at once
PRINCIPAL_S = 2.0

_principal: ContextVar[Principal] = ContextVar("principal")
_is_counted: ContextVar[bool] = ContextVar("is_counted", default=False)


class Callers:
    """Admits only calls with good tokens, except to the services that are open to everybody."""

    def __init__(self, redis: Redis, open_services: tuple[str, ...] = ()) -> None:
        """Look tokens up in *redis*; *open_services* (full names) need none."""
        self.redis = redis
        self._requests = RequestCount(redis)
        self.streams = StreamPlaces(redis)
        self._open = tuple(f"/{service}/" for service in open_services)
        self._known: dict[str, tuple[float, Principal]] = {}

    async def admit(self, method: str, sent: Mapping[str, str], peer: str) -> None:
        """Note who makes a call, and count it; raise Unauthenticated, LimitExceeded."""
        if self._open and method.startswith(self._open):
            await self._count_open(sent, peer)
            return
        found, is_counted = await self._count(sent, peer)
        _principal.set(found)
        asker.set(found.account)
        _is_counted.set(is_counted)

    async def _count(self, sent: Mapping[str, str], peer: str) -> tuple[Principal, bool]:
        """Return who makes a call, and whether it was counted here; raise Unauthenticated, LimitExceeded."""
        is_counted = not await self._is_of_gateway(sent.get(GATEWAY))
        try:
            found = await self._find(bearer(sent.get("authorization")))
        except Unauthenticated:
            if is_counted:
                await self._requests.add_strange(peer)
            raise
        is_counted = is_counted and not found.account.startswith(SERVER_PREFIX)
        if is_counted:
            await self._requests.add(found.account)
        return found, is_counted

    async def _count_open(self, sent: Mapping[str, str], peer: str) -> None:
        """Count a call that needs no token in the same way; raise LimitExceeded."""
        try:
            with suppress(Unauthenticated):
                await self._count(sent, peer)
        except RedisError as wrong:
            # What needs no store is answered without it.
            if note_trouble(wrong) is None:
                raise

    @asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        """Count a stream of the present caller as long as it is open; raise LimitExceeded."""
        if not _is_counted.get():
            yield
            return
        async with self.streams.place(asking().account):
            yield

    async def _is_of_gateway(self, token: str | None) -> bool:
        """Whether a gateway sends the call on: then it was counted there."""
        if token is None:
            return False
        try:
            return (await self._find(token)).account == VISITOR
        except Unauthenticated:
            return False

    async def _find(self, token: str) -> Principal:
        digest = digest_of(token)
        now = time.monotonic()
        known = self._known.get(digest)
        if known is None or now - known[0] > PRINCIPAL_S:
            self._known.pop(digest, None)
            if len(self._known) >= limits().cached_principals_max:
                self._known.clear()
            known = self._known[digest] = (now, await find_principal(self.redis, token))
        return known[1]

    def forget(self, digest: str) -> None:
        """Look a token up again at its next call."""
        self._known.pop(digest, None)


def asking() -> Principal:
    """Return who makes the present call; raise Unauthenticated if it was not admitted by a token."""
    known = _principal.get(None)
    if known is None:
        raise Unauthenticated("send the metadata authorization: Bearer TOKEN")
    return known
