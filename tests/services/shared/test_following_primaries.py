"""Every kind of client finds the next primary, on real servers and Sentinels."""

from __future__ import annotations

import asyncio
import signal
import threading
import time

import pytest
from celery import Celery
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from services.shared import jobs
from services.shared.connections import Kept, Pipelined, connect, connect_sync, connect_tail
from services.shared.trouble import trouble_of
from tests.support.sentinels import Replicated

#: until a client of any kind is served again: the Sentinels notice after one second, and agree within another one or two
AGAIN_S = 10.0


@pytest.fixture
def replicated(tmp_path):
    with Replicated(tmp_path / "servers") as running:
        yield running


async def _again(do, kind):
    """Repeat until it is done; what goes wrong meanwhile is a passing trouble. Return the seconds."""
    began = time.monotonic()
    while True:
        try:
            await do()
        except RedisError as wrong:
            assert trouble_of(wrong) == "away", (kind, wrong)  # noqa: PT017
            assert time.monotonic() - began < AGAIN_S, kind
            await asyncio.sleep(0.1)
        else:
            return time.monotonic() - began


async def _use_all(url, fail):
    client, tail, sync = connect(url), connect_tail(url), connect_sync(url)
    kept, pipelined = Kept(tail), Pipelined(client)
    asked = {
        "command": lambda: client.set("command", 1),
        "pipelined": lambda: pipelined.call("SET", "pipelined", 1),
        "blocking client": lambda: asyncio.to_thread(sync.set, "sync", 1),
        "tail": lambda: kept.call("XREAD", "BLOCK", 2_000, "STREAMS", "news", "0-0"),
    }
    try:
        await pipelined.call("XADD", "news", "*", "told", "before")
        # Several connections of each kind are open, and all lead to the old primary.
        for each in asked.values():
            await asyncio.gather(*(each() for _ in range(8)))
        waiting = asyncio.create_task(kept.call("XREAD", "BLOCK", 5_000, "STREAMS", "news", "$"))
        await asyncio.sleep(0.1)
        fail()
        took = await asyncio.gather(*(_again(each, kind) for kind, each in asked.items()))
        await asyncio.gather(waiting, return_exceptions=True)
        return dict(zip(asked, took, strict=True))
    finally:
        sync.close()
        await client.aclose()
        await tail.aclose()


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
def test_every_client_goes_on_with_the_next_primary(replicated, how):
    """Killed or silent, the primary is given up within seconds by clients of all kinds, Celery's among them."""
    app = Celery("test")
    app.config_from_object(jobs.celery_config(replicated.url))

    def send():
        app.send_task("nothing", queue="jobs", retry=False, ignore_result=True)

    send()
    before = replicated.primary()
    asyncio.run(_use_all(replicated.url, lambda: replicated.signal(before, how)))
    began = time.monotonic()
    while True:
        try:
            send()
            break
        except OperationalError:
            assert time.monotonic() - began < AGAIN_S
            time.sleep(0.1)
    after = replicated.primary()
    assert after != before
    assert replicated.asks(after, "LLEN", "jobs") >= 1


def test_who_waits_in_a_thread_is_served_by_the_next_primary_too(replicated):
    """Threads share a blocking client; each gets replies to its own commands through a failover."""
    client = connect_sync(replicated.url)
    wrong, answered, ends = [], {}, time.monotonic() + 8

    def ask(name):
        number = 0
        while time.monotonic() < ends:
            number += 1
            try:
                told = client.echo(f"{name}-{number}")
            except RedisError:
                time.sleep(0.05)
            else:
                answered[name] = time.monotonic()
                if told != f"{name}-{number}".encode():
                    wrong.append((name, number, told))

    threads = [threading.Thread(target=ask, args=(name,)) for name in range(4)]
    for each in threads:
        each.start()
    replicated.signal(replicated.primary(), signal.SIGSTOP)
    for each in threads:
        each.join()
    client.close()
    assert wrong == []
    assert len(answered) == 4
    assert min(answered.values()) > ends - 1, "each was served again"
