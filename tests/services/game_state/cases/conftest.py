"""The cases over a Valkey alone."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest

from services.game_state.cases.accounts import AccountKeeper
from services.game_state.cases.all import Cases
from services.game_state.store.changes import chain_of, extend_chain
from services.game_state.store.levels import Levels
from services.game_state.store.store import Store
from services.game_state.store.writer import Writer
from services.game_state.table.at_hand import Tables
from services.shared import keys
from services.shared.connections import connect
from services.shared.tokens import Accounts


@pytest.fixture
def run(redis, valkey_url):
    """Run a coroutine function with all cases over an empty Valkey that knows some accounts, without other processes."""
    for name in ("anna", "bert", "carl", "rematch"):
        redis.hset(keys.account(name), "created_ms", 1)

    async def within(do):
        client = connect(valkey_url)
        try:
            tables = Tables(Writer(Store(client), Levels(client)))
            cases = Cases(tables, tables.writer.levels)
            keeper = AccountKeeper(Accounts(redis), cases.seats, cases.leaving)
            return await do(SimpleNamespace(**vars(cases), redis=redis, store=tables.store, keeper=keeper))
        finally:
            await client.aclose()

    return lambda do: asyncio.run(within(do))


BAD_ENTRY = b'[0,"x",1]'


@pytest.fixture(params=["damaged", "of other rules", "of rules changed under their version"])
def spoil(request):
    """Make it impossible to replay a match, as a disk does, a server with other rules, or a fault in ours."""

    def spoil(server, match_id):
        name = keys.match(match_id)
        raw, token = server.redis.hmget(name, "match", "token")
        if request.param == "of other rules":
            fields = {"match": raw.replace(b'"rules_version":"', b'"rules_version":"0.'), "token": token + b"0"}
            server.redis.hset(name, mapping=fields)
            return
        server.redis.rpush(keys.log(match_id), BAD_ENTRY)
        if request.param != "damaged":
            server.redis.hset(name, "token", f"{extend_chain(chain_of(token.decode()), [BAD_ENTRY])}-x")

    spoil.cause = "MatchDamaged" if request.param == "damaged" else "RulesVersionGone"
    return spoil
