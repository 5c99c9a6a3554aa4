"""Tournament logs in Redis. Logs are append-only; every append checks the length that it assumes."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast
from weakref import WeakValueDictionary

import orjson

from services.director.archived import TOURNAMENT
from services.director.logs import Logs
from services.director.news import news_of_entry
from services.director.results import Results
from services.shared import idempotency, keys
from services.shared.confirming import Confirming
from services.shared.errors import LimitExceeded, UnknownTournament
from services.shared.idempotency import NO_KEY, SERVER_PREFIX, RequestKey
from services.shared.ids import new_id
from services.shared.json import dump_json
from services.shared.limits import limits
from services.shared.news import tell_account
from services.shared.now import now_ms
from services.shared.writing import NOTHING, Nothing, Source, write_change
from tournaments.tournament import Tournament

if TYPE_CHECKING:
    from collections.abc import Callable

    from services.director.archived import RemoteArchive
    from services.director.news import Entry
    from services.shared.clients import Redis, Value
    from services.shared.writing import Outcome

#: Recall, compare, do, remember: `{asked, length, guard, commands, answer}`. Nothing is done if the request was carried
#: out before, unless the log has *length* entries, or if the sorted set of the *guard* has as many as it may.
APPEND = (
    idempotency.LUA
    + """
local write = cjson.decode(ARGV[1])
local known = recall(write.asked)
if known then return {'known', known} end
if redis.call('LLEN', KEYS[1]) ~= write.length then return {'stale', ''} end
if write.guard.most and redis.call('ZCARD', write.guard.key) >= write.guard.most then return {'refused', ''} end
for _, command in ipairs(write.commands) do redis.call(unpack(command)) end
remember(write.asked, write.answer)
return {'done', ''}
"""
)
#: Bring a log back from the archive, unless it is here.
BRING_BACK = """
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
for _, entry in ipairs(cjson.decode(ARGV[3])) do redis.call('RPUSH', KEYS[1], entry) end
redis.call('ZADD', KEYS[2], ARGV[2], ARGV[1])
return 1
"""


Command = list[str | int]


class KeptTournament:
    """A tournament as this process knows it, up to the entries read so far; the first entry names the host."""

    def __init__(self) -> None:
        """Begin before the first entry."""
        self.tournament = Tournament()
        self.entries: list[bytes] = []
        self.host = ""

    @property
    def token(self) -> str:
        """The token that a write compares: the length of the log."""
        return str(len(self.entries))

    def follow(self, raw: list[bytes]) -> None:
        """Take further entries."""
        for each in raw:
            entry = orjson.loads(each)
            self.host = entry.get("host", self.host)
            self.tournament.apply(entry)
            self.entries.append(each)


@dataclass(frozen=True, slots=True)
class Append:
    """Entries for the end of a log of that length, and what is to be done in Redis for them.

    *host* makes a tournament by it, and may have no more than so many that are not over.
    """

    length: int
    lines: list[bytes]
    commands: list[Command]
    answer: str = ""
    host: str = ""

    def to_guard(self) -> dict[str, str | int]:
        """Return what the script asks whether there is room, with nothing in it if it matters not."""
        if not self.host or self.host.startswith(SERVER_PREFIX):
            return {"key": ""}
        return {"key": keys.open_tournaments(self.host), "most": limits().tournaments_open_per_account_max}


class TournamentSource(Source[KeptTournament, Append]):
    """A tournament as the one writer reads and writes it."""

    def __init__(self, store: TournamentStore, tournament_id: str) -> None:
        """Write to *store*."""
        self.store = store
        self.tournament_id = tournament_id

    async def newest(self) -> KeptTournament:
        """See Source."""
        return await self.store.fresh(self.tournament_id)

    async def recall(self, key: RequestKey) -> bytes | None:
        """See Source."""
        return await idempotency.recall(self.store.writes, key)

    async def write(self, held: KeptTournament, change: Append | Nothing, key: RequestKey) -> tuple[Outcome, bytes]:
        """See Source."""
        if isinstance(change, Nothing):
            change = Append(len(held.entries), [], [], change.answer)
        return await self.store.write(self.tournament_id, change, key)


class TournamentStore:
    """Reads and appends of logs, and of rated results."""

    def __init__(self, redis: Redis, archive: RemoteArchive) -> None:
        """Use *redis* for everything, and *archive* for what has left it."""
        self.redis = redis
        self.results = Results(redis, archive)
        self._archive = archive
        self._logs = Logs(redis, archive, TOURNAMENT, keys.TOURNAMENTS_LEFT, keys.tournament_log)
        self.writes = Confirming(redis)
        self._append = redis.register_script(APPEND)
        self._bring_back = redis.register_script(BRING_BACK)
        self._kept: OrderedDict[str, KeptTournament] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

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
        raw = await self._logs.read_after(tournament_id, start)
        # Another call may have read on while this one waited.
        kept.follow(raw[len(kept.entries) - start :])
        if not kept.entries:
            self._kept.pop(tournament_id, None)
            raise UnknownTournament(f"no tournament has the id {tournament_id!r}")
        while len(self._kept) > limits().cached_tournaments_max:
            self._kept.popitem(last=False)
        return kept

    async def create(self, entry: Entry, key: RequestKey = NO_KEY) -> str:
        """Begin a log with a checked `created` entry, once per key; return the tournament's id.

        Raises KeyReused, LimitExceeded.
        """
        tournament_id, line, host = new_id(), dump_json(entry), entry["host"]
        commands: list[Command] = [
            *_commands(tournament_id, [line], []),
            ["ZADD", keys.TOURNAMENTS, entry["at_ms"], tournament_id],
            ["ZADD", keys.open_tournaments(host), entry["at_ms"], tournament_id],
        ]
        made = Append(0, [line], commands, tournament_id, host)
        outcome, remembered = await self.write(tournament_id, made, key)
        return key.answer_in(remembered) if outcome == "known" else tournament_id

    async def change(
        self, tournament_id: str, make: Callable[[KeptTournament], list[Entry]], key: RequestKey = NO_KEY
    ) -> KeptTournament:
        """Append the entries that *make* wants, each checked by the fold, on the newest log, all or none, once per key.

        What *make* raises goes through; an entry that doesn't fit raises BadEntry and nothing of it is kept.
        """

        def work_out(kept: KeptTournament) -> Append | Nothing:
            entries = make(kept)
            return _append_of(tournament_id, kept, entries) if entries else NOTHING

        async with self.lock(tournament_id):
            await write_change(TournamentSource(self, tournament_id), work_out, key)
        return await self.fresh(tournament_id)

    async def write(self, tournament_id: str, append: Append, key: RequestKey = NO_KEY) -> tuple[Outcome, bytes]:
        """Append to a log and remember the request, both or neither; return as Source does, or raise LimitExceeded."""
        log = keys.tournament_log(tournament_id)
        request = {
            "asked": key.to_script(),
            "length": append.length,
            "guard": append.to_guard(),
            "commands": append.commands,
            "answer": append.answer,
        }
        outcome, remembered = await self.writes.run(self._append, [log], [dump_json(request)])
        if outcome == b"stale" and append.length and await self._is_brought_back(tournament_id):
            outcome, remembered = await self.writes.run(self._append, [log], [dump_json(request)])
        if outcome == b"refused":
            name, most = "tournaments_open_per_account_max", limits().tournaments_open_per_account_max
            raise LimitExceeded(
                f"{most} tournaments of yours are not over, as many as the limit {name} allows; end one",
                limit=name,
                limit_max=most,
            )
        if outcome == b"stale" and append.lines:
            # The reply to a first attempt may have been lost: then these are our own entries.
            last = append.length + len(append.lines) - 1
            if await self.redis.lrange(log, append.length, last) == append.lines:
                return "done", b""
        return cast("Outcome", outcome.decode()), remembered

    async def _is_brought_back(self, tournament_id: str) -> bool:
        """Bring a log that has left Redis back, as it is in the archive; return whether it had."""
        log = keys.tournament_log(tournament_id)
        if await self.redis.exists(log):
            return False
        entries = [each.decode() for each in await self._archive.read_log(TOURNAMENT, tournament_id)]
        # It goes again when it has been quiet for a while.
        args: list[Value] = [tournament_id, now_ms(), dump_json(entries)]
        return bool(entries) and bool(await self._bring_back(keys=[log, keys.TOURNAMENTS_OVER], args=args))

    async def find_running(self) -> list[str]:
        """Return the ids of the tournaments that run, or have tables to release."""
        return sorted(each.decode() for each in await self.redis.smembers(keys.TOURNAMENTS_RUNNING))

    async def find_running_matches(self, match_ids: list[str]) -> set[str]:
        """Return those of the matches that go on.

        To ask game_state about each of them, twice a second, would take it from those who play.
        """
        if not match_ids:
            return set()
        since_ms = await self.redis.zmscore(keys.status_index("running"), match_ids)
        return {match_id for match_id, score in zip(match_ids, since_ms, strict=True) if score is not None}


def _append_of(tournament_id: str, kept: KeptTournament, entries: list[Entry]) -> Append:
    """Return how *entries* are appended; raise BadEntry if one doesn't fit."""
    # Checked on a copy: the fold of the log itself never meets what is not in it.
    trial = kept.tournament.copy()
    news: list[tuple[str, list[str]]] = []
    for entry in entries:
        trial.apply(entry)
        news += news_of_entry(tournament_id, trial, entry)
    lines = [dump_json(entry) for entry in entries]
    commands = _commands(tournament_id, lines, news)
    if trial.is_running or trial.to_release():
        commands.append(["SADD", keys.TOURNAMENTS_RUNNING, tournament_id])
    elif trial.finished is not None:
        commands.append(["SREM", keys.TOURNAMENTS_RUNNING, tournament_id])
    if trial.finished is not None:
        commands.append(["ZREM", keys.open_tournaments(kept.host), tournament_id])
    if trial.finished is not None and not trial.to_release():
        commands.append(["ZADD", keys.TOURNAMENTS_OVER, entries[-1]["at_ms"], tournament_id])
    return Append(len(kept.entries), lines, commands)


def _commands(tournament_id: str, lines: list[bytes], news: list[tuple[str, list[str]]]) -> list[Command]:
    """Return what appends lines, tells those whom it concerns in their own streams, and wakes them."""
    accounts = " ".join(sorted({account for account, _ in news}))
    advanced: Command = ["XADD", keys.TOURNAMENTS_ADVANCED, "MAXLEN", "~", limits().advanced_entries_max, "*"]
    commands: list[Command] = [["RPUSH", keys.tournament_log(tournament_id), line.decode()] for line in lines]
    commands.append([*advanced, "tournament_id", tournament_id, "accounts", accounts])
    for account, fields in news:
        commands.extend([*command] for command in tell_account(account, fields))
    return commands
