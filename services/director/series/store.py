"""Series in Redis: their logs, the matches with their records, and the chunks that are out."""

from __future__ import annotations

import secrets
import zlib
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypedDict

import orjson
import structlog

from services.director.archived import SERIES
from services.director.logs import Logs
from services.director.series.kept import KeptSeries
from services.director.series.plan import tell_plan
from services.shared import idempotency, jobs, keys
from services.shared.confirming import Confirming
from services.shared.errors import UnknownSeries
from services.shared.idempotency import NO_KEY, RequestKey
from services.shared.ids import new_id
from services.shared.json import dump_json
from services.shared.limits import limits
from services.shared.now import now_ms

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable

    from ai.arena.schedule import Plan
    from services.director.archived import RemoteArchive
    from services.director.series.kept import Entry
    from services.shared.clients import Redis, Value

#: Begin a log, unless the request (ARGV[4]) was carried out before: then return what is remembered of it.
CREATE = (
    idempotency.LUA
    + """
local asked = cjson.decode(ARGV[4])
local known = recall(asked)
if known then return known end
redis.call('RPUSH', KEYS[1], ARGV[2])
redis.call('ZADD', KEYS[2], ARGV[3], ARGV[1])
redis.call('SADD', KEYS[3], ARGV[1])
remember(asked, ARGV[1])
return false
"""
)
#: Take a played match once: keep its line and append its entry, unless it is there or the series is over. Like every
#: change of a log, it wakes its followers.
TAKE = """
if redis.call('SISMEMBER', KEYS[3], ARGV[1]) == 0 then return 0 end
if redis.call('HSETNX', KEYS[1], ARGV[2], ARGV[3]) == 0 then return 0 end
redis.call('RPUSH', KEYS[2], ARGV[4])
redis.call('XADD', KEYS[4], 'MAXLEN', '~', ARGV[5], '*', 'series_id', ARGV[1])
return 1
"""
#: Append an entry to a log of that length, while the series runs.
APPEND = """
if redis.call('SISMEMBER', KEYS[2], ARGV[1]) == 0 or redis.call('LLEN', KEYS[1]) ~= tonumber(ARGV[2]) then return 0 end
redis.call('RPUSH', KEYS[1], ARGV[3])
redis.call('XADD', KEYS[3], 'MAXLEN', '~', ARGV[4], '*', 'series_id', ARGV[1])
return 1
"""
#: Note a chunk as handed out, while the series runs.
PUT = """
if redis.call('SISMEMBER', KEYS[2], ARGV[1]) == 0 then return 0 end
redis.call('HSET', KEYS[1], ARGV[2], ARGV[3])
return 1
"""
#: End a series once, and call off its chunks that are out (ARGV[5], for ARGV[4] seconds); remember the request
#: (ARGV[8]), or return what is remembered of an earlier one with its key.
END = (
    idempotency.LUA
    + """
local asked = cjson.decode(ARGV[8])
local known = recall(asked)
if known then return known end
remember(asked, '')
if redis.call('SREM', KEYS[2], ARGV[1]) == 0 then return false end
redis.call('RPUSH', KEYS[1], ARGV[2])
redis.call('ZADD', KEYS[7], ARGV[9], ARGV[1])
redis.call('EXPIRE', KEYS[1], ARGV[3])
redis.call('EXPIRE', KEYS[3], ARGV[3])
for _, chunk in ipairs(redis.call('HKEYS', KEYS[4])) do
  redis.call('SET', ARGV[6] .. chunk, ARGV[5], 'EX', ARGV[4])
end
redis.call('DEL', KEYS[4], KEYS[5])
redis.call('XADD', KEYS[6], 'MAXLEN', '~', ARGV[7], '*', 'series_id', ARGV[1])
return false
"""
)
#: Become or remain the one process that conducts a series.
LEAD = """
local lead = redis.call('GET', KEYS[1])
if lead and lead ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
"""
#: a process that has not renewed its lead for so long is dead; another one conducts its series
LEAD_MS = 4_000
#: how long it is known that a chunk is called off
OFF_S = 3600
MS = 1000
TAKEN_AT_ONCE = 100
ENTRY_FIELDS = (
    *("group", "pair", "rotation", "match_id", "players"),
    *("scores", "ranks", "win_shares", "forfeits", "decisions", "seconds"),
)


class Chunk(TypedDict):
    """Matches that were handed to a worker: since when, and how often they were handed out and sent."""

    places: list[tuple[int, int, int]]
    sent_ms: int
    attempt: int
    sends: int
    is_begun: bool


@dataclass(frozen=True, slots=True)
class Holder:
    """The player of a chunk, or its fate (see jobs.py), and for how long that holds unless it is renewed."""

    name: bytes | None
    left_ms: int

    def find_paused_ms(self) -> int:
        """Return when the chunk was paused (unix ms), if it is."""
        return now_ms() + self.left_ms - jobs.CHUNK_PAUSED_MS


log = structlog.get_logger()


class SeriesStore:
    """Reads and writes of series."""

    def __init__(self, redis: Redis, archive: RemoteArchive) -> None:
        """Use *redis* for everything, and *archive* for what has left it."""
        self.redis = redis
        self._archive = archive
        self._logs = Logs(redis, archive, SERIES, keys.SERIES_LEFT, keys.series_log)
        self.writes = Confirming(redis)
        self.name = secrets.token_hex(8)
        scripts = (CREATE, TAKE, APPEND, PUT, END, LEAD)
        self._create, self._take, self._append, self._put, self._end, self._lead = map(redis.register_script, scripts)
        self._kept: OrderedDict[str, KeptSeries] = OrderedDict()

    # -- logs --------------------------------------------------------------------------------------

    async def create(self, account: str, plan: Plan, key: RequestKey = NO_KEY) -> str:
        """Begin a series, once per key, and return its id; raise KeyReused."""
        series_id = new_id()
        entry: Entry = {
            "kind": "created",
            "at_ms": now_ms(),
            "host": account,
            "plan": tell_plan(plan),
            "matches": plan.matches,
        }
        known = await self.writes.run(
            self._create,
            [keys.series_log(series_id), keys.SERIES, keys.SERIES_RUNNING],
            [series_id, dump_json(entry), entry["at_ms"], dump_json(key.to_script())],
        )
        return series_id if known is None else key.answer_in(known)

    async def recall_id(self, key: RequestKey) -> str | None:
        """Return the id of the series that an earlier request with the key made, or None; raise KeyReused."""
        known = await idempotency.recall(self.writes, key)
        return None if known is None else key.answer_in(known)

    async def fresh(self, series_id: str) -> KeptSeries:
        """Return a series with all that was appended before the call; raise UnknownSeries."""
        kept = self._kept.setdefault(series_id, KeptSeries(series_id))
        self._kept.move_to_end(series_id)
        start = len(kept.entries)
        raw = await self._logs.read_after(series_id, start)
        # Another call may have read on while this one waited.
        kept.follow(raw[len(kept.entries) - start :])
        if not kept.entries:
            self._kept.pop(series_id, None)
            raise UnknownSeries(f"no series has the id {series_id!r}")
        while len(self._kept) > limits().cached_series_max:
            self._kept.popitem(last=False)
        return kept

    async def append(self, kept: KeptSeries, entry: Entry) -> bool:
        """Append an entry if the log is still as *kept* knows it and the series runs."""
        log = keys.series_log(kept.series_id)
        line, most = dump_json(entry | {"at_ms": now_ms()}), limits().advanced_entries_max
        args: list[bytes | str | int] = [kept.series_id, len(kept.entries), line, most]
        return bool(await self._append(keys=[log, keys.SERIES_RUNNING, keys.SERIES_ADVANCED], args=args))

    async def end(self, series_id: str, kind: str, reason: str = "", key: RequestKey = NO_KEY) -> None:
        """End a series if it runs, once per key; raise KeyReused."""
        at_ms = now_ms()
        entry = dump_json({"kind": kind, "at_ms": at_ms, "reason": reason})
        names = [f(series_id) for f in (keys.series_log, keys.series_matches, keys.series_chunks, keys.series_played)]
        names.insert(1, keys.SERIES_RUNNING)
        names += [keys.SERIES_ADVANCED, keys.SERIES_OVER]
        args: list[bytes | str | int] = [series_id, entry, limits().series_kept_s, OFF_S, jobs.CHUNK_OFF]
        args += [keys.CHUNKS, limits().advanced_entries_max, dump_json(key.to_script()), at_ms]
        known = await self.writes.run(self._end, names, args)
        if known is not None:
            key.answer_in(known)

    async def find_running(self) -> list[str]:
        """Return the ids of the series that run."""
        return sorted(each.decode() for each in await self.redis.smembers(keys.SERIES_RUNNING))

    async def summary(self, series_id: str) -> bytes | None:
        """Return a series in brief as JSON, stored once it is over; None if the series has expired."""
        known: bytes | None = await self.redis.get(keys.series_summary(series_id))
        if known is not None:
            return known
        try:
            kept = await self.fresh(series_id)
        except UnknownSeries:
            for among in (keys.SERIES, keys.SERIES_OVER):
                await self.redis.zrem(among, series_id)
            await self.redis.hdel(keys.SERIES_LEFT, series_id)
            return None
        short = dump_json(kept.summary())
        if kept.ended_ms is not None:
            left_ms = kept.ended_ms + limits().series_kept_s * MS - now_ms()
            await self.redis.set(keys.series_summary(series_id), short, px=max(left_ms, 1))
        return short

    async def lead(self, series_id: str) -> bool:
        """Whether this process is the one to conduct the series now."""
        return bool(await self._lead(keys=[keys.series_lead(series_id)], args=[self.name, LEAD_MS]))

    # -- matches -----------------------------------------------------------------------------------

    async def take_played(self, kept: KeptSeries) -> None:
        """Take what workers have played into the log, each match once."""
        stream = keys.series_played(kept.series_id)
        to = [keys.series_matches(kept.series_id), keys.series_log(kept.series_id)]
        to += [keys.SERIES_RUNNING, keys.SERIES_ADVANCED]
        most = limits().advanced_entries_max
        while found := await self.redis.xrange(stream, count=TAKEN_AT_ONCE):
            async with self.redis.pipeline(transaction=False) as pipe:
                for _, fields in found:
                    entry = _entry_of(kept.series_id, fields)
                    if entry is None:
                        continue
                    args: list[Value] = [kept.series_id, fields[b"place"], fields[b"line"], dump_json(entry), most]
                    await self._take(keys=to, args=args, client=pipe)
                pipe.xdel(stream, *(number for number, _ in found))
                await pipe.execute()
        await self.fresh(kept.series_id)

    async def lines(self, kept: KeptSeries) -> AsyncIterator[Entry]:
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
            here = await self.redis.hmget(keys.series_matches(kept.series_id), batch)
            found = {name: raw for name, raw in zip(batch, here, strict=True) if raw is not None}
            if gone := [name for name in batch if name not in found]:
                found |= await self._archive.read_matches(kept.series_id, gone)
            for name in batch:
                if name in found:
                    yield orjson.loads(zlib.decompress(found[name]))

    # -- chunks ------------------------------------------------------------------------------------

    async def chunks(self, series_id: str) -> dict[str, Chunk]:
        """Return the chunks that are out, by id: places, when and how often sent, which attempt, whether begun."""
        raw = await self.redis.hgetall(keys.series_chunks(series_id))
        return {chunk_id.decode(): orjson.loads(chunk) for chunk_id, chunk in raw.items()}

    async def holders(self, chunk_ids: Iterable[str]) -> dict[str, Holder]:
        """Return who plays each of these chunks, or what became of it."""
        asked = list(chunk_ids)
        async with self.redis.pipeline(transaction=True) as pipe:
            for chunk_id in asked:
                pipe.get(keys.chunk(chunk_id))
                pipe.pttl(keys.chunk(chunk_id))
            found = await pipe.execute()
        return {chunk_id: Holder(*found[2 * at : 2 * at + 2]) for at, chunk_id in enumerate(asked)}

    async def put_chunk(self, series_id: str, chunk: Chunk) -> str | None:
        """Note a chunk as handed out, before it is sent; return its id, or None if the series is over."""
        chunk_id = f"{series_id}-{secrets.token_hex(6)}"
        return chunk_id if await self._put_chunk(series_id, chunk_id, chunk) else None

    async def _put_chunk(self, series_id: str, chunk_id: str, chunk: Chunk) -> bool:
        to = [keys.series_chunks(series_id), keys.SERIES_RUNNING]
        return bool(await self._put(keys=to, args=[series_id, chunk_id, dump_json(chunk)]))

    async def mark_begun(self, series_id: str, chunk_id: str, chunk: Chunk) -> None:
        """Note that a worker has begun a chunk."""
        chunk["is_begun"] = True
        await self._put_chunk(series_id, chunk_id, chunk)

    async def drop_chunk(self, series_id: str, chunk_id: str) -> None:
        """Forget a chunk, and call off whoever should still play it."""
        async with self.redis.pipeline(transaction=True) as pipe:
            pipe.hdel(keys.series_chunks(series_id), chunk_id)
            pipe.set(keys.chunk(chunk_id), jobs.CHUNK_OFF, ex=OFF_S)
            await pipe.execute()


def _entry_of(series_id: str, fields: dict[bytes, bytes]) -> Entry | None:
    """Return the log entry of a match that a worker handed over; None if it can't be read: it is played again."""
    try:
        line = orjson.loads(zlib.decompress(fields[b"line"]))
        entry = {name: line[name] for name in ENTRY_FIELDS}
        is_readable = fields[b"place"] == f"{entry['group']}-{entry['pair']}-{entry['rotation']}".encode()
    except (zlib.error, ValueError, KeyError, TypeError):
        is_readable = False
    if not is_readable:
        log.warning("a played match can't be read", series_id=series_id)
        return None
    return {"kind": "match", "at_ms": now_ms()} | entry
