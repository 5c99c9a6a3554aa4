"""Logs of tournaments that are over move to the archive as finished matches do: first they are there, then not here.

The director appends to logs and says which are over (TOURNAMENTS_OVER). A log that has grown in between stays here; its
longer copy takes the place of the shorter one the next time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from services.game_state.archive.logs import TOURNAMENT, ArchivedLog
from services.shared import keys
from services.shared.errors import Unavailable
from services.shared.limits import limits
from services.shared.now import now_ms

if TYPE_CHECKING:
    from services.game_state.archive.archive import Archive
    from services.shared.clients import Redis

MS = 1000
#: Remove a log if it still has so many entries; none are left where another replica was quicker.
REMOVE = """
local length = redis.call('LLEN', KEYS[1])
if length ~= 0 and length ~= tonumber(ARGV[2]) then return 0 end
redis.call('DEL', KEYS[1])
redis.call('ZREM', KEYS[2], ARGV[1])
return 1
"""


class LogArchiving:
    """Moves logs of tournaments."""

    def __init__(self, redis: Redis, archive: Archive) -> None:
        """Move from *redis* to *archive*."""
        self._redis = redis
        self._archive = archive
        self._remove = redis.register_script(REMOVE)

    async def archive_finished(self) -> int:
        """Move all that have been over for a while; return how many. While the archive is out of reach they wait."""
        if not self._archive.is_there:
            return 0
        before = now_ms() - limits().finished_match_s * MS
        moved = 0
        for raw in await self._redis.zrangebyscore(keys.TOURNAMENTS_OVER, "-inf", before):
            try:
                moved += await self._archive_one(raw.decode())
            except Unavailable:
                break
        return moved

    async def _archive_one(self, tournament_id: str) -> int:
        log = keys.tournament_log(tournament_id)
        entries = await self._redis.lrange(log, 0, -1)
        if entries:
            await self._archive.keep_log(ArchivedLog(TOURNAMENT, tournament_id, entries))
        return int(await self._remove(keys=[log, keys.TOURNAMENTS_OVER], args=[tournament_id, len(entries)]))
