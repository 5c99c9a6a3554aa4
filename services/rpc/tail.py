"""A process's one reader of announcements: changes of matches and logs, and revoked tokens."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import structlog
from redis.exceptions import RedisError

from services.shared.connections import TAIL_S, Kept
from services.shared.tokens import find_revoked
from services.shared.trouble import note_trouble

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from services.rpc.caller import Callers
    from services.shared.bells import Bells
    from services.shared.clients import Redis, Value

    Fields = dict[str, str]
    Hear = Callable[[Fields], None]

BLOCK_MS = int(TAIL_S * 1000)
ENTRIES_MAX = 1_000
#: a single announcement is read at once; those that follow right after it are read together
PAUSE_S = 0.003
AGAIN_S = 0.2
#: how often to look for tokens that have expired, or whose revocation was missed
LOOK_S = 30.0
log = structlog.get_logger()


class Tail:
    """Reads several streams of Redis to their ends and on, over one connection."""

    def __init__(self, tail: Redis, hear: Mapping[str, Hear], bells: Bells) -> None:
        """Read with *tail*, which may block; *hear* says for each stream who takes its entries.

        After a gap, in which entries may have been lost, all *bells* ring.
        """
        self._tail = tail
        self._kept = Kept(tail)
        self._hear = dict(hear)
        self._bells = bells

    async def run(self) -> None:
        """Read until cancelled; wait while Redis is out of reach."""
        last: dict[str, bytes] = {}
        while True:
            try:
                if not last:
                    last = {name: await self._newest(name) for name in self._hear}
                    self._bells.ring_all()
                command: tuple[Value, ...] = ("XREAD", "COUNT", ENTRIES_MAX, "BLOCK", BLOCK_MS, "STREAMS")
                got = await self._kept.call(*command, *last.keys(), *last.values())
            except RedisError as wrong:
                if note_trouble(wrong) is None:
                    log.warning("announcements can't be read", cause=type(wrong).__name__)
                # Redis may come back without the entries in between.
                last = {}
                await asyncio.sleep(AGAIN_S)
                continue
            for raw, entries in (got or {}).items():
                name = raw.decode()
                for entry, parts in entries:
                    last[name] = entry
                    texts = [part.decode() for part in parts]
                    self._hear[name](dict(zip(texts[::2], texts[1::2], strict=True)))
            await asyncio.sleep(PAUSE_S)

    async def _newest(self, name: str) -> bytes:
        newest = await self._tail.xrevrange(name, count=1)
        return bytes(newest[0][0]) if newest else b"0-0"


class Revocations:
    """Ends the waiting calls of tokens that are no longer good."""

    def __init__(self, redis: Redis, callers: Callers, bells: Bells) -> None:
        """Look tokens up in *redis*."""
        self._redis = redis
        self._callers = callers
        self._bells = bells

    def hear(self, fields: Fields) -> None:
        """Take an entry of `keys.REVOKED`."""
        self._end(fields["digest"])

    async def look(self) -> None:
        """Find tokens that have expired, or whose revocation was missed."""
        for digest in await find_revoked(self._redis, self._bells.digests()):
            self._end(digest)

    def _end(self, digest: str) -> None:
        self._callers.forget(digest)
        self._bells.revoke(digest)
