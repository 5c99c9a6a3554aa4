"""Series in Redis: a log each, the matches with their records, and the chunks that are out."""

from __future__ import annotations

import hashlib
import secrets
import zlib
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

import orjson

from services.director.host import now_ms
from services.director.series.kept import Kept
from services.shared import jobs, keys
from services.shared.errors import KeyReused, UnknownSeries
from services.shared.limits import limits

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from redis.asyncio import Redis

    from ai.arena.schedule import Plan
    from services.director.series.kept import Place

#: Begin a log, unless it is there.
CREATE = """
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
redis.call('RPUSH', KEYS[1], ARGV[2])
redis.call('ZADD', KEYS[2], ARGV[3], ARGV[1])
redis.call('SADD', KEYS[3], ARGV[1])
return 1
"""
#: Take a played match once: keep its line and append its entry, unless it is there or the series is over.
TAKE = """
if redis.call('SISMEMBER', KEYS[3], ARGV[1]) == 0 then return 0 end
if redis.call('HSETNX', KEYS[1], ARGV[2], ARGV[3]) == 0 then return 0 end
redis.call('RPUSH', KEYS[2], ARGV[4])
return 1
"""
#: Append an entry to a log of that length, while the series runs.
APPEND = """
if redis.call('SISMEMBER', KEYS[2], ARGV[1]) == 0 or redis.call('LLEN', KEYS[1]) ~= tonumber(ARGV[2]) then return 0 end
redis.call('RPUSH', KEYS[1], ARGV[3])
return 1
"""
#: End a series once.
END = """
if redis.call('SREM', KEYS[2], ARGV[1]) == 0 then return 0 end
redis.call('RPUSH', KEYS[1], ARGV[2])
redis.call('EXPIRE', KEYS[1], ARGV[3])
redis.call('EXPIRE', KEYS[3], ARGV[3])
return 1
"""
#: Be the one process that conducts a series, or go on being it.
LEAD = """
local lead = redis.call('GET', KEYS[1])
if lead and lead ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
"""
ID_BYTES = 8
#: a process that has not gone on for so long has died; another one conducts its series
LEAD_MS = 4_000
KEPT_MAX = 64
TAKEN_AT_ONCE = 100
ENTRY_FIELDS = (
    *("group", "pair", "rotation", "match_id", "players"),
    *("scores", "ranks", "win_shares", "forfeits", "decisions", "seconds"),
)
Entry = dict[str, Any]


class SeriesStore:
    """Reads and writes of series."""

    def __init__(self, redis: Redis) -> None:
        """Use *redis* for everything."""
        self.redis: Any = redis
        self.name = secrets.token_hex(8)
        scripts = (CREATE, TAKE, APPEND, END, LEAD)
        self._create, self._take, self._append, self._end, self._lead = map(redis.register_script, scripts)
        self._kept: OrderedDict[str, Kept] = OrderedDict()

    # -- logs --------------------------------------------------------------------------------------

    async def create(self, account: str, plan: Plan, key: str) -> str:
        """Begin a series and return its id; the same account and *key* (if any) give the same; raise KeyReused."""
        word = f"{account}:{key}" if key else secrets.token_hex(16)
        series_id = hashlib.sha256(word.encode()).hexdigest()[: 2 * ID_BYTES]
        entry: Entry = {
            "kind": "created",
            "at_ms": now_ms(),
            "host": account,
            "plan": plan.to_dict(),
            "matches": plan.matches,
        }
        made = await self._create(
            keys=[keys.series_log(series_id), keys.SERIES, keys.SERIES_RUNNING],
            args=[series_id, orjson.dumps(entry), entry["at_ms"]],
        )
        if not made:
            known = (await self.fresh(series_id)).plan.to_dict()
            if {**known, "seed": 0} != {**plan.to_dict(), "seed": 0}:
                raise KeyReused("the idempotency key was used for another series")
        return series_id

    async def fresh(self, series_id: str) -> Kept:
        """Return a series with all that was appended before the call; raise UnknownSeries."""
        kept = self._kept.setdefault(series_id, Kept(series_id))
        self._kept.move_to_end(series_id)
        start = len(kept.entries)
        raw = await self.redis.lrange(keys.series_log(series_id), start, -1)
        # Another call may have read on while this one waited.
        kept.follow(raw[len(kept.entries) - start :])
        if not kept.entries:
            self._kept.pop(series_id, None)
            raise UnknownSeries(f"no series has the id {series_id!r}")
        while len(self._kept) > KEPT_MAX:
            self._kept.popitem(last=False)
        return kept

    async def append(self, kept: Kept, entry: Entry) -> bool:
        """Append an entry if the log is still as *kept* knows it and the series runs."""
        log = keys.series_log(kept.series_id)
        args: list[Any] = [kept.series_id, len(kept.entries), orjson.dumps(entry | {"at_ms": now_ms()})]
        return bool(await self._append(keys=[log, keys.SERIES_RUNNING], args=args))

    async def end(self, series_id: str, kind: str, reason: str = "") -> bool:
        """End a series that runs; return whether it did."""
        entry = orjson.dumps({"kind": kind, "at_ms": now_ms(), "reason": reason})
        ended = await self._end(
            keys=[keys.series_log(series_id), keys.SERIES_RUNNING, keys.series_matches(series_id)],
            args=[series_id, entry, limits().series_kept_s],
        )
        chunks = await self.chunks(series_id)
        async with self.redis.pipeline(transaction=True) as pipe:
            for chunk_id in chunks:
                pipe.set(keys.chunk(chunk_id), jobs.CHUNK_OFF, ex=3600)
            pipe.delete(keys.series_chunks(series_id), keys.played(series_id))
            await pipe.execute()
        return bool(ended)

    async def running(self) -> list[str]:
        """Return the ids of the series that run."""
        return sorted(each.decode() for each in await self.redis.smembers(keys.SERIES_RUNNING))

    async def page(self, offset: int, count: int) -> list[str]:
        """Return ids of series, newest first."""
        found = await self.redis.zrange(keys.SERIES, offset, offset + count - 1, desc=True)
        return [each.decode() for each in found]

    async def summary(self, series_id: str) -> bytes | None:
        """Return a series in short as JSON; of one that is over it is kept. None: its time is up, it is forgotten."""
        known: bytes | None = await self.redis.get(keys.series_summary(series_id))
        if known is not None:
            return known
        try:
            kept = await self.fresh(series_id)
        except UnknownSeries:
            await self.redis.zrem(keys.SERIES, series_id)
            return None
        short = orjson.dumps(kept.summary())
        if not kept.is_running:
            left_ms = await self.redis.pttl(keys.series_log(series_id))
            await self.redis.set(keys.series_summary(series_id), short, px=max(left_ms, 1))
        return short

    async def lead(self, series_id: str) -> bool:
        """Whether this process is the one to conduct the series now."""
        return bool(await self._lead(keys=[keys.series_lead(series_id)], args=[self.name, LEAD_MS]))

    # -- matches -----------------------------------------------------------------------------------

    async def take_played(self, kept: Kept) -> None:
        """Take what workers have played into the log, each match once."""
        stream = keys.played(kept.series_id)
        to = [keys.series_matches(kept.series_id), keys.series_log(kept.series_id), keys.SERIES_RUNNING]
        while found := await self.redis.xrange(stream, count=TAKEN_AT_ONCE):
            async with self.redis.pipeline(transaction=False) as pipe:
                for _, fields in found:
                    line = orjson.loads(zlib.decompress(fields[b"line"]))
                    entry = {"kind": "match", "at_ms": now_ms()} | {name: line[name] for name in ENTRY_FIELDS}
                    args = [kept.series_id, fields[b"place"], fields[b"line"], orjson.dumps(entry)]
                    await self._take(keys=to, args=args, client=pipe)
                pipe.xdel(stream, *(number for number, _ in found))
                await pipe.execute()
        await self.fresh(kept.series_id)

    async def lines(self, kept: Kept) -> AsyncIterator[dict[str, Any]]:
        """Yield the lines of all matches played so far, with their records, in the order of the plan."""
        places = sorted(
            (pair, group, rotation)
            for group, pairs in kept.standing.lines.items()
            for pair, rotations in pairs.items()
            for rotation in rotations
        )
        names = [f"{group}-{pair}-{rotation}" for pair, group, rotation in places]
        for start in range(0, len(names), TAKEN_AT_ONCE):
            batch = names[start : start + TAKEN_AT_ONCE]
            for raw in await self.redis.hmget(keys.series_matches(kept.series_id), batch):
                if raw is not None:
                    yield orjson.loads(zlib.decompress(raw))

    # -- chunks ------------------------------------------------------------------------------------

    async def chunks(self, series_id: str) -> dict[str, dict[str, Any]]:
        """Return the chunks that are out, by id: places, when sent, which attempt."""
        raw = await self.redis.hgetall(keys.series_chunks(series_id))
        return {chunk_id.decode(): orjson.loads(chunk) for chunk_id, chunk in raw.items()}

    async def holders(self, chunk_ids: list[str]) -> list[bytes | None]:
        """Return who plays each of these chunks, or what became of it."""
        found = await self.redis.mget([keys.chunk(chunk_id) for chunk_id in chunk_ids]) if chunk_ids else []
        return list(found)

    async def put_chunk(self, series_id: str, places: list[Place], attempt: int) -> str:
        """Note a chunk as given out, before it is; return its id."""
        chunk_id = f"{series_id}-{secrets.token_hex(6)}"
        chunk = {"places": places, "sent_ms": now_ms(), "attempt": attempt}
        await self.redis.hset(keys.series_chunks(series_id), chunk_id, orjson.dumps(chunk))
        return chunk_id

    async def drop_chunk(self, series_id: str, chunk_id: str) -> None:
        """Forget a chunk, and call off whoever should still play it."""
        async with self.redis.pipeline(transaction=True) as pipe:
            pipe.hdel(keys.series_chunks(series_id), chunk_id)
            pipe.set(keys.chunk(chunk_id), jobs.CHUNK_OFF, ex=3600)
            await pipe.execute()

    async def queued(self) -> int:
        """Return how many chunks wait for a worker."""
        return int(await self.redis.llen(jobs.queue_name("series")))
