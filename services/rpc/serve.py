"""The frame of a gRPC service: it listens once Redis is there, does background work, and stops in good order."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import grpc
import structlog
import uvloop
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection, reflection_pb2_grpc

from services.rpc.around import Around
from services.rpc.door import Door, read_any_method_name, tell_as_mistake
from services.shared import telemetry, tracing
from services.shared.descriptors import raise_descriptor_limit
from services.shared.garbage import spare_collector
from services.shared.limits import limits
from services.shared.settings import settings
from services.shared.trouble import trouble_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from services.rpc.around import Context
    from services.shared.bells import Bells
    from services.shared.settings import Settings

    Work = Callable[[], Awaitable[None]]

GRACE_S = 2.0
MS = 1000
#: how long a process that starts waits for Redis
PATIENCE_S = 30.0
PATIENCE_POLL_S = 0.2
#: within how long it is noticed that the server has crashed
CRASH_POLL_S = 0.5
OPTIONS = (
    ("grpc.max_receive_message_length", limits().request_bytes_max),
    # All streams may return at the same moment; by default calls are cancelled at random above 1,000 pending ones.
    ("grpc.server.max_pending_requests", limits().streams_per_process_max),
    ("grpc.server.max_pending_requests_hard_limit", 2 * limits().streams_per_process_max),
    # Two processes on one port would each get half of the calls, which nobody asked for.
    ("grpc.so_reuseport", 0),
    # Streams may be silent for a while; peers may check whether we are alive.
    ("grpc.keepalive_time_ms", 30_000),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.min_ping_interval_without_data_ms", 5_000),
)
log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Service:
    """A service of the contract: its full name, what serves it, and the generated function that adds it."""

    name: str
    servicer: object
    add: Callable[[Any, Any], None]  # Any: each takes only its own servicer, and a server or what stands for one


class Health(health.aio.HealthServicer):
    """Answers whether services serve; lists none, as the library doesn't."""

    async def List(self, _request: object, context: Context) -> None:  # noqa: N802 - the contract's name
        """Refuse to: reflection lists the services."""
        await context.abort(grpc.StatusCode.UNIMPLEMENTED, "ask grpc.reflection for the services")


class WorkEnded(Exception):
    """A part of the background work has ended, which it never should; its cause says why."""


def server_options(config: Settings) -> tuple[tuple[str, int], ...]:
    """Return the server's options; the age of connections varies by a tenth, so that clients don't all come at once."""
    if not config.grpc_connection_age_s:
        return OPTIONS
    return (
        *OPTIONS,
        ("grpc.max_connection_age_ms", config.grpc_connection_age_s * MS),
        ("grpc.max_connection_age_grace_ms", config.grpc_connection_grace_s * MS),
    )


class Frame:
    """Serves some services at one address."""

    def __init__(self, config: Settings, listen: str, around: Around, bells: Bells) -> None:
        """Listen at *listen*, once started; *around* wraps every call, and calls that wait are woken by *bells*."""
        self._listen = listen
        self._around = around
        self._bells = bells
        self._options = server_options(config)
        self._door = Door()
        self._server: grpc.aio.Server | None = None
        self._health = Health()
        self._names: tuple[str, ...] = ()

    def add(self, services: Sequence[Service]) -> None:
        """Serve these, with health checks and reflection."""
        for each in services:
            each.add(self._around.wrap(each.servicer, each.name), self._door)
        self._names = tuple(each.name for each in services)
        served = (*self._names, health.SERVICE_NAME, reflection.SERVICE_NAME)
        checked = Around("service").wrap(self._health, health.SERVICE_NAME)
        # Open to everybody: nobody needs a token to ask for these.
        open_services = (
            Service(health.SERVICE_NAME, checked, health_pb2_grpc.add_HealthServicer_to_server),
            Service(
                reflection.SERVICE_NAME,
                reflection.aio.ReflectionServicer(served),
                reflection_pb2_grpc.add_ServerReflectionServicer_to_server,
            ),
        )
        for each in open_services:
            each.add(each.servicer, self._door)

    async def serve(self, prepare: Callable[[], Awaitable[object]], work: Mapping[str, Work]) -> None:
        """Serve until SIGINT or SIGTERM; raise WorkEnded if the server or a part of the background work ends before.

        *prepare* is done first, and repeated until Redis allows it. Calls that wait are answered when the process
        stops.
        """
        is_over = asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, is_over.set)
        await _do_patiently(prepare)
        server = await self._start()
        for name in ("", *self._names):
            await self._health.set(name, health_pb2.HealthCheckResponse.SERVING)
        spare_collector()
        parts = {**work, "serving": lambda: _watch_server(server)}
        tasks = [asyncio.create_task(_work(name, do)) for name, do in parts.items()]
        waiting = asyncio.create_task(is_over.wait())
        try:
            await asyncio.wait([*tasks, waiting], return_when=asyncio.FIRST_COMPLETED)
            for task in tasks:
                if task.done():
                    task.result()
        finally:
            for each in (*tasks, waiting):
                each.cancel()
            await asyncio.gather(*tasks, waiting, return_exceptions=True)
            await self._stop()

    async def _start(self) -> grpc.aio.Server:
        server = grpc.aio.server(options=self._options)
        self._door.open(server)
        port = server.add_insecure_port(self._listen)
        await server.start()
        log.info("listening", address=self._listen, port=port)
        self._server = server
        return server

    async def _stop(self) -> None:
        await self._health.enter_graceful_shutdown()
        self._bells.stop()
        if self._server is not None:
            await self._server.stop(GRACE_S)


async def _watch_server(server: grpc.aio.Server) -> None:
    """Return, or raise what it crashed of, when a server has ended by itself."""
    # Asked again and again: it would say by itself only when the last stream is over, hours later maybe.
    while await server.wait_for_termination(CRASH_POLL_S):
        pass


async def _do_patiently(prepare: Callable[[], Awaitable[object]]) -> None:
    """Do something as soon as Redis allows it; after a while raise what prevents it."""
    deadline = asyncio.get_running_loop().time() + PATIENCE_S
    while True:
        try:
            await prepare()
        except Exception as wrong:
            if trouble_of(wrong) is None or asyncio.get_running_loop().time() > deadline:
                raise
            await asyncio.sleep(PATIENCE_POLL_S)
        else:
            return


async def _work(name: str, do: Work) -> None:
    """Do background work; when it ends, in whatever way, raise WorkEnded with its name."""
    try:
        await do()
    except Exception as wrong:
        raise WorkEnded(name) from wrong
    raise WorkEnded(name)


def run_process(name: str, run: Callable[[Settings], Awaitable[None]]) -> None:
    """Run a service's process with the settings of the environment; exit with status 1 if its background work ends."""
    telemetry.setup(settings(), name)
    tracing.setup(name)
    raise_descriptor_limit("streams_per_process_max")
    read_any_method_name()
    for each in ("grpc._cython.cygrpc", "asyncio"):
        logging.getLogger(each).addFilter(tell_as_mistake)

    async def main() -> None:
        await run(settings())

    try:
        uvloop.run(main())
    except WorkEnded as ended:
        log.critical("background work ended, and the process with it", work=str(ended), exc_info=ended.__cause__)
        sys.exit(1)
    log.info("stopped")
