"""Writes that are answered only once replicas have them.

Where no replica is wanted, which is the default, nothing is waited for and nothing more is sent. How many must have it
of those that are wanted, `followers.py` says: dead ones are excused where Sentinels say that they are. WAITAOF (or
WAIT, where the store keeps no log) follows each batch of writes on the same connection, in a round trip of its own: a
replica that is asked together with the write answers before its disk has it, and then only after a second. If too few
replicas have the writes in time nothing was promised: the caller is told to repeat the request, and a repetition is
recognised by its key. A replica that is asked too early all the same, being slow, is asked again soon.

A repetition must not be answered before what it repeats is with the replicas. The server waits for what a connection
itself has written, so each batch writes something, if only `keys.CONFIRMED`: that comes after all earlier writes.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, cast

from redis.exceptions import NoScriptError, RedisError

from services.shared import keys
from services.shared.connections import Pipelined, exchange_sync
from services.shared.followers import Followers, SyncFollowers
from services.shared.limits import limits
from services.shared.settings import settings
from services.shared.trouble import BEHIND, ReplicasBehindError, trouble_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from redis.commands.core import AsyncScript, Script

    from services.shared.clients import Redis, Reply, SyncRedis, Value


#: comes after all writes before it
MARK: tuple[Value, ...] = ("SET", keys.CONFIRMED, "")


#: after how long replicas are asked again that were asked too early, before they answer by themselves
ASKED_AGAIN_MS = (10, 40, 150)


def _wait_for(wanted: int) -> list[tuple[Value, ...]]:
    """Return the commands that wait: once one of them has been answered well, so are the others at once."""
    left_ms, waits = limits().replicas_wait_ms, []
    for part_ms in ASKED_AGAIN_MS:
        if part_ms < left_ms:
            waits.append(part_ms)
            left_ms -= part_ms
    first: tuple[Value, ...] = ("WAIT", wanted) if settings().replicas_keep == "memory" else ("WAITAOF", 1, wanted)
    return [(*first, wait_ms) for wait_ms in (*waits, left_ms)]


def _finish(replies: list[Reply], writes: int, wanted: int) -> list[Reply]:
    """Return the replies of so many writes, if the waits that follow them ended well.

    Raises ReplicasBehindError if too few replicas have the writes, or the error that Redis answered.
    """
    of_writes, (marked, *waited) = replies[:writes], replies[writes:]
    for each in (marked, *waited):
        if isinstance(each, Exception):
            raise each
    last = waited[-1]
    found = int(last[1] if isinstance(last, list) else last)
    if found < wanted:
        raise ReplicasBehindError(f"{found} of {wanted} replicas have it")
    return of_writes


class _Waiting(Pipelined):
    """Sends the writes of simultaneous callers in one round trip, and waits once for the replicas of all."""

    def __init__(self, redis: Redis, wanted: int) -> None:
        super().__init__(redis)
        self._followers = Followers(redis, wanted)

    async def exchange(self, commands: Sequence[tuple[Value, ...]]) -> list[Reply]:
        """See Pipelined; raises ReplicasBehindError for all."""
        try:
            return await self._write(commands)
        except RedisError as wrong:
            if trouble_of(wrong) != BEHIND or not await self._followers.ask():
                raise
        # All of it, for there may be another primary, and a replica that is dead now counts for what it had before.
        return await self._write(commands)

    async def _write(self, commands: Sequence[tuple[Value, ...]]) -> list[Reply]:
        wanted = await self._followers.count()
        replies = await self.kept.exchange([*commands, MARK], _wait_for(wanted))
        if not self._followers.were_enough(wanted):
            raise ReplicasBehindError("the primary has changed")
        return _finish(replies, len(commands), wanted)


class Confirming:
    """A process's writes to the store: the one place where replicas are waited for."""

    def __init__(self, redis: Redis, reads: Pipelined | None = None, wanted: int | None = None) -> None:
        """Write over connections of *redis*; where nothing is waited for, together with *reads*.

        *wanted* is the number of replicas (default: the setting).
        """
        self.wanted = settings().replicas_wanted if wanted is None else wanted
        self._pipelined = _Waiting(redis, self.wanted) if self.wanted else reads or Pipelined(redis)

    async def run(self, script: AsyncScript, names: Sequence[str], args: Sequence[Value]) -> Reply:
        """Run a script that changes something and return its reply; raise ReplicasBehindError.

        The script may be run twice: its second run has to recognise the first.
        """
        try:
            return await self._pipelined.call("EVALSHA", script.sha, len(names), *names, *args)
        except NoScriptError:
            # Redis forgets scripts when it starts anew, and replicas don't know them.
            return await self._pipelined.call("EVAL", cast("str", script.script), len(names), *names, *args)

    async def read(self, *commands: tuple[Value, ...]) -> list[Reply]:
        """Return the replies to commands that read what is answered as done: the replicas have it too.

        It is read and waited for at the same server: another primary need not have it. Raises ReplicasBehindError.
        """
        return await asyncio.gather(*(self._pipelined.call(*command) for command in commands))


class SyncConfirming:
    """`Confirming` for a blocking client."""

    def __init__(self, redis: SyncRedis, wanted: int | None = None) -> None:
        """Write with *redis*."""
        self._redis = redis
        self.wanted = settings().replicas_wanted if wanted is None else wanted
        self._followers = SyncFollowers(redis, self.wanted)

    def run(self, script: Script, names: Sequence[str], args: Sequence[Value]) -> Reply:
        """See Confirming."""
        if not self.wanted:
            return script(keys=names, args=args)
        rest: tuple[Value, ...] = (len(names), *names, *args)
        try:
            (reply,) = self.send([("EVALSHA", script.sha, *rest)])
        except NoScriptError:
            (reply,) = self.send([("EVAL", cast("str", script.script), *rest)])
        return reply

    def send(self, commands: Sequence[tuple[Value, ...]]) -> list[Reply]:
        """Send commands that may come twice; return their replies; raise ReplicasBehindError, or what Redis answers."""
        replies = self._confirm(commands) if self.wanted else exchange_sync(self._redis, commands)
        for each in replies:
            if isinstance(each, Exception):
                raise each
        return replies

    def _confirm(self, commands: Sequence[tuple[Value, ...]]) -> list[Reply]:
        try:
            return self._write(commands)
        except RedisError as wrong:
            if trouble_of(wrong) != BEHIND or not self._followers.ask():
                raise
        return self._write(commands)

    def _write(self, commands: Sequence[tuple[Value, ...]]) -> list[Reply]:
        wanted = self._followers.count()
        replies = exchange_sync(self._redis, [*commands, MARK], _wait_for(wanted))
        if not self._followers.were_enough(wanted):
            raise ReplicasBehindError("the primary has changed")
        return _finish(replies, len(commands), wanted)
