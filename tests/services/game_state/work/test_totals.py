"""The figures of the whole installation, as any replica tells them."""

from __future__ import annotations

import asyncio
import signal
import socket
import time

import pytest
from prometheus_client import CollectorRegistry, generate_latest

from services.game_state.work import totals
from services.game_state.work.totals import Totals
from services.shared import jobs, keys
from services.shared.connections import connect, connect_sync
from services.shared.queues import Queues
from services.shared.settings import settings
from tests.support.sentinels import Replicated
from tests.support.stack import free_port, until


def page(collector):
    registry = CollectorRegistry()
    registry.register(collector)
    lines = [line for line in generate_latest(registry).decode().splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}


def figures_of(url, broker_url=None):
    """Read once in the background, then tell."""

    async def read():
        client = connect(url)
        queues = Queues(broker_url or url)
        collector = Totals(client, queues)
        await collector.read()
        await client.aclose()
        await queues.close()
        return collector

    return page(asyncio.run(read()))


def test_matches_jobs_and_decisions_are_counted(redis, valkey_url):
    redis.zadd(keys.status_index("waiting"), {"a": 1})
    redis.zadd(keys.status_index("running"), {"b": 1, "c": 2})
    redis.rpush(jobs.queue_name("think"), "1", "2", "3")
    redis.zadd(keys.OWED + "think", {"b:0:1": 5, "c:1:4": 6})
    redis.zadd(keys.ACCOUNTS, {"anna": 1, "bert": time.time() * 1000})
    redis.config_set("maxmemory", 10**9)
    try:
        found = figures_of(valkey_url)
    finally:
        redis.config_set("maxmemory", 0)
    assert found.pop("astrarium_redis_memory_bytes") > 100_000
    assert found == {
        "astrarium_redis_up": 1,
        "astrarium_redis_full": 0,
        "astrarium_redis_replicas": 0,
        "astrarium_redis_replicas_wanted": 0,
        "astrarium_broker_up": 1,
        "astrarium_redis_memory_max_bytes": 10**9,
        'astrarium_matches_held{status="waiting"}': 1,
        'astrarium_matches_held{status="running"}': 2,
        'astrarium_matches_held{status="over"}': 0,
        'astrarium_bot_jobs_waiting{queue="instant"}': 0,
        'astrarium_bot_jobs_waiting{queue="think"}': 3,
        'astrarium_bot_jobs_waiting{queue="analysis"}': 0,
        'astrarium_bot_jobs_waiting{queue="series"}': 0,
        'astrarium_bot_decisions_owed{queue="instant"}': 0,
        'astrarium_bot_decisions_owed{queue="think"}': 2,
        "astrarium_accounts": 2,
        "astrarium_accounts_active": 1,
    }


def test_jobs_are_counted_where_they_are(redis, valkey_url):
    """A broker of its own is asked; of one that is away, or that doesn't tell, there is no figure, but all others."""
    redis.rpush(jobs.queue_name("think"), "of nobody")
    own = valkey_url.rpartition("/")[0] + "/1"
    with connect_sync(own) as broker:
        broker.lpush(jobs.queue_name("series"), "1", "2")
        found = figures_of(valkey_url, own)
        broker.flushdb()
    waiting = "astrarium_bot_jobs_waiting{queue="
    assert (found[f'{waiting}"think"}}'], found[f'{waiting}"series"}}']) == (0, 2)
    for elsewhere, is_up in ((f"redis://127.0.0.1:{free_port()}/0", 0), ("amqp://127.0.0.1//", None)):
        found = figures_of(valkey_url, elsewhere)
        assert (found["astrarium_redis_up"], found.get("astrarium_broker_up")) == (1, is_up)
        assert not any(name.startswith(waiting) for name in found)


def test_replicas_that_follow_are_counted(monkeypatch, valkey_url, tmp_path):
    monkeypatch.setenv("ASTRARIUM_REPLICAS_WANTED", "2")
    settings.cache_clear()
    with Replicated(tmp_path, sentinels=0, followers_wanted=0) as servers:
        found = figures_of(servers.direct_url)
        assert (found["astrarium_redis_replicas"], found["astrarium_redis_replicas_wanted"]) == (2, 2)
        servers.signal(servers.ports[1], signal.SIGKILL)
        until(lambda: figures_of(servers.direct_url)["astrarium_redis_replicas"] == 1)
    monkeypatch.undo()
    settings.cache_clear()
    alone = figures_of(valkey_url)
    assert (alone["astrarium_redis_replicas"], alone["astrarium_redis_replicas_wanted"]) == (0, 0)


def test_a_full_store_is_told_of_with_its_figures(redis, valkey_url):
    redis.config_set("maxmemory", 1)
    try:
        found = figures_of(valkey_url)
    finally:
        redis.config_set("maxmemory", 0)
    assert (found["astrarium_redis_up"], found["astrarium_redis_full"]) == (1, 1)


def test_a_store_that_is_gone_is_told_of_and_no_figure(monkeypatch):
    monkeypatch.setattr(totals, "READ_S_MAX", 0.5)
    assert figures_of(f"redis://127.0.0.1:{free_port()}/0") == {"astrarium_redis_up": 0}


def test_a_name_that_is_looked_up_for_ever_holds_up_neither_reading_nor_telling(monkeypatch):
    """A resolver without an answer is waited for in a thread: nobody who asks for the page waits with it."""
    monkeypatch.setattr(totals, "READ_S_MAX", 0.2)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: time.sleep(2) or pytest.fail("asked to the end"))

    async def read():
        collector = Totals(connect("redis://gone:6379/0"), Queues("redis://gone:6379/0"))
        began = time.monotonic()
        await collector.read()
        return collector, time.monotonic() - began

    loop = asyncio.new_event_loop()
    collector, took_s = loop.run_until_complete(read())
    assert took_s < 2
    began = time.monotonic()
    assert page(collector) == {"astrarium_redis_up": 0}
    assert time.monotonic() - began < 1
    loop.close()


def test_figures_that_nobody_renews_are_not_told(monkeypatch, valkey_url):
    assert figures_of(valkey_url)
    monkeypatch.setattr(totals, "STALE_S", -1)
    assert figures_of(valkey_url) == {}
