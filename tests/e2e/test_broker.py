"""The broker of bots' jobs may lose everything, and be away: no decision is lost with it."""

from __future__ import annotations

import shutil
import signal
import time

import pytest
from redis import Redis

from deploy.local.stack import Stack
from engine.replay import verify
from services.shared import jobs
from tests.e2e.support import ME, WHOLE_MATCH, Playing, bot, new_client, table_for, turn_of
from tests.support.sentinels import PASSWORD, Replicated
from tests.support.stack import until

WIPES = 12


@pytest.fixture
def broker(tmp_path):
    """A Valkey of its own for jobs, which nobody follows."""
    with Replicated(tmp_path / "broker", replicas=0, sentinels=0, followers_wanted=0) as server:
        yield server


@pytest.fixture
def stack(tmp_path, broker):
    settings = {"ASTRARIUM_BROKER_URL": broker.direct_url}
    with Stack(tmp_path / "stack", bots=2, settings=settings) as running:
        yield running


@WHOLE_MATCH
def test_a_broker_that_is_wiped_again_and_again_loses_no_decision(stack, broker):
    """Jobs go through it and not through the store; what bots owe is asked anew, and every match ends."""
    port = broker.ports[0]
    with new_client(stack.url) as client, broker.client(port) as redis, Redis.from_url(stack.redis_url) as store:
        own = [table_for(client, ME, bot("random")) for _ in range(3)]
        among_bots = [table_for(client, bot("random"), bot("greedy")) for _ in range(3)]
        players = [Playing(turn_of(client, match_id)) for match_id in own]
        for number in range(WIPES):
            time.sleep(0.5)
            redis.flushall()
            if number == WIPES // 2:
                broker.signal(port, signal.SIGKILL)
                shutil.rmtree(broker.folder / str(port) / "appendonlydir")
                time.sleep(1)
                broker.start_one(port)
                until(lambda: broker.asks(port, "PING"))
        assert redis.info("commandstats")["cmdstat_lpush"]["calls"] > 0, "jobs go through the broker"
        assert not any(store.exists(jobs.queue_name(queue)) for queue in jobs.QUEUES)
        assert not store.keys("_kombu*")
        for each in players:
            each.join(900)
            each.stop()
        for match_id in (*own, *among_bots):
            until(lambda match_id=match_id: client.match(match_id).read()["status"] == "over", 300, 0.2)
            verify(client.match(match_id).record())
    assert PASSWORD not in (stack.data / "log" / "game_state.0.log").read_text()
