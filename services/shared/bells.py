"""Calls that wait, woken when their subject changes, ended when they may wait no longer.

One reader per process hears what has changed, in whatever process, and rings the bells of all who wait for it.
"""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from services.shared.errors import Unauthenticated, Unavailable

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator

    from services.shared.errors import ServiceError

#: when a call that ended because its process stops may be made again: another process is there, or a new one soon
AGAIN_MS = 500
T = TypeVar("T")


class Bell:
    """Wakes one call when its subject has changed, and remembers the token that the subject then had."""

    def __init__(self, digest: str) -> None:
        """Begin unrung, for a call that is made with the token of that digest."""
        self.digest = digest
        self.token: str | None = None
        self._rung = asyncio.Event()
        self._ending: ServiceError | None = None
        self._give_up: Callable[[], object] | None = None

    def ring(self, token: str | None) -> None:
        """Wake the call; None: the subject may have changed in any way."""
        self.token = token
        self._rung.set()

    def end(self, reason: ServiceError) -> None:
        """Let the call end with that refusal, now if it waits and else when it would wait next."""
        self._ending = reason
        self._rung.set()
        if self._give_up is not None:
            self._give_up()

    async def do(self, work: Coroutine[object, object, T]) -> T:
        """Do what a call waits for and return what comes of it; raise what the call ends with before."""
        working = asyncio.ensure_future(work)
        self._give_up = working.cancel
        if self._ending is not None:
            working.cancel()
        try:
            return await working
        except asyncio.CancelledError:
            if self._ending is None:
                raise
            raise self._ending from None
        finally:
            self._give_up = None

    async def wait(self, until: float) -> bool:
        """Wait for the next ring; return False once the loop's time is *until*, rung or not.

        So what happens unseen neither hastens nor delays what is sent at that time. Raises what the call ends with.
        """
        is_rung = False
        if asyncio.get_running_loop().time() < until:
            try:
                async with asyncio.timeout_at(until):
                    is_rung = await self._rung.wait()
            except TimeoutError:
                pass
        if self._ending is not None:
            raise self._ending
        if is_rung:
            self._rung.clear()
        else:
            self.token = None
        return is_rung


B = TypeVar("B", bound=Bell)


class Bells:
    """The calls of this process that wait, by their subject."""

    def __init__(self) -> None:
        """Begin with none."""
        self._bells: dict[str, set[Bell]] = {}
        self._ending: ServiceError | None = None

    @contextmanager
    def lend(self, subject: str, bell: B) -> Iterator[B]:
        """Let a bell ring at every change of a subject."""
        if self._ending is not None:
            bell.end(self._ending)
        self._bells.setdefault(subject, set()).add(bell)
        try:
            yield bell
        finally:
            waiting = self._bells[subject]
            waiting.discard(bell)
            if not waiting:
                del self._bells[subject]

    def ring(self, subject: str, token: str | None = None) -> None:
        """Tell those who wait for a subject that it has the token now."""
        for bell in self._bells.get(subject, ()):
            bell.ring(token)

    def ring_all(self) -> None:
        """Tell everybody that something may have been missed."""
        for bell in self._all():
            bell.ring(None)

    def digests(self) -> set[str]:
        """Return the digests of the tokens with which calls wait."""
        return {bell.digest for bell in self._all()}

    def revoke(self, digest: str) -> None:
        """End the calls that were made with a token of that digest."""
        for bell in self._all():
            if bell.digest == digest:
                bell.end(Unauthenticated("the token was revoked, or has expired"))

    def stop(self) -> None:
        """End all calls that wait, and those that still come: this process stops."""
        self._ending = Unavailable("this process stops; make the call again", retry_after_ms=AGAIN_MS)
        for bell in self._all():
            bell.end(self._ending)

    def _all(self) -> list[Bell]:
        return [bell for bells in self._bells.values() for bell in bells]
