"""Connections to Redis.

If an ordinary connection breaks, it is reopened for about three seconds, so a restart of Redis costs a caller only
a pause. This is safe because every write of the services may be repeated. If Redis is connected but silent, a
command waits three seconds, once; the caller is then told to repeat the request instead of waiting for more attempts.
Tailing connections block in XREAD while nothing happens, so they have no timeout; redis-py's default of five seconds
would break them. Where Sentinels name the primary they do have one: nothing closes the connections to a primary that
fell silent, and there is another one soon.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, TypeVar, cast

from redis import BlockingConnectionPool as SyncPool
from redis import Redis as SyncRedis
from redis import Sentinel as SyncSentinel
from redis.asyncio import BlockingConnectionPool, Connection, ConnectionPool, Redis, Sentinel, SSLConnection
from redis.asyncio.connection import AbstractConnection, UnixDomainSocketConnection
from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import SentinelConnectionPool, SentinelManagedConnection, SentinelManagedSSLConnection
from redis.backoff import ExponentialBackoff, NoBackoff
from redis.driver_info import DriverInfo
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import ResponseError
from redis.exceptions import TimeoutError as RedisTimeoutError
from redis.retry import Retry as SyncRetry
from redis.sentinel import SentinelConnectionPool as SyncSentinelPool
from redis.sentinel import SentinelManagedConnection as SyncManagedConnection
from redis.sentinel import SentinelManagedSSLConnection as SyncManagedSslConnection

from services.shared.addresses import SENTINEL_TIMES, is_sentinel, parse_sentinel
from services.shared.trouble import OUT_OF_REACH

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Sequence

    from redis.connection import Connection as SyncConnection

    from services.shared import clients
    from services.shared.clients import Reply, Value

T = TypeVar("T")

TIMEOUT_S = 3.0
ATTEMPTS = 6
#: how long a broken connection is tried to be opened again
REOPENS_S = 3.0
CONNECTIONS_MAX = 512
#: bytes that asyncio takes in before whoever writes has to wait
WRITTEN_AHEAD = 64 * 1024
#: for how long a tailing connection may wait in one command
TAIL_S = 5.0
#: how connections identify themselves. By default each connection looks up the library's version on disk, which costs
#: more than the rest of opening it.
DRIVER = DriverInfo()


def _backoff() -> ExponentialBackoff:
    return ExponentialBackoff(cap=1.0, base=0.05)


class _Retry(Retry):
    """Tries again for `REOPENS_S` at most, however long each attempt takes (a name that is not found may take long)."""

    async def call_with_retry(
        self,
        do: Callable[[], Awaitable[T]],
        fail: Callable[..., object],
        is_retryable: Callable[[Exception], bool] | None = None,
        with_failure_count: bool = False,  # noqa: FBT001, FBT002 - redis-py's
    ) -> T:
        """Return what *do* returns; raise its error once no more attempts are left."""
        return await super().call_with_retry(do, fail, _while_in_time(is_retryable), with_failure_count)


class _SyncRetry(SyncRetry):
    """`_Retry` for blocking connections."""

    def call_with_retry(
        self,
        do: Callable[[], T],
        fail: Callable[..., object],
        is_retryable: Callable[[Exception], bool] | None = None,
        with_failure_count: bool = False,  # noqa: FBT001, FBT002 - redis-py's
    ) -> T:
        """Return what *do* returns; raise its error once no more attempts are left."""
        return super().call_with_retry(do, fail, _while_in_time(is_retryable), with_failure_count)


def _while_in_time(is_retryable: Callable[[Exception], bool] | None) -> Callable[[Exception], bool]:
    until = time.monotonic() + REOPENS_S
    return lambda error: time.monotonic() < until and (is_retryable is None or is_retryable(error))


class _Direct(AbstractConnection):
    """A connection that sends commands in the caller's task, while redis-py wraps each send in `asyncio.wait_for`.

    Before Python 3.12 `wait_for` loses a cancellation that arrives as the send ends. The task then runs forever, and
    the process that waits for it never ends. `wait_for` also creates a task per send, which costs more than the send.
    """

    async def _open(self) -> None:
        await self.connect_check_health(check_health=False)

    async def send_packed_command(
        self,
        command: bytes | str | Iterable[bytes],
        check_health: bool = True,  # noqa: FBT001, FBT002 - redis-py's
    ) -> None:
        """Connect if necessary and send a packed command; raise one of `trouble.OUT_OF_REACH` if that fails."""
        if not self.is_connected:
            await self._open()
        if check_health:
            await self.check_health()  # type: ignore[no-untyped-call]  # redis-py gives it no types
        try:
            assert self._writer is not None
            self._writer.writelines(
                [command.encode()] if isinstance(command, str) else [command] if isinstance(command, bytes) else command
            )
            # Up to the mark nothing would be waited for, and a timeout costs more than to write.
            if self._writer.transport.get_write_buffer_size() > WRITTEN_AHEAD:
                async with asyncio.timeout(self.socket_timeout):
                    await self._writer.drain()
        except BaseException as wrong:
            # A part of the command may have been sent, so the connection can't be used any more.
            await self.disconnect(nowait=True)
            if isinstance(wrong, TimeoutError):
                raise RedisTimeoutError("Redis took nothing in for too long") from None
            if isinstance(wrong, OSError):
                raise RedisConnectionError(f"the connection to Redis broke: {wrong}") from wrong
            raise


class _DirectConnection(_Direct, Connection):
    pass


class _DirectSslConnection(_Direct, SSLConnection):
    pass


class _DirectSocketConnection(_Direct, UnixDomainSocketConnection):
    pass


class _PrimaryConnection(_Direct, SentinelManagedConnection):
    """Asks for the primary whenever it opens; redis-py, sending, goes back to the address that it had."""

    async def _open(self) -> None:
        await self._connect_retry()  # type: ignore[no-untyped-call]  # redis-py gives it no types


class _PrimarySslConnection(_PrimaryConnection, SentinelManagedSSLConnection):
    pass


class SyncPrimaryConnection(SyncManagedConnection):
    """`_PrimaryConnection` for blocking connections.

    redis-py keeps a connection of this kind whose reply came too late: the next command would read that reply.
    """

    def read_response(self, *args: object, **options: object) -> Reply:
        """Read a reply; whatever goes wrong, the connection is closed."""
        return super().read_response(*args, **({"disconnect_on_error": True} | options))  # type: ignore[arg-type]

    def send_packed_command(
        self,
        command: bytes | str | Iterable[bytes],
        check_health: bool = True,  # noqa: FBT001, FBT002 - redis-py's
    ) -> None:
        """Connect to the primary if necessary, and send a packed command; raise what redis-py raises."""
        self._connect_retry()  # type: ignore[no-untyped-call]  # as above
        super().send_packed_command(command, check_health)  # type: ignore[no-untyped-call]  # as above


class SyncPrimarySslConnection(SyncPrimaryConnection, SyncManagedSslConnection):
    """`SyncPrimaryConnection` by TLS."""


_DIRECT = {
    Connection: _DirectConnection,
    SSLConnection: _DirectSslConnection,
    UnixDomainSocketConnection: _DirectSocketConnection,
}


def connect(url: str) -> clients.Redis:
    """Return an asyncio client for ordinary commands; replies are bytes. Raises BadAddressError."""
    retry = _Retry(_backoff(), ATTEMPTS, supported_errors=(RedisConnectionError,))
    options = {"max_connections": CONNECTIONS_MAX, "retry": retry, "socket_timeout": TIMEOUT_S} | _common()
    if is_sentinel(url):
        return cast("clients.Redis", Redis.from_pool(_primary_pool(url, options)))
    pool = ConnectionPool.from_url(url, **options)
    pool.connection_class = _DIRECT[pool.connection_class]
    return cast("clients.Redis", Redis.from_pool(pool))


def connect_tail(url: str) -> clients.Redis:
    """Return an asyncio client for blocking reads; it does not retry, because its readers continue after an error.

    A read may block for `TAIL_S` at most. Raises BadAddressError.
    """
    options = {"max_connections": 8, "socket_keepalive": True, "retry": Retry(_backoff(), 0)} | _common()
    if is_sentinel(url):
        pool: ConnectionPool = _primary_pool(url, options | {"socket_timeout": TAIL_S + TIMEOUT_S / 2})
    else:
        pool = BlockingConnectionPool.from_url(url, timeout=None, socket_timeout=None, **options)
    return cast("clients.Redis", Redis.from_pool(pool))


def connect_sync(url: str, *, timeout_s: float = TIMEOUT_S, attempts: int = ATTEMPTS) -> clients.SyncRedis:
    """Return a blocking client for commands that take *timeout_s* at most; replies are bytes.

    A broken connection is opened again *attempts* times. Raises BadAddressError.
    """
    retry = _SyncRetry(_backoff(), attempts, supported_errors=(RedisConnectionError,))
    options = {"max_connections": CONNECTIONS_MAX, "retry": retry, "socket_timeout": timeout_s} | _common()
    options["socket_connect_timeout"] = min(timeout_s, TIMEOUT_S)
    if not is_sentinel(url):
        return cast("clients.SyncRedis", SyncRedis.from_pool(SyncPool.from_url(url, timeout=TIMEOUT_S, **options)))
    found = parse_sentinel(url)
    never = {"retry": SyncRetry(NoBackoff(), 0), **SENTINEL_TIMES}
    options_of_sentinels = {**found.sentinel_options, **never}
    sentinel = SyncSentinel(found.sentinels, sentinel_kwargs=options_of_sentinels)  # type: ignore[no-untyped-call]
    kind = SyncPrimarySslConnection if found.is_tls else SyncPrimaryConnection
    own = {**found.options, **options, "db": found.db, "connection_class": kind}
    pool = SyncSentinelPool(found.name, sentinel, **own)  # type: ignore[no-untyped-call]  # redis-py gives it no types
    return cast("clients.SyncRedis", SyncRedis.from_pool(pool))


def _common() -> dict[str, object]:
    return {"protocol": 3, "driver_info": DRIVER, "socket_connect_timeout": TIMEOUT_S}


def _primary_pool(url: str, options: dict[str, object]) -> SentinelConnectionPool:
    """Return a pool of connections to the primary that Sentinels name; raise BadAddressError."""
    found = parse_sentinel(url)
    never = {"retry": Retry(NoBackoff(), 0), **SENTINEL_TIMES}
    options_of_sentinels = {**found.sentinel_options, **never}
    sentinel = Sentinel(found.sentinels, sentinel_kwargs=options_of_sentinels)  # type: ignore[no-untyped-call]
    kind = _PrimarySslConnection if found.is_tls else _PrimaryConnection
    own = {**found.options, **options, "db": found.db, "connection_class": kind}
    return SentinelConnectionPool(found.name, sentinel, **own)  # type: ignore[no-untyped-call]  # as above


class Kept:
    """Connections of a client's pool that are kept between exchanges: to borrow one costs as much as an exchange.

    Their own rule says how often an exchange is repeated if a connection breaks; one that was refused or cut short
    goes back to the pool. The client closes them with its others.
    """

    def __init__(self, redis: clients.Redis) -> None:
        """Take connections of *redis*."""
        self._pool = redis.connection_pool
        self._idle: list[Connection] = []

    async def call(self, *command: Value) -> Reply:
        """Send a command and return its reply in RESP3's form; raise the error that Redis answers."""
        (reply,) = await self.exchange([command])
        if isinstance(reply, Exception):
            raise reply
        return reply

    async def exchange(
        self, commands: Sequence[tuple[Value, ...]], later: Sequence[tuple[Value, ...]] = ()
    ) -> list[Reply]:
        """Send commands in one round trip; return their replies, with errors from Redis in place as exceptions.

        What comes *later* is sent in a second one over the same connection, once the first ones are answered. If the
        connection breaks both are repeated.
        """
        connection = await self._borrow()
        try:
            replies: list[Reply] = await connection.retry.call_with_retry(
                lambda: _exchange(connection, commands, later), lambda _error: connection.disconnect()
            )
        except BaseException as wrong:
            # Replies may still arrive, and the next user of the connection must not take them for its own.
            given_up = [connection]
            if isinstance(wrong, OUT_OF_REACH):
                # The others lead to the same server: waiting for each of them in turn would take long.
                given_up, self._idle = [*given_up, *self._idle], []
            for each in given_up:
                await each.disconnect(nowait=True)
                await self._pool.release(each)
            raise
        self._idle.append(connection)
        return replies

    async def _borrow(self) -> Connection:
        """Return a connection that is kept, or another of the pool; those to a former primary are given up."""
        while self._idle:
            connection = self._idle.pop()
            pool = self._pool
            if not isinstance(pool, SentinelConnectionPool) or pool.master_address == (
                connection.host,
                connection.port,
            ):
                return connection
            await connection.disconnect(nowait=True)
            await pool.release(connection)
        return cast("Connection", await self._pool.get_connection())  # type: ignore[no-untyped-call]


async def _exchange(connection: Connection, *groups: Sequence[tuple[Value, ...]]) -> list[Reply]:
    replies: list[Reply] = []
    for commands in filter(None, groups):
        await connection.send_packed_command(connection.pack_commands(commands))
        for _ in commands:
            try:
                replies.append(await connection.read_response())
            except ResponseError as refusal:
                replies.append(refusal)
    return replies


def exchange_sync(
    redis: clients.SyncRedis, commands: Sequence[tuple[Value, ...]], later: Sequence[tuple[Value, ...]] = ()
) -> list[Reply]:
    """Do as `Kept.exchange` with a connection of a blocking client."""
    pool = redis.connection_pool
    connection: SyncConnection = pool.get_connection()
    try:
        replies: list[Reply] = connection.retry.call_with_retry(
            lambda: _exchange_sync(connection, commands, later),
            lambda _error: connection.disconnect(),  # type: ignore[no-untyped-call]  # redis-py gives it no types
        )
    except BaseException:
        # Replies may still arrive, and the next user of the connection must not take them for its own.
        connection.disconnect()  # type: ignore[no-untyped-call]  # as above
        raise
    finally:
        pool.release(connection)
    return replies


def _exchange_sync(connection: SyncConnection, *groups: Sequence[tuple[Value, ...]]) -> list[Reply]:
    replies: list[Reply] = []
    for commands in filter(None, groups):
        connection.send_packed_command(connection.pack_commands(commands))  # type: ignore[no-untyped-call]  # as above
        for _ in commands:
            try:
                replies.append(connection.read_response())
            except ResponseError as refusal:
                replies.append(refusal)
    return replies


class Pipelined:
    """Sends the commands of simultaneous callers in one round trip, which is most of a command's cost.

    The commands must be independent of each other and safe to repeat: they are sent again if the connection breaks.
    """

    def __init__(self, redis: clients.Redis) -> None:
        """Send over connections of *redis*."""
        self.kept = Kept(redis)
        self._waiting: list[tuple[tuple[Value, ...], asyncio.Future[Reply]]] = []
        self._sending: set[asyncio.Task[None]] = set()

    async def call(self, *command: Value) -> Reply:
        """Send a command and return its reply; raise the error that Redis answers."""
        loop = asyncio.get_running_loop()
        reply: asyncio.Future[Reply] = loop.create_future()
        self._waiting.append((command, reply))
        if len(self._waiting) == 1:
            # Callers that are ready in this turn of the event loop run before the task and add their commands.
            task = loop.create_task(self._send())
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)
        return await reply

    async def exchange(self, commands: Sequence[tuple[Value, ...]]) -> list[Reply]:
        """Send commands; return their replies, with errors from Redis in place as exceptions."""
        return await self.kept.exchange(commands)

    async def _send(self) -> None:
        waiting, self._waiting = self._waiting, []
        replies: list[Reply]
        try:
            replies = await self.exchange([command for command, _ in waiting])
        except Exception as wrong:  # noqa: BLE001 - it is each caller's
            replies = [wrong] * len(waiting)
        for (_, future), reply in zip(waiting, replies, strict=True):
            if future.done():
                continue
            if isinstance(reply, Exception):
                future.set_exception(reply)
            else:
                future.set_result(reply)
