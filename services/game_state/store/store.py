"""Matches in Redis, and the one script through which every write goes.

A match is a hash (`match`: JSON, `seed`, `token`), a list (its log) and a hash of answered submissions.
`token` is what writes compare: a digest of the whole log, then some random digits of the last write. So
two writers can't both win, a writer that lost the reply recognises its own write, and a cached log that
Redis has lost (power failure between two fsyncs) is noticed instead of being built upon.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import orjson
from redis.exceptions import NoScriptError

from services.game_state.match.model import Match, Stored, unknown_match
from services.shared import keys, tracing
from services.shared.connections import Pipelined
from services.shared.limits import limits
from services.shared.telemetry import APPEND_SECONDS

if TYPE_CHECKING:
    from services.game_state.store.changes import Write
    from services.shared.clients import Redis

#: Compare, remember, do: `{expected, submission, answer, commands}`. Nothing is done unless the match
#: still has the token expected ("" = there is no such match) and the submission is new.
WRITE = """
local write = cjson.decode(ARGV[1])
if write.submission ~= '' then
  local answer = redis.call('HGET', KEYS[2], write.submission)
  if answer then return {'known', answer} end
end
local token = redis.call('HGET', KEYS[1], 'token') or ''
if token ~= write.expected then return {'stale', token} end
-- First, for the commands may say when the answers are forgotten.
if write.submission ~= '' then redis.call('HSET', KEYS[2], write.submission, write.answer) end
for _, command in ipairs(write.commands) do redis.call(unpack(command)) end
return {'done', ''}
"""

#: New matches, as a list of commands; nothing is done if there is the key: somebody has made them.
WRITE_NEW = """
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
for _, command in ipairs(cjson.decode(ARGV[1])) do redis.call(unpack(command)) end
return 1
"""

#: Overdue bot decisions, each handed to one caller: members due by ARGV[1] get the due time ARGV[2].
CLAIM_OVERDUE = """
local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[3])
for _, member in ipairs(due) do redis.call('ZADD', KEYS[1], ARGV[2], member) end
return due
"""

#: what one replica takes on at once of what is overdue
CLAIMED_MAX = 100
Outcome = Literal["done", "known", "stale"]


class Store:
    """Reads and writes of matches."""

    def __init__(self, redis: Redis) -> None:
        """Use *redis* for everything."""
        self.redis = redis
        self._pipelined = Pipelined(redis)
        self._write = redis.register_script(WRITE)
        self._write_new = redis.register_script(WRITE_NEW)
        self._claim = redis.register_script(CLAIM_OVERDUE)

    async def token(self, match_id: str) -> str:
        """Return the token of a match; raise UnknownMatch."""
        token = await self._pipelined.call("HGET", keys.match(match_id), "token")
        if token is None:
            raise unknown_match(match_id)
        return str(token.decode())

    async def load(self, match_id: str, start: int = 0) -> Stored:
        """Return a match with its log from *start* on; raise UnknownMatch."""
        async with self.redis.pipeline(transaction=True) as pipe:
            pipe.hmget(keys.match(match_id), "token", "match", "seed")
            pipe.lrange(keys.log(match_id), start, -1)
            (token, match, seed), log = await pipe.execute()
        if token is None:
            raise unknown_match(match_id)
        return Stored(Match.from_json(match), bytes.fromhex(seed.decode()), token.decode(), start, log)

    async def write(self, write: Write) -> tuple[Outcome, str]:
        """Do a write; return "done", "known" with the answer given before, or "stale" with the present token."""
        return await self._run(write, self._commands(write))

    def _commands(self, write: Write) -> list[list[str]]:
        match_id = write.match.match_id
        return [
            ["HSET", keys.match(match_id), "match", write.match.to_json().decode(), "token", write.token],
            *(["RPUSH", keys.log(match_id), entry.decode()] for entry in write.entries),
            *write.commands,
            self._announcement(write, write.token),
        ]

    async def write_new(self, writes: list[Write], unless: str) -> bool:
        """Make several new matches, all or none, unless there is a key, which they make; return whether it was done."""
        commands = [command for write in writes for command in self._commands(write)]
        return bool(await self._write_new(keys=[unless], args=[orjson.dumps(commands)]))

    async def remove(self, write: Write) -> tuple[Outcome, str]:
        """Remove a match that never started, with the write's further commands."""
        match_id = write.match.match_id
        commands = [
            ["DEL", keys.match(match_id), keys.log(match_id), keys.submissions(match_id)],
            ["DEL", keys.chat(match_id), keys.chat_muted(match_id)],
            ["ZREM", keys.status_index("waiting"), match_id],
            *write.commands,
            self._announcement(write, ""),
        ]
        return await self._run(write, commands)

    @staticmethod
    def _announcement(write: Write, token: str) -> list[str]:
        fields = ["match_id", write.match.match_id, "token", token, "accounts", " ".join(sorted(write.accounts))]
        return ["XADD", keys.ADVANCED, "MAXLEN", "~", str(limits().advanced_entries_max), "*", *fields]

    async def _run(self, write: Write, commands: list[list[str]]) -> tuple[Outcome, str]:
        match_id = write.match.match_id
        request = {
            "expected": write.expected,
            "submission": write.submission,
            "answer": write.answer,
            "commands": commands,
        }
        with APPEND_SECONDS.time(), tracing.span("append", match_id=match_id):
            outcome, text = await self._evaluated(
                keys.match(match_id), keys.submissions(match_id), orjson.dumps(request)
            )
        # The reply to a first attempt may have been lost: then this is our own write.
        if outcome == b"stale" and text.decode() == write.token:
            return "done", ""
        return outcome.decode(), text.decode()

    async def _evaluated(
        self, match: str, submissions: str, request: bytes
    ) -> tuple[Any, bytes]:  # one of Outcome, in bytes
        """Run the script of all writes, which Redis forgets when it starts anew."""
        try:
            found = await self._pipelined.call("EVALSHA", self._write.sha, 2, match, submissions, request)
        except NoScriptError:
            found = await self._write(keys=[match, submissions], args=[request])
        outcome, text = found
        return outcome, text

    async def answer_to(self, match_id: str, submission: str) -> str | None:
        """Return the remembered answer to a submission, if there is one."""
        answer = await self.redis.hget(keys.submissions(match_id), submission)
        return None if answer is None else str(answer.decode())

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

    async def forget_deadline(self, job: str) -> None:
        """Take a bot job off the list."""
        await self.redis.zrem(keys.DEADLINES, job)

    async def matches(self, match_ids: list[str]) -> list[Match]:
        """Return those of the matches that exist, without logs."""
        async with self.redis.pipeline(transaction=False) as pipe:
            for match_id in match_ids:
                pipe.hget(keys.match(match_id), "match")
            found = await pipe.execute()
        return [Match.from_json(each) for each in found if each is not None]
