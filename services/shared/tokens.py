"""Accounts and their tokens. A token is 32 random bytes, of which Redis stores only the SHA-256.

An account has a name and a kind, person or program, which it declares when it is created. A token belongs to one
account and has scopes, an expiry and a name. The gateway creates, lists and revokes tokens (blocking client);
game_state reads them (asyncio client). Both note about when a token was last used.

Tokens of the server's own accounts are kept apart, where no gateway can write. Nobody else's token names such an
account or operates the installation, whatever stands in it.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from redis.exceptions import RedisError

from services.shared import keys
from services.shared.confirming import SyncConfirming
from services.shared.errors import (
    AccountDisabled,
    AccountExists,
    BadRequest,
    MissingScope,
    Unauthenticated,
    UnknownAccount,
)
from services.shared.idempotency import SERVER_PREFIX
from services.shared.limits import limits
from services.shared.now import now_ms
from services.shared.trouble import ReplicasBehindError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from redis.client import Pipeline as SyncPipeline

    from services.shared.clients import Redis, SyncRedis, Value

TOKEN_BYTES = 32
#: the scopes of a token: `watch` may read, `play` may also take seats and act, `operator` may do everything
SCOPES = ("watch", "play", "operator")
#: reads what everybody may see; no account's token has this scope alone, visitors have nothing else
PUBLIC = "public"
IMPLIED = {
    PUBLIC: {PUBLIC, "watch", "play", "operator"},
    "watch": {"watch", "play", "operator"},
    "play": {"play", "operator"},
    "operator": {"operator"},
}
#: the gateways' own account, with which they read for visitors; no person can have the name
VISITOR = "~visitor"
#: metadata of gRPC calls: a gateway's own token, beside that of whom it asks for
GATEWAY = "astrarium-gateway"
#: whoever runs the installation: holds no seat; no person can have the name
OPERATOR = "~operator"
#: in place of the name of an account that was deleted
DELETED = "~deleted"
WORTHLESS = "the token is unknown, revoked or expired"
SEND_BEARER = "send the header Authorization: Bearer TOKEN"
#: the kinds of accounts; the first is assumed for an account without a kind
KINDS = ("person", "program")
NAME = re.compile(r"[a-z0-9][a-z0-9_-]{2,}")
DAY_S = 24 * 3600
FIRST_SCOPE = "play"

#: Creates an account together with its first token, because without a token nobody could ever use the account.
#: Returns 1 if the account was created with this token, now or by an earlier attempt whose reply was lost, else 0.
CREATE = """
if redis.call('SISMEMBER', KEYS[2], ARGV[1]) == 1 then return 1 end
if redis.call('HSETNX', KEYS[1], 'created_ms', ARGV[2]) == 0 then return 0 end
redis.call('HSET', KEYS[1], 'kind', ARGV[3])
redis.call('HSET', KEYS[3], 'account', ARGV[4], 'scopes', ARGV[5], 'expires_s', ARGV[6], 'made_ms', ARGV[2])
redis.call('ZADD', KEYS[4], ARGV[2], ARGV[4])
redis.call('EXPIRE', KEYS[3], ARGV[7])
redis.call('SADD', KEYS[2], ARGV[1])
return 1
"""
#: Deletes an account that was just created with the token ARGV[1], as if it had never been.
UNDO = """
if redis.call('SMEMBERS', KEYS[2])[1] ~= ARGV[1] then return end
redis.call('DEL', KEYS[1], KEYS[2], KEYS[3])
redis.call('ZREM', KEYS[4], ARGV[2])
"""
#: Makes a token (KEYS[2]) of an account (KEYS[1]), if there is a KEYS[4] with that token, whose digest is ARGV[4].
#: Says what forbids it, or that it is made, now or by an earlier attempt whose reply was lost. All in one step, so that
#: a token that is revoked meanwhile makes none, and several requests at once no more than ARGV[3] in all.
#: `made_by` names those of the makers that can still be revoked, the latest last.
MAKE = """
if redis.call('SISMEMBER', KEYS[3], ARGV[1]) == 1 then return 'made' end
if redis.call('HEXISTS', KEYS[1], 'disabled_ms') == 1 then return 'disabled' end
local makers = {}
if KEYS[4] then
  if redis.call('EXISTS', KEYS[4]) == 0 then return 'revoked' end
  for maker in string.gmatch(redis.call('HGET', KEYS[4], 'made_by') or '', '%S+') do
    if redis.call('SISMEMBER', KEYS[3], maker) == 1 then table.insert(makers, maker) end
  end
  table.insert(makers, ARGV[4])
end
if redis.call('SCARD', KEYS[3]) >= tonumber(ARGV[3]) then return 'full' end
redis.call('HSET', KEYS[2], 'made_by', table.concat(makers, ' '), unpack(ARGV, 5))
redis.call('EXPIRE', KEYS[2], ARGV[2])
redis.call('SADD', KEYS[3], ARGV[1])
return 'made'
"""
#: Notes the time ARGV[1] as the last use of a token (KEYS[1]) and of its account ARGV[2], unless the token is gone.
USE = """
if redis.call('EXISTS', KEYS[1]) == 0 then return end
redis.call('HSET', KEYS[1], 'used_ms', ARGV[1])
if string.sub(ARGV[2], 1, 1) ~= '~' then redis.call('ZADD', KEYS[2], ARGV[1], ARGV[2]) end
"""
#: how many digits of a token's digest are its id: enough to tell an account's tokens apart
ID_DIGITS = 16
MS = 1000


@dataclass(frozen=True, slots=True)
class HeldToken:
    """A token as its owner may see it; the token itself is known to nobody else."""

    digest: str
    name: str
    scopes: tuple[str, ...]
    expires_ms: int
    made_ms: int
    #: 0 for one that was never used
    used_ms: int
    #: digests of the token with which this one was made, before it of the one that made that, and so on; none for the
    #: account's first, and for the operator's
    made_by: tuple[str, ...]

    @property
    def token_id(self) -> str:
        """The id by which it is listed and revoked."""
        return self.digest[:ID_DIGITS]


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


def is_name(name: str) -> bool:
    """Whether an account can be called so; the server's own, whose names begin with ~, can't."""
    return len(name) <= limits().account_name_chars_max and NAME.fullmatch(name) is not None


def check_name(name: object) -> str:
    """Return *name* if it is a valid account name, or raise BadRequest."""
    if not isinstance(name, str) or not is_name(name):
        most = limits().account_name_chars_max
        raise BadRequest(f"an account name is 3 to {most} of a-z, 0-9, _ and -, beginning with a letter or digit")
    return name


def check_scopes(scopes: Iterable[str]) -> list[str]:
    """Return the scopes in their fixed order; raise BadRequest if there is none or one is unknown."""
    asked = set(scopes)
    if not asked or not asked <= set(SCOPES):
        raise BadRequest(f"scopes are one or more of {', '.join(SCOPES)}")
    return [scope for scope in SCOPES if scope in asked]


def is_of_server(account: str) -> bool:
    """Whether an account is one of the server's own whose tokens no gateway makes; for visitors gateways do."""
    return account.startswith(SERVER_PREFIX) and account != VISITOR


def token_key(account: str, digest: str) -> str:
    """Return the name under which a token of an account is kept."""
    return keys.server_token(digest) if is_of_server(account) else keys.token(digest)


def token_keys(digest: str) -> tuple[str, str]:
    """Return the names of which a token has one, whosever it is."""
    return keys.token(digest), keys.server_token(digest)


def principal_from(key: str, fields: Mapping[bytes, bytes], digest: str) -> Principal:
    """Return the principal in the fields of a token kept as *key*; raise Unauthenticated if it is unknown or expired.

    Where gateways write, neither an account of the server's own nor the scope `operator` counts.
    """
    account = fields.get(b"account", b"").decode()
    if not fields or int(fields[b"expires_s"]) <= time.time() or key != token_key(account, digest):
        raise Unauthenticated(WORTHLESS)
    scopes = frozenset(fields[b"scopes"].decode().split())
    return Principal(account, scopes if is_of_server(account) else scopes - {"operator"}, digest)


def check_kind(kind: object) -> str:
    """Return *kind* if it is a kind of account, or raise BadRequest."""
    if kind not in KINDS:
        raise BadRequest(f"an account is of one of the kinds {', '.join(KINDS)}")
    return str(kind)


async def find_kinds(redis: Redis, names: Iterable[str]) -> dict[str, str]:
    """Return the kinds of accounts by their ids; those that there are not, or that are disabled, are left out."""
    wanted = sorted(set(names))
    async with redis.pipeline(transaction=False) as pipe:
        for name in wanted:
            pipe.hmget(keys.account(name), "created_ms", "kind", "disabled_ms", "of")
        found = await pipe.execute()
    return {
        name: kind.decode() if kind else KINDS[0]
        for name, (made, kind, disabled, of) in zip(wanted, found, strict=True)
        if made is not None and disabled is None and of is None
    }


async def check_account(redis: Redis, name: str) -> None:
    """Raise UnknownAccount unless there is an account of that name, which may be any text."""
    if NAME.fullmatch(name) is None or not await find_kinds(redis, [name]):
        raise UnknownAccount(f"there is no account called {name!r:.60}")


async def find_principal(redis: Redis, token: str) -> Principal:
    """Return the principal of a token (asyncio); raise Unauthenticated."""
    digest = digest_of(token)
    for key in token_keys(digest):
        if fields := await redis.hgetall(key):
            break
    found = principal_from(key, fields, digest)
    if _is_use_to_note(fields):
        # A store that is full lets everything be read.
        with suppress(RedisError):
            await redis.register_script(USE)(keys=[key, keys.ACCOUNTS], args=_use(found))
    return found


def _is_use_to_note(fields: Mapping[bytes, bytes]) -> bool:
    """Whether the last use that is noted of a token was too long ago."""
    return time.time() - int(fields.get(b"used_ms", 0)) / MS >= limits().token_use_noted_s


def _use(principal: Principal) -> list[str | int]:
    return [now_ms(), principal.account]


async def find_revoked(redis: Redis, digests: Iterable[str]) -> list[str]:
    """Return those of the digests that don't belong to a valid token."""
    asked = sorted(digests)
    async with redis.pipeline(transaction=False) as pipe:
        for digest in asked:
            pipe.exists(*token_keys(digest))
        found = await pipe.execute()
    return [digest for digest, is_good in zip(asked, found, strict=True) if not is_good]


class Accounts:
    """Accounts and tokens, through a blocking Redis client."""

    def __init__(self, redis: SyncRedis) -> None:
        """Use *redis* for everything."""
        self.redis = redis
        self._writes = SyncConfirming(redis)
        self._create = self.redis.register_script(CREATE)
        self._make = self.redis.register_script(MAKE)
        self._use = self.redis.register_script(USE)

    def create(self, name: object, kind: object = KINDS[0]) -> str:
        """Make an account and return its first token; its kind never changes. Raises BadRequest, AccountExists."""
        checked, its_kind = check_name(name), check_kind(kind)
        token, days = secrets.token_urlsafe(TOKEN_BYTES), limits().token_days_max
        digest, now_s = digest_of(token), time.time()
        names = [keys.account(checked), keys.account_tokens(checked), keys.token(digest), keys.ACCOUNTS]
        args: list[Value] = [digest, int(now_s * 1000), its_kind, checked, FIRST_SCOPE]
        args += [int(now_s) + days * DAY_S, days * DAY_S]
        try:
            is_own = self._writes.run(self._create, names, args)
        except ReplicasBehindError:
            # Nobody was told the token, without which nobody could ever use the name.
            with suppress(RedisError):
                self.redis.register_script(UNDO)(keys=names, args=[digest, checked])
            raise
        if not is_own:
            raise AccountExists(f"there is an account called {checked!r} already")
        return token

    def kind(self, account: str) -> str:
        """Return the kind of an account."""
        kind = self.redis.hget(keys.account(account), "kind")
        return kind.decode() if kind else KINDS[0]

    def create_token(
        self, account: str, scopes: Iterable[str] = ("play",), days: int = 365, name: str = "", made_by: str = ""
    ) -> str:
        """Make a token and return it; it can't be read later. *made_by* is the digest of the one it is made with.

        Raises UnknownAccount, AccountDisabled, BadRequest, LimitExceeded.
        """
        wanted = check_scopes(scopes)
        limits().check("token_days_max", days)
        limits().check("token_name_chars_max", len(name))
        if days < 1:
            raise BadRequest("days is at least 1")
        return self._make_token(account, wanted, days * DAY_S, name, made_by)

    def create_session(self, maker: Principal, name: str) -> tuple[str, list[str]]:
        """Make a token for a browser and return it with its scopes: it may do no more than its maker, nor live longer.

        Never may it operate the installation. Raises like create_token, MissingScope, Unauthenticated.
        """
        scopes = maker.scopes - {"operator"}
        if not scopes:
            raise MissingScope("no browser is signed in by a token that has only the scope 'operator'")
        expires_s = self.redis.hget(token_key(maker.account, maker.digest), "expires_s")
        left_s = int(expires_s or 0) - int(time.time())
        if left_s < 1:
            raise Unauthenticated(WORTHLESS)
        wanted, life_s = check_scopes(scopes), min(left_s, limits().token_days_max * DAY_S)
        return self._make_token(maker.account, wanted, life_s, name, maker.digest), wanted

    def _make_token(self, account: str, scopes: Iterable[str], life_s: int, name: str, made_by: str) -> str:
        if not self.redis.exists(keys.account(account)):
            raise UnknownAccount(f"there is no account called {account!r}")
        # Those that have expired don't count.
        self.tokens(account)
        most = limits().tokens_per_account_max
        token = secrets.token_urlsafe(TOKEN_BYTES)
        digest = digest_of(token)
        fields: dict[str, str | int] = {
            "account": account,
            "scopes": " ".join(scopes),
            "expires_s": int(time.time()) + life_s,
            "name": name,
            "made_ms": now_ms(),
        }
        makers = [token_key(account, made_by)] if made_by else []
        names = [keys.account(account), token_key(account, digest), keys.account_tokens(account), *makers]
        args: list[Value] = [digest, life_s, most, made_by, *(part for field in fields.items() for part in field)]
        try:
            outcome = self._writes.run(self._make, names, args)
        except ReplicasBehindError:
            # Nobody was told the token.
            with suppress(RedisError):
                self.revoke(account, [digest])
            raise
        match outcome:
            case b"disabled":
                raise AccountDisabled(f"the account {account!r} is disabled")
            case b"revoked":
                raise Unauthenticated(WORTHLESS)
            case b"full":
                limits().check("tokens_per_account_max", most + 1)
        return token

    def find(self, token: str) -> Principal:
        """Return the principal of a token; raise Unauthenticated."""
        digest = digest_of(token)
        for key in token_keys(digest):
            if fields := self.redis.hgetall(key):
                break
        found = principal_from(key, fields, digest)
        if _is_use_to_note(fields):
            # A store that is full lets everything be read, and a gateway writes nothing about the server's own tokens.
            with suppress(RedisError):
                self._use(keys=[key, keys.ACCOUNTS], args=_use(found))
        return found

    def tokens(self, account: str) -> list[HeldToken]:
        """Return an account's tokens, the oldest first; those that have expired are forgotten."""
        digests = sorted(each.decode() for each in self.redis.smembers(keys.account_tokens(account)))
        with self.redis.pipeline(transaction=False) as pipe:
            for digest in digests:
                pipe.hgetall(token_key(account, digest))
            found = dict(zip(digests, pipe.execute(), strict=True))
        expired = [digest for digest, fields in found.items() if not fields]
        if expired:
            # A store that is full lets everything be read.
            with suppress(RedisError):
                self.redis.srem(keys.account_tokens(account), *expired)
        held = [_token_from(digest, fields) for digest, fields in found.items() if fields]
        return sorted(held, key=lambda each: each.made_ms)

    def revoke(self, account: str, digests: Iterable[str]) -> None:
        """Delete tokens of an account and end the calls that use them; a repetition changes nothing."""
        self._writes.send([("MULTI",), *_revoking(account, digests), ("EXEC",)])

    def revoke_all(self, account: str, spared: str = "") -> list[str]:
        """Revoke all tokens of an account but that with the digest *spared*, and return their digests."""
        return self._revoke_those(account, lambda held: held.digest != spared)

    def revoke_with_made(self, account: str, digest: str) -> list[str]:
        """Revoke a token with all that were made with it, and with those in turn; return their digests."""
        return self._revoke_those(account, lambda held: digest in (held.digest, *held.made_by))

    def _revoke_those(self, account: str, is_meant: Callable[[HeldToken], bool]) -> list[str]:
        """Revoke those tokens of an account that are meant. None that is made meanwhile is overlooked."""

        def revoke(pipe: SyncPipeline) -> list[str]:
            digests = [held.digest for held in self.tokens(account) if is_meant(held)]
            pipe.multi()
            for command in _revoking(account, digests):
                pipe.execute_command(*command)  # type: ignore[no-untyped-call]  # redis-py gives it no types
            return digests

        revoked = self.redis.transaction(revoke, keys.account_tokens(account), value_from_callable=True)
        if self._writes.wanted:
            # A transaction can't wait for replicas. Revoking once more changes nothing, and can.
            self.revoke(account, revoked)
        return revoked


def _revoking(account: str, digests: Iterable[str]) -> list[tuple[Value, ...]]:
    """Return the commands that delete tokens of an account and tell all processes so."""
    most = limits().revocations_entries_max
    commands: list[tuple[Value, ...]] = []
    for digest in digests:
        commands.append(("DEL", token_key(account, digest)))
        commands.append(("SREM", keys.account_tokens(account), digest))
        commands.append(("XADD", keys.REVOKED, "MAXLEN", "~", most, "*", "digest", digest))
    return commands


def _token_from(digest: str, fields: Mapping[bytes, bytes]) -> HeldToken:
    return HeldToken(
        digest,
        fields.get(b"name", b"").decode(),
        tuple(fields[b"scopes"].decode().split()),
        int(fields[b"expires_s"]) * MS,
        int(fields.get(b"made_ms", 0)),
        int(fields.get(b"used_ms", 0)),
        tuple(fields.get(b"made_by", b"").decode().split()),
    )
