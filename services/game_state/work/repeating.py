"""Work that is done again and again, whatever becomes of it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import structlog

from services.shared import trail
from services.shared.trouble import note_trouble

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

log = structlog.get_logger()


async def do_every(seconds: float, do: Callable[[], Awaitable[object]]) -> None:
    """Do something until cancelled; what fails is done again after the same time."""
    while True:
        await asyncio.sleep(seconds)
        trail.tell()
        try:
            await do()
        except Exception as wrong:
            if note_trouble(wrong) is None:
                log.exception("background work failed")


async def do_all(work: Iterable[Awaitable[None]]) -> None:
    """Wait until all is done; only then raise what failed first."""
    done = await asyncio.gather(*work, return_exceptions=True)
    failed = [wrong for wrong in done if wrong is not None]
    if failed:
        raise failed[0]
