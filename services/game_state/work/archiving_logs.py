"""Logs of tournaments and series that are over move to the archive as finished matches do: first there, then not here.

The director appends to logs and says which are over (TOURNAMENTS_OVER, SERIES_OVER). A log that has grown in between
stays here; its longer copy takes the place of the shorter one the next time. A series takes its matches along.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import orjson

from services.game_state.archive.logs import SERIES, TOURNAMENT, ArchivedLog
from services.shared import keys
from services.shared.errors import Unavailable
from services.shared.limits import limits
from services.shared.now import now_ms

if TYPE_CHECKING:
    from collections.abc import Callable

    from services.game_state.archive.archive import Archive
    from services.shared.clients import Redis

MS = 1000
#: matches of a series that are archived in one transaction
BATCH = 100
#: series that are forgotten in one transaction
FORGOTTEN = 10
#: Remove a log, and what else belongs to it, if it still has so many entries; none are left where another replica was
#: quicker.
REMOVE = """
local length = redis.call('LLEN', KEYS[1])
if length ~= 0 and length ~= tonumber(ARGV[2]) then return 0 end
if length ~= 0 then redis.call('HSET', KEYS[3], ARGV[1], length) end
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('DEL', KEYS[1], unpack(KEYS, 4))
return 1
"""


@dataclass(frozen=True, slots=True)
class LogKind:
    """A kind of logs: its name in the archive, and its keys."""

    name: str
    over: str
    left: str
    log: Callable[[str], str]
    #: what leaves together with the log
    others: tuple[Callable[[str], str], ...] = ()


KINDS = (
    LogKind(TOURNAMENT, keys.TOURNAMENTS_OVER, keys.TOURNAMENTS_LEFT, keys.tournament_log),
    LogKind(SERIES, keys.SERIES_OVER, keys.SERIES_LEFT, keys.series_log, (keys.series_matches,)),
)


class LogArchiving:
    """Moves logs of tournaments and series."""

    def __init__(self, redis: Redis, archive: Archive) -> None:
        """Move from *redis* to *archive*."""
        self._redis = redis
        self._archive = archive
        self._remove = redis.register_script(REMOVE)

    async def archive_finished(self) -> int:
        """Move all that have been over for a while; return how many. While the archive is out of reach they wait."""
        if not self._archive.is_there:
            return 0
        moved = 0
        try:
            for kind in KINDS:
                moved += await self._archive_kind(kind)
            await self._forget_series()
        except Unavailable:
            pass
        return moved

    async def _archive_kind(self, kind: LogKind) -> int:
        before, moved = now_ms() - limits().finished_match_s * MS, 0
        for raw in await self._redis.zrangebyscore(kind.over, "-inf", before):
            moved += await self._archive_one(kind, raw.decode())
        return moved

    async def _archive_one(self, kind: LogKind, log_id: str) -> int:
        log = kind.log(log_id)
        entries = await self._redis.lrange(log, 0, -1)
        if entries:
            if kind.name == SERIES:
                await self._keep_matches(log_id)
            ended_ms = orjson.loads(entries[-1])["at_ms"]
            await self._archive.keep_log(ArchivedLog(kind.name, log_id, entries, ended_ms))
        names = [log, kind.over, kind.left, *(other(log_id) for other in kind.others)]
        return int(await self._remove(keys=names, args=[log_id, len(entries)]))

    async def _keep_matches(self, series_id: str) -> None:
        name = keys.series_matches(series_id)
        places = [each.decode() for each in await self._redis.hkeys(name)]
        for start in range(0, len(places), BATCH):
            batch = places[start : start + BATCH]
            found = zip(batch, await self._redis.hmget(name, batch), strict=True)
            lines = {place: line for place, line in found if line is not None}
            if lines:
                await self._archive.keep_matches(series_id, lines)

    async def _forget_series(self) -> None:
        """Forget series whose time in the archive is over, first there: whoever lists one finds out that it is gone."""
        before = now_ms() - limits().series_kept_s * MS
        while gone := await self._archive.forget_series(before, FORGOTTEN):
            async with self._redis.pipeline(transaction=True) as pipe:
                pipe.hdel(keys.SERIES_LEFT, *gone)
                pipe.zrem(keys.SERIES, *gone)
                pipe.delete(*map(keys.series_summary, gone))
                await pipe.execute()
