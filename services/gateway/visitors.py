"""Visitors: requests without a token read what is public with the gateway's own token.

By the same token other services know who comes through a gateway, which has counted the request.
"""

from __future__ import annotations

import contextlib
import secrets
import threading
import time
from typing import TYPE_CHECKING

from redis.exceptions import RedisError

from services.shared import keys
from services.shared.errors import Unauthenticated
from services.shared.tokens import DAY_S, PUBLIC, TOKEN_BYTES, VISITOR, Principal, digest_of

if TYPE_CHECKING:
    from services.shared.clients import SyncRedis, Written
    from services.shared.tokens import Accounts

#: how long the token is good after a renewal, and how often it is renewed; its streams end with it
GOOD_S = DAY_S
RENEWED_S = 3600.0


class Visitors:
    """The token with which one gateway process reads for visitors; made when first needed."""

    def __init__(self, redis: SyncRedis) -> None:
        """Keep the token in *redis*."""
        self.token = secrets.token_urlsafe(TOKEN_BYTES)
        self._redis = redis
        self._renewal_due = 0.0
        self._lock = threading.Lock()

    def find(self, accounts: Accounts) -> Principal:
        """Return whom the token names, renewed if that is due."""
        try:
            found = accounts.find(self.token)
        except Unauthenticated:
            # It is the first visitor, or the store has lost the token.
            self._keep()
            return accounts.find(self.token)
        if time.monotonic() >= self._renewal_due:
            # A full store can still be read, and the token is good for hours.
            with contextlib.suppress(RedisError):
                self._keep()
        return found

    def find_proof(self, accounts: Accounts) -> str:
        """Return the token as proof that a call comes from a gateway; without it the call only counts once more."""
        # A full store still answers what can be read.
        with contextlib.suppress(RedisError, Unauthenticated):
            self.find(accounts)
        return self.token

    def _keep(self) -> None:
        with self._lock:
            fields: Written = {"account": VISITOR, "scopes": PUBLIC, "expires_s": int(time.time()) + GOOD_S}
            key = keys.token(digest_of(self.token))
            with self._redis.pipeline(transaction=True) as pipe:
                pipe.hset(key, mapping=fields)
                pipe.expire(key, GOOD_S)
                pipe.execute()
            self._renewal_due = time.monotonic() + RENEWED_S
