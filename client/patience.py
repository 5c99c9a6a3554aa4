"""The repetition of calls and its pauses: the same for the blocking and the asynchronous surface."""

from __future__ import annotations

import random
import time

import httpx

from client.refusals import LimitExceeded
from client.refused import Refused

#: how long a call or a stream goes on trying, in seconds
PATIENCE_S = 60.0
PAUSE_S = 0.2
PAUSE_S_MAX = 10.0
#: the server, or a proxy before it, can't answer at present
AWAY = {502, 503, 504}
#: nothing of the request has been sent
UNSENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
#: no repetition helps
HOPELESS = (httpx.LocalProtocolError, httpx.UnsupportedProtocol)

Failure = Refused | httpx.TransportError


class Patience:
    """The failures of one call in a row, and how much longer it is tried."""

    def __init__(self, seconds: float, *, is_repeatable: bool) -> None:
        """Try for so many seconds from the first failure; 0: once.

        *is_repeatable*: the call may be repeated though it may have been carried out.
        """
        self._seconds = seconds
        self._is_repeatable = is_repeatable
        self._failures = 0
        self._until = 0.0

    def renew(self) -> None:
        """Begin anew: the server has answered."""
        self._failures = 0

    def pause_after(self, failure: Failure) -> float:
        """Return how many seconds to wait until the next attempt; raise *failure* if there is to be none."""
        now = time.monotonic()
        if not self._failures:
            self._until = now + self._seconds
        self._failures += 1
        pause = self._find_pause(failure)
        if pause is None or now + pause > self._until:
            raise failure
        return pause

    def _find_pause(self, failure: Failure) -> float | None:
        """Return the pause that the server asks for, or ours; None if a repetition is useless or harmful."""
        # Chance spreads those who were interrupted together.
        own = min(PAUSE_S_MAX, PAUSE_S * 2 ** min(self._failures - 1, 16)) * random.uniform(0.5, 1.0)  # noqa: S311
        if isinstance(failure, LimitExceeded):
            # It was not carried out. A limit that does not pass with time says no time.
            return failure.retry_after_s
        if isinstance(failure, Refused):
            asked = own if failure.retry_after_s is None else failure.retry_after_s
            return asked if self._is_repeatable and failure.status in AWAY else None
        if isinstance(failure, HOPELESS):
            return None
        return own if self._is_repeatable or isinstance(failure, UNSENT) else None
