"""The times at which the installation was down, as its processes note in Valkey.

Every process notes again and again that it serves, by Valkey's own time. Between two notes of whatever processes lies a
moment; a longer gap is a downtime. So it doesn't matter what was away, Valkey or all of game_state, and nothing is
missing while one replica is left. The script that notes the end of a gap also writes it down, and it does so for one
process alone.

A process may rely on what it knows for a while after a note of its own: a gap that it doesn't know of would have to
begin after that note, and be long enough to count.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import asdict
from typing import TYPE_CHECKING

import structlog

from services.game_state.match.model import Downtime
from services.shared import keys
from services.shared.limits import limits

if TYPE_CHECKING:
    from services.shared.clients import Redis

MS = 1000
#: parts of the least downtime: how often it is noted that a process serves, and how old its knowledge may be
NOTES = 5
KNOWN_FOR = 2
#: downtimes that are remembered, the latest ones: matches that nobody has looked at since have yet to learn of them
KEPT_MAX = 1_000
log = structlog.get_logger()

#: Note at KEYS[1] that a process serves. After a gap of at least ARGV[1] ms add a downtime to KEYS[2], and let every
#: match whose time runs be looked at (KEYS[3]): its deadlines have moved. Return whether there was one, and all the
#: downtimes that ended after ARGV[2].
NOTE = f"""
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local served = tonumber(redis.call('GET', KEYS[1]) or now)
local was_down = now - served >= tonumber(ARGV[1])
if was_down then
  redis.call('ZADD', KEYS[2], now, string.format('%d:%d', served, now))
  redis.call('ZREMRANGEBYRANK', KEYS[2], 0, -{KEPT_MAX + 1})
  redis.call('ZUNIONSTORE', KEYS[3], 1, KEYS[3], 'WEIGHTS', 0)
end
redis.call('SET', KEYS[1], string.format('%d', now))
return {{was_down and 1 or 0, redis.call('ZRANGEBYSCORE', KEYS[2], '(' .. ARGV[2], '+inf')}}
"""


class Downtimes:
    """The downtimes that this process knows of."""

    def __init__(self, redis: Redis) -> None:
        """Keep notes in *redis*."""
        self._note = redis.register_script(NOTE)
        self._lock = asyncio.Lock()
        self._noted_s = float("-inf")
        #: in order
        self.all: tuple[Downtime, ...] = ()

    async def note(self) -> None:
        """Note that this process serves."""
        async with self._lock:
            await self._note_once()

    async def look(self) -> None:
        """Return with every downtime known that has ended by now."""
        if self._is_known():
            return
        async with self._lock:
            if not self._is_known():
                await self._note_once()

    def _is_known(self) -> bool:
        return (time.monotonic() - self._noted_s) * MS * KNOWN_FOR < limits().downtime_ms_min

    async def _note_once(self) -> None:
        began_s = time.monotonic()
        newest_ms = self.all[-1].until_ms if self.all else 0
        wanted = [keys.SERVED, keys.DOWNTIMES, keys.CLOCKS]
        was_down, found = await self._note(keys=wanted, args=[limits().downtime_ms_min, newest_ms])
        self._noted_s = began_s
        self.all = (*self.all, *(Downtime(*map(int, each.split(b":"))) for each in found))[-KEPT_MAX:]
        if was_down:
            log.warning("the time in which nobody served is given back", **asdict(self.all[-1]))


def note_every_s() -> float:
    """Return the seconds between two notes of a process."""
    return limits().downtime_ms_min / NOTES / MS
