"""The troubles of the store: it can't be reached ("away"), is full ("full"), or its replicas are "behind".

A later retry may succeed. A full store, or one whose replicas are behind, answers reads and refuses writes. Each
trouble is logged at most once a minute.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Literal, TypeGuard

import structlog
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import MasterDownError, OutOfMemoryError, ReadOnlyError, RedisError, ResponseError
from redis.exceptions import TimeoutError as RedisTimeoutError

from services.shared.errors import Unavailable

if TYPE_CHECKING:
    from collections.abc import Mapping

Trouble = Literal["away", "full", "behind"]
AWAY: Trouble = "away"
FULL: Trouble = "full"
BEHIND: Trouble = "behind"
#: while a store is in one of these, everything can be read
REFUSING = (FULL, BEHIND)
#: the exceptions of a client that can't reach Redis
OUT_OF_REACH = (RedisConnectionError, RedisTimeoutError)
#: how Redis's error begins when its disk is full (for full memory the client has its own exception)
REFUSES_WRITES = ("MISCONF ",)
#: how Redis's error begins when it refuses writes because too few replicas are connected
HAS_TOO_FEW = ("NOREPLICAS ",)
#: how Redis's error begins when it is a primary no more, to whom waits in a read
IS_CUT_OFF = ("UNBLOCKED ",)
#: what the client puts before Redis's error if the command was one of several in a pipeline
OF_SEVERAL = " of pipeline caused error: "
SENTENCES: dict[Trouble, str] = {
    AWAY: "the store is out of reach; the same request may be repeated",
    FULL: "the store is full: reads go on, writes are refused until there is room; the same request may be repeated",
    BEHIND: "too few replicas of the store follow: reads go on, writes are not promised; repeat the same request with"
    " the same key",
}
#: when to retry: a store that is away is usually restarting; a full store needs an operator
RETRY_AFTER_MS: dict[Trouble, int] = {AWAY: 500, FULL: 5_000, BEHIND: 1_000}
LOGGED_EVERY_S = 60.0
log = structlog.get_logger()
#: when each trouble was last logged (monotonic seconds), and how often it has occurred since
_logged: dict[str, tuple[float, int]] = {}


class ReplicasBehindError(RedisError):
    """Too few replicas have a write in time: it was done, and may yet be lost."""


def trouble_of(wrong: BaseException) -> Trouble | None:
    """Return the trouble that an exception of the client reports, or None if it reports no trouble."""
    if isinstance(wrong, OutOfMemoryError) or _begins(wrong, REFUSES_WRITES):
        return FULL
    if isinstance(wrong, ReplicasBehindError) or _begins(wrong, HAS_TOO_FEW):
        return BEHIND
    if isinstance(wrong, (*OUT_OF_REACH, ReadOnlyError, MasterDownError)) or _begins(wrong, IS_CUT_OFF):
        return AWAY
    return None


def _begins(wrong: BaseException, words: tuple[str, ...]) -> bool:
    """Whether Redis's error, after the words that the client adds for a pipeline, begins with one of *words*."""
    return isinstance(wrong, ResponseError) and str(wrong).rpartition(OF_SEVERAL)[2].lstrip("('\"").startswith(words)


def is_trouble(word: object) -> TypeGuard[Trouble]:
    """Whether a word names a trouble."""
    return word in SENTENCES


def unavailable(trouble: Trouble) -> Unavailable:
    """Return the error for a caller; its `reason` is the trouble."""
    return Unavailable(SENTENCES[trouble], reason=trouble, retry_after_ms=RETRY_AFTER_MS[trouble])


def log_trouble(trouble: Trouble, cause: str, of: str = "the store") -> None:
    """Log that *of* is in trouble and the cause, unless the same was logged within the last minute."""
    now, key = time.monotonic(), f"{of}:{trouble}"
    logged_at, missed = _logged.get(key, (-LOGGED_EVERY_S, 0))
    if now - logged_at < LOGGED_EVERY_S:
        _logged[key] = (logged_at, missed + 1)
        return
    _logged[key] = (now, 0)
    log.warning("trouble", of=of, trouble=trouble, cause=cause, unlogged=missed)


def note_trouble(wrong: BaseException) -> Trouble | None:
    """Log the trouble that an exception reports, at most once a minute; return the trouble, or None."""
    trouble = trouble_of(wrong)
    if trouble is not None:
        log_trouble(trouble, type(wrong).__name__)
    return trouble


def is_full(info: Mapping[str, object]) -> bool:
    """Whether a store refuses writes, from the sections memory and persistence of its INFO."""
    most = _number(info, "maxmemory")
    used = _number(info, "used_memory") - _number(info, "mem_not_counted_for_evict")
    return 0 < most < used or info.get("aof_last_write_status") == "err"


def _number(info: Mapping[str, object], name: str) -> int:
    found = info.get(name, 0)
    return found if isinstance(found, int) else 0
