"""The network's share of a bot's time."""

from __future__ import annotations

from collections import deque

#: how many calls back it looks
CALLS = 16
#: a call that took longer was repeated meanwhile: it tells nothing of the next one
CALL_MS_MAX = 3_000.0
#: kept back as long as nothing is known, and for what no call shows
LEAST_MS = 20.0


class NetworkDelay:
    """The time from a choice to its arrival at the server, as the latest calls let expect it."""

    def __init__(self) -> None:
        """Know nothing yet."""
        self._calls: deque[float] = deque(maxlen=CALLS)

    def note(self, took_ms: float) -> None:
        """Count a call that was answered."""
        if took_ms <= CALL_MS_MAX:
            self._calls.append(took_ms)

    @property
    def expected_ms(self) -> float:
        """The time to keep back from a clock: the second slowest of the latest calls, as one may have met a stumble."""
        slowest = sorted(self._calls)[-2:]
        return LEAST_MS + (slowest[0] if slowest else 0.0)
