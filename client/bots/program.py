"""A bot as a program of its own, which signals stop."""

from __future__ import annotations

import asyncio
import math
import signal
from typing import TYPE_CHECKING

from client.awaited.client import AsyncClient
from client.bots.runner import Runner

if TYPE_CHECKING:
    from client.bots.bot import Bot


async def _run(bot: Bot, url: str, token: str, *, is_shown: bool) -> None:
    async with AsyncClient(url, token, patience_s=math.inf) as client:
        runner = Runner(bot, client)
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, runner.stop)
        if is_shown:
            from client.bots.picture import show  # noqa: PLC0415 - rich is needed for nothing else

            showing = asyncio.create_task(show(runner))
            try:
                await runner.run()
            finally:
                showing.cancel()
        else:
            await runner.run()


def run_bot(bot: Bot, url: str, token: str, *, is_shown: bool = False) -> None:
    """Play with a bot until SIGINT or SIGTERM: then finish what has begun, and resign what takes too long.

    A second signal resigns at once. *is_shown*: with a live table in the terminal. Raises Refused if the token is not
    good (any more).
    """
    try:
        asyncio.run(_run(bot, url, token, is_shown=is_shown))
    except BaseExceptionGroup as group:
        # One cause ends all tasks, and it is what the caller has to know.
        raise group.exceptions[0] from None
