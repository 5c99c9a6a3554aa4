"""Bells: they wake waiting calls when the subject of the call changes, and end calls that may not wait any longer.

A subject is what a call waits for, such as a match. One reader per process follows the changes that any process
makes, and rings the bells of all calls that wait for the changed subject.
"""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from services.shared.errors import Unauthenticated, Unavailable

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator

    from services.shared.errors import ServiceError

#: after how long to repeat a call that ended because its process stops: by then another process can serve it
AGAIN_MS = 500
ROUNDED_S = 0.001
T = TypeVar("T")


class Bell:
    """Wakes one call when its subject changes, and keeps the subject's token as of the last ring."""

    def __init__(self, digest: str) -> None:
        """Make a bell that has not rung, for a call whose access token has that digest."""
        self.digest = digest
        self.token: str | None = None
        self._is_rung = False
        self._woken = asyncio.Event()
        self._ending: ServiceError | None = None
        self._give_up: Callable[[], object] | None = None
        #: until when it waits, and what wakes it then: set once for many waits, for most of them are short
        self._until = 0.0
        self._is_due = False
        self._alarm: asyncio.TimerHandle | None = None

    def ring(self, token: str | None) -> None:
        """Wake the call; *token* is the subject's new token, or None if the change is unknown."""
        self.token = token
        self._is_rung = True
        self._woken.set()

    def end(self, reason: ServiceError) -> None:
        """End the call with the error *reason*: at once if it is waiting, otherwise when it waits next."""
        self._ending = reason
        self._woken.set()
        if self._give_up is not None:
            self._give_up()

    async def do(self, work: Coroutine[object, object, T]) -> T:
        """Run *work* for the call and return its result; if the call is ended first, cancel it and raise the reason."""
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
        """Wait for the next ring and return True; return False once the event loop's time has reached *until*.

        From *until* on the result is False even if the bell has rung. So changes that the caller may not see don't
        alter the moment at which it sends something. Raises the reason with which the call was ended.
        """
        self._set_alarm(until)
        while not (self._is_rung or self._is_due or self._ending):
            self._woken.clear()
            await self._woken.wait()
        if self._ending is not None:
            raise self._ending
        if self._is_due:
            self.token = None
            return False
        self._is_rung = False
        return True

    def _set_alarm(self, until: float) -> None:
        loop = asyncio.get_running_loop()
        if until != self._until:
            self.put_away()
            self._until, self._is_due = until, False
        if loop.time() >= until:
            self._is_due = True
        elif self._alarm is None:
            self._alarm = loop.call_at(until, self._come_due, loop)

    def _come_due(self, loop: asyncio.AbstractEventLoop) -> None:
        if loop.time() < self._until:
            # uvloop rounds to milliseconds.
            self._alarm = loop.call_later(ROUNDED_S, self._come_due, loop)
            return
        self._is_due = True
        self._woken.set()

    def put_away(self) -> None:
        """Take note that nobody waits any more."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None


B = TypeVar("B", bound=Bell)


class Bells:
    """The bells of this process's waiting calls, by subject."""

    def __init__(self) -> None:
        """Make an empty collection."""
        self._bells: dict[str, set[Bell]] = {}
        self._ending: ServiceError | None = None

    @contextmanager
    def lend(self, subject: str, bell: B) -> Iterator[B]:
        """Ring *bell* at every change of *subject* while the context lasts."""
        if self._ending is not None:
            bell.end(self._ending)
        self._bells.setdefault(subject, set()).add(bell)
        try:
            yield bell
        finally:
            bell.put_away()
            waiting = self._bells[subject]
            waiting.discard(bell)
            if not waiting:
                del self._bells[subject]

    def ring(self, subject: str, token: str | None = None) -> None:
        """Wake the calls that wait for a subject; *token* is its new token, or None if the change is unknown."""
        for bell in self._bells.get(subject, ()):
            bell.ring(token)

    def ring_all(self) -> None:
        """Wake all calls, because changes of their subjects may have been missed."""
        for bell in self._all():
            bell.ring(None)

    def digests(self) -> set[str]:
        """Return the digests of the access tokens of all waiting calls."""
        return {bell.digest for bell in self._all()}

    def revoke(self, digest: str) -> None:
        """End the calls whose access token has that digest."""
        for bell in self._all():
            if bell.digest == digest:
                bell.end(Unauthenticated("the token was revoked, or has expired"))

    def stop(self) -> None:
        """End all waiting calls, and every later one, because this process stops."""
        self._ending = Unavailable("this process stops; make the call again", retry_after_ms=AGAIN_MS)
        for bell in self._all():
            bell.end(self._ending)

    def _all(self) -> list[Bell]:
        return [bell for bells in self._bells.values() for bell in bells]
