"""Pages of long lists that change while they are read.

A page begins after an entry, not after a number of entries. So entries that are added or removed meanwhile cause
no entry to be repeated or skipped. The reader may not be allowed to see that entry, so the page token has only its
digest, and entries with the same time are ordered by their digests.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING, Protocol

from services.shared.errors import BadRequest
from services.shared.limits import limits

if TYPE_CHECKING:
    from services.shared.clients import Redis

PAGE_SIZE = 20
_DIGEST_BYTES = 10
_TOKEN = re.compile(rf"([0-9]{{1,15}})-([0-9a-f]{{{2 * _DIGEST_BYTES}}})")


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A place in a sorted set by unix ms; as a string it is the token of the page that follows."""

    at_ms: int
    digest: str
    #: the entry at this place; "" if the place was parsed from a token
    entry: str = field(default="", compare=False)

    @classmethod
    def of(cls, entry: bytes, at_ms: float) -> Place:
        """Return the place of an entry."""
        return cls(int(at_ms), blake2b(entry, digest_size=_DIGEST_BYTES).hexdigest(), entry.decode())

    def __str__(self) -> str:
        """Return the token of the page after this place."""
        return f"{self.at_ms}-{self.digest}"

    @classmethod
    def parse(cls, token: str, name: str = "page_token") -> Place:
        """Return the place that a token, called *name*, names; raise BadRequest if it is malformed."""
        found = _TOKEN.fullmatch(token)
        if found is None:
            raise BadRequest(f"{name} is {token!r:.60}; it comes from the answer before")
        return cls(int(found[1]), found[2])


def size_of(page_size: int, default: int = PAGE_SIZE) -> int:
    """Return the size of the requested page (0 means *default*); raise BadRequest or LimitExceeded."""
    limits().check("page_size_max", page_size)
    if page_size < 0:
        raise BadRequest(f"page_size is {page_size}; it is positive, or 0 for {default}")
    return page_size or default


class PageRequest(Protocol):
    """The fields of every request for a page of a list."""

    page_size: int
    page_token: str


def read_request(request: PageRequest) -> tuple[int, Place | None]:
    """Return the size of the requested page and the place it follows; raise BadRequest or LimitExceeded."""
    return size_of(request.page_size), Place.parse(request.page_token) if request.page_token else None


def token_after(page: list[Place], size: int) -> str:
    """Return the token of the page after this one, or "" if this page is the last."""
    return str(page[-1]) if len(page) == size else ""


async def newest(redis: Redis, index: str, after: Place | None, count: int) -> list[Place]:
    """Return up to *count* entries of a sorted set by unix ms, newest first, that follow the place *after*."""
    places = await _between(redis, index, f"({after.at_ms}" if after else "+inf", "-inf", count)
    if after is not None:
        places += [place for place in await _between(redis, index, after.at_ms, after.at_ms) if place < after]
    return sorted(places, reverse=True)[:count]


async def oldest(redis: Redis, index: str, after: Place | None, count: int) -> list[Place]:
    """Return the same, but the oldest first."""
    places = await _between(redis, index, f"({after.at_ms}" if after else "-inf", "+inf", count)
    if after is not None:
        places += [place for place in await _between(redis, index, after.at_ms, after.at_ms) if place > after]
    return sorted(places)[:count]


async def _between(
    redis: Redis, index: str, first: str | int, last: str | int, count: int | None = None
) -> list[Place]:
    """Return the entries from one time to another: the first *count* ones, and what is of the same time as these."""
    is_descending = last == "-inf"
    some = {} if count is None else {"offset": 0, "num": count}
    found = await redis.zrange(index, first, last, desc=is_descending, byscore=True, withscores=True, **some)
    places = [Place.of(*each) for each in found]
    if count is not None and len(places) == count:
        # Valkey orders entries of the same time differently, and the page may end in the middle of them.
        end_ms = places[-1].at_ms
        places = [place for place in places if place.at_ms != end_ms]
        places += await _between(redis, index, end_ms, end_ms)
    return places
