"""Whole matches between bots, chunk by chunk, for a series."""

from __future__ import annotations

import contextlib
import secrets
import threading
import time
import zlib
from dataclasses import asdict
from typing import TYPE_CHECKING, Self

from redis.exceptions import RedisError

from ai.arena.match import Abandoned, SoFar
from ai.arena.schedule import BadPlan, Plan, match_at
from ai.arena.series import play_one
from ai.levels import LEVELS
from services.shared import jobs, keys
from services.shared.json import dump_json
from services.shared.limits import limits
from services.shared.now import now_ms

if TYPE_CHECKING:
    from collections.abc import Sequence

    from services.shared.clients import SyncRedis
    from services.shared.jobs import SeriesJob
    from services.shared.queues import SyncQueues

RENEWED_S = jobs.CHUNK_LEASE_MS / 1000 / 3
#: how long it is known that a chunk was played, in case its job comes twice
KNOWN_S = 3600
#: how often matches are handed over
FLUSHED_S = 0.25
#: so often a chunk that has had its turn looks whether others wait
LOOKED_S = 0.25
MS = 1000
#: results of a series that nobody conducts any more are not kept for ever
STREAM_S = 7 * 24 * 3600
#: Hand a chunk on to whoever takes it next, if it is still held.
PAUSE = """
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1
"""
#: Take a chunk that is free, or waits for its next turn.
TAKE = """
local held = redis.call('GET', KEYS[1])
if held and held ~= ARGV[2] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[3])
return 1
"""


class Lease:
    """The right to play a chunk: held by one worker, renewed while it plays, lapsed soon after it dies."""

    def __init__(self, redis: SyncRedis, chunk_id: str, known_s: int = KNOWN_S) -> None:
        """Take it, unless it is held or the chunk done, which is known for so long: see `is_held`."""
        self._redis = redis
        self._known_s = known_s
        self._key = keys.chunk(chunk_id)
        self._name = secrets.token_hex(8).encode()
        self._ended = threading.Event()
        take = redis.register_script(TAKE)
        take(keys=[self._key], args=[self._name, jobs.CHUNK_PAUSED, jobs.CHUNK_LEASE_MS])
        # Asked for apart from taking it: the reply to a first attempt may have been lost.
        self.is_held = redis.get(self._key) == self._name
        self._is_paused = False

    def __enter__(self) -> Self:
        """Renew it from here on."""
        threading.Thread(target=self._renew, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        """Say that the chunk is done, if it was held to the end."""
        self._ended.set()
        if not self._is_paused and self.is_held and self._redis.get(self._key) == self._name:
            self._redis.set(self._key, jobs.CHUNK_DONE, ex=self._known_s)

    def pause(self) -> bool:
        """Give it up for a while; return False if it has been taken away."""
        self._ended.set()
        pause = self._redis.register_script(PAUSE)
        self._is_paused = bool(pause(keys=[self._key], args=[self._name, jobs.CHUNK_PAUSED, jobs.CHUNK_PAUSED_MS]))
        return self._is_paused

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


class Turn:
    """A chunk's turn at this worker: it ends when the lease does, or after a while if other jobs wait for a worker."""

    def __init__(self, lease: Lease, queues: SyncQueues, served: Sequence[str]) -> None:
        """Begin; others wait if there are jobs in the queues that are *served* here."""
        self._lease = lease
        self._queues = queues
        self._served = served
        self._looks_s = time.monotonic() + limits().series_chunk_ms / MS
        self.has_made_way = False

    def goes_on(self) -> bool:
        """Whether to play on; called before every decision."""
        if time.monotonic() >= self._looks_s and not self.has_made_way:
            self._looks_s = time.monotonic() + LOOKED_S
            self.has_made_way = self._queues.may_hold(self._served)
        return self._lease.is_held and not self.has_made_way


def play_chunk(redis: SyncRedis, job: SeriesJob, queues: SyncQueues, served: Sequence[str]) -> SeriesJob | None:
    """Play a chunk unless another worker does or did.

    It ends early if it is taken away, or makes way for jobs in the *queues* that are *served* here. Return what is left
    of it in the latter case.
    """
    lease = Lease(redis, job["chunk_id"])
    if not lease.is_held:
        return None
    turn, so_far = Turn(lease, queues, served), SoFar(**job.get("so_far", {}))
    plan = plan_of(job)
    key = plan.key
    places, waiting = [*job["places"]], list[tuple[str, bytes]]()
    flushed_s = time.monotonic()
    with lease:
        with contextlib.suppress(Abandoned):
            while places:
                line = play_one(plan, match_at(plan, key, *places[0]), turn.goes_on, so_far)
                waiting.append(("-".join(map(str, places.pop(0))), zlib.compress(dump_json(line))))
                so_far = SoFar()
                if time.monotonic() - flushed_s > FLUSHED_S:
                    _flush(redis, job["series_id"], waiting)
                    flushed_s = time.monotonic()
        _flush(redis, job["series_id"], waiting)
        if not (places and turn.has_made_way and lease.pause()):
            return None
    return job | {"places": places, "so_far": asdict(so_far), "sent_ms": now_ms()}


def _flush(redis: SyncRedis, series_id: str, waiting: list[tuple[str, bytes]]) -> None:
    """Add played matches to the series' stream. A repetition after a lost reply adds some twice, which is harmless."""
    stream = keys.series_played(series_id)
    with redis.pipeline(transaction=True) as pipe:
        for place, line in waiting:
            pipe.xadd(stream, {"place": place, "line": line})
        pipe.expire(stream, STREAM_S)
        pipe.execute()
    waiting.clear()
