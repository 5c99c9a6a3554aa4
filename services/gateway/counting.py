"""Counting requests in Redis, several at a time: each write waits for the disk, and requests should not.

A gateway counts by itself and tells Redis at every hundredth of the limit. So each gateway lets at most a hundredth
more pass. Limits under two hundred are counted one by one. While Redis is full, each gateway counts alone.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from limits.storage import RedisStorage
from redis.exceptions import RedisError

from services.shared import keys
from services.shared.limits import limits
from services.shared.trouble import FULL, note_trouble

if TYPE_CHECKING:
    from services.shared.clients import SyncRedis

SHARE = 100


@dataclass(slots=True)
class _Count:
    """What Redis knew of a key, what it does not know yet, and when the window ends (unix seconds)."""

    known: int
    untold: int
    until: float


class BatchedStorage(RedisStorage):
    """A storage of `limits` for fixed windows, whose keys end with amount, multiples and granularity."""

    # A scheme of its own: otherwise the library would use this class for every `redis:` address.
    STORAGE_SCHEME = ["batched"]  # noqa: RUF012 (as the base class has it)

    def __init__(self, redis: SyncRedis) -> None:
        """Count in *redis*."""
        self._counts: dict[str, _Count] = {}
        super().__init__("redis://", connection_pool=redis.connection_pool, key_prefix=f"{keys.PREFIX}:limit")

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Count and return how many there are in the window, as far as this process knows."""
        batch = max(1, int(key.rsplit("/", 3)[1]) // SHARE)
        count = self._counts.get(key)
        if count is None or count.until <= time.time():
            if len(self._counts) >= limits().cached_counts_max:
                self._counts.clear()
            known = self._count_in_redis(key, expiry, amount)
            count = _Count(0, amount, time.time() + expiry) if known is None else _Count(known, 0, self.get_expiry(key))
            self._counts[key] = count
            return count.known + count.untold
        count.untold += amount
        if count.untold >= batch:
            # Taken before the write: other requests keep counting meanwhile.
            told, count.untold = count.untold, 0
            known = self._count_in_redis(key, expiry, told)
            if known is None:
                count.untold += told
            else:
                count.known = known
        return count.known + count.untold

    def _count_in_redis(self, key: str, expiry: int, amount: int) -> int | None:
        """Count in Redis and return its count; None if it is full, which must not keep anybody from reading."""
        try:
            return super().incr(key, expiry, amount)
        except RedisError as wrong:
            if note_trouble(wrong) != FULL:
                raise
            return None

    def reset(self) -> int | None:
        """Forget everything, here and in Redis."""
        self._counts.clear()
        return super().reset()
