"""Idempotency keys: a request that is repeated with its key is carried out once and gets the same answer.

A key belongs to a scope: an account, or an account at one match or tournament. What was answered stands in a hash of
the scope, written by the script that carries the request out: a process that dies after it, an answer that is lost and
two that come at once change nothing. The hash is renewed when it is full or old; the one before is still looked at.
So a key lives for one to two times `idempotency_key_s`, and a scope holds at most twice `idempotency_keys_max`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from services.shared.errors import KeyReused
from services.shared.limits import limits
from services.shared.now import now_ms

if TYPE_CHECKING:
    from services.shared.clients import Redis

#: begins the names of the server's own accounts, whose keys are as many as their tournaments have tables
SERVER_PREFIX = "~"
MS = 1000

#: For scripts that carry requests out. `asked` is RequestKey.to_script; it is null for a request without a key.
LUA = """
local function recall(asked)
  if asked == cjson.null then return false end
  return redis.call('HGET', asked.scope, asked.key) or redis.call('HGET', asked.scope .. ':before', asked.key)
end
local function remember(asked, answer)
  if asked == cjson.null then return end
  local begun_ms = redis.call('HGET', asked.scope, '')
  if begun_ms and (asked.now_ms - begun_ms > asked.life_ms or redis.call('HLEN', asked.scope) > asked.most) then
    redis.call('RENAME', asked.scope, asked.scope .. ':before')
    redis.call('PEXPIRE', asked.scope .. ':before', asked.life_ms)
    begun_ms = false
  end
  if not begun_ms then redis.call('HSET', asked.scope, '', asked.now_ms) end
  redis.call('HSET', asked.scope, asked.key, asked.digest .. answer)
  redis.call('PEXPIRE', asked.scope, 2 * asked.life_ms)
end
"""
DIGEST_CHARS = 24


@dataclass(frozen=True, slots=True)
class RequestKey:
    """A request's idempotency key; without a *key* the request is not remembered.

    *scope* is the hash that remembers it, *digest* tells the request from another one with the same key.
    """

    scope: str = ""
    key: str = ""
    digest: str = "0" * DIGEST_CHARS
    is_of_server: bool = False

    def __post_init__(self) -> None:
        """Raise LimitExceeded if the key is too long."""
        limits().check("idempotency_key_chars_max", len(self.key))

    def to_script(self) -> dict[str, str | int] | None:
        """Return what scripts need to recall and to remember."""
        if not self.key:
            return None
        most = limits().idempotency_keys_of_server_max if self.is_of_server else limits().idempotency_keys_max
        return {
            "scope": self.scope,
            "key": self.key,
            "digest": self.digest,
            "now_ms": now_ms(),
            "life_ms": limits().idempotency_key_s * MS,
            "most": most,
        }

    def answer_in(self, remembered: bytes) -> str:
        """Return the answer that is remembered; raise KeyReused if another request got it."""
        digest, answer = remembered[:DIGEST_CHARS], remembered[DIGEST_CHARS:]
        if digest != self.digest.encode():
            raise KeyReused("the idempotency key belongs to another request; use a new one for each")
        return answer.decode()


NO_KEY = RequestKey()


async def recall(redis: Redis, key: RequestKey) -> bytes | None:
    """Return what is remembered of a request, None for one without a key."""
    if not key.key:
        return None
    async with redis.pipeline(transaction=False) as pipe:
        for scope in (key.scope, f"{key.scope}:before"):
            pipe.hget(scope, key.key)
        now, before = await pipe.execute()
    found: bytes | None = now or before
    return found
