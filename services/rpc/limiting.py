"""Limits on what is asked by gRPC, counted in Redis so that all replicas share them, and the gateways with them.

Who comes through a gateway was counted there. A gateway proves itself one by a token of its own, which it sends beside
its caller's.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from limits.aio.storage import RedisStorage
from limits.aio.strategies import FixedWindowRateLimiter
from redis.exceptions import RedisError

from services.shared import keys
from services.shared.counting import Counts, item_of, key_of_account, key_of_address, note_told, refuse
from services.shared.errors import LimitExceeded
from services.shared.limits import limits
from services.shared.trouble import REFUSING, note_trouble

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from services.shared.clients import Redis

REQUESTS = "requests_per_minute_max"
STREAMS = "streams_per_account_max"
#: so many heartbeats a stream counts on when its process has died
BEATS_KEPT = 3
MS = 1000
#: By Valkey's own clock, which all replicas share.
NOW = """
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
"""
#: Counts a stream (ARGV[1]) as open for ARGV[2] ms, unless ARGV[3] are: then returns 0.
OPEN = (
    NOW
    + """
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[3]) then return 0 end
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1
"""
)
#: Counts streams (ARGV[2] and on) as open for ARGV[1] ms more.
RENEW = (
    NOW
    + """
for n = 2, #ARGV do redis.call('ZADD', KEYS[1], now + ARGV[1], ARGV[n]) end
redis.call('PEXPIRE', KEYS[1], ARGV[1])
"""
)


class SharedStorage(RedisStorage):
    """A storage of `limits` for fixed windows, as a gateway's (`services.gateway.counting`)."""

    # A scheme of its own, as there.
    STORAGE_SCHEME = ["async+batched"]  # noqa: RUF012 (as the base class has it)

    def __init__(self, redis: Redis) -> None:
        """Count in *redis*."""
        self.counts = Counts()
        # The library takes any option of the client, and types only those of addresses.
        pool: dict[str, Any] = {"connection_pool": redis.connection_pool}
        super().__init__("redis://", implementation="redispy", key_prefix=keys.LIMIT, **pool)

    async def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Count and return how many there are in the window, as far as this process knows."""
        count, told = self.counts.add(key, expiry, amount)
        if told:
            is_new = not count.known
            known = await self._count_in_redis(key, expiry, told)
            note_told(count, told, known)
            if is_new and known is not None:
                count.until = await self.get_expiry(key)
        return count.known + count.untold

    async def _count_in_redis(self, key: str, expiry: int, amount: int) -> int | None:
        """Count in Redis and return its count; None if it is full."""
        try:
            return await super().incr(key, expiry, amount)
        except RedisError as wrong:
            if note_trouble(wrong) not in REFUSING:
                raise
            return None


def address_in(peer: str) -> str:
    """Return the address in what gRPC calls a peer: `ipv4:1.2.3.4:567`, `ipv6:%5B::1%5D:567`."""
    _, _, place = unquote(peer).partition(":")
    return place.rpartition(":")[0].strip("[]")


class RequestCount:
    """Counts requests of accounts, and from addresses those without a good token."""

    def __init__(self, redis: Redis) -> None:
        """Count in *redis*."""
        self._limiter = FixedWindowRateLimiter(SharedStorage(redis))

    async def add(self, account: str) -> None:
        """Count a request of an account; raise LimitExceeded, which says when to come again."""
        await self._add(key_of_account(account))

    async def add_strange(self, peer: str) -> None:
        """Count a request without a good token, whether it needs one or not; raise LimitExceeded."""
        await self._add(key_of_address(address_in(peer)))

    async def _add(self, whom: str) -> None:
        item = item_of(REQUESTS)
        if not await self._limiter.hit(item, REQUESTS, whom):
            window = await self._limiter.get_window_stats(item, REQUESTS, whom)
            raise refuse(REQUESTS, item, window.reset_time)


class StreamPlaces:
    """The open streams of accounts, in all processes; each counts until it ends, or its process dies."""

    def __init__(self, redis: Redis) -> None:
        """Count in *redis*; whoever counts renews (`renew`) what is open here."""
        self._redis = redis
        self._open = redis.register_script(OPEN)
        self._renew = redis.register_script(RENEW)
        self._kept_ms = BEATS_KEPT * limits().heartbeat_ms
        #: what is open here: id of a stream -> account
        self._own: dict[str, str] = {}
        self._ending: set[asyncio.Task[None]] = set()

    @property
    def renewed_s(self) -> float:
        """The seconds between renewals."""
        return limits().heartbeat_ms / MS

    @asynccontextmanager
    async def place(self, account: str) -> AsyncIterator[None]:
        """Count a stream of an account as long as it is open; raise LimitExceeded."""
        number, most = secrets.token_hex(8), limits().streams_per_account_max
        if not await self._take_place(account, number, most):
            raise LimitExceeded(
                f"{most} streams are open, as many as the limit {STREAMS} allows; close one",
                limit=STREAMS,
                limit_max=most,
                retry_after_ms=limits().heartbeat_ms,
            )
        self._own[number] = account
        try:
            yield
        finally:
            del self._own[number]
            # A stream that was left is cancelled, and may not wait for anything.
            task = asyncio.get_running_loop().create_task(self._end(account, number))
            self._ending.add(task)
            task.add_done_callback(self._ending.discard)

    async def _take_place(self, account: str, number: str, most: int) -> bool:
        try:
            return bool(await self._open(keys=[keys.streams(account)], args=[number, self._kept_ms, most]))
        except RedisError as wrong:
            # A full store must not keep anybody from reading.
            if note_trouble(wrong) not in REFUSING:
                raise
            return True

    async def _end(self, account: str, number: str) -> None:
        # If this fails, it counts for some seconds more.
        with contextlib.suppress(RedisError):
            await self._redis.zrem(keys.streams(account), number)

    async def renew(self) -> None:
        """Let what is open here count on."""
        by_account: dict[str, list[str]] = {}
        for number, account in self._own.items():
            by_account.setdefault(account, []).append(number)
        for account, numbers in by_account.items():
            await self._renew(keys=[keys.streams(account)], args=[self._kept_ms, *numbers])
