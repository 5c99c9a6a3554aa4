"""One director process: gRPC server, background work, and an orderly end."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import signal
import time
from typing import TYPE_CHECKING, Any

import grpc
import structlog
from grpc_health.v1 import health, health_pb2, health_pb2_grpc

from protos.astrarium.v1 import director_pb2_grpc, series_pb2_grpc
from services.director.errors import DirectorError
from services.director.run import Director
from services.director.series.run import Conductor
from services.director.series.service import Series
from services.director.series.store import SeriesStore
from services.director.service import Ratings, Tournaments
from services.director.store import Store
from services.rpc.around import Around
from services.shared import keys, telemetry, tracing
from services.shared.connections import connect
from services.shared.limits import limits
from services.shared.now import now_ms
from services.shared.settings import settings
from services.shared.tokens import TOKEN_BYTES, digest_of
from services.shared.trouble import OUT_OF_REACH

if TYPE_CHECKING:
    from services.shared.settings import Settings

GRACE_S = 2.0
PATIENCE_S = 30.0
#: the director's own account; no person can have the name
ACCOUNT = "~director"
TOKEN_S = 3600
OPTIONS = (("grpc.max_receive_message_length", limits().request_bytes_max), ("grpc.so_reuseport", 0))
log = structlog.get_logger()


async def keep_token(redis: Any, token: str) -> None:
    """Let a token of the director's own account be good for a while; a killed process's is worthless soon."""
    fields = {"account": ACCOUNT, "scopes": "play", "expires_s": int(time.time()) + TOKEN_S}
    async with redis.pipeline(transaction=True) as pipe:
        pipe.hsetnx(keys.account(ACCOUNT), "created_ms", now_ms())
        pipe.hset(keys.token(digest_of(token)), mapping=fields)
        pipe.expire(keys.token(digest_of(token)), TOKEN_S)
        await pipe.execute()


async def keep_token_good(redis: Any, token: str) -> None:
    """Renew a token until cancelled."""
    while True:
        await asyncio.sleep(TOKEN_S / 10)
        with contextlib.suppress(*OUT_OF_REACH):
            await keep_token(redis, token)


async def run(config: Settings) -> None:
    """Serve until SIGINT or SIGTERM."""
    ended = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, ended.set)
    redis: Any = connect(config.redis_url)
    store = Store(redis)
    series = SeriesStore(redis)
    deadline = asyncio.get_running_loop().time() + PATIENCE_S
    while True:
        try:
            await redis.ping()
            break
        except OUT_OF_REACH:
            if asyncio.get_running_loop().time() > deadline:
                raise
    token = secrets.token_urlsafe(TOKEN_BYTES)
    await keep_token(redis, token)
    channel = grpc.aio.insecure_channel(config.game_state_target)
    server = grpc.aio.server(options=OPTIONS)
    around = Around("tournament_id", (DirectorError,))
    for add, servicer, service in (
        (director_pb2_grpc.add_TournamentServiceServicer_to_server, Tournaments(store), "TournamentService"),
        (director_pb2_grpc.add_RatingServiceServicer_to_server, Ratings(store), "RatingService"),
        (series_pb2_grpc.add_SeriesServiceServicer_to_server, Series(series), "SeriesService"),
    ):
        add(around.wrapped(servicer, f"astrarium.v1.{service}"), server)
    checks = health.aio.HealthServicer()
    health_pb2_grpc.add_HealthServicer_to_server(checks, server)
    port = server.add_insecure_port(config.director_listen)
    await server.start()
    await checks.set("", health_pb2.HealthCheckResponse.SERVING)
    log.info("listening", address=config.director_listen, port=port)
    work = asyncio.create_task(Director(store, channel, token).run())
    conducting = asyncio.create_task(Conductor(series, config.redis_url).run())
    renewing = asyncio.create_task(keep_token_good(redis, token))
    waiting = asyncio.create_task(ended.wait())
    await asyncio.wait((work, conducting, waiting), return_when=asyncio.FIRST_COMPLETED)
    for task in (work, conducting, renewing):
        task.cancel()
    await asyncio.gather(work, conducting, renewing, return_exceptions=True)
    await checks.enter_graceful_shutdown()
    await server.stop(GRACE_S)
    await channel.close()
    await redis.delete(keys.token(digest_of(token)))
    await redis.aclose()
    log.info("stopped")


def main() -> None:
    """Run with the settings of the environment."""
    telemetry.setup(settings(), "director")
    tracing.setup("director")
    asyncio.run(run(settings()))
