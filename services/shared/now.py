"""The server's time, as everything that is stored or sent tells it."""

from __future__ import annotations

import time


def now_ms() -> int:
    """Return the unix time in milliseconds."""
    return time.time_ns() // 1_000_000
