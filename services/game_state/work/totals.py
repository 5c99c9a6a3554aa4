"""What the installation as a whole holds, read from Redis whenever Prometheus asks.

Every replica tells the same figures: take the maximum over replicas, not the sum.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector
from redis.exceptions import RedisError

from services.shared import jobs, keys

if TYPE_CHECKING:
    from collections.abc import Iterable

    from services.shared.clients import SyncRedis

STATUSES = ("waiting", "running", "over")


class Totals(Collector):
    """A collector of prometheus_client; while Redis is out of reach it has nothing to tell."""

    def __init__(self, redis: SyncRedis) -> None:
        """Read through *redis*, in the thread that serves the page."""
        self.redis = redis

    def describe(self) -> Iterable[GaugeMetricFamily]:
        """Return nothing: registering must not wait for Redis."""
        return ()

    def collect(self) -> Iterable[GaugeMetricFamily]:
        """Yield matches by status, waiting bot jobs by queue, bot decisions that are owed, and Redis' memory."""
        try:
            with self.redis.pipeline(transaction=False) as pipe:
                for status in STATUSES:
                    pipe.zcard(keys.status_index(status))
                for queue in jobs.QUEUES:
                    pipe.llen(jobs.queue_name(queue))
                pipe.zcard(keys.DEADLINES)
                pipe.info("memory")
                *counts, owed, memory = pipe.execute()
        except RedisError:
            return
        matches = GaugeMetricFamily("astrarium_matches_held", "Matches by status", labels=["status"])
        queues = GaugeMetricFamily("astrarium_bot_jobs_waiting", "Bot jobs that no worker has taken", labels=["queue"])
        for status in STATUSES:
            matches.add_metric([status], counts.pop(0))
        for queue in jobs.QUEUES:
            queues.add_metric([queue], counts.pop(0))
        yield from (matches, queues)
        yield GaugeMetricFamily("astrarium_bot_decisions_owed", "Decisions that bots owe now", owed)
        yield GaugeMetricFamily("astrarium_redis_memory_bytes", "Memory that Redis uses", memory["used_memory"])
        yield GaugeMetricFamily("astrarium_redis_memory_max_bytes", "What it may use; 0: all", memory["maxmemory"])
