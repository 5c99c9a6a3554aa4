"""Turns: what one account asks for much of is done one after the other, so that others come in between."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

#: the account for which the present call is made; "": none, for the work of the process itself
asker: ContextVar[str] = ContextVar("asker", default="")


class Turns:
    """One kind of work, of which each account has one piece done at a time."""

    def __init__(self) -> None:
        """Begin with nothing to do."""
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def take(self, account: str) -> AsyncIterator[None]:
        """Wait until it is an account's turn; the next one has it after whatever else is due by then."""
        lock = self._locks.get(account)
        if lock is None:
            lock = self._locks[account] = asyncio.Lock()
        async with lock:
            yield
            # What blocks the loop is done without a pause: the account's next piece would follow at once.
            await asyncio.sleep(0)
