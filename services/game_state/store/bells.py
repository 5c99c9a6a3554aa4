"""Who waits for a match to go on, in this process."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


class Bell:
    """Rings when a match has changed; remembers the token that the match then had."""

    def __init__(self) -> None:
        """Begin unrung."""
        self._rung = asyncio.Event()
        self.token: str | None = None
        #: whether something may have been said since it was last looked for
        self.may_have_chat = True

    def ring(self, token: str | None) -> None:
        """Wake whoever waits; None: there may have been changes, or something was said."""
        self.token = token
        self.may_have_chat |= token is None
        self._rung.set()

    async def wait(self, seconds: float) -> bool:
        """Wait for the next ring; return False if none came in time."""
        try:
            async with asyncio.timeout(seconds):
                await self._rung.wait()
        except TimeoutError:
            self.token = None
            return False
        self._rung.clear()
        return True


class Bells:
    """Those of this process who wait for matches to go on."""

    def __init__(self) -> None:
        """Begin with nobody waiting."""
        self._bells: dict[str, set[Bell]] = {}

    @contextmanager
    def bell(self, match_id: str) -> Iterator[Bell]:
        """Lend a bell that rings at every change of the match."""
        bell = Bell()
        self._bells.setdefault(match_id, set()).add(bell)
        try:
            yield bell
        finally:
            waiting = self._bells[match_id]
            waiting.discard(bell)
            if not waiting:
                del self._bells[match_id]

    def ring(self, match_id: str, token: str | None) -> None:
        """Tell those who wait for the match that it has the token now."""
        for bell in self._bells.get(match_id, ()):
            bell.ring(token)

    def ring_all(self) -> None:
        """Tell everybody that something may have been missed."""
        for match_id in list(self._bells):
            self.ring(match_id, None)
