"""The number of replicas that must have a write before it is answered: all that the Sentinels might appoint.

The setting says how many replicas there are, and each of them must have it, for any of them may be the next primary.
One that is dead would keep everybody from playing, so it is excused as long as no Sentinel would appoint it: a majority
of them is asked, and none of those that answer may hold it for alive. One that has nothing yet, because it has just
come back and copies everything, is excused as well while there is another, which every Sentinel prefers. At least one
replica must always have it. Without Sentinels, or if they don't agree who is the primary, nobody is excused.

Nothing is asked as long as all replicas are there.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from redis.asyncio.sentinel import SentinelConnectionPool
from redis.exceptions import RedisError
from redis.sentinel import SentinelConnectionPool as SyncSentinelPool

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from redis import Redis as SyncSentinel
    from redis.asyncio import Redis as Sentinel

    from services.shared.clients import Redis, SyncRedis

#: for how long an excuse holds: shorter than a failover takes
EXCUSED_S = 0.5
#: the offset of a replica that has not copied anything
NOTHING = 1

Place = tuple[str, int]
_Told = dict[str, object]


@dataclass(frozen=True, slots=True)
class Sight:
    """The sight of one Sentinel: the primary, and how many replicas it might appoint."""

    primary: Place
    appointable: int


def see(primary: Mapping[str, object], replicas: Sequence[Mapping[str, object]]) -> Sight:
    """Return what a Sentinel's answers mean, as redis-py reads those to SENTINEL MASTER and SENTINEL REPLICAS."""
    alive = [each for each in replicas if not each["is_sdown"]]
    filled = [each for each in alive if int(str(each["slave-repl-offset"])) > NOTHING]
    return Sight((str(primary["ip"]), int(str(primary["port"]))), len(filled or alive))


def count_wanted(sights: Sequence[Sight], sentinels: int, primary: Place | None, most: int) -> int:
    """Return how many replicas must have what is written at *primary*, by what some of so many Sentinels see."""
    if len(sights) <= sentinels // 2 or any(each.primary != primary for each in sights):
        return most
    return min(most, max(1, *(each.appointable for each in sights)))


class _Excuses:
    """The number of replicas that must have a write, and the primary when the Sentinels were asked."""

    def __init__(self, most: int) -> None:
        self.most = self.wanted = most
        self.primary: Place | None = None
        self.asked_at_s = 0.0

    @property
    def are_old(self) -> bool:
        """Whether somebody was excused, too long ago."""
        return self.wanted < self.most and time.monotonic() - self.asked_at_s > EXCUSED_S

    def take(self, answers: Sequence[Sight | None], primary: Place | None) -> bool:
        """Take what the Sentinels answered about a primary; return whether a write that failed may succeed now."""
        before = self.wanted, self.primary
        sights = [each for each in answers if each is not None]
        self.wanted, self.primary = count_wanted(sights, len(answers), primary, self.most), primary
        self.asked_at_s = time.monotonic()
        return self.wanted < before[0] or self.primary != before[1]


class Followers:
    """The replicas of the primary to which a client is connected."""

    def __init__(self, redis: Redis, most: int) -> None:
        """There are *most* replicas."""
        pool = redis.connection_pool
        self._pool = pool if isinstance(pool, SentinelConnectionPool) else None
        self._excuses = _Excuses(most)
        self._one_asks = asyncio.Lock()

    async def count(self) -> int:
        """Return how many must have a write."""
        if self._excuses.are_old:
            await self.ask()
        return self._excuses.wanted

    def were_enough(self, wanted: int) -> bool:
        """Whether a write that so many have is answered: the primary has not changed since somebody was excused."""
        excuses = self._excuses
        return wanted >= excuses.most or (self._pool is not None and self._pool.master_address == excuses.primary)

    async def ask(self) -> bool:
        """Ask the Sentinels who is dead; return whether a write that failed may succeed now.

        The client then also knows the primary that they name.
        """
        pool, now_s, before = self._pool, time.monotonic(), self._excuses.wanted
        if pool is None:
            return False
        async with self._one_asks:
            if self._excuses.asked_at_s > now_s:
                return self._excuses.wanted < before
            sentinels: list[Sentinel] = pool.sentinel_manager.sentinels
            _, *answers = await asyncio.gather(_find_primary(pool), *(_ask(each, pool) for each in sentinels))
            return self._excuses.take(answers, pool.master_address)


async def _find_primary(pool: SentinelConnectionPool) -> None:
    try:
        await pool.get_master_address()  # type: ignore[no-untyped-call]  # redis-py gives it no types
    except RedisError:
        """None is known: what is asked meanwhile is about the last one."""


async def _ask(sentinel: Sentinel, pool: SentinelConnectionPool) -> Sight | None:
    name = pool.service_name
    try:
        return see(cast("_Told", await sentinel.sentinel_master(name)), await sentinel.sentinel_slaves(name))
    except RedisError:
        return None


class SyncFollowers:
    """`Followers` for a blocking client."""

    def __init__(self, redis: SyncRedis, most: int) -> None:
        """There are *most* replicas."""
        pool = redis.connection_pool
        self._pool = pool.proxy if isinstance(pool, SyncSentinelPool) else None
        self._excuses = _Excuses(most)

    def count(self) -> int:
        """Return how many must have a write."""
        if self._excuses.are_old:
            self.ask()
        return self._excuses.wanted

    def were_enough(self, wanted: int) -> bool:
        """See Followers."""
        excuses = self._excuses
        return wanted >= excuses.most or (self._pool is not None and self._pool.master_address == excuses.primary)

    def ask(self) -> bool:
        """See Followers."""
        pool = self._pool
        if pool is None:
            return False
        try:
            pool.get_master_address()  # type: ignore[no-untyped-call]  # redis-py gives it no types
        except RedisError:
            """None is known: what is asked now is about the last one."""
        sentinels: list[SyncSentinel] = pool.sentinel_manager.sentinels
        answers = [_ask_sync(each, pool.service_name) for each in sentinels]
        return self._excuses.take(answers, pool.master_address)


def _ask_sync(sentinel: SyncSentinel, name: str) -> Sight | None:
    try:
        return see(cast("_Told", sentinel.sentinel_master(name)), sentinel.sentinel_slaves(name))
    except RedisError:
        return None
