"""Chunks of matches for a training: handed out to the workers of an installation, and played by them."""

from __future__ import annotations

import hashlib
import json
import time
from dataclasses import asdict
from typing import TYPE_CHECKING

import structlog
from celery import Celery
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from ai.train.orders import BadOrder, Order, PositionChunk, play_order
from engine.errors import EngineError
from services.bots.series import Lease
from services.shared import jobs, keys
from services.shared.addresses import is_redis
from services.shared.connections import connect_sync
from services.shared.now import now_ms
from services.shared.queues import SyncQueues

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from services.shared.clients import SyncRedis
    from services.shared.jobs import TrainJob
    from services.shared.settings import Settings

#: how long a played chunk waits to be fetched, and a champion to be used
KEPT_S = 24 * 3600
#: chunks that are handed out at once
OUT_MAX = 32
LOOKED_EVERY_S = 0.25
#: so long nobody has held a chunk before it is handed out again
MISSING_S = 2 * jobs.CHUNK_LEASE_MS / 1000
log = structlog.get_logger()


class NoWorkers(EngineError):
    """The installation whose workers are to play is out of reach."""


def play_training(redis: SyncRedis, job: TrainJob) -> None:
    """Play a chunk unless another worker does or did, and store it where it is looked for."""
    lease = Lease(redis, job["chunk_id"])
    if not lease.is_held:
        return
    with lease:
        try:
            order = Order(**job["order"])
            champion = redis.get(keys.champion(job["champion"])) if job["champion"] else None
            found = jobs.TRAINED + play_order(order, champion or b"").to_bytes()
        except (EngineError, TypeError) as wrong:
            # Another build's job: no other attempt of this worker would end better.
            log.warning("a chunk of a training was refused", reason=str(wrong))
            found = jobs.REFUSED + str(wrong).encode()
        redis.set(keys.training_chunk(job["chunk_id"]), found, ex=KEPT_S)


class Workers:
    """The workers of an installation that serve the queue `train`, as whoever trains sees them.

    A chunk's id follows from its order and the champion, so a training that was killed finds what was played meanwhile.
    """

    def __init__(self, config: Settings) -> None:
        """Connect to an installation's store and broker."""
        self._redis = connect_sync(config.redis_url)
        self._queues = SyncQueues(config.jobs_url) if is_redis(config.jobs_url) else None
        self._celery = Celery("astrarium")
        self._celery.config_from_object(jobs.celery_config(config.jobs_url))

    def play(
        self,
        orders: Mapping[int, Order],
        champion: bytes,
        told: Callable[[int, int], None],  # noqa: ARG002 - how far they are is not known
    ) -> Iterator[tuple[int, PositionChunk]]:
        """Yield the chunks as they are played; raise BadOrder if a worker refuses one, NoWorkers in trouble."""
        try:
            yield from self._play(orders, champion)
        except (RedisError, OperationalError) as wrong:
            # Its own words may quote an address with a password.
            raise NoWorkers(f"store or broker can't be reached ({type(wrong).__name__})") from wrong

    def _play(self, orders: Mapping[int, Order], champion: bytes) -> Iterator[tuple[int, PositionChunk]]:
        fingerprint = hashlib.blake2b(champion, digest_size=16).hexdigest() if champion else ""
        if champion:
            self._redis.set(keys.champion(fingerprint), champion, ex=KEPT_S)
        left = dict(orders)
        sent_s: dict[int, float] = {}
        while left:
            for number in list(left)[:OUT_MAX]:
                chunk_id = _id_of(left[number], fingerprint)
                content = self._redis.get(keys.training_chunk(chunk_id))
                if content is None:
                    self._hand_out(number, left[number], chunk_id, fingerprint, sent_s)
                    continue
                if content[:1] == jobs.REFUSED:
                    self._forget(chunk_id)
                    raise BadOrder(f"a worker refused a chunk: {content[1:].decode()}")
                yield number, PositionChunk.from_bytes(content[1:])
                # Whoever asked for it has it now.
                self._forget(chunk_id)
                del left[number]
            time.sleep(LOOKED_EVERY_S)

    def _hand_out(self, number: int, order: Order, chunk_id: str, fingerprint: str, sent_s: dict[int, float]) -> None:
        """Send a chunk that was not sent yet, or that is neither in the queue nor held by a worker any more."""
        now_s = time.monotonic()
        if number in sent_s:
            is_queued = self._queues is not None and self._queues.may_hold([jobs.TRAINING])
            if is_queued or self._redis.exists(keys.chunk(chunk_id)):
                sent_s[number] = now_s
            if now_s - sent_s[number] < MISSING_S:
                return
        sent_s[number] = now_s
        job = {"chunk_id": chunk_id, "order": asdict(order), "champion": fingerprint, "sent_ms": now_ms()}
        self._celery.send_task(
            jobs.TRAIN, kwargs={"job": job}, queue=jobs.queue_name(jobs.TRAINING), ignore_result=True, retry=False
        )

    def _forget(self, chunk_id: str) -> None:
        self._redis.delete(keys.training_chunk(chunk_id), keys.chunk(chunk_id))


def _id_of(order: Order, fingerprint: str) -> str:
    """Return a chunk's id."""
    words = json.dumps([asdict(order), fingerprint], sort_keys=True)
    return "train-" + hashlib.blake2b(words.encode(), digest_size=16).hexdigest()
