"""Connections to Redis.

Ordinary connections that break are made anew for about three seconds, so that a restart of Redis costs
a caller a pause; every write of ours bears a repetition. A Redis that is there and silent is waited for
equally long and once: whoever asked is told to repeat within seconds, not left waiting for several
attempts. Tailing connections wait in XREAD for as long as nothing happens, so they have no timeout:
redis-py's default of five seconds would break them.
"""

from __future__ import annotations

import asyncio
from typing import Any

from redis import BlockingConnectionPool as SyncPool
from redis import Redis as SyncRedis
from redis.asyncio import BlockingConnectionPool, ConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import OutOfMemoryError, ReadOnlyError, ResponseError
from redis.exceptions import TimeoutError as RedisTimeoutError
from redis.retry import Retry as SyncRetry

TIMEOUT_S = 3.0
ATTEMPTS = 6
CONNECTIONS_MAX = 512
#: what a caller may see when Redis is out of reach
OUT_OF_REACH = (RedisConnectionError, RedisTimeoutError)
#: how Redis begins to say that it writes nothing at present: its memory or its disk is full, or it lacks replicas
NO_WRITES = ("OOM ", "MISCONF ", "NOREPLICAS ")


def is_out_of_reach(wrong: Exception) -> bool:
    """Whether Redis is out of reach, or there and refuses to write: the same request may succeed later."""
    if isinstance(wrong, ResponseError) and str(wrong).startswith(NO_WRITES):
        return True
    return isinstance(wrong, (*OUT_OF_REACH, OutOfMemoryError, ReadOnlyError))


def _backoff() -> ExponentialBackoff:
    return ExponentialBackoff(cap=1.0, base=0.05)


def connect(url: str) -> Redis:
    """Return an asyncio client for ordinary commands; replies are bytes."""
    pool = ConnectionPool.from_url(
        url,
        max_connections=CONNECTIONS_MAX,
        protocol=3,
        socket_timeout=TIMEOUT_S,
        socket_connect_timeout=TIMEOUT_S,
        retry=Retry(_backoff(), ATTEMPTS, supported_errors=(RedisConnectionError,)),
    )
    return Redis.from_pool(pool)


def connect_tail(url: str) -> Redis:
    """Return an asyncio client for blocking reads; the reader itself goes on after an error."""
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=8,
        timeout=None,
        protocol=3,
        socket_timeout=None,
        socket_connect_timeout=TIMEOUT_S,
        socket_keepalive=True,
        retry=Retry(_backoff(), 0),
    )
    return Redis.from_pool(pool)


class Pipelined:
    """Sends the commands of callers that come at the same moment in one round trip: most of a command's cost is that.

    Commands are independent of each other, and each is repeated if the connection breaks, as all of ours may be.
    """

    def __init__(self, redis: Redis) -> None:
        """Send over *redis*."""
        self._redis: Any = redis
        self._waiting: list[tuple[tuple[Any, ...], asyncio.Future[Any]]] = []
        self._sending: set[asyncio.Task[None]] = set()

    async def call(self, *command: Any) -> Any:
        """Return the reply to a command; raise what it is refused with."""
        loop = asyncio.get_running_loop()
        reply: asyncio.Future[Any] = loop.create_future()
        self._waiting.append((command, reply))
        if len(self._waiting) == 1:
            # Whoever is ready to run in this turn of the loop runs before the task.
            task = loop.create_task(self._send())
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)
        return await reply

    async def _send(self) -> None:
        waiting, self._waiting = self._waiting, []
        pipe = self._redis.pipeline(transaction=False)
        for command, _ in waiting:
            pipe.execute_command(*command)
        replies: list[Any]
        try:
            replies = await pipe.execute(raise_on_error=False)
        except Exception as wrong:  # noqa: BLE001 - it is each caller's
            replies = [wrong] * len(waiting)
        for (_, future), reply in zip(waiting, replies, strict=True):
            if future.done():
                continue
            if isinstance(reply, Exception):
                future.set_exception(reply)
            else:
                future.set_result(reply)


def connect_sync(url: str) -> SyncRedis:
    """Return a blocking client for ordinary commands; replies are bytes."""
    pool = SyncPool.from_url(
        url,
        max_connections=CONNECTIONS_MAX,
        timeout=TIMEOUT_S,
        protocol=3,
        socket_timeout=TIMEOUT_S,
        socket_connect_timeout=TIMEOUT_S,
        retry=SyncRetry(_backoff(), ATTEMPTS, supported_errors=(RedisConnectionError,)),
    )
    return SyncRedis.from_pool(pool)
