"""The levels that this worker plays, offered as long as it runs."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from redis.exceptions import RedisError

from ai.levels import LEVELS
from services.shared import keys
from services.shared.json import dump_json
from services.shared.trouble import REFUSING, note_trouble

if TYPE_CHECKING:
    from services.shared.clients import SyncRedis, Written

#: how often a worker checks that the list of levels still exists: Redis may have started empty, or from an old backup
LOOKED_EVERY_S = 5.0
#: a worker that has not reached Redis for so long is not ready
FRESH_S = 20.0


class Offer:
    """The list of levels in Redis, renewed from a thread."""

    def __init__(self, redis: SyncRedis) -> None:
        """Write with *redis*, which nobody else uses."""
        self._redis = redis
        self._looked_at = float("-inf")

    def is_fresh(self) -> bool:
        """Whether this worker has reached Redis lately: it takes jobs, or waits until Redis has room for answers."""
        return time.monotonic() - self._looked_at < FRESH_S

    def announce(self) -> None:
        """Tell game_state which levels there are, in the table's order, in place of what was told before."""
        rows: Written = {
            name: dump_json(level.to_dict() | {"place": place}) for place, (name, level) in enumerate(LEVELS.items())
        }
        with self._redis.pipeline(transaction=True) as pipe:
            pipe.delete(keys.LEVELS)
            pipe.hset(keys.LEVELS, mapping=rows)
            pipe.execute()

    def keep(self) -> None:
        """Announce the levels, and again whenever Redis has no list; never returns.

        An existing list is left alone: otherwise, during an upgrade, old and new workers would overwrite each other's.
        """
        is_announced = False
        while True:
            try:
                if not is_announced or not self._redis.exists(keys.LEVELS):
                    self.announce()
                    is_announced = True
                self._looked_at = time.monotonic()
            except RedisError as wrong:
                if note_trouble(wrong) in REFUSING:
                    self._looked_at = time.monotonic()
            time.sleep(LOOKED_EVERY_S)
