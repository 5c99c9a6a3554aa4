"""Counting requests in Redis, several at a time: a write there waits for the disk, and each request would wait for it.

A gateway counts by itself and tells Redis when it has a hundredth of the limit. So gateways together let at most
that hundredth each pass beyond it; a limit of under two hundred is counted one by one.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from limits.storage import RedisStorage

from services.shared import keys

if TYPE_CHECKING:
    from redis import Redis

SHARE = 100
KEYS_MAX = 10_000


@dataclass(slots=True)
class _Count:
    """What Redis knew of a key, what it does not know yet, and when the window ends (unix seconds)."""

    known: int
    untold: int
    until: float


class BatchedStorage(RedisStorage):
    """A storage of `limits` for fixed windows, whose keys end with amount, multiples and granularity."""

    # One of its own: the library would else make this of every `redis:`.
    STORAGE_SCHEME = ["batched"]  # noqa: RUF012 (as the base class has it)

    def __init__(self, redis: Redis) -> None:
        """Count in *redis*, over its connections."""
        self._counts: dict[str, _Count] = {}
        super().__init__("redis://", connection_pool=redis.connection_pool, key_prefix=f"{keys.PREFIX}:limit")

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Count and return how many there are in the window, as far as this process knows."""
        batch = max(1, int(key.rsplit("/", 3)[1]) // SHARE)
        count = self._counts.get(key)
        if count is None or count.until <= time.time():
            if len(self._counts) >= KEYS_MAX:
                self._counts.clear()
            known = super().incr(key, expiry, amount)
            self._counts[key] = _Count(known, 0, self.get_expiry(key))
            return known
        count.untold += amount
        if count.untold >= batch:
            # Taken before the write: other requests count on meanwhile.
            told, count.untold = count.untold, 0
            count.known = super().incr(key, expiry, told)
        return count.known + count.untold

    def reset(self) -> int | None:
        """Forget everything, here and in Redis."""
        self._counts.clear()
        return super().reset()
