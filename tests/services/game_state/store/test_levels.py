"""Levels are looked up every two seconds at most, also while nobody offers any; a new one is found at once."""

from __future__ import annotations

import asyncio

import pytest

from services.game_state.store.levels import Levels
from services.shared import keys
from services.shared.connections import connect
from services.shared.errors import UnknownLevel

ROW = b'{"name": "greedy", "queue": "instant", "think_ms_max": 10}'


def test_where_there_are_no_levels_not_every_write_asks_for_them(valkey_url, redis):
    async def do():
        client = connect(valkey_url)
        levels = Levels(client)
        before = redis.info("commandstats").get("cmdstat_hgetall", {"calls": 0})["calls"]
        for _ in range(5):
            assert await levels.rows() == {}
        with pytest.raises(UnknownLevel, match="no bot worker has started yet"):
            await levels.check("greedy")
        assert redis.info("commandstats")["cmdstat_hgetall"]["calls"] - before == 2
        redis.hset(keys.LEVELS, "greedy", ROW)
        await levels.check("greedy")
        assert levels.queue("greedy") == "instant"
        await client.aclose()

    asyncio.run(do())
