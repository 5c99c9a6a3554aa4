"""Names that guests take. The account stays what it is, under the id that it began with; its name leads to that id.

Ids of guests stand in matches, ratings, logs and keys, and have a form that nothing else has. What goes out to clients
of a gateway has names in place of them; what comes in by a name is looked up here.
"""

from __future__ import annotations

import re
import secrets
from typing import TYPE_CHECKING

from services.shared import keys
from services.shared.confirming import SyncConfirming
from services.shared.errors import AccountDisabled, AccountExists, BadRequest
from services.shared.now import now_ms
from services.shared.tokens import NAME, check_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from services.shared.clients import Redis, SyncRedis

ID_BYTES = 5
GUEST = re.compile(rb"(?<![a-z0-9_-])guest-[0-9a-f]{10}(?![a-z0-9_-])")
#: Gives the guest (KEYS[1]) the name ARGV[1], once for all, if there is no account of that name (KEYS[2]).
TAKE = """
local called = redis.call('HGET', KEYS[1], 'called')
if called == ARGV[1] then return 'done' end
if called then return 'named' end
if redis.call('HEXISTS', KEYS[1], 'disabled_ms') == 1 then return 'disabled' end
if redis.call('HSETNX', KEYS[2], 'created_ms', ARGV[3]) == 0 then return 'taken' end
redis.call('HSET', KEYS[2], 'of', ARGV[2])
redis.call('HSET', KEYS[1], 'called', ARGV[1])
return 'done'
"""


def new_guest() -> str:
    """Return an id for a guest."""
    return f"guest-{secrets.token_hex(ID_BYTES)}"


def take_name(redis: SyncRedis, account: str, name: object) -> None:
    """Give a guest a name; raise BadRequest for who is none or has one, AccountExists, AccountDisabled."""
    checked = check_name(name)
    if GUEST.fullmatch(checked.encode()):
        raise BadRequest(f"{checked!r} is what a guest is called who has no name")
    if not GUEST.fullmatch(account.encode()):
        raise BadRequest(f"only a guest takes a name; this account is called {account!r}")
    names = [keys.account(account), keys.account(checked)]
    done = SyncConfirming(redis).run(redis.register_script(TAKE), names, [checked, account, now_ms()])
    if done == b"taken":
        raise AccountExists(f"there is an account called {checked!r} already")
    if done == b"named":
        raise BadRequest("this account has taken a name already, and keeps it")
    if done == b"disabled":
        raise AccountDisabled("the account is disabled")


async def find_ids(redis: Redis, names: Iterable[str]) -> dict[str, str]:
    """Return by which id each account is kept, by name: its name, or the id of a guest who has taken that name."""
    wanted = [name for name in {*names} if NAME.fullmatch(name)]
    async with redis.pipeline(transaction=False) as pipe:
        for name in wanted:
            pipe.hget(keys.account(name), "of")
        found = await pipe.execute()
    return {name: name if raw is None else raw.decode() for name, raw in zip(wanted, found, strict=True)}


async def find_id(redis: Redis, name: str) -> str:
    """Return by which id the account of that name is kept, which may be any text."""
    return (await find_ids(redis, [name])).get(name, name)


def read_ids(redis: SyncRedis, names: Iterable[str]) -> list[str]:
    """Return the same of some names, in their order, by a blocking client."""
    wanted = list(names)
    with redis.pipeline(transaction=False) as pipe:
        for name in wanted:
            pipe.hget(keys.account(name), "of")
        found = pipe.execute()
    return [name if raw is None else raw.decode() for name, raw in zip(wanted, found, strict=True)]


def read_names(redis: SyncRedis, guests: Iterable[bytes]) -> dict[bytes, bytes]:
    """Return the names that some guests have taken, by id; those without one are left out."""
    wanted = list(guests)
    with redis.pipeline(transaction=False) as pipe:
        for guest in wanted:
            pipe.hget(keys.account(guest.decode()), "called")
        found = pipe.execute()
    return {guest: name for guest, name in zip(wanted, found, strict=True) if name is not None}
