"""Counting requests in Redis, several at a time: each write waits for the disk, and requests should not.

A process counts by itself and tells Redis at every hundredth of the limit. So each process lets at most a hundredth
more pass. Limits under two hundred are counted one by one. While Redis is full, each process counts alone.
"""

from __future__ import annotations

import functools
import ipaddress
import time
from dataclasses import dataclass

from limits import RateLimitItem, RateLimitItemPerHour, RateLimitItemPerMinute

from services.shared.errors import LimitExceeded
from services.shared.limits import limits

WINDOWS: dict[str, type[RateLimitItem]] = {
    "requests_per_minute_max": RateLimitItemPerMinute,
    "visitor_requests_per_minute_max": RateLimitItemPerMinute,
    "accounts_per_hour_per_address_max": RateLimitItemPerHour,
}
SHARE = 100
MS = 1000


@functools.cache
def _item(name: str, most: int) -> RateLimitItem:
    return WINDOWS[name](most)


def item_of(name: str) -> RateLimitItem:
    """Return what the limit of that name lets pass, and in which time."""
    return _item(name, getattr(limits(), name))


def refuse(name: str, item: RateLimitItem, reset_s: float) -> LimitExceeded:
    """Return the refusal of a request over the limit of that name, whose time ends at *reset_s* (unix)."""
    wait_s = max(0.001, reset_s - time.time())
    return LimitExceeded(
        f"the limit {name} of {item} is reached; come again in {wait_s:.1f} s",
        limit=name,
        limit_max=item.amount,
        retry_after_ms=int(wait_s * MS),
    )


def key_of_account(account: str) -> str:
    """Return to whom the requests of an account count."""
    return f"account:{account}"


def key_of_address(text: str) -> str:
    """Return to whom requests from an address count: for IPv6 to the /64 network, which belongs to one subscriber."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return "address:unknown"
    if isinstance(address, ipaddress.IPv4Address):
        return f"address:{address}"
    if address.ipv4_mapped is not None:
        return f"address:{address.ipv4_mapped}"
    return f"address:{ipaddress.ip_network((address, 64), strict=False)}"


@dataclass(slots=True)
class Count:
    """A key's count that Redis knew, the count that it doesn't know yet, and the end of the window (unix seconds)."""

    known: int
    untold: int
    until: float


class Counts:
    """The counts of one process, by the keys of the library `limits`: they end with amount, multiples and unit."""

    def __init__(self) -> None:
        """Begin from nothing."""
        self._counts: dict[str, Count] = {}

    def add(self, key: str, expiry_s: int, amount: int) -> tuple[Count, int]:
        """Count, and return the count with how many Redis is to be told of now."""
        count = self._counts.get(key)
        if count is None or count.until <= time.time():
            if len(self._counts) >= limits().cached_counts_max:
                self._counts.clear()
            # Told at once: only Redis knows what others have counted, and when the window ends.
            self._counts[key] = count = Count(0, 0, time.time() + expiry_s)
            return count, amount
        count.untold += amount
        if count.untold < max(1, int(key.rsplit("/", 3)[1]) // SHARE):
            return count, 0
        # Taken before the write: other requests keep counting meanwhile.
        told, count.untold = count.untold, 0
        return count, told

    def forget(self) -> None:
        """Forget everything."""
        self._counts.clear()


def note_told(count: Count, told: int, known: int | None) -> None:
    """Note what Redis answered to so many; None: it is full, which must not keep anybody from reading."""
    if known is None:
        count.untold += told
    else:
        count.known = max(count.known, known)
