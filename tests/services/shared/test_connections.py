"""Commands of several callers go to Redis together and fail apart, on a real Valkey."""

from __future__ import annotations

import asyncio
import contextlib
import socket

import pytest
from redis.exceptions import ResponseError

from services.shared.connections import Kept, Pipelined, connect
from services.shared.trouble import OUT_OF_REACH


async def within(url, kind, do):
    client = connect(url)
    try:
        return await do(kind(client))
    finally:
        await client.aclose()


@pytest.fixture
def run(redis, valkey_url):
    """Run a coroutine function with a pipelined client of an empty Valkey."""
    return lambda do: asyncio.run(within(valkey_url, Pipelined, do))


@pytest.fixture
def run_kept(redis, valkey_url):
    """Run a coroutine function with kept connections to an empty Valkey."""
    return lambda do: asyncio.run(within(valkey_url, Kept, do))


def test_everybody_gets_the_reply_to_their_own_command(run):
    async def do(pipelined):
        await asyncio.gather(*(pipelined.call("SET", f"key{number}", number) for number in range(50)))
        return await asyncio.gather(*(pipelined.call("GET", f"key{number}") for number in range(50)))

    assert run(do) == [str(number).encode() for number in range(50)]


def test_callers_of_the_same_moment_share_a_connection(run, redis):
    before = redis.info("stats")["total_connections_received"]

    async def do(pipelined):
        await asyncio.gather(*(pipelined.call("INCR", "count") for _ in range(50)))

    run(do)
    assert redis.get("count") == b"50"
    assert redis.info("stats")["total_connections_received"] - before <= 2


def test_a_refusal_is_told_to_the_one_who_earned_it(run):
    async def do(pipelined):
        return await asyncio.gather(
            pipelined.call("SET", "key", "text"),
            pipelined.call("INCR", "key"),
            pipelined.call("GET", "key"),
            return_exceptions=True,
        )

    _, refused, found = run(do)
    assert isinstance(refused, ResponseError)
    assert found == b"text"


def test_a_caller_that_gives_up_leaves_the_others_their_replies(run):
    async def do(pipelined):
        impatient = asyncio.ensure_future(pipelined.call("GET", "nothing"))
        others = [asyncio.ensure_future(pipelined.call("INCR", "count")) for _ in range(3)]
        await asyncio.sleep(0)
        impatient.cancel()
        return await asyncio.gather(*others)

    assert run(do) == [1, 2, 3]


def test_a_connection_that_was_cut_while_it_was_kept_is_made_anew(run, redis):
    async def do(pipelined):
        await pipelined.call("SET", "key", "text")
        for each in await asyncio.to_thread(redis.client_list):
            if each["id"] != str(redis.client_id()):
                await asyncio.to_thread(redis.client_kill_filter, each["id"])
        return await pipelined.call("GET", "key")

    assert run(do) == b"text"


def test_a_call_that_was_given_up_leaves_its_reply_to_nobody(run_kept):
    async def do(kept):
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(kept.call("BLPOP", "nothing", 1), 0.05)
        return [await kept.call("ECHO", "one"), await kept.call("ECHO", "two")]

    assert run_kept(do) == [b"one", b"two"]


def test_a_refusal_is_raised_and_the_connection_goes_on(run_kept):
    async def do(kept):
        with pytest.raises(ResponseError):
            await kept.call("INCR")
        return await kept.call("ECHO", "on")

    assert run_kept(do) == b"on"


def test_no_cancellation_is_lost_wherever_an_exchange_is(redis, valkey_url):
    """A task that asks without end is cancelled once, after each number of the loop's turns, and ends."""

    async def ask(client):
        while True:
            await client.get("nothing")

    async def is_ended_after(client, turns):
        asking = asyncio.ensure_future(ask(client))
        for _ in range(turns):
            await asyncio.sleep(0)
        asking.cancel()
        _, left = await asyncio.wait([asking], timeout=10)
        # Cancelled again until it hears, so that a failure is told and not waited for.
        while not asking.done():
            asking.cancel()
            await asyncio.wait([asking], timeout=0.01)
        return not left

    async def do():
        client = connect(valkey_url)
        try:
            await client.get("nothing")
            return [turns for turns in range(150) if not await is_ended_after(client, turns)]
        finally:
            await client.aclose()

    assert asyncio.run(do()) == []


def test_a_name_that_is_looked_for_long_is_not_looked_for_often(monkeypatch):
    """Where a container is gone, it may take seconds to be told that its name is unknown."""
    tried = []

    async def look(*args, **_kwargs):
        tried.append(args)
        await asyncio.sleep(1.2)
        raise socket.gaierror(socket.EAI_AGAIN, "try again")

    async def do(kept):
        with pytest.raises(OUT_OF_REACH):
            await kept.call("PING")

    monkeypatch.setattr(asyncio, "open_connection", look)
    asyncio.run(within("redis://nowhere.invalid:6379/0", Kept, do))
    assert len(tried) in (2, 3)
