"""Tournament logs and rated results in Redis: append-only, every append compared with the length it rests on."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

import orjson

from services.director.news import news_of_entry
from services.shared import keys
from services.shared.errors import KeyReused, Unavailable, UnknownTournament
from services.shared.ids import id_of
from services.shared.limits import limits
from tournaments.ratings import Key, Rating, Ratings, Result
from tournaments.tournament import Tournament

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from services.director.news import Entry
    from services.shared.clients import Redis, Value

#: Append the entries (ARGV[6] and on) to the log if it has ARGV[1] entries, all or none; tell those whom it concerns
#: (ARGV[5]: the accounts) in their own streams (ARGV[4]: a JSON list of [stream, most entries, fields]), so never
#: twice, and wake them and who follows the log.
APPEND = """
if redis.call('LLEN', KEYS[1]) ~= tonumber(ARGV[1]) then return 0 end
for number = 6, #ARGV do redis.call('RPUSH', KEYS[1], ARGV[number]) end
redis.call('XADD', KEYS[2], 'MAXLEN', '~', ARGV[3], '*', 'tournament_id', ARGV[2], 'accounts', ARGV[5])
for _, news in ipairs(cjson.decode(ARGV[4])) do
  redis.call('XADD', news[1], 'MAXLEN', '~', news[2], '*', unpack(news[3]))
end
return 1
"""
#: Count a match's result once: append it unless the match is counted already.
COUNT = """
if redis.call('SADD', KEYS[2], ARGV[1]) == 0 then return 0 end
redis.call('RPUSH', KEYS[1], ARGV[2])
return 1
"""


class KeptTournament:
    """A tournament in this process, as far as it has read the log; the first entry names the host."""

    def __init__(self) -> None:
        """Begin before the first entry."""
        self.tournament = Tournament()
        self.entries: list[bytes] = []
        self.host = ""
        #: digests of the keys under which bots were entered, and of what was asked with them
        self.keys: dict[str, str] = {}

    def follow(self, raw: list[bytes]) -> None:
        """Take further entries."""
        for each in raw:
            entry = orjson.loads(each)
            self.host = entry.get("host", self.host)
            if "key" in entry:
                name, what = entry["key"]
                self.keys[name] = what
            self.tournament.apply(entry)
            self.entries.append(each)


class TournamentStore:
    """Reads and appends of logs, and the archive of results."""

    def __init__(self, redis: Redis) -> None:
        """Use *redis* for everything."""
        self.redis = redis
        self._append = redis.register_script(APPEND)
        self._count = redis.register_script(COUNT)
        self._kept: OrderedDict[str, KeptTournament] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.ratings = Ratings()
        self._published: dict[Key, Rating] = {}

    def lock(self, tournament_id: str) -> asyncio.Lock:
        """Return the lock that keeps this process from competing with itself for a tournament."""
        lock = self._locks.get(tournament_id)
        if lock is None:
            lock = self._locks[tournament_id] = asyncio.Lock()
        return lock

    async def fresh(self, tournament_id: str) -> KeptTournament:
        """Return a tournament with all that was appended before the call; raise UnknownTournament."""
        kept = self._kept.setdefault(tournament_id, KeptTournament())
        self._kept.move_to_end(tournament_id)
        start = len(kept.entries)
        raw = await self.redis.lrange(keys.tournament_log(tournament_id), start, -1)
        # Another call may have read on while this one waited.
        kept.follow(raw[len(kept.entries) - start :])
        if not kept.entries:
            self._kept.pop(tournament_id, None)
            raise UnknownTournament(f"no tournament has the id {tournament_id!r}")
        while len(self._kept) > limits().cached_tournaments_max:
            self._kept.popitem(last=False)
        return kept

    async def create(self, entry: Entry, key: str = "") -> str:
        """Begin a log with a checked `created` entry, unless the host did under that *key*; return the tournament's id.

        Raises KeyReused if it is another one.
        """
        tournament_id, line = id_of(entry["host"], key), orjson.dumps(entry)
        await self._write(tournament_id, 0, [line])
        known, wanted = orjson.loads((await self.fresh(tournament_id)).entries[0]), orjson.loads(line)
        # Whoever names no seed gets another one each time.
        if {**known["config"], "seed": ""} != {**wanted["config"], "seed": ""}:
            raise KeyReused("the idempotency key was used for another tournament")
        await self.redis.zadd(keys.TOURNAMENTS, {tournament_id: known["at_ms"]})
        return tournament_id

    async def change(self, tournament_id: str, make: Callable[[KeptTournament], list[Entry]]) -> KeptTournament:
        """Append the entries that *make* wants, each checked by the fold, on the newest log, all or none.

        What *make* raises goes through; an entry that doesn't fit raises BadEntry and nothing of it is kept.
        """
        async with self.lock(tournament_id):
            for _ in range(limits().writes_retried_max):
                kept = await self.fresh(tournament_id)
                wanted = make(kept)
                if not wanted:
                    return kept
                # Checked on a copy: the fold of the log itself never meets what is not in it.
                trial, length = kept.tournament.copy(), len(kept.entries)
                news: list[tuple[str, list[str]]] = []
                for entry in wanted:
                    trial.apply(entry)
                    news += news_of_entry(tournament_id, trial, entry)
                if await self._write(tournament_id, length, [orjson.dumps(entry) for entry in wanted], news):
                    kept = await self.fresh(tournament_id)
                    await self._index(tournament_id, kept)
                    return kept
        raise Unavailable("the tournament changes too fast; try again", retry_after_ms=100)

    async def _index(self, tournament_id: str, kept: KeptTournament) -> None:
        if kept.tournament.is_running or kept.tournament.to_release():
            await self.redis.sadd(keys.TOURNAMENTS_RUNNING, tournament_id)
        elif kept.tournament.finished is not None:
            await self.redis.srem(keys.TOURNAMENTS_RUNNING, tournament_id)

    async def _write(
        self, tournament_id: str, length: int, entries: list[bytes], news: Sequence[tuple[str, list[str]]] = ()
    ) -> bool:
        """Append entries to a log of that length, with their *news*; return False if it has another length by now."""
        log, most = keys.tournament_log(tournament_id), limits().account_events_max
        lines = orjson.dumps([[keys.account_events(account), most, fields] for account, fields in news])
        accounts = " ".join(sorted({account for account, _ in news}))
        args: list[bytes | str | int] = [length, tournament_id, limits().advanced_entries_max, lines, accounts]
        args += entries
        if await self._append(keys=[log, keys.TOURNAMENTS_ADVANCED], args=args):
            return True
        # The reply to a first attempt may have been lost: then these are our own entries.
        return bool(await self.redis.lrange(log, length, length + len(entries) - 1) == entries)

    async def find_running(self) -> list[str]:
        """Return the ids of the tournaments that run, or have tables to release."""
        return sorted(each.decode() for each in await self.redis.smembers(keys.TOURNAMENTS_RUNNING))

    # -- ratings -----------------------------------------------------------------------------------

    async def are_rated(self, match_ids: list[str]) -> list[bool]:
        """Return for each match whether its result is counted."""
        return list(map(bool, await self.redis.smismember(keys.RATED, match_ids))) if match_ids else []

    async def read_rated_until(self) -> int:
        """Return the unix ms up to which every match that had ended was looked at; 0: none was."""
        return int(await self.redis.get(keys.RATED_UNTIL) or 0)

    async def set_rated_until(self, at_ms: int) -> None:
        """Note that every match that ended up to then was looked at."""
        await self.redis.set(keys.RATED_UNTIL, at_ms)

    async def rate(self, result: dict[str, object]) -> bool:
        """Count a result (fields of ratings.Result but the number) unless it is counted; return whether it was new."""
        args: list[Value] = [str(result["source"]), orjson.dumps(result)]
        return bool(await self._count(keys=[keys.RESULTS, keys.RATED], args=args))

    async def settle(self, match_ids: Iterable[str]) -> None:
        """Take matches for counted that count with their table as one result, or not at all."""
        if ids := list(match_ids):
            await self.redis.sadd(keys.RATED, *ids)

    async def read_ratings(self) -> Ratings:
        """Return the ratings that all counted results give."""
        start = self.ratings.number + 1
        raw = await self.redis.lrange(keys.RESULTS, start, -1)
        for number, each in enumerate(raw[self.ratings.number + 1 - start :], self.ratings.number + 1):
            self.ratings.add(result_of(number, orjson.loads(each)))
        return self.ratings

    async def publish_ratings(self) -> None:
        """Write how players are rated to where other services read it; after a start, all of it."""
        current = dict((await self.read_ratings()).current)
        changed: dict[str, dict[str, float]] = {}
        for (game, seats, player), rating in current.items():
            if self._published.get((game, seats, player)) != rating:
                changed.setdefault(keys.ratings(game, seats), {})[player] = rating.shown
        for name, shown in changed.items():
            await self.redis.hset(name, mapping=shown)
        self._published = current


def result_of(number: int, d: Entry) -> Result:
    """Return a stored result."""
    return Result(
        number, d["game"], tuple(d["players"]), tuple(d["ranks"]), frozenset(d["absent"]), d["at_ms"], d["source"]
    )
