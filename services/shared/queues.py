"""The number of jobs that wait for a worker, and the time since when, whichever broker carries them.

Where Valkey is the broker a queue is a list: kombu puts messages in on the left and takes them out on the right. Of any
other broker nothing is known here.
"""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

import orjson
from redis.exceptions import RedisError

from services.shared import jobs
from services.shared.addresses import is_redis
from services.shared.connections import connect, connect_sync
from services.shared.trouble import log_trouble, trouble_of

if TYPE_CHECKING:
    from collections.abc import Sequence


class Queues:
    """The queues of an installation's broker. One that is out of reach is logged, and nothing is known of it."""

    def __init__(self, broker_url: str) -> None:
        """Nothing is connected yet."""
        self._redis = connect(broker_url) if is_redis(broker_url) else None

    async def count_waiting(self) -> dict[str, int] | None:
        """Return how many jobs wait, by queue class: nothing if it is not known, None while the broker is away."""
        if self._redis is None:
            return {}
        try:
            async with self._redis.pipeline(transaction=False) as pipe:
                for queue in jobs.QUEUES:
                    pipe.llen(jobs.queue_name(queue))
                return dict(zip(jobs.QUEUES, await pipe.execute(), strict=True))
        except RedisError as wrong:
            _note(wrong)
            return None

    async def find_oldest_chunk_ms(self) -> int | None:
        """Return when the chunk of a series that waits longest was sent (unix ms); None if none waits.

        0 if it is not known: then any chunk may still wait.
        """
        if self._redis is None:
            return None
        try:
            oldest = await self._redis.lrange(jobs.queue_name("series"), -1, -1)
        except RedisError as wrong:
            _note(wrong)
            return 0
        if not oldest:
            return None
        _, arguments, _ = orjson.loads(base64.b64decode(orjson.loads(oldest[0])["body"]))
        return int(arguments["job"]["sent_ms"])

    async def close(self) -> None:
        """Close the connections."""
        if self._redis is not None:
            await self._redis.aclose()


class SyncQueues:
    """`Queues` for a worker."""

    def __init__(self, broker_url: str) -> None:
        """Nothing is connected yet."""
        self._redis = connect_sync(broker_url) if is_redis(broker_url) else None

    def may_hold(self, queues: Sequence[str]) -> bool:
        """Whether jobs may wait in queues of these classes: where it is not known, they may."""
        if self._redis is None:
            return True
        try:
            return any(self._redis.llen(jobs.queue_name(queue)) for queue in queues)
        except RedisError as wrong:
            _note(wrong)
            return False


def _note(wrong: RedisError) -> None:
    """Log the broker's trouble; raise anything else."""
    trouble = trouble_of(wrong)
    if trouble is None:
        raise wrong
    log_trouble(trouble, type(wrong).__name__, "the broker")
