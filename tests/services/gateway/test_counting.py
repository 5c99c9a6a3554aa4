"""Limits hold though most requests are counted without a write."""

from __future__ import annotations

import secrets

import pytest
from limits import parse
from limits.strategies import FixedWindowRateLimiter

from services.gateway.counting import BatchedStorage
from services.shared.connections import connect_sync


@pytest.fixture
def redis(valkey):
    return connect_sync(valkey.redis_url)


def new_limiter(redis):
    return FixedWindowRateLimiter(BatchedStorage(redis))


def writes(redis):
    stats = redis.info("commandstats")
    return sum(stats.get(f"cmdstat_{name}", {}).get("calls", 0) for name in ("incrby", "incr"))


def test_one_gateway_lets_exactly_the_limit_pass_with_a_hundredth_of_the_writes(redis):
    limiter, item, who = new_limiter(redis), parse("1000 per hour"), secrets.token_hex(4)
    before = writes(redis)
    assert [limiter.hit(item, who) for _ in range(1002)] == [True] * 1000 + [False] * 2
    assert writes(redis) - before <= 110
    assert limiter.hit(item, "somebody else")


def test_several_gateways_share_a_limit_up_to_a_hundredth_each(redis):
    limiters, item, who = [new_limiter(redis) for _ in range(3)], parse("1000 per hour"), secrets.token_hex(4)
    passed = sum(limiter.hit(item, who) for _ in range(500) for limiter in limiters)
    assert 1000 <= passed <= 1030


@pytest.mark.parametrize("limit", [1, 2, 100])
def test_small_limits_are_shared_exactly(redis, limit):
    limiters, item, who = [new_limiter(redis) for _ in range(2)], parse(f"{limit} per hour"), secrets.token_hex(4)
    assert sum(limiter.hit(item, who) for _ in range(limit) for limiter in limiters) == limit


def test_a_new_window_begins_from_nothing(redis):
    limiter, item, who = new_limiter(redis), parse("2 per hour"), secrets.token_hex(4)
    storage = limiter.storage
    assert [limiter.hit(item, who) for _ in range(3)] == [True, True, False]
    storage.counts._counts[item.key_for(who)].until = 0
    redis.delete(storage.prefixed_key(item.key_for(who)))
    assert limiter.hit(item, who)
