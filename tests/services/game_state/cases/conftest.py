"""The cases over a Valkey alone."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest

from services.game_state.cases.accounts import AccountKeeper
from services.game_state.cases.all import Cases
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


@pytest.fixture(params=["MatchDamaged", "RulesVersionGone"])
def spoil(request):
    """Make it impossible to replay a match, as a disk does or a server with other rules; for that reason."""

    def spoil(server, match_id):
        name = keys.match(match_id)
        if request.param == "MatchDamaged":
            server.redis.rpush(keys.log(match_id), b'[0,"x",1]')
            return
        raw = server.redis.hget(name, "match")
        fields = {"match": raw.replace(b'"rules_version":"', b'"rules_version":"0.')}
        server.redis.hset(name, mapping=fields | {"token": server.redis.hget(name, "token") + b"0"})

    spoil.cause = request.param
    return spoil
