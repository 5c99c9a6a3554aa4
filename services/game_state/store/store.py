"""Matches in Redis, and the one script through which every write goes.

A match is a hash (`match`: JSON, `seed`, `token`, and once it is over `revision`) and a list (its log).
`token` is what writes compare: a digest of the whole log, then some random digits of the last write. So
two writers can't both win, a writer that lost the reply recognises its own write, and a cached log that
Redis has lost (power failure between two fsyncs) is noticed instead of being built upon.

A finished match moves to the archive. There it is read as if it were here; a write brings it back first.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, cast

import structlog

from services.game_state.archive.archive import NoArchive
from services.game_state.archive.content import Archived
from services.game_state.match.downtime import give_back
from services.game_state.match.model import Match, Stored, refuse_damaged, unknown_match
from services.game_state.store import lanes
from services.game_state.store.changes import EMPTY_CHAIN, chain_of, extend_chain
from services.game_state.store.downtimes import Downtimes
from services.shared import idempotency, jobs, keys, tracing
from services.shared.confirming import Confirming
from services.shared.connections import Pipelined
from services.shared.errors import MatchDamaged, UnknownMatch
from services.shared.idempotency import NO_KEY, RequestKey
from services.shared.json import dump_json
from services.shared.telemetry import APPEND_SECONDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from services.game_state.archive.archive import Archive
    from services.game_state.store.changes import Write
    from services.shared.clients import Redis
    from services.shared.writing import Outcome

    Reply = tuple[Outcome, bytes]

#: Recall, compare, do, remember: `{key, expected, guards, commands, settled, asked, lanes, answer}`. Nothing is done if
#: the request was carried out before, unless the match still has the token expected ("" = there is no such match), or
#: if a guard's command finds more than it may.
WRITE = (
    idempotency.LUA
    + lanes.LUA
    + """
local write = cjson.decode(ARGV[1])
local known = recall(write.key)
if known then return {'known', known} end
local token = redis.call('HGET', KEYS[1], 'token') or ''
if token ~= write.expected then return {'stale', token} end
for number, guard in ipairs(write.guards) do
  local found = redis.call(unpack(guard.command))
  if found > guard.most then return {'refused', number .. ':' .. found} end
end
for _, command in ipairs(write.commands) do redis.call(unpack(command)) end
for _, job in ipairs(write.settled) do settle(job, write.lanes) end
for _, ask in ipairs(write.asked) do ask_for(ask, write.lanes) end
remember(write.key, write.answer)
return {'done', ''}
"""
)

#: Overdue bot decisions, each handed to one caller: members due by ARGV[1] get the due time ARGV[2].
CLAIM_OVERDUE = """
local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[3])
for _, member in ipairs(due) do redis.call('ZADD', KEYS[1], ARGV[2], member) end
return due
"""

#: what one replica takes on at once of what is overdue
CLAIMED_MAX = 100
log = structlog.get_logger()


class Store:
    """Reads and writes of matches."""

    def __init__(self, redis: Redis, archive: Archive | None = None) -> None:
        """Use *redis* for everything but what is in the *archive*."""
        self.redis = redis
        self.downtimes = Downtimes(redis)
        self.archive: Archive = NoArchive() if archive is None else archive
        self._pipelined = Pipelined(redis)
        #: what is answered only when the replicas that are wanted have it
        self.writes = Confirming(redis, self._pipelined)
        self._write = redis.register_script(WRITE)
        self._claim = redis.register_script(CLAIM_OVERDUE)
        self._settle = redis.register_script(lanes.SETTLE)
        self._sweep = redis.register_script(lanes.SWEEP)

    async def token(self, match_id: str) -> str:
        """Return the token of a match; raise UnknownMatch."""
        token = await self._pipelined.call("HGET", keys.match(match_id), "token")
        # First here, then there: a match on its way is in both, and never in neither.
        found = await self.archive.token(match_id) if token is None else str(token.decode())
        if found is None:
            raise unknown_match(match_id)
        return found

    async def load(self, match_id: str, start: int = 0) -> Stored:
        """Return a match with its log from *start* on; raise UnknownMatch, and MatchDamaged if it is the whole log."""
        stored = await self._read(match_id, start)
        if start == 0 and not _is_whole(stored):
            raise refuse_damaged(match_id)
        return stored

    async def load_all(self, match_ids: Sequence[str]) -> dict[str, Stored]:
        """Return those of the matches that exist and are whole, by id, with their logs."""
        async with self.redis.pipeline(transaction=False) as pipe:
            for match_id in match_ids:
                pipe.hmget(keys.match(match_id), "token", "match", "seed")
                pipe.lrange(keys.log(match_id), 0, -1)
            read = await pipe.execute()
        found = {}
        for match_id, (token, match, seed), entries in zip(match_ids, read[::2], read[1::2], strict=True):
            if token is not None:
                whole = Match.from_json(match), bytes.fromhex(seed.decode())
                found[match_id] = Stored(*whole, token.decode(), 0, entries)
        gone = [match_id for match_id in match_ids if match_id not in found]
        found |= {name: each.stored for name, each in (await self.archive.find_all(gone)).items()} if gone else {}
        for match_id in [name for name, each in found.items() if not _is_whole(each)]:
            # One that was changed between the two reads is whole when it is read again.
            del found[match_id]
            try:
                found[match_id] = await self.load(match_id)
            except MatchDamaged:
                log.warning("a damaged match is left out", match_id=match_id)
            except UnknownMatch:
                continue
        return found

    async def load_unread(self, match_id: str) -> Stored:
        """Return a match without its log, which may be damaged; raise UnknownMatch."""
        return await self._read(match_id, None)

    async def _read(self, match_id: str, start: int | None) -> Stored:
        """Return a match with its log from *start* on (None: without it), wherever it is; raise UnknownMatch."""
        async with self.redis.pipeline(transaction=True) as pipe:
            pipe.hmget(keys.match(match_id), "token", "match", "seed")
            if start is not None:
                pipe.lrange(keys.log(match_id), start, -1)
            (token, match, seed), *logs = await pipe.execute()
        if token is not None:
            log = logs[0] if logs else []
            return Stored(Match.from_json(match), bytes.fromhex(seed.decode()), token.decode(), start or 0, log)
        archived = await self.archive.find(match_id)
        if archived is None:
            raise unknown_match(match_id)
        return replace(archived.stored, start=start or 0, log=[] if start is None else archived.stored.log[start:])

    async def write(self, write: Write, key: RequestKey = NO_KEY, further: Sequence[Write] = ()) -> Reply:
        """Do a write, and *further* ones of new matches with it, all or none; remember the request.

        Return "done", "known" with what is remembered of the request, or "stale". Raises what a guard refuses with.
        """
        everything = (write, *further)
        guards = [guard for each in everything for guard in each.guards]
        outcome, text = await self._change(
            write.match.match_id,
            key=key.to_script(),
            expected=write.expected,
            guards=[{"command": guard.command, "most": guard.most} for guard in guards],
            commands=[command for each in everything for command in each.to_commands()],
            settled=[job for each in everything for job in each.settled],
            asked=[ask for each in everything for ask in each.asked],
            lanes=lanes.to_script(),
            answer=write.answer,
        )
        if outcome == "refused":
            number, _, found = text.partition(b":")
            raise guards[int(number) - 1].refuse(int(found))
        # The reply to a first attempt may have been lost: then this is our own write.
        if outcome == "stale" and text.decode() == write.token:
            return "done", b""
        return cast("Outcome", outcome), text

    async def remember(self, match_id: str, token: str, key: RequestKey, answer: str) -> Reply:
        """Remember a request that changed nothing in a match as it is at *token*; return as `write` does."""
        wanted = _nothing() | {"key": key.to_script(), "answer": answer}
        outcome, text = await self._change(match_id, **wanted, expected=token, commands=[])
        return cast("Outcome", outcome), text

    async def _change(self, match_id: str, **request: object) -> tuple[str, bytes]:
        """Run the script for a change; a match that has gone to the archive is brought back for the next attempt."""
        outcome, text = await self._run(match_id, **request)
        if outcome == "stale" and not text and request["expected"]:
            await self._bring_back(match_id)
        return outcome, text

    async def _run(self, match_id: str, **request: object) -> tuple[str, bytes]:
        name, wanted = keys.match(match_id), dump_json(request)
        with APPEND_SECONDS.time(), tracing.span("append", match_id=match_id):
            outcome, text = await self.writes.run(self._write, [name], [wanted])
        return outcome.decode(), text

    # -- to the archive and back -------------------------------------------------------------------

    async def take_along(self, match_id: str) -> Archived | None:
        """Return a match as it goes to the archive; None if it is not here. Raises MatchDamaged."""
        async with self.redis.pipeline(transaction=True) as pipe:
            pipe.hmget(keys.match(match_id), "token", "match", "seed", "revision")
            pipe.lrange(keys.log(match_id), 0, -1)
            (token, raw, seed, revision), log = await pipe.execute()
        if token is None:
            return None
        stored = Stored(Match.from_json(raw), bytes.fromhex(seed.decode()), token.decode(), 0, log)
        if not _is_whole(stored):
            raise refuse_damaged(match_id)
        names = sorted(stored.match.find_concerned())
        async with self.redis.pipeline(transaction=False) as pipe:
            for name in names:
                pipe.zscore(keys.account_index(name), match_id)
            found = await pipe.execute()
        listed = {name: int(at_ms) for name, at_ms in zip(names, found, strict=True) if at_ms is not None}
        return Archived(stored, int(revision or 0), listed)

    async def remove_archived(self, archived: Archived) -> bool:
        """Remove a match that the archive has, unless it was changed since; whether it was removed.

        What its accounts' requests were answered and what was said at it stay until they expire.
        """
        match_id = archived.match.match_id
        commands = [["DEL", keys.match(match_id), keys.log(match_id)]]
        indexes = [keys.status_index("over"), keys.CLOCKS, *map(keys.account_index, archived.match.find_concerned())]
        commands += [["ZREM", index, match_id] for index in indexes]
        outcome, _ = await self._run(match_id, **_nothing(), expected=archived.stored.token, commands=commands)
        return outcome == "done"

    async def outdo(self, archived: Archived, revision: int) -> None:
        """Make a match newer than a copy in the archive that has that revision: what is here is what holds.

        There is such a copy if Redis was restored from an older backup than the archive.
        """
        match_id = archived.match.match_id
        commands = [["HSET", keys.match(match_id), "revision", str(revision + 1)]]
        await self._run(match_id, **_nothing(), expected=archived.stored.token, commands=commands)

    async def _bring_back(self, match_id: str) -> None:
        """Bring a match back from the archive, unless somebody else has; its copy there stays."""
        archived = await self.archive.find(match_id)
        if archived is not None:
            await self.put(archived)

    async def put(self, archived: Archived) -> None:
        """Put a match here as it was when it left, unless it is here."""
        stored, match_id = archived.stored, archived.match.match_id
        name = keys.match(match_id)
        fields = {"match": stored.match.to_json().decode(), "token": stored.token, "seed": stored.seed.hex()}
        commands = [["HSET", name, *chain(*fields.items()), "revision", str(archived.revision)]]
        commands += [["RPUSH", keys.log(match_id), entry.decode()] for entry in stored.log]
        listed = {keys.account_index(account): at_ms for account, at_ms in archived.listed_ms.items()}
        for index, at_ms in ({keys.status_index("over"): stored.match.over_ms} | listed).items():
            commands.append(["ZADD", index, str(at_ms), match_id])
        await self._run(match_id, **_nothing(), expected="", commands=commands)

    async def recall(self, key: RequestKey) -> bytes | None:
        """Return what is remembered of a request."""
        return await idempotency.recall(self.writes, key)

    async def claim_overdue(self, now_ms: int, again_ms: int, most: int = CLAIMED_MAX) -> list[str]:
        """Return the ids of bot jobs overdue now; they are due again at *again_ms*."""
        due = await self._claim(keys=[keys.DEADLINES], args=[now_ms, again_ms, most])
        return [job.decode() for job in due]

    async def claim_timeouts(self, now_ms: int, again_ms: int, most: int = CLAIMED_MAX) -> list[str]:
        """Return the ids of matches in which a seat's time is up; they are due again at *again_ms*."""
        due = await self._claim(keys=[keys.CLOCKS], args=[now_ms, again_ms, most])
        return [match_id.decode() for match_id in due]

    async def forget_clock(self, match_id: str) -> None:
        """Take a match off the list of those in which time runs."""
        await self.redis.zrem(keys.CLOCKS, match_id)

    async def postpone_clock(self, match_id: str, due_ms: int) -> None:
        """Set another time at which to look at a match in which time runs."""
        await self.redis.zadd(keys.CLOCKS, {match_id: due_ms}, xx=True)

    async def postpone(self, job: str, due_ms: int) -> None:
        """Set another due time for a bot job that is still owed."""
        await self.redis.zadd(keys.DEADLINES, {job: due_ms}, xx=True)

    async def forget_job(self, job: str) -> None:
        """Owe a bot job of a match that is gone no more; what its lane was, nobody knows."""
        async with self.redis.pipeline(transaction=True) as pipe:
            for owed in (keys.DEADLINES, *(keys.OWED + queue for queue in jobs.LANE_QUEUES)):
                pipe.zrem(owed, job)
            await pipe.execute()

    async def settle(self, job: str, lane: str) -> None:
        """Owe a bot job no more: take it off the list, and make room in its lane."""
        await self._settle(args=[dump_json({"job_id": job, "lane": lane}), dump_json(lanes.to_script())])

    async def let_out(self) -> None:
        """Let out of the lanes what there is room for; every answer does that, but some answers never come."""
        await self._sweep(args=[dump_json(lanes.to_script())])

    async def matches(self, match_ids: list[str]) -> list[Match]:
        """Return those of the matches that exist, without logs; the downtime that is known here is given back."""
        async with self.redis.pipeline(transaction=False) as pipe:
            for match_id in match_ids:
                pipe.hget(keys.match(match_id), "match")
            raw = await pipe.execute()
        here = {name: Match.from_json(each) for name, each in zip(match_ids, raw, strict=True) if each is not None}
        found = {name: give_back(match, self.downtimes.all) for name, match in here.items()}
        if gone := [match_id for match_id in match_ids if match_id not in found]:
            found |= {name: each.match for name, each in (await self.archive.find_all(gone)).items()}
        return [found[match_id] for match_id in match_ids if match_id in found]


def _is_whole(stored: Stored) -> bool:
    """Whether the log of a match, which was read from its beginning, is the one that was written."""
    return extend_chain(EMPTY_CHAIN, stored.log) == chain_of(stored.token)


def _nothing() -> dict[str, object]:
    """Return the parts of a request to the script that neither remembers, nor asks, nor settles anything."""
    return {"key": NO_KEY.to_script(), "guards": [], "settled": [], "asked": [], "answer": ""}
