"""Background work: done again and again, and waiting while what it needs is out of reach."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import grpc
import structlog

from services.shared import trail
from services.shared.connections import is_out_of_reach
from services.shared.errors import ServiceError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

log = structlog.get_logger()


async def repeat(name: str, do: Callable[[], Awaitable[object]], pause_s: float) -> None:
    """Do something, pause, and do it again until cancelled.

    What passes by itself (Redis away or refusing to write, another service away) is waited out; a fault is logged,
    and the work goes on with the next turn.
    """
    while True:
        trail.enter(trail.new_id())
        try:
            await do()
        except Exception as wrong:
            if is_passing(wrong):
                log.warning("background work waits", work=name, cause=type(wrong).__name__)
            else:
                log.exception("background work failed", work=name)
        await asyncio.sleep(pause_s)


def is_passing(wrong: Exception) -> bool:
    """Whether the same work may succeed later without anybody having mended anything here."""
    return is_out_of_reach(wrong) or isinstance(wrong, (grpc.RpcError, ServiceError))
