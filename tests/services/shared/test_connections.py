"""Commands of several callers go to Redis together and fail apart, on a real Valkey."""

from __future__ import annotations

import asyncio

import pytest
from redis.exceptions import ResponseError

from services.shared.connections import Pipelined, connect


@pytest.fixture
def run(redis, valkey_url):
    """Run a coroutine function with a pipelined client of an empty Valkey."""

    async def within(do):
        client = connect(valkey_url)
        try:
            return await do(Pipelined(client))
        finally:
            await client.aclose()

    return lambda do: asyncio.run(within(do))


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
