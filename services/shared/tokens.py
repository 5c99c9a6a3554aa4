"""Accounts and their tokens. A token is 32 random bytes, of which Redis stores only the SHA-256.

An account has a name and a kind, person or program, which it declares when it is created. A token belongs to one
account and has scopes and an expiry. The gateway creates and revokes tokens (blocking client); game_state reads
them (asyncio client).
"""

from __future__ import annotations

import hashlib
import re
import secrets
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from services.shared import keys
from services.shared.errors import AccountExists, BadRequest, MissingScope, Unauthenticated, UnknownAccount
from services.shared.limits import limits

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from services.shared.clients import Redis, SyncRedis, Written

TOKEN_BYTES = 32
#: the scopes of a token: `watch` may read, `play` may also take seats and act, `admin` may do everything
SCOPES = ("watch", "play", "admin")
#: reads what everybody may see; no account's token has this scope alone, visitors have nothing else
PUBLIC = "public"
IMPLIED = {
    PUBLIC: {PUBLIC, "watch", "play", "admin"},
    "watch": {"watch", "play", "admin"},
    "play": {"play", "admin"},
    "admin": {"admin"},
}
#: the gateways' own account, with which they read for visitors; no person can have the name
VISITOR = "~visitor"
SEND_BEARER = "send the header Authorization: Bearer TOKEN"
#: the kinds of accounts; the first is assumed for an account without a kind
KINDS = ("person", "program")
NAME = re.compile(r"[a-z0-9][a-z0-9_-]{2,}")
DAY_S = 24 * 3600
FIRST_SCOPE = "play"
FIRST_TOKEN_DAYS = 365

#: Creates an account together with its first token, because without a token nobody could ever use the account.
#: Returns 1 if the account was created with this token, now or by an earlier attempt whose reply was lost, else 0.
CREATE = """
if redis.call('SISMEMBER', KEYS[2], ARGV[1]) == 1 then return 1 end
if redis.call('HSETNX', KEYS[1], 'created_ms', ARGV[2]) == 0 then return 0 end
redis.call('HSET', KEYS[1], 'kind', ARGV[3])
redis.call('HSET', KEYS[3], 'account', ARGV[4], 'scopes', ARGV[5], 'expires_s', ARGV[6])
redis.call('EXPIRE', KEYS[3], ARGV[7])
redis.call('SADD', KEYS[2], ARGV[1])
return 1
"""


@dataclass(frozen=True, slots=True)
class Principal:
    """The account that makes a request, and the scopes of its token."""

    account: str
    scopes: frozenset[str]
    #: digest of the token; it identifies the token in limits and logs without revealing it
    digest: str

    @property
    def is_visitor(self) -> bool:
        """Whether a gateway asks for somebody who has sent no token."""
        return self.account == VISITOR

    def need(self, scope: str) -> None:
        """Raise MissingScope unless the token has *scope* or one that implies it; for a visitor Unauthenticated."""
        if not self.scopes & IMPLIED[scope]:
            if self.is_visitor:
                raise Unauthenticated(SEND_BEARER)
            raise MissingScope(f"the token lacks the scope {scope!r}; it has {', '.join(sorted(self.scopes))}")


def digest_of(token: str) -> str:
    """Return the hex SHA-256 under which a token is stored."""
    return hashlib.sha256(token.encode()).hexdigest()


def bearer(header: str | None) -> str:
    """Return the token of an `Authorization: Bearer ...` header, or raise Unauthenticated."""
    scheme, _, token = (header or "").partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise Unauthenticated(SEND_BEARER)
    return token.strip()


def check_name(name: object) -> str:
    """Return *name* if it is a valid account name, or raise BadRequest."""
    most = limits().account_name_chars_max
    if not isinstance(name, str) or len(name) > most or NAME.fullmatch(name) is None:
        raise BadRequest(f"an account name is 3 to {most} of a-z, 0-9, _ and -, beginning with a letter or digit")
    return name


def check_scopes(scopes: Iterable[str]) -> list[str]:
    """Return the scopes in their fixed order; raise BadRequest if there is none or one is unknown."""
    asked = set(scopes)
    if not asked or not asked <= set(SCOPES):
        raise BadRequest(f"scopes are one or more of {', '.join(SCOPES)}")
    return [scope for scope in SCOPES if scope in asked]


def principal_from(fields: Mapping[bytes, bytes], digest: str) -> Principal:
    """Return the principal in a token's stored fields; raise Unauthenticated if the token is unknown or expired."""
    if not fields or int(fields[b"expires_s"]) <= time.time():
        raise Unauthenticated("the token is unknown, revoked or expired")
    return Principal(fields[b"account"].decode(), frozenset(fields[b"scopes"].decode().split()), digest)


def check_kind(kind: object) -> str:
    """Return *kind* if it is a kind of account, or raise BadRequest."""
    if kind not in KINDS:
        raise BadRequest(f"an account is of one of the kinds {', '.join(KINDS)}")
    return str(kind)


async def find_kinds(redis: Redis, names: Iterable[str]) -> dict[str, str]:
    """Return the kinds of the named accounts, by name; names without an account are left out."""
    wanted = sorted(set(names))
    async with redis.pipeline(transaction=False) as pipe:
        for name in wanted:
            pipe.hmget(keys.account(name), "created_ms", "kind")
        found = await pipe.execute()
    return {
        name: kind.decode() if kind else KINDS[0]
        for name, (made, kind) in zip(wanted, found, strict=True)
        if made is not None
    }


async def find_principal(redis: Redis, token: str) -> Principal:
    """Return the principal of a token (asyncio); raise Unauthenticated."""
    digest = digest_of(token)
    fields = await redis.hgetall(keys.token(digest))
    return principal_from(fields, digest)


async def find_revoked(redis: Redis, digests: Iterable[str]) -> list[str]:
    """Return those of the digests that don't belong to a valid token."""
    asked = sorted(digests)
    async with redis.pipeline(transaction=False) as pipe:
        for digest in asked:
            pipe.exists(keys.token(digest))
        found = await pipe.execute()
    return [digest for digest, is_good in zip(asked, found, strict=True) if not is_good]


class Accounts:
    """Accounts and tokens, through a blocking Redis client."""

    def __init__(self, redis: SyncRedis) -> None:
        """Use *redis* for everything."""
        self.redis = redis
        self._create = self.redis.register_script(CREATE)

    def create(self, name: object, kind: object = KINDS[0]) -> str:
        """Make an account and return its first token; its kind never changes. Raises BadRequest, AccountExists."""
        checked, its_kind = check_name(name), check_kind(kind)
        token, days = secrets.token_urlsafe(TOKEN_BYTES), FIRST_TOKEN_DAYS
        digest, now_s = digest_of(token), time.time()
        is_own = self._create(
            keys=[keys.account(checked), keys.account_tokens(checked), keys.token(digest)],
            args=[
                *(digest, int(now_s * 1000), its_kind, checked, FIRST_SCOPE),
                *(int(now_s) + days * DAY_S, days * DAY_S),
            ],
        )
        if not is_own:
            raise AccountExists(f"there is an account called {checked!r} already")
        return token

    def kind(self, account: str) -> str:
        """Return the kind of an account."""
        kind = self.redis.hget(keys.account(account), "kind")
        return kind.decode() if kind else KINDS[0]

    def create_token(self, account: str, scopes: Iterable[str] = ("play",), days: int = 365) -> str:
        """Make a token and return it; it can't be read later. Raises UnknownAccount, BadRequest, LimitExceeded."""
        wanted = check_scopes(scopes)
        limits().check("token_days_max", days)
        if days < 1:
            raise BadRequest("days is at least 1")
        if not self.redis.exists(keys.account(account)):
            raise UnknownAccount(f"there is no account called {account!r}")
        self._forget_expired(account)
        limits().check("tokens_per_account_max", self.redis.scard(keys.account_tokens(account)) + 1)
        token = secrets.token_urlsafe(TOKEN_BYTES)
        digest = digest_of(token)
        fields: Written = {
            "account": account,
            "scopes": " ".join(wanted),
            "expires_s": int(time.time()) + days * DAY_S,
        }
        with self.redis.pipeline(transaction=True) as pipe:
            pipe.hset(keys.token(digest), mapping=fields)
            pipe.expire(keys.token(digest), days * DAY_S)
            pipe.sadd(keys.account_tokens(account), digest)
            pipe.execute()
        return token

    def find(self, token: str) -> Principal:
        """Return the principal of a token; raise Unauthenticated."""
        digest = digest_of(token)
        return principal_from(self.redis.hgetall(keys.token(digest)), digest)

    def revoke(self, principal: Principal) -> None:
        """Delete the principal's token and end the calls that use it; a repetition changes nothing."""
        with self.redis.pipeline(transaction=True) as pipe:
            pipe.delete(keys.token(principal.digest))
            pipe.srem(keys.account_tokens(principal.account), principal.digest)
            most = limits().revocations_entries_max
            pipe.xadd(keys.REVOKED, {"digest": principal.digest}, maxlen=most, approximate=True)
            pipe.execute()

    def _forget_expired(self, account: str) -> None:
        for digest in self.redis.smembers(keys.account_tokens(account)):
            if not self.redis.exists(keys.token(digest.decode())):
                self.redis.srem(keys.account_tokens(account), digest)
