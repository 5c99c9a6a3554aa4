"""Whole matches between bots, chunk by chunk, for a series."""

from __future__ import annotations

import contextlib
import secrets
import threading
import time
import zlib
from typing import TYPE_CHECKING, Self

from redis.exceptions import RedisError

from ai.arena.match import Abandoned
from ai.arena.schedule import BadPlan, Plan, match_at
from ai.arena.series import play_one
from ai.levels import LEVELS
from services.shared import jobs, keys
from services.shared.json import dump_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from services.shared.clients import SyncRedis
    from services.shared.jobs import SeriesJob

RENEWED_S = jobs.CHUNK_LEASE_MS / 1000 / 3
#: how long it is known that a chunk was played, in case its job comes twice
KNOWN_S = 3600
#: how often matches are handed over
FLUSHED_S = 0.25
#: results of a series that nobody conducts any more are not kept for ever
STREAM_S = 7 * 24 * 3600


class Lease:
    """The right to play a chunk: held by one worker, renewed while it plays, lapsed soon after it dies."""

    def __init__(self, redis: SyncRedis, chunk_id: str) -> None:
        """Take it, unless it is held or the chunk done: see `is_held`."""
        self._redis = redis
        self._key = keys.chunk(chunk_id)
        self._name = secrets.token_hex(8).encode()
        self._ended = threading.Event()
        redis.set(self._key, self._name, nx=True, px=jobs.CHUNK_LEASE_MS)
        # Asked for apart from taking it: the reply to a first attempt may have been lost.
        self.is_held = redis.get(self._key) == self._name

    def __enter__(self) -> Self:
        """Renew it from here on."""
        threading.Thread(target=self._renew, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        """Say that the chunk is done, if it was held to the end."""
        self._ended.set()
        if self.is_held and self._redis.get(self._key) == self._name:
            self._redis.set(self._key, jobs.CHUNK_DONE, ex=KNOWN_S)

    def _renew(self) -> None:
        while not self._ended.wait(RENEWED_S):
            try:
                if self._redis.get(self._key) != self._name:
                    self.is_held = False
                    return
                self._redis.pexpire(self._key, jobs.CHUNK_LEASE_MS)
            except RedisError:
                # Redis is paused: whether the lease has lapsed is seen afterwards.
                continue


def plan_of(job: SeriesJob) -> Plan:
    """Return the plan of a job; raise BadPlan if it names anything but levels (a program would be started)."""
    if not set(job["plan"]["players"]) <= LEVELS.keys():
        raise BadPlan("a series on the server is played by levels alone")
    return Plan(**job["plan"])


def lines_of(job: SeriesJob, lease: Lease) -> Iterator[tuple[str, bytes]]:
    """Yield place and line of each match of a job once it has been played; raise Abandoned if the job is taken away."""
    plan = plan_of(job)
    key = plan.key
    for place in job["places"]:
        line = play_one(plan, match_at(plan, key, *place), lambda: lease.is_held)
        yield "-".join(map(str, place)), zlib.compress(dump_json(line))


def play_chunk(redis: SyncRedis, job: SeriesJob) -> None:
    """Play a chunk unless another worker does or did; end early if it is taken away."""
    lease = Lease(redis, job["chunk_id"])
    if not lease.is_held:
        return
    with lease, contextlib.suppress(Abandoned):
        waiting: list[tuple[str, bytes]] = []
        flushed_s = time.monotonic()
        for each in lines_of(job, lease):
            waiting.append(each)
            if time.monotonic() - flushed_s > FLUSHED_S:
                _flush(redis, job["series_id"], waiting)
                flushed_s = time.monotonic()
        _flush(redis, job["series_id"], waiting)


def _flush(redis: SyncRedis, series_id: str, waiting: list[tuple[str, bytes]]) -> None:
    """Add played matches to the series' stream. A repetition after a lost reply adds some twice, which is harmless."""
    stream = keys.series_played(series_id)
    with redis.pipeline(transaction=True) as pipe:
        for place, line in waiting:
            pipe.xadd(stream, {"place": place, "line": line})
        pipe.expire(stream, STREAM_S)
        pipe.execute()
    waiting.clear()
