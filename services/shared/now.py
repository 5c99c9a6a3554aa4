"""The server's time, in the unit in which all times are stored and sent."""

from __future__ import annotations

import time


def now_ms() -> int:
    """Return the unix time in milliseconds."""
    return time.time_ns() // 1_000_000
