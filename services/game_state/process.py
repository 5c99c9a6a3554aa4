"""One game_state process: gRPC server, background work, and an orderly end."""

from __future__ import annotations

import asyncio
import signal
from typing import TYPE_CHECKING, Any

import grpc
import structlog
import uvloop
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection
from prometheus_client import REGISTRY

from engine.errors import EngineError
from protos.astrarium.v1 import (
    analysis_pb2,
    analysis_pb2_grpc,
    catalog_pb2,
    catalog_pb2_grpc,
    match_pb2,
    match_pb2_grpc,
)
from services.game_state.cases.all import Cases
from services.game_state.cases.analysis import Analyses
from services.game_state.rpc.analyses import Analysing
from services.game_state.rpc.catalog import Catalog
from services.game_state.rpc.door import Door
from services.game_state.rpc.matches import Matches
from services.game_state.store.levels import Levels
from services.game_state.store.store import Store
from services.game_state.table.at_hand import Tables
from services.game_state.work.all import Work
from services.game_state.work.sender import Sender
from services.game_state.work.totals import Totals
from services.rpc.around import Around
from services.shared import telemetry, tracing
from services.shared.connections import connect, connect_sync, connect_tail
from services.shared.garbage import spare_collector
from services.shared.limits import limits
from services.shared.settings import settings
from services.shared.trouble import OUT_OF_REACH

if TYPE_CHECKING:
    from services.shared.settings import Settings

GRACE_S = 2.0
MS = 1000
PATIENCE_S = 30.0
SERVICES = CATALOG, MATCHES, ANALYSES = tuple(
    str(module.DESCRIPTOR.services_by_name[name].full_name)
    for module, name in (
        (catalog_pb2, "CatalogService"),
        (match_pb2, "MatchService"),
        (analysis_pb2, "AnalysisService"),
    )
)
OPTIONS = (
    ("grpc.max_receive_message_length", limits().request_bytes_max),
    # All streams may come back at the same moment; by default calls are cancelled at random above 1,000 pending.
    ("grpc.server.max_pending_requests", limits().streams_per_process_max),
    ("grpc.server.max_pending_requests_hard_limit", 2 * limits().streams_per_process_max),
    # Two processes on one port would each hold half of the calls without anybody having asked for it.
    ("grpc.so_reuseport", 0),
    # Streams may be silent for a while; peers may ask whether we are alive.
    ("grpc.keepalive_time_ms", 30_000),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.min_ping_interval_without_data_ms", 5_000),
)
log = structlog.get_logger()


def options(config: Settings) -> tuple[tuple[str, int], ...]:
    """Return the server's options; the age of connections varies by a tenth, so that clients don't all come at once."""
    if not config.grpc_connection_age_s:
        return OPTIONS
    return (
        *OPTIONS,
        ("grpc.max_connection_age_ms", config.grpc_connection_age_s * MS),
        ("grpc.max_connection_age_grace_ms", config.grpc_connection_grace_s * MS),
    )


class Process:
    """The parts of a game_state process, put together."""

    def __init__(self, config: Settings) -> None:
        """Connect lazily; nothing runs yet."""
        self.config = config
        self.redis: Any = connect(config.redis_url)
        self.tail: Any = connect_tail(config.redis_url)
        tables = Tables(Store(self.redis))
        levels = Levels(self.redis)
        cases = Cases(tables, levels)
        sender = Sender(config.redis_url)
        self.work = Work(self.tail, tables, levels, cases, sender)
        self.server = grpc.aio.server(options=options(config))
        self.health = health.aio.HealthServicer()
        around = Around("match_id", (EngineError,), Door(self.redis).admit)
        for add, servicer, service in (
            (catalog_pb2_grpc.add_CatalogServiceServicer_to_server, Catalog(levels), CATALOG),
            (match_pb2_grpc.add_MatchServiceServicer_to_server, Matches(tables, cases), MATCHES),
            (analysis_pb2_grpc.add_AnalysisServiceServicer_to_server, Analysing(Analyses(tables, sender)), ANALYSES),
        ):
            add(around.wrapped(servicer, service), self.server)
        health_pb2_grpc.add_HealthServicer_to_server(self.health, self.server)
        reflection.enable_server_reflection((*SERVICES, health.SERVICE_NAME, reflection.SERVICE_NAME), self.server)

    async def start(self) -> int:
        """Wait for Redis, listen, and return the port."""
        port = int(self.server.add_insecure_port(self.config.game_state_listen))
        deadline = asyncio.get_running_loop().time() + PATIENCE_S
        while True:
            try:
                await self.redis.ping()
                break
            except OUT_OF_REACH:
                if asyncio.get_running_loop().time() > deadline:
                    raise
        await self.server.start()
        for name in ("", *SERVICES):
            await self.health.set(name, health_pb2.HealthCheckResponse.SERVING)
        log.info("listening", address=self.config.game_state_listen, port=port)
        return port

    async def stop(self) -> None:
        """Let calls end, then close."""
        await self.health.enter_graceful_shutdown()
        await self.server.stop(GRACE_S)
        await self.redis.aclose()
        await self.tail.aclose()


async def run(config: Settings) -> None:
    """Serve until SIGINT or SIGTERM."""
    process = Process(config)
    ended = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, ended.set)
    await process.start()
    spare_collector()
    work = asyncio.create_task(process.work.run())
    waiting = asyncio.create_task(ended.wait())
    await asyncio.wait((work, waiting), return_when=asyncio.FIRST_COMPLETED)
    if work.done():
        work.result()
    work.cancel()
    await asyncio.gather(work, return_exceptions=True)
    await process.stop()
    log.info("stopped")


def main() -> None:
    """Run with the settings of the environment."""
    REGISTRY.register(Totals(connect_sync(settings().redis_url)))
    telemetry.setup(settings(), "game_state")
    tracing.setup("game_state")
    uvloop.run(run(settings()))
