"""Who waits is woken by what concerns it, at its time whatever rings, and ends when it may wait no longer."""

from __future__ import annotations

import asyncio

import pytest

from services.shared.bells import Bell, Bells
from services.shared.errors import Unauthenticated, Unavailable

LONG_S = 60.0


def now():
    return asyncio.get_running_loop().time()


def test_a_ring_for_another_subject_wakes_nobody_and_its_own_brings_the_token():
    async def do():
        bells = Bells()
        with bells.lend("one", Bell("a")) as one, bells.lend("two", Bell("a")) as two:
            bells.ring("one", "token")
            assert await one.wait(now() + LONG_S)
            assert one.token == "token"
            assert not await two.wait(now() + 0.05)

    asyncio.run(do())


def test_what_rings_does_not_put_off_the_time_that_is_waited_for():
    async def do():
        bell = Bell("a")
        bell.ring("token")
        assert not await bell.wait(now())
        # The ring is not lost.
        assert await bell.wait(now() + LONG_S)

    asyncio.run(do())


@pytest.mark.parametrize("is_waiting", [True, False])
def test_a_revocation_ends_the_calls_of_that_token_and_no_others(is_waiting):
    async def do():
        bells = Bells()
        with bells.lend("m", Bell("revoked")) as ended, bells.lend("m", Bell("good")) as other:
            call = asyncio.create_task(ended.wait(now() + LONG_S))
            if is_waiting:
                await asyncio.sleep(0)
            bells.revoke("revoked")
            with pytest.raises(Unauthenticated):
                await call
            assert not await other.wait(now() + 0.05)

    asyncio.run(do())


def test_work_that_a_call_waits_for_is_given_up_when_it_ends():
    async def do():
        bells = Bells()
        with bells.lend("m", Bell("a")) as bell:
            call = asyncio.create_task(bell.do(asyncio.sleep(LONG_S)))
            await asyncio.sleep(0.01)
            bells.revoke("a")
            with pytest.raises(Unauthenticated):
                await call
        with bells.lend("m", Bell("b")) as bell:
            assert await bell.do(asyncio.sleep(0, "done")) == "done"

    asyncio.run(do())


def test_calls_that_come_while_the_process_stops_do_not_wait():
    async def do():
        bells = Bells()
        bells.stop()
        with bells.lend("m", Bell("a")) as bell:
            with pytest.raises(Unavailable) as stops:
                await bell.wait(now() + LONG_S)
            assert stops.value.details["retry_after_ms"] > 0
            with pytest.raises(Unavailable):
                await bell.do(asyncio.sleep(LONG_S))

    asyncio.run(do())


def test_many_waits_for_one_time_are_each_woken_and_that_time_comes_once():
    async def do():
        bells, until = Bells(), now() + 0.2
        with bells.lend("m", Bell("a")) as bell:
            for number in range(5):
                asyncio.get_running_loop().call_soon(bells.ring, "m", str(number))
                assert await bell.wait(until)
                assert bell.token == str(number)
            assert not await bell.wait(until)
            assert now() >= until
            bells.ring("m", "later")
            assert await bell.wait(until + LONG_S)

    asyncio.run(do())
