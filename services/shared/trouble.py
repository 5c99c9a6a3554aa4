"""What can be wrong with the store: it is away, or it is full. Both pass, and the same request may succeed later.

Full, it answers whoever reads and refuses whoever writes. Each is logged once a minute, however many meet it.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Literal, TypeGuard

import structlog
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import MasterDownError, OutOfMemoryError, ReadOnlyError, ResponseError
from redis.exceptions import TimeoutError as RedisTimeoutError

from services.shared.errors import Unavailable

if TYPE_CHECKING:
    from collections.abc import Mapping

Trouble = Literal["away", "full"]
AWAY: Trouble = "away"
FULL: Trouble = "full"
#: what a caller may see when Redis is out of reach
OUT_OF_REACH = (RedisConnectionError, RedisTimeoutError)
#: how Redis begins to say that its disk takes nothing more (for its memory the client has an error of its own)
REFUSES_WRITES = ("MISCONF ",)
#: how it begins to say that it can't be written to alone: its replicas are away
IS_CUT_OFF = ("NOREPLICAS ",)
#: what the client says of a command that was sent with others, before Redis' own words
OF_SEVERAL = " of pipeline caused error: "
SENTENCES: dict[Trouble, str] = {
    AWAY: "the store is out of reach; the same request may be repeated",
    FULL: "the store is full: reads go on, writes are refused until there is room; the same request may be repeated",
}
#: when to come again: a store that is away is mostly starting anew, one that is full waits for an operator
RETRY_AFTER_MS: dict[Trouble, int] = {AWAY: 500, FULL: 5_000}
LOGGED_EVERY_S = 60.0
log = structlog.get_logger()
#: when a trouble was logged last (monotonic), and how often it was met since
_logged: dict[str, tuple[float, int]] = {}


def trouble_of(wrong: BaseException) -> Trouble | None:
    """Return what an exception says is wrong with the store; None if it says nothing of the kind."""
    if isinstance(wrong, OutOfMemoryError) or _begins(wrong, REFUSES_WRITES):
        return FULL
    if isinstance(wrong, (*OUT_OF_REACH, ReadOnlyError, MasterDownError)) or _begins(wrong, IS_CUT_OFF):
        return AWAY
    return None


def _begins(wrong: BaseException, words: tuple[str, ...]) -> bool:
    """Whether Redis says so, to a command by itself or (the client then puts words before it) to one of several."""
    return isinstance(wrong, ResponseError) and str(wrong).rpartition(OF_SEVERAL)[2].lstrip("('\"").startswith(words)


def is_trouble(word: object) -> TypeGuard[Trouble]:
    """Whether a word is one of ours."""
    return word in SENTENCES


def unavailable(trouble: Trouble) -> Unavailable:
    """Return the refusal that tells a caller of it; its `reason` is the word."""
    return Unavailable(SENTENCES[trouble], reason=trouble, retry_after_ms=RETRY_AFTER_MS[trouble])


def log_trouble(trouble: Trouble, cause: str, of: str = "the store") -> None:
    """Log that *of* is in trouble, with the cause in a word or two, unless that was done within the last minute."""
    now, key = time.monotonic(), f"{of}:{trouble}"
    logged_at, missed = _logged.get(key, (-LOGGED_EVERY_S, 0))
    if now - logged_at < LOGGED_EVERY_S:
        _logged[key] = (logged_at, missed + 1)
        return
    _logged[key] = (now, 0)
    log.warning("trouble", of=of, trouble=trouble, cause=cause, unlogged=missed)


def note_trouble(wrong: BaseException) -> Trouble | None:
    """Log what an exception says is wrong with the store, at most once a minute; return the word, or None."""
    trouble = trouble_of(wrong)
    if trouble is not None:
        log_trouble(trouble, type(wrong).__name__)
    return trouble


def is_full(info: Mapping[str, object]) -> bool:
    """Whether a store whose INFO has the sections memory and persistence refuses to be written to."""
    most = _number(info, "maxmemory")
    used = _number(info, "used_memory") - _number(info, "mem_not_counted_for_evict")
    return 0 < most < used or info.get("aof_last_write_status") == "err"


def _number(info: Mapping[str, object], name: str) -> int:
    found = info.get(name, 0)
    return found if isinstance(found, int) else 0
