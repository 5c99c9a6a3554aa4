"""Work of one account is done one piece after the other; others come in between."""

from __future__ import annotations

import asyncio

from services.shared.turns import Turns


def test_whoever_wants_much_gives_way_after_each_piece():
    """Also where a piece never waits for anything: of anna's hundred, bert's is done among the first."""
    done = []

    async def work(turns, account):
        async with turns.take(account):
            done.append(account)

    async def check():
        turns = Turns()
        async with asyncio.TaskGroup() as group:
            for _ in range(100):
                group.create_task(work(turns, "anna"))
            group.create_task(work(turns, "bert"))

    asyncio.run(check())
    assert done.count("anna") == 100
    assert done.index("bert") == 1


def test_a_piece_that_fails_or_is_left_ends_its_turn():
    """The next one has it, and nothing is kept of accounts that want nothing."""

    async def fail(turns):
        async with turns.take("anna"):
            await asyncio.sleep(0)
            raise ValueError

    async def wait(turns):
        async with turns.take("anna"):
            await asyncio.sleep(3600)

    async def check():
        turns = Turns()
        waiting = asyncio.create_task(wait(turns))
        failing = asyncio.create_task(fail(turns))
        await asyncio.sleep(0)
        waiting.cancel()
        assert [type(each) for each in await asyncio.gather(waiting, failing, return_exceptions=True)] == [
            asyncio.CancelledError,
            ValueError,
        ]
        async with turns.take("anna"):
            pass
        del waiting, failing
        assert not turns._locks

    asyncio.run(check())
