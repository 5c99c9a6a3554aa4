"""Every replica that the Sentinels might appoint has what was answered, on real servers and Sentinels."""

from __future__ import annotations

import asyncio
import signal
import time
from contextlib import asynccontextmanager

import pytest
from redis.exceptions import RedisError

from services.shared.confirming import Confirming, SyncConfirming
from services.shared.connections import connect, connect_sync
from services.shared.followers import Sight, count_wanted, see
from services.shared.trouble import trouble_of
from tests.support.sentinels import NAME, Replicated
from tests.support.stack import until

HERE = ("10.0.0.1", 6379)


@pytest.fixture(scope="module")
def module_servers(tmp_path_factory):
    with Replicated(tmp_path_factory.mktemp("servers")) as running:
        yield running


@pytest.fixture
def servers(module_servers):
    """Servers that are whole, and are mended afterwards."""
    until(module_servers.is_whole, 120)
    yield module_servers
    for port, process in module_servers.processes.items():
        process.send_signal(signal.SIGCONT)
        if process.poll() is not None:
            module_servers.start_one(port)


def one(ip="10.0.0.2", offset=500, *, is_dead=False):
    return {"ip": ip, "port": 6379, "slave-repl-offset": offset, "is_sdown": is_dead}


@pytest.mark.parametrize(
    ("replicas", "expected"),
    [
        ([one(), one()], 2),
        ([one(), one(is_dead=True)], 1),
        ([one(is_dead=True), one(is_dead=True)], 0),
        # It has just come back, and copies everything: any other is preferred.
        ([one(), one(offset=1)], 1),
        ([one(offset=0), one(offset=0)], 2),
        ([one(is_dead=True), one(offset=1)], 1),
    ],
)
def test_a_sentinel_appoints_who_lives_and_has_something(replicas, expected):
    assert see({"ip": HERE[0], "port": HERE[1]}, replicas) == Sight(HERE, expected)


@pytest.mark.parametrize(
    ("seen", "expected"),
    [
        ([2, 2, 2], 2),
        ([1, 1, 1], 1),
        # A majority has to say so, and nobody may see more.
        ([1, 1], 1),
        ([1], 2),
        ([], 2),
        ([1, 2, 1], 2),
        # The disk of one more has it, always.
        ([0, 0, 0], 1),
        ([3, 3, 3], 2),
    ],
)
def test_who_is_dead_by_a_majority_is_excused(seen, expected):
    assert count_wanted([Sight(HERE, each) for each in seen], 3, HERE, 2) == expected


def test_nobody_is_excused_at_a_server_that_is_the_primary_no_more():
    sights = [Sight(HERE, 1), Sight(HERE, 1), Sight(("10.0.0.2", 6379), 1)]
    assert count_wanted(sights, 3, HERE, 2) == 2
    assert count_wanted(sights[:2], 3, None, 2) == 2


class Writing:
    """Writes numbers, one after another, as services do."""

    def __init__(self, redis, wanted):
        self.writes = Confirming(redis, wanted=wanted)
        self.script = redis.register_script("return redis.call('SET', KEYS[1], ARGV[1])")
        self.number = 0
        self.confirmed = []
        self.ends = False

    async def run(self):
        while not self.ends:
            self.number += 1
            try:
                await self.writes.run(self.script, [f"n:{self.number}"], [self.number])
            except RedisError as wrong:
                assert trouble_of(wrong) is not None, wrong  # noqa: PT017
                await asyncio.sleep(0.05)
            else:
                self.confirmed.append(self.number)

    async def go_on(self, count=30):
        """Wait until so many more are confirmed."""
        start = len(self.confirmed)
        end_s = time.monotonic() + 120
        while len(self.confirmed) < start + count:
            assert time.monotonic() < end_s, "nothing is confirmed any more"
            await asyncio.sleep(0.05)


@asynccontextmanager
async def writing(servers, wanted=2):
    """Write meanwhile; what was confirmed is there at the end."""
    redis = connect(servers.url)
    task = Writing(redis, wanted)
    running = asyncio.create_task(task.run())
    try:
        await task.go_on()
        yield task
        await task.go_on()
        task.ends = True
        await running
        assert all(await redis.mget([f"n:{number}" for number in task.confirmed])), "what was confirmed is lost"
    finally:
        running.cancel()
        await redis.aclose()


def fail_over(servers):
    """Have another primary appointed though the present one lives, as after a stutter of the network."""
    primary = servers.primary()
    until(lambda: servers.asks(servers.sentinel_ports[0], "SENTINEL", "FAILOVER", NAME) is not None, 60)
    return primary


def has_changed(servers, primary):
    try:
        return servers.primary() != primary
    except RedisError:
        return False


@pytest.mark.timeout(300)
def test_a_failover_while_the_primary_lives_loses_nothing_confirmed(servers):
    """One of its replicas still follows the old one for a second, and has all that is written there."""

    async def do():
        async with writing(servers):
            primary = await asyncio.to_thread(fail_over, servers)
            await asyncio.to_thread(until, lambda: has_changed(servers, primary), 60)

    asyncio.run(do())


@pytest.mark.timeout(300)
def test_a_dead_replica_is_excused_and_a_dead_primary_replaced(servers):
    """Writing goes on with two of three servers, whichever they are, and nothing confirmed is lost."""
    primary = servers.primary()
    replica = next(port for port in servers.ports if port != primary)

    async def do():
        async with writing(servers) as task:
            servers.signal(replica, signal.SIGKILL)
            await task.go_on()
            with connect_sync(servers.url) as client:
                writes = SyncConfirming(client, wanted=2)
                await asyncio.to_thread(until, lambda: sends(writes), 60)
            servers.start_one(replica)
            await asyncio.to_thread(until, servers.is_whole, 120)
            await task.go_on()
            servers.signal(primary, signal.SIGKILL)
            await task.go_on()
            assert servers.primary() != primary

    asyncio.run(do())


def sends(writes):
    try:
        return writes.send([("SET", "sent", "")]) == [b"OK"]
    except RedisError as wrong:
        assert trouble_of(wrong) is not None, wrong  # noqa: PT017
        return False
