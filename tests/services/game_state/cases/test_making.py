"""A process that dies while it makes a match leaves nothing that a repetition does not finish."""

from __future__ import annotations

import asyncio

import pytest

from services.game_state.cases.all import Cases
from services.game_state.cases.making import Creation
from services.game_state.match.model import Seat
from services.game_state.store.levels import Levels
from services.game_state.store.store import Store
from services.game_state.table.at_hand import Tables
from services.shared import keys
from services.shared.connections import connect


class Killed(BaseException):
    """The end of the process."""


def test_a_match_made_but_not_begun_begins_when_it_is_asked_for_again(redis, valkey_url, monkeypatch):
    redis.hset(keys.account("anna"), "created_ms", 1)

    async def do():
        client = connect(valkey_url)
        try:
            tables = Tables(Store(client))
            making = Cases(tables, Levels(client)).making
            seats = (Seat("account", account="anna"),) * 2
            wish = Creation("anna", "roll", seats, {}, starts_when_full=True, key="make-1")

            async def die(*_arguments):
                """Die before the match that was made begins."""
                raise Killed

            with monkeypatch.context() as dying:
                dying.setattr(making.writer, "change", die)
                with pytest.raises(Killed):
                    await making.create(wish)
            made, _ = await making.create(wish)
            again, _ = await making.create(wish)
            assert made.status == again.status == "running"
            assert made.match_id == again.match_id
            assert made.started_ms == again.started_ms
        finally:
            await client.aclose()

    asyncio.run(do())
