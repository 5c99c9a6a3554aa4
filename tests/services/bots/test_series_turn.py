"""A chunk of a series makes way for what waits at the broker."""

from __future__ import annotations

import secrets

import pytest

from services.bots import series
from services.bots.series import Lease, Turn
from services.shared import jobs
from services.shared.connections import connect_sync
from services.shared.queues import SyncQueues


@pytest.fixture
def broker_url(valkey_url):
    return valkey_url.rpartition("/")[0] + "/1"


def has_made_way(valkey_url, broker_url):
    """Whether a chunk whose turn is over lets others go first."""
    with connect_sync(valkey_url) as redis, Lease(redis, secrets.token_hex(4)) as lease:
        turn = Turn(lease, SyncQueues(broker_url), ["think", "series"])
        goes_on = turn.goes_on()
        assert goes_on is not turn.has_made_way
        return turn.has_made_way


def test_a_turn_ends_if_jobs_wait_at_the_broker_and_goes_on_if_none_does(redis, valkey_url, broker_url, monkeypatch):
    monkeypatch.setattr(series, "limits", lambda: type("Limits", (), {"series_chunk_ms": -1}))
    redis.lpush(jobs.queue_name("think"), "in the store, where nobody takes it")
    assert not has_made_way(valkey_url, broker_url)
    with connect_sync(broker_url) as broker:
        broker.lpush(jobs.queue_name("analysis"), "not served here")
        assert not has_made_way(valkey_url, broker_url)
        broker.lpush(jobs.queue_name("think"), "waits")
        assert has_made_way(valkey_url, broker_url)
        broker.flushdb()


def test_where_it_is_not_known_who_waits_every_turn_ends(redis, valkey_url, monkeypatch):
    monkeypatch.setattr(series, "limits", lambda: type("Limits", (), {"series_chunk_ms": -1}))
    assert has_made_way(valkey_url, "amqp://127.0.0.1//")
