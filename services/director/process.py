"""One director process: tournaments, ratings and series, and the background work on them."""

from __future__ import annotations

import secrets
import time
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

import grpc
from redis.exceptions import RedisError

from engine.errors import EngineError
from protos.astrarium.v1 import director_pb2_grpc, series_pb2_grpc
from services.director.archived import RemoteArchive
from services.director.run import Director
from services.director.series.run import Conductor
from services.director.series.service import SeriesCalls
from services.director.series.store import SeriesStore
from services.director.service import RatingCalls, TournamentCalls
from services.director.store import TournamentStore
from services.director.watching import LogStreams
from services.rpc.around import Around
from services.rpc.caller import Callers
from services.rpc.serve import Frame, Service, run_process
from services.rpc.tail import LOOK_S, Revocations, Tail
from services.rpc.work import repeat
from services.shared import keys
from services.shared.bells import Bells
from services.shared.connections import connect, connect_tail
from services.shared.limits import limits
from services.shared.now import now_ms
from services.shared.tokens import TOKEN_BYTES, digest_of

if TYPE_CHECKING:
    from services.shared.clients import Redis, Written
    from services.shared.settings import Settings

#: the director's own account; no person can have the name
ACCOUNT = "~director"
TOKEN_S = 3600
MS = 1000


async def keep_token(redis: Redis, token: str) -> None:
    """Keep a token of the director's own account valid for a while; a killed process's token soon expires."""
    fields: Written = {"account": ACCOUNT, "scopes": "play", "expires_s": int(time.time()) + TOKEN_S}
    async with redis.pipeline(transaction=True) as pipe:
        pipe.hsetnx(keys.account(ACCOUNT), "created_ms", str(now_ms()))
        pipe.hset(keys.server_token(digest_of(token)), mapping=fields)
        pipe.expire(keys.server_token(digest_of(token)), TOKEN_S)
        await pipe.execute()


async def run_director(config: Settings) -> None:
    """Serve until a signal ends it, or a part of the work does."""
    redis, tail_redis = connect(config.redis_url), connect_tail(config.redis_url)
    bells, callers = Bells(), Callers(redis)
    token = secrets.token_urlsafe(TOKEN_BYTES)
    channel = grpc.aio.insecure_channel(config.game_state_target)
    archive = RemoteArchive(channel, token)
    store = TournamentStore(redis, archive)
    series, watching = SeriesStore(redis, archive), LogStreams(bells)
    frame = Frame(config, config.director_listen, Around("tournament_id", (EngineError,), callers), bells)
    frame.add(
        [
            Service(f"astrarium.v1.{name}", servicer, add)
            for name, servicer, add in (
                (
                    "TournamentService",
                    TournamentCalls(store, watching),
                    director_pb2_grpc.add_TournamentServiceServicer_to_server,
                ),
                ("RatingService", RatingCalls(store), director_pb2_grpc.add_RatingServiceServicer_to_server),
                ("SeriesService", SeriesCalls(series, watching), series_pb2_grpc.add_SeriesServiceServicer_to_server),
            )
        ]
    )
    revocations = Revocations(redis, callers, bells)
    announced = {
        keys.TOURNAMENTS_ADVANCED: lambda fields: bells.ring(keys.tournament_log(fields["tournament_id"])),
        keys.SERIES_ADVANCED: lambda fields: bells.ring(keys.series_log(fields["series_id"])),
        keys.REVOKED: revocations.hear,
    }
    keep_own_token = partial(keep_token, redis, token)
    try:
        await frame.serve(
            keep_own_token,
            {
                "old results": lambda: repeat("old results", store.results.archive_old, limits().archiving_ms / MS),
                "tournaments": Director(store, channel, token).run,
                "series": Conductor(series, config.jobs_url).run,
                "own token": lambda: repeat("own token", keep_own_token, TOKEN_S / 10),
                "tail": Tail(tail_redis, announced, bells).run,
                "revoked tokens": lambda: repeat("revoked tokens", revocations.look, LOOK_S),
                "open streams": lambda: repeat("open streams", callers.streams.renew, callers.streams.renewed_s),
            },
        )
    finally:
        await channel.close()
        with suppress(RedisError):
            await redis.delete(keys.server_token(digest_of(token)))
        await redis.aclose()
        await tail_redis.aclose()


def main() -> None:
    """Run with the settings of the environment."""
    run_process("director", run_director)
