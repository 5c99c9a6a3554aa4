"""Fixes for faults of the broker's client that would stop a worker."""

from __future__ import annotations

import time

from celery.worker.consumer import Consumer
from celery.worker.state import maybe_shutdown
from kombu.transport.redis import Channel, QoS, SentinelChannel
from kombu.utils.scheduling import priority_cycle
from redis.exceptions import RedisError

from services.bots.offer import Offer
from services.shared import jobs
from services.shared.connections import SyncPrimaryConnection, SyncPrimarySslConnection, connect_sync
from services.shared.settings import settings
from services.shared.trouble import REFUSING, note_trouble

LOOKED_EVERY_S = 0.5


class Forgetting(QoS):
    """Frees the slot of a job whose acknowledgement fails.

    kombu keeps it occupied: a worker that holds one job at a time would never take another one. As it does not poll, it
    would never notice that its connection is gone. The job itself returns to its queue after the visibility timeout; by
    then it is known as answered.
    """

    def ack(self, delivery_tag: str) -> None:
        """Acknowledge; raises what the connection raises, but frees the slot first."""
        try:
            super().ack(delivery_tag)  # type: ignore[no-untyped-call]  # kombu is untyped
        except Exception:
            self._quick_ack(delivery_tag)
            raise


class InOrder(priority_cycle):
    """Serves players' bots before analyses and those before series, where one worker serves them all."""

    def consume(self, n: int) -> list[str]:
        """Return the first *n* queues."""
        places = {jobs.queue_name(queue): place for place, queue in enumerate(jobs.QUEUES)}
        ordered: list[str] = sorted(self.items, key=lambda queue: places.get(queue, len(places)))
        return ordered[:n]


class Patient(Consumer):  # type: ignore[misc]  # celery is untyped
    """Takes no jobs while the broker is full: each would leave its queue without being noted as taken."""

    def on_connection_error_after_connected(self, exc: Exception) -> None:
        """Give the connection up, then wait for as long as the broker refuses writes; raises WorkerShutdown."""
        super().on_connection_error_after_connected(exc)
        if note_trouble(exc) in REFUSING:
            _wait_until_writable()

    def on_connection_error_before_connected(self, exc: Exception) -> None:
        """Wait in the same way if not even the queues could be made; raises WorkerShutdown."""
        if note_trouble(exc) in REFUSING:
            _wait_until_writable()
        else:
            super().on_connection_error_before_connected(exc)


def _wait_until_writable() -> None:
    """Return once the broker takes writes, or is away (the consumer handles that itself); raise WorkerShutdown."""
    with connect_sync(settings().jobs_url) as redis:
        offer = Offer(redis)
        while True:
            try:
                offer.announce()
            except RedisError as wrong:
                if note_trouble(wrong) not in REFUSING:
                    return
            else:
                return
            maybe_shutdown()
            time.sleep(LOOKED_EVERY_S)


def mend() -> None:
    """Let every channel of this process count its jobs this way, and follow a primary as all our clients do."""
    Channel.QoS = Forgetting
    SentinelChannel.connection_class = SyncPrimaryConnection
    SentinelChannel.connection_class_ssl = SyncPrimarySslConnection  # type: ignore[assignment]  # taken for kombu's own
