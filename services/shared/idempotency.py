"""Idempotency keys: a request that is repeated with the same key is carried out once and gets the same answer.

A key belongs to a scope: an account, or an account at one match, tournament or series. The script that carries a
request out also writes its answer to a hash of the scope. So the request is carried out once even if a process dies
after the script, an answer is lost, or two repetitions come at once. When the hash is full or old a new one is begun,
and the previous one is still read. So a key lives for one to two times `idempotency_key_s`, and a scope holds at most
twice `idempotency_keys_max` keys.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from services.shared.errors import KeyReused
from services.shared.limits import limits
from services.shared.now import now_ms

if TYPE_CHECKING:
    from services.shared.confirming import Confirming

#: first letter of the names of the server's own accounts; they need as many keys as their tournaments have tables
SERVER_PREFIX = "~"
MS = 1000

#: Lua functions for scripts that carry requests out. `asked` is RequestKey.to_script(): null without a key.
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

    *scope* is the Redis key of the hash that remembers it. *digest* tells this request from a different one with the
    same key. *is_of_server* selects the larger limit of the server's own accounts.
    """

    scope: str = ""
    key: str = ""
    digest: str = "0" * DIGEST_CHARS
    is_of_server: bool = False

    def __post_init__(self) -> None:
        """Raise LimitExceeded if the key is too long."""
        limits().check("idempotency_key_chars_max", len(self.key))

    def to_script(self) -> dict[str, str | int] | None:
        """Return the argument `asked` for the functions in LUA; None without a key."""
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
        """Return the answer in a remembered entry; raise KeyReused if the entry belongs to a different request."""
        digest, answer = remembered[:DIGEST_CHARS], remembered[DIGEST_CHARS:]
        if digest != self.digest.encode():
            raise KeyReused("the idempotency key belongs to another request; use a new one for each")
        return answer.decode()


NO_KEY = RequestKey()


async def recall(writes: Confirming, key: RequestKey) -> bytes | None:
    """Return the remembered entry of a request (see `RequestKey.answer_in`); None if there is none, or no key."""
    if not key.key:
        return None
    now, before = await writes.read(*(("HGET", scope, key.key) for scope in (key.scope, f"{key.scope}:before")))
    found: bytes | None = now or before
    return found
