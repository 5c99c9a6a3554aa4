"""Rated results in Redis, and the ratings that they give.

Results stand in a list, in the order in which they were counted. Those that are older than a while leave it for the
archive, the first ones first, and the ratings that they give take their place: whoever starts goes on from these. So
ratings are always the fold of all results there were, to the last bit. Results are in the archive before they leave,
and they leave by one script together with what takes their place: every step may be repeated, or left undone.
"""

from __future__ import annotations

import asyncio
import zlib
from itertools import takewhile
from typing import TYPE_CHECKING

import orjson

from protos.astrarium.v1 import archive_pb2
from services.shared import keys
from services.shared.errors import Unavailable
from services.shared.json import dump_json
from services.shared.limits import limits
from services.shared.now import now_ms
from tournaments.ratings import Key, Rating, Ratings, Result

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from services.director.archived import RemoteArchive
    from services.director.news import Entry
    from services.shared.clients import Redis, Value

MS = 1000
#: for how long after its end it is known of each match whether it is counted; later all of that time are
KNOWN_MS = 24 * 3600 * MS
#: results that leave together
LEAVING = 1_000
#: of the form in which ratings are stored
VERSION = 1
RETRY_AFTER_MS = 60_000
#: Count a result once: append it unless its match is counted already, or ended before all that is known of matches.
COUNT = """
local until_ms = tonumber(redis.call('GET', KEYS[3]) or 0)
if tonumber(ARGV[3]) < until_ms - tonumber(ARGV[4]) then return 0 end
if redis.call('ZADD', KEYS[2], 'NX', ARGV[3], ARGV[1]) == 0 then return 0 end
redis.call('RPUSH', KEYS[1], ARGV[2])
return 1
"""
#: Note up to when all matches were looked at, and forget those that ended long before.
LOOKED = """
if tonumber(ARGV[1]) <= tonumber(redis.call('GET', KEYS[1]) or 0) then return 0 end
redis.call('SET', KEYS[1], ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', '(' .. ARGV[2])
return 1
"""
#: Return how many results have left; the ratings that these give, or nil for whoever knows so many results, and of
#: them that last one; and the results in the list that come after them.
READ = """
local left, known = tonumber(redis.call('HGET', KEYS[2], 'results') or 0), tonumber(ARGV[1])
local last = ''
if known == left then last = redis.call('HGET', KEYS[2], 'last') or '' end
if known > left then last = redis.call('LINDEX', KEYS[1], known - left - 1) end
if known >= left and last == ARGV[2] then return {left, false, redis.call('LRANGE', KEYS[1], known - left, -1)} end
return {left, redis.call('HGET', KEYS[2], 'ratings') or '', redis.call('LRANGE', KEYS[1], 0, -1)}
"""
#: Let so many results go, of which the archive has every one, unless some have left, or the list is another one.
LEAVE = """
local left = tonumber(redis.call('HGET', KEYS[2], 'results') or 0)
if left ~= tonumber(ARGV[1]) or redis.call('LINDEX', KEYS[1], ARGV[2] - 1) ~= ARGV[3] then return 0 end
redis.call('LTRIM', KEYS[1], ARGV[2], -1)
redis.call('HSET', KEYS[2], 'results', left + ARGV[2], 'last', ARGV[3], 'ratings', ARGV[4])
return 1
"""


class Results:
    """Reads and appends of rated results."""

    def __init__(self, redis: Redis, archive: RemoteArchive) -> None:
        """Use *redis* for what is new, and *archive* for what has left it."""
        self._redis = redis
        self._archive = archive
        self._count = redis.register_script(COUNT)
        self._looked = redis.register_script(LOOKED)
        self._read = redis.register_script(READ)
        self._leave = redis.register_script(LEAVE)
        self._ratings = Ratings()
        self._last = b""
        self._reading = asyncio.Lock()
        self._published: dict[Key, Rating] = {}

    # -- counting ----------------------------------------------------------------------------------

    async def are_rated(self, ended_ms: Mapping[str, int]) -> list[bool]:
        """Return for each match, with the unix ms of its end, whether it was looked at: counted, if it is rated."""
        if not ended_ms:
            return []
        long_ago_ms = await self.read_looked_until() - KNOWN_MS
        scores = await self._redis.zmscore(keys.RATED, list(ended_ms))
        return [
            score is not None or at_ms < long_ago_ms for score, at_ms in zip(scores, ended_ms.values(), strict=True)
        ]

    async def read_looked_until(self) -> int:
        """Return the unix ms up to which every match that had ended was looked at; 0: none was."""
        return int(await self._redis.get(keys.RATED_UNTIL) or 0)

    async def set_looked_until(self, at_ms: int) -> None:
        """Note that every match that ended up to then was looked at; the latest such time holds."""
        # A match whose end lies ahead, by a clock that goes wrong, doesn't make all others old.
        until_ms = min(at_ms, now_ms())
        await self._looked(keys=[keys.RATED_UNTIL, keys.RATED], args=[until_ms, until_ms - KNOWN_MS])

    async def rate(self, result: Mapping[str, object]) -> bool:
        """Count a result (fields of ratings.Result but the number) unless it is counted; return whether it was new."""
        args: list[Value] = [str(result["source"]), dump_json(result), str(result["at_ms"]), KNOWN_MS]
        return bool(await self._count(keys=[keys.RESULTS, keys.RATED, keys.RATED_UNTIL], args=args))

    async def settle(self, ended_ms: Mapping[str, int]) -> None:
        """Mark matches as counted that count with their table as one result, or not at all."""
        if ended_ms:
            await self._redis.zadd(keys.RATED, dict(ended_ms))

    # -- ratings -----------------------------------------------------------------------------------

    async def read_ratings(self) -> Ratings:
        """Return the ratings that all counted results give, with the changes by those that have not left."""
        async with self._reading:
            known = self._ratings.number + 1
            args: list[Value] = [known, self._last]
            left, stored, raw = await self._read(keys=[keys.RESULTS, keys.RATINGS_LEFT], args=args)
            if stored is not None:
                # Just started, or too long ago; or Redis has lost what it had not written when it died.
                known, self._ratings = left, load_ratings(stored)
            for number, each in enumerate(raw, known):
                self._ratings.add(result_of(number, orjson.loads(each)))
                self._last = each
            if self._ratings.first < left:
                self._ratings.forget_changes(left)
            return self._ratings

    async def read_left_changes(
        self, player: str, game: str, seats: int, before: int
    ) -> Sequence[archive_pb2.RatingChange]:
        """Return the changes of a player's rating by the results before that one, which have left, oldest first."""
        return await self._archive.read_changes(player, game, seats, before) if before else []

    async def publish_ratings(self) -> None:
        """Publish the ratings for other services; after a start all of them, later what has changed."""
        current = dict((await self.read_ratings()).current)
        changed: dict[str, dict[str, float]] = {}
        for (game, seats, player), rating in current.items():
            if self._published.get((game, seats, player)) != rating:
                changed.setdefault(keys.ratings(game, seats), {})[player] = rating.shown
        for name, shown in changed.items():
            await self._redis.hset(name, mapping=shown)
        self._published = current

    # -- leaving -----------------------------------------------------------------------------------

    async def archive_old(self) -> int:
        """Move results that were counted a while ago to the archive; return how many. Raises Unavailable."""
        moved = 0
        while count := await self._archive_some():
            moved += count
        return moved

    async def _archive_some(self) -> int:
        async with self._redis.pipeline(transaction=True) as pipe:
            pipe.hmget(keys.RATINGS_LEFT, "results", "ratings")
            pipe.lrange(keys.RESULTS, 0, LEAVING - 1)
            (left, stored), raw = await pipe.execute()
        before_ms = now_ms() - limits().finished_match_s * MS
        old: list[bytes] = list(takewhile(lambda each: orjson.loads(each)["at_ms"] < before_ms, raw))
        # What takes their place is written anew each time: never more of it than of results, or seldom.
        if not old or (len(old) < LEAVING and sum(map(len, old)) < len(stored or b"")):
            return 0
        results, after = await asyncio.to_thread(fold, load_ratings(stored or b""), old)
        if not await self._archive.keep_results(results):
            return 0
        args: list[Value] = [int(left or 0), len(old), old[-1], after]
        return len(old) if await self._leave(keys=[keys.RESULTS, keys.RATINGS_LEFT], args=args) else 0


def fold(ratings: Ratings, raw: Sequence[bytes]) -> tuple[list[archive_pb2.RatedResult], bytes]:
    """Return results that follow those of *ratings*, with what each changes, and the stored ratings after them."""
    results = []
    for number, each in enumerate(raw, ratings.number + 1):
        result = result_of(number, orjson.loads(each))
        changes = [
            archive_pb2.RatingChange(
                player=player,
                at_ms=change.at_ms,
                source=change.source,
                rank=change.rank,
                mean=change.after.mean,
                deviation=change.after.deviation,
            )
            for player, change in ratings.add(result).items()
        ]
        seats = len(result.ranks)
        results.append(
            archive_pb2.RatedResult(number=number, game=result.game, seats=seats, result=each, changes=changes)
        )
    return results, store_ratings(ratings)


def store_ratings(ratings: Ratings) -> bytes:
    """Return the stored form of ratings."""
    return zlib.compress(dump_json({"version": VERSION, **ratings.to_state()}))


def load_ratings(stored: bytes) -> Ratings:
    """Return the ratings of a stored form, with nothing in it those that none have changed; raise Unavailable."""
    if not stored:
        return Ratings()
    state = orjson.loads(zlib.decompress(stored))
    if state["version"] != VERSION:
        text = "the ratings were written by a newer version of this server; go back to that version"
        raise Unavailable(text, retry_after_ms=RETRY_AFTER_MS)
    return Ratings.from_state(state)


def result_of(number: int, d: Entry) -> Result:
    """Return a stored result."""
    return Result(
        number, d["game"], tuple(d["players"]), tuple(d["ranks"]), frozenset(d["absent"]), d["at_ms"], d["source"]
    )
