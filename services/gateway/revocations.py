"""Ends the streams whose tokens were revoked, in whatever process, and forgets those tokens.

A greenlet reads revocations once this process has its first stream.
"""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

import structlog
from redis.exceptions import RedisError

from services.gateway import caller
from services.gateway.listening import open_streams
from services.shared import keys
from services.shared.connections import TIMEOUT_S, connect_sync
from services.shared.tokens import token_keys

if TYPE_CHECKING:
    from collections.abc import Iterable

    from services.shared.clients import Reply, SyncRedis

AGAIN_S = 0.2
#: how often to look for expired tokens; a waiting read is given up after this time
LOOK_S = 30.0
MS = 1000
log = structlog.get_logger()
_lock = threading.Lock()
_followed: set[str] = set()


def follow_revocations(redis_url: str) -> None:
    """Read from now on, once per process and Redis."""
    with _lock:
        if redis_url not in _followed:
            _followed.add(redis_url)
            threading.Thread(target=_read, args=(redis_url,), name="revocations", daemon=True).start()


def _read(redis_url: str) -> None:
    redis = connect_sync(redis_url, timeout_s=LOOK_S + TIMEOUT_S)
    last: bytes | None = None
    while True:
        try:
            if last is None:
                newest = redis.xrevrange(keys.REVOKED, count=1)
                last = newest[0][0] if newest else b"0-0"
                _end_lost(redis)
            got = redis.xread({keys.REVOKED: last}, block=int(LOOK_S * MS))
        except RedisError as passing:
            log.warning("revocations wait", cause=type(passing).__name__)
            last = None
            time.sleep(AGAIN_S)
            continue
        entries = list(_entries(got))
        for number, digest in entries:
            last = number
            # A client whose stream ends asks at once who it is: it must not be told that all is well.
            caller.forget(digest)
            open_streams.revoke(digest)
        if not entries:
            # Looked again for what has expired.
            last = None


def _end_lost(redis: SyncRedis) -> None:
    """End the streams whose token has expired, or was revoked while this process did not read."""
    for digest in open_streams.digests():
        if not redis.exists(*token_keys(digest)):
            open_streams.revoke(digest)


def _entries(got: Reply) -> Iterable[tuple[bytes, str]]:
    """Yield the entries of a reply in either protocol's form."""
    parts = got.values() if isinstance(got, dict) else (found for _, found in got or ())
    for found in parts:
        for entry in found:
            for number, fields in entry if isinstance(entry, list) else (entry,):
                yield number, fields[b"digest"].decode()
