"""The figures of the whole installation, as Prometheus reads them from any replica."""

from __future__ import annotations

import time

from prometheus_client import CollectorRegistry, generate_latest

from services.game_state.work.totals import Totals
from services.shared import jobs, keys
from services.shared.connections import connect_sync
from tests.support.stack import free_port


def figures(redis):
    registry = CollectorRegistry()
    registry.register(Totals(redis))
    lines = [line for line in generate_latest(registry).decode().splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}


def test_matches_jobs_and_decisions_are_counted(redis):
    redis.zadd(keys.status_index("waiting"), {"a": 1})
    redis.zadd(keys.status_index("running"), {"b": 1, "c": 2})
    redis.rpush(jobs.queue_name("think"), "1", "2", "3")
    redis.zadd(keys.DEADLINES, {"b:0:1": 5})
    redis.config_set("maxmemory", 10**9)
    found = figures(redis)
    assert found.pop("astrarium_redis_memory_bytes") > 100_000
    assert found == {
        "astrarium_redis_memory_max_bytes": 10**9,
        'astrarium_matches_held{status="waiting"}': 1,
        'astrarium_matches_held{status="running"}': 2,
        'astrarium_matches_held{status="over"}': 0,
        'astrarium_bot_jobs_waiting{queue="instant"}': 0,
        'astrarium_bot_jobs_waiting{queue="think"}': 3,
        'astrarium_bot_jobs_waiting{queue="analysis"}': 0,
        'astrarium_bot_jobs_waiting{queue="series"}': 0,
        "astrarium_bot_decisions_owed": 1,
    }


def test_without_redis_there_is_nothing_to_tell_and_the_page_still_comes():
    began = time.monotonic()
    assert figures(connect_sync(f"redis://127.0.0.1:{free_port()}/0")) == {}
    assert time.monotonic() - began < 8
