"""What any process has changed, told to those who wait for it in this one."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from redis.exceptions import RedisError

from services.game_state.work.group import PAUSE_S
from services.shared import keys
from services.shared.connections import Kept

if TYPE_CHECKING:
    from redis.asyncio import Redis

    from services.game_state.table.at_hand import Tables

TAIL_BLOCK_MS = 5_000
CHANGES_MAX = 1_000
#: a change that comes alone is heard of at once, those right after it together
TAIL_PAUSE_S = 0.003


class Tail:
    """Reads the stream of changes."""

    def __init__(self, redis: Redis, tail: Redis, tables: Tables) -> None:
        """Read over *tail*, which may block; ring the bells of *tables*."""
        self.redis: Any = redis
        self.changes = Kept(tail)
        self.tables = tables

    async def follow(self) -> None:
        """Ring the bells of the matches that change, in whatever process."""
        last: bytes | None = None
        while True:
            try:
                if last is None:
                    last = await self._newest()
                    self.tables.bells.ring_all()
                got = await self.changes.call(
                    *("XREAD", "COUNT", CHANGES_MAX, "BLOCK", TAIL_BLOCK_MS, "STREAMS", keys.ADVANCED, last)
                )
            except RedisError:
                # Redis may come back without the entries in between.
                last = None
                await asyncio.sleep(PAUSE_S)
                continue
            for entry, (_, match_id, _, token) in got[keys.ADVANCED.encode()] if got else ():
                last = entry
                self.tables.hear(match_id.decode(), token.decode() or None)
            await asyncio.sleep(TAIL_PAUSE_S)

    async def _newest(self) -> bytes:
        newest = await self.redis.xrevrange(keys.ADVANCED, count=1)
        return bytes(newest[0][0]) if newest else b"0-0"
