"""A worker that loses Valkey takes jobs again afterwards."""

from __future__ import annotations

import contextlib
import logging

from celery import Celery
from kombu import Queue
from kombu.transport import redis as transport

from services.bots import broker
from services.shared import jobs
from tests.support.stack import until


def failed_acknowledgement(stack, name):
    """Take a job, lose Valkey before it is acknowledged, get it back; say whether another may come."""
    app = Celery("test")
    app.config_from_object(jobs.celery_config(stack.redis_url))
    taken = []
    queue = Queue(name, routing_key=name)
    with app.connection() as connection:
        channel = connection.channel()
        channel.basic_qos(0, 1, False)
        consumer = connection.Consumer(queue, channel=channel, on_message=taken.append)
        with app.connection() as other, other.Producer() as producer:
            for number in range(2):
                producer.publish({"number": number}, routing_key=name, declare=[queue], serializer="json")
        with consumer:
            until(lambda: drained(connection, taken, 1))
            port = stack.valkey.port
            stack.valkey.terminate()
            taken[0].ack_log_error(logging.getLogger("test"), connection.connection_errors)
            stack.valkey._desired_port = port
            stack.valkey.start()
            until(stack.redis.ping)
            return channel.qos.can_consume()


def drained(connection, taken, count):
    with contextlib.suppress(TimeoutError):
        connection.drain_events(timeout=0.2)
    return len(taken) >= count


def test_a_failed_acknowledgement_frees_the_place_of_its_job(own_stack):
    broker.mend()
    assert failed_acknowledgement(own_stack, "mended") is True


def test_the_client_itself_still_needs_the_mending(own_stack, monkeypatch):
    """When this fails, kombu has mended it and services/bots/broker.py can go."""
    monkeypatch.setattr(transport.Channel, "QoS", transport.QoS)
    assert failed_acknowledgement(own_stack, "unmended") is False
