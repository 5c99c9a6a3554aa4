"""Background work that is repeated, and waits while what it needs is out of reach."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import grpc
import structlog

from services.shared import trail
from services.shared.errors import ServiceError
from services.shared.trouble import note_trouble, trouble_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

log = structlog.get_logger()


async def repeat(name: str, do: Callable[[], Awaitable[object]], pause_s: float) -> None:
    """Do something, pause, and do it again until cancelled.

    Passing trouble (Redis away or refusing writes, another service away) is waited out. A fault is logged, and the work
    continues with the next turn.
    """
    while True:
        trail.enter(trail.new_request_id())
        try:
            await do()
        except (grpc.RpcError, ServiceError) as passing:
            log.warning("background work waits", work=name, cause=type(passing).__name__)
        except Exception as wrong:
            if note_trouble(wrong) is None:
                log.exception("background work failed", work=name)
        await asyncio.sleep(pause_s)


def is_passing(wrong: Exception) -> bool:
    """Whether the same work may succeed later without a change to this program."""
    return trouble_of(wrong) is not None or isinstance(wrong, (grpc.RpcError, ServiceError))
