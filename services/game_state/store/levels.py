"""The levels that bot workers offer, looked up now and then."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import orjson

from services.shared import jobs, keys
from services.shared.errors import UnknownLevel

if TYPE_CHECKING:
    from services.shared.clients import Redis
    from services.shared.jobs import LevelRow

FRESH_S = 2.0
#: what is assumed of a level whose workers are gone
THINK_MS_ASSUMED = 1000


class Levels:
    """The table of levels as the workers last announced it."""

    def __init__(self, redis: Redis) -> None:
        """Read from *redis*."""
        self.redis = redis
        self._rows: dict[str, LevelRow] = {}
        self._read_s = float("-inf")

    async def rows(self) -> dict[str, LevelRow]:
        """Return the levels by name, at most two seconds old."""
        return self._rows if time.monotonic() - self._read_s < FRESH_S else await self._read()

    async def _read(self) -> dict[str, LevelRow]:
        now = time.monotonic()
        offered = await self.redis.hgetall(keys.LEVELS)
        self._rows = {name.decode(): orjson.loads(row) for name, row in offered.items()}
        self._read_s = now
        return self._rows

    async def check(self, level: str) -> None:
        """Raise UnknownLevel with the names there are unless a worker offers *level*, if only since a moment ago."""
        rows = await self.rows()
        if level not in rows:
            rows = await self._read()
        if level not in rows:
            known = ", ".join(sorted(rows)) or "none: no bot worker has started yet"
            raise UnknownLevel(f"no bot plays at level {level!r}; there are {known}")

    async def substitute(self, wanted: str) -> str:
        """Return the level that plays on for somebody who left: *wanted*, or whatever is offered."""
        rows = await self.rows() or await self._read()
        return wanted if wanted in rows or not rows else min(rows)

    def queue(self, level: str) -> str:
        """Return the queue of a level's jobs."""
        queue = self._rows.get(level, {}).get("queue", "")
        return queue if queue in jobs.TABLE_QUEUES else jobs.INSTANT

    def think_ms(self, level: str) -> int:
        """Return how long a level may search for one decision."""
        return int(self._rows.get(level, {}).get("think_ms_max", THINK_MS_ASSUMED))
