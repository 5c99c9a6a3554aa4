"""Submissions that two processes work on at the same moment, interleaved by hand."""

from __future__ import annotations

import asyncio
import base64
from types import SimpleNamespace

import orjson
import pytest

from services.game_state.cases.actions import Actions
from services.game_state.cases.all import Cases
from services.game_state.cases.making import Creation
from services.game_state.match.model import Seat
from services.game_state.match.settings import MatchSettings
from services.game_state.store.levels import Levels
from services.game_state.store.store import Store
from services.game_state.store.writer import Writer
from services.game_state.table.at_hand import Tables
from services.game_state.work.outbox import Outbox
from services.shared import keys
from services.shared.connections import connect
from services.shared.idempotency import RequestKey
from services.shared.jobs import job_id

SEATS = {"anna": 0, "bert": 1}
SETTINGS = MatchSettings("roll", starts_when_full=True)


class Process:
    """What one game_state process holds."""

    def __init__(self, client):
        tables = Tables(Writer(Store(client), Levels(client)))
        self.levels = tables.writer.levels
        cases = Cases(tables, self.levels)
        self.making, self.play = cases.making, cases.play
        self.tables = tables

    async def request(self, match_id, account, key=""):
        """The submission of what the account may do first."""
        table = await self.tables.fresh(match_id)
        action = table.information_set(SEATS[account]).legal_actions()[0]
        version = table.version(SEATS[account])
        raw = (orjson.dumps(action.to_dict()),)
        return Actions(match_id, account, None, version, raw, RequestKey(keys.answers(account, match_id), key))


@pytest.fixture
def run(redis, valkey_url):
    """Run a coroutine function with two processes and a running match of anna and bert."""
    for name in SEATS:
        redis.hset(keys.account(name), "created_ms", 1)

    async def within(do):
        clients = [connect(valkey_url) for _ in range(2)]
        try:
            here, elsewhere = map(Process, clients)
            seats = tuple(Seat("account", account=name) for name in SEATS)
            match, _ = await here.making.create(Creation("anna", SETTINGS, seats))
            await here.making.seats.join(match.match_id, "bert")
            return await do(SimpleNamespace(here=here, elsewhere=elsewhere, match_id=match.match_id))
        finally:
            for client in clients:
                await client.aclose()

    return lambda do: asyncio.run(within(do))


def test_a_repetition_brings_the_events_though_the_first_was_done_only_while_it_came(run, monkeypatch):
    """The repetition finds an old table here, so it looks for its answer, and that is put there at that moment."""

    async def do(match):
        here, elsewhere = match.here, match.elsewhere
        await here.tables.fresh(match.match_id)
        for account in SEATS:
            await elsewhere.play.submit(await elsewhere.request(match.match_id, account))
        request = await elsewhere.request(match.match_id, "anna", "k")
        recall, first = here.tables.store.recall, []

        async def late(*arguments):
            if not first:
                first.append(await elsewhere.play.submit(request))
            return await recall(*arguments)

        monkeypatch.setattr(here.tables.store, "recall", late)
        table, answer = await here.play.submit(request)
        assert answer == first[0][1]
        assert answer.cursor > answer.start
        assert table.feed.cursor(0) >= answer.cursor

    run(do)


def test_a_bots_job_is_of_the_position_that_it_is_asked_about_or_none(run, redis, monkeypatch):
    """The bot's answer to the same decision, doubled, is applied while the job is being made."""
    redis.hset(keys.LEVELS, "random", orjson.dumps({"name": "random", "queue": "instant"}))
    sent = []

    async def play(job):
        sent.append(job)

    async def do(match):
        here = match.here
        seats = (Seat("account", account="anna"), Seat("bot", level="random"))
        made, _ = await here.making.create(Creation("anna", SETTINGS, seats))
        (ask,) = made.asks
        asked = (await here.tables.fresh(made.match_id)).information_set(ask.seat)
        rows = here.levels.rows

        async def late():
            monkeypatch.setattr(here.levels, "rows", rows)
            answer = [str(asked.legal_actions()[0])]
            assert await here.play.answer(made.match_id, ask.seat, ask.version, answer) == "applied"
            return await rows()

        monkeypatch.setattr(here.levels, "rows", late)
        outbox = Outbox(here.tables.store, here.tables, here.levels, SimpleNamespace(play=play))
        await outbox.send(job_id(made.match_id, ask.seat, ask.version), "asked")
        assert all(base64.b64decode(job["information_set"]) == asked.to_bytes() for job in sent)

    run(do)
