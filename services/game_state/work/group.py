"""Work from a Redis stream, shared by all replicas through a consumer group."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING

import structlog
from redis.exceptions import RedisError, ResponseError

from services.shared import keys
from services.shared.trouble import note_trouble

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from services.shared.clients import Entry, Redis

    Fields = dict[str, str]

BLOCK_MS = 2_000
BATCH = 64
PAUSE_S = 0.2
#: an entry that was handed out so long ago has lost its reader
ABANDONED_MS = 3_000
SWEEP_S = 1.0
#: a reader that has been silent so long, and holds nothing, is gone
GONE_MS = 600_000
log = structlog.get_logger()


class Group:
    """One reader of a stream among several; every entry is handled at least once, by somebody."""

    def __init__(self, redis: Redis, tail: Redis, stream: str, handle: Callable[[Fields], Awaitable[None]]) -> None:
        """Read *stream* over *tail*, which may block, and give every entry's fields to *handle*."""
        self.redis = redis
        self.tail = tail
        self.stream = stream
        self.handle = handle
        self.name = secrets.token_hex(6)

    async def run(self) -> None:
        """Read until cancelled; what Redis forgot or lost meanwhile is made again."""
        await asyncio.gather(self._forever(self._read, 0.0), self._forever(self._sweep, SWEEP_S))

    async def _forever(self, do: Callable[[], Awaitable[None]], pause_s: float) -> None:
        while True:
            try:
                await do()
                await asyncio.sleep(pause_s)
            except RedisError as wrong:
                if isinstance(wrong, ResponseError) and "NOGROUP" in str(wrong):
                    await self._make_group()
                    continue
                if note_trouble(wrong) is None:
                    log.exception("a stream can't be read", stream=self.stream)
                await asyncio.sleep(PAUSE_S)

    async def _make_group(self) -> None:
        try:
            await self.redis.xgroup_create(self.stream, keys.GROUP, id="0", mkstream=True)
        except RedisError as wrong:
            note_trouble(wrong)
            await asyncio.sleep(PAUSE_S)

    async def _read(self) -> None:
        got = await self.tail.xreadgroup(keys.GROUP, self.name, {self.stream: ">"}, count=BATCH, block=BLOCK_MS)
        entries = stream_entries(got)
        if entries:
            await asyncio.gather(*(self._take(entry, fields) for entry, fields in entries))

    async def _take(self, entry: bytes, fields: dict[bytes, bytes]) -> None:
        """Handle an entry; one that fails for a passing cause stays pending and is swept up later."""
        try:
            await self.handle({name.decode(): value.decode() for name, value in fields.items()})
        except RedisError as wrong:
            note_trouble(wrong)
            return
        except Exception:
            # Nobody waits for this call, and one entry may not stop the others.
            log.exception("an entry can't be handled", stream=self.stream)
        async with self.redis.pipeline(transaction=False) as pipe:
            pipe.xack(self.stream, keys.GROUP, entry)
            pipe.xdel(self.stream, entry)
            await pipe.execute()

    async def _sweep(self) -> None:
        """Take over what a reader left behind, and forget readers that are gone."""
        claimed = await self.redis.xautoclaim(self.stream, keys.GROUP, self.name, ABANDONED_MS, count=BATCH)
        for entry, fields in claimed[1]:
            await self._take(entry, fields or {})
        for reader in await self.redis.xinfo_consumers(self.stream, keys.GROUP):
            if reader["idle"] > GONE_MS and not reader["pending"]:
                await self.redis.xgroup_delconsumer(self.stream, keys.GROUP, reader["name"])


def stream_entries(reply: dict[bytes, list[list[Entry]]]) -> list[Entry]:
    """Return the entries of one stream from what reading it was answered."""
    return [entry for parts in reply.values() for part in parts for entry in part]
