"""Logs of one kind, wherever they are: in Redis, or in the archive once they are over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from services.director.archived import RemoteArchive
    from services.shared.clients import Redis


@dataclass(frozen=True, slots=True)
class Logs:
    """Reads logs; *left* is the hash of those that have left Redis, *name* gives the key of one."""

    redis: Redis
    archive: RemoteArchive
    kind: str
    left: str
    name: Callable[[str], str]

    async def read_after(self, log_id: str, start: int) -> list[bytes]:
        """Return the entries of a log after the first *start*; raise Unavailable, or the error of the kind."""
        async with self.redis.pipeline(transaction=True) as pipe:
            pipe.lrange(self.name(log_id), start, -1)
            pipe.exists(self.name(log_id))
            pipe.hget(self.left, log_id)
            found, is_here, left = await pipe.execute()
        entries: list[bytes] = found
        # Whoever knows the beginning of a log that has left reads the rest there: another process may have ended it.
        if is_here or left is None or int(left) <= start:
            return entries
        return (await self.archive.read_log(self.kind, log_id))[start:]
