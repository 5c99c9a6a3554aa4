"""The counts of requests as a gateway keeps them: `services.shared.counting` with a blocking client."""

from __future__ import annotations

from typing import TYPE_CHECKING

from limits.storage import RedisStorage
from redis.exceptions import RedisError

from services.shared import keys
from services.shared.counting import Counts, note_told
from services.shared.trouble import REFUSING, note_trouble

if TYPE_CHECKING:
    from services.shared.clients import SyncRedis


class BatchedStorage(RedisStorage):
    """A storage of `limits` for fixed windows."""

    # A scheme of its own: otherwise the library would use this class for every `redis:` address.
    STORAGE_SCHEME = ["batched"]  # noqa: RUF012 (as the base class has it)

    def __init__(self, redis: SyncRedis) -> None:
        """Count in *redis*."""
        self.counts = Counts()
        super().__init__("redis://", connection_pool=redis.connection_pool, key_prefix=keys.LIMIT)

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Count and return how many there are in the window, as far as this process knows."""
        count, told = self.counts.add(key, expiry, amount)
        if told:
            is_new = not count.known
            known = self._count_in_redis(key, expiry, told)
            note_told(count, told, known)
            if is_new and known is not None:
                count.until = self.get_expiry(key)
        return count.known + count.untold

    def _count_in_redis(self, key: str, expiry: int, amount: int) -> int | None:
        """Count in Redis and return its count; None if it is full."""
        try:
            return super().incr(key, expiry, amount)
        except RedisError as wrong:
            if note_trouble(wrong) not in REFUSING:
                raise
            return None

    def reset(self) -> int | None:
        """Forget everything, here and in Redis."""
        self.counts.forget()
        return super().reset()
