"""The accounts that may seat an account at matches without being asked each time.

The gateway writes it into the account's hash (blocking client); game_state reads it (asyncio client).
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

import orjson

from services.shared import keys
from services.shared.errors import UnknownAccount
from services.shared.guests import read_ids
from services.shared.json import dump_json
from services.shared.limits import limits

if TYPE_CHECKING:
    from collections.abc import Iterable

    from services.shared.clients import Redis, SyncRedis

FIELD = "consent"


@dataclass(frozen=True, slots=True)
class Consent:
    """The accounts that may seat this one: those named, and every program if it `allows_programs`."""

    accounts: tuple[str, ...] = ()
    allows_programs: bool = False

    @classmethod
    def from_json(cls, raw: bytes | None) -> Consent:
        """Return what the stored form says; an account that never said anything lets nobody seat it."""
        if raw is None:
            return cls()
        stored = orjson.loads(raw)
        return cls(tuple(stored["accounts"]), bool(stored["allows_programs"]))

    def covers(self, account: str, kind: str) -> bool:
        """Whether an account of that kind may seat this one."""
        return account in self.accounts or (self.allows_programs and kind == "program")


async def find_consents(redis: Redis, names: Iterable[str]) -> dict[str, Consent]:
    """Return the consents of the named accounts, by name."""
    wanted = sorted(set(names))
    async with redis.pipeline(transaction=False) as pipe:
        for name in wanted:
            pipe.hget(keys.account(name), FIELD)
        found = await pipe.execute()
    return {name: Consent.from_json(raw) for name, raw in zip(wanted, found, strict=True)}


def read_consent(redis: SyncRedis, account: str) -> Consent:
    """Return an account's consent."""
    return Consent.from_json(redis.hget(keys.account(account), FIELD))


def write_consent(redis: SyncRedis, account: str, consent: Consent) -> Consent:
    """Replace an account's consent and return it as it is kept; raise LimitExceeded, UnknownAccount."""
    limits().check("consent_accounts_max", len(consent.accounts))
    for name in consent.accounts:
        if not redis.exists(keys.account(name)):
            raise UnknownAccount(f"there is no account called {name!r}")
    kept = replace(consent, accounts=tuple(sorted(set(read_ids(redis, consent.accounts)))))
    redis.hset(keys.account(account), FIELD, dump_json(asdict(kept)))
    return kept
