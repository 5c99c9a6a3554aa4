"""A process that dies while it makes a match leaves nothing that a repetition does not finish."""

from __future__ import annotations

import asyncio

import pytest

from services.game_state.levels import Levels
from services.game_state.lobby import Creation, Lobby
from services.game_state.model import Seat
from services.game_state.store import Store
from services.game_state.tables import Tables
from services.shared import keys
from services.shared.connections import connect


class Killed(BaseException):
    """The end of the process."""


class Dying(Lobby):
    """Dies before the match that it has made begins."""

    async def _change(self, *_arguments):
        raise Killed


def test_a_match_made_but_not_begun_begins_when_it_is_asked_for_again(redis, valkey_url):
    redis.hset(keys.account("anna"), "created_ms", 1)

    async def do():
        client = connect(valkey_url)
        try:
            tables = Tables(Store(client))
            levels = Levels(tables.store)
            seats = (Seat("account", account="anna"),) * 2
            wish = Creation("anna", "roll", seats, {}, starts_when_full=True, key="make-1")
            with pytest.raises(Killed):
                await Dying(tables, levels).create(wish)
            made, _ = await Lobby(tables, levels).create(wish)
            again, _ = await Lobby(tables, levels).create(wish)
            assert made.status == again.status == "running"
            assert made.match_id == again.match_id
            assert made.started_ms == again.started_ms
        finally:
            await client.aclose()

    asyncio.run(do())
