"""Matches that are over, in a Valkey alone with an archive beside it."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import orjson
import pytest

from services.game_state.archive.archive import open_archive
from services.game_state.cases.accounts import AccountKeeper
from services.game_state.cases.actions import Actions
from services.game_state.cases.all import Cases
from services.game_state.cases.making import Creation
from services.game_state.cases.seats import Arrival
from services.game_state.match.model import Seat
from services.game_state.match.settings import MatchSettings
from services.game_state.store.levels import Levels
from services.game_state.store.store import Store
from services.game_state.store.writer import Writer
from services.game_state.table.at_hand import Tables
from services.game_state.work.archiving import Archiving
from services.shared import keys
from services.shared.connections import connect
from services.shared.idempotency import RequestKey
from services.shared.now import now_ms
from services.shared.tokens import Accounts
from tests.support.postgres import PostgresServer, find_programs

PROGRAMS = find_programs()


@pytest.fixture(scope="session")
def postgres():
    server = PostgresServer(PROGRAMS)
    yield server
    server.close()


@pytest.fixture(params=["sqlite", *(["postgresql"] if PROGRAMS else [])])
def archive_url(request, tmp_path):
    """The URL of an empty archive, of each kind of database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/archive.sqlite"
    return request.getfixturevalue("postgres").make_database()


@pytest.fixture
def run(redis, valkey_url, archive_url, monkeypatch):
    """Run a coroutine function with all cases, without other processes; for what moves matches it is two hours later."""
    monkeypatch.setattr("services.game_state.work.archiving.now_ms", lambda: now_ms() + 7_200_000)
    for name in ("anna", "bert", "carl"):
        redis.hset(keys.account(name), mapping={"created_ms": 1, "kind": "person"})

    async def within(do):
        client, archive = connect(valkey_url), open_archive(archive_url)
        try:
            tables = Tables(Writer(Store(client, archive), Levels(client)))
            cases = Cases(tables, tables.writer.levels)
            server = Server(tables, cases, redis, archive)
            return await do(server)
        finally:
            archive.close()
            await client.aclose()

    return lambda do: asyncio.run(within(do))


class Server(SimpleNamespace):
    """Cases, store and archive, and how to get a finished match."""

    def __init__(self, tables, cases, redis, archive):
        super().__init__(**vars(cases), tables=tables, redis=redis, store=tables.store, archive=archive)
        self.archiving = Archiving(tables.store)
        self.keeper = AccountKeeper(Accounts(redis), cases.seats, cases.leaving)

    async def begin(self, first, second, game="roll", **settings):
        """Make a running match of two accounts; return its id."""
        seats = (Seat("account", account=first), Seat("open"))
        wish = Creation(first, MatchSettings(game, starts_when_full=True, **settings), seats)
        match, invitation = await self.making.create(wish)
        await self.seats.join(match.match_id, second, Arrival(invitation=invitation))
        return match.match_id

    async def finish(self, first="anna", second="bert", game="roll", **settings):
        """Make a match of two accounts in which the first one resigns after a while; return its id."""
        match_id = await self.begin(first, second, game, **settings)
        for _ in range(3):
            await self.act(match_id)
        await self.leaving.resign(match_id, first, None)
        return match_id

    async def say(self, match_id, account, words):
        await self.chat.say(match_id, account, words, RequestKey(keys.answers(account, match_id)))

    async def act(self, match_id):
        """Take the first legal action of each seat that decides."""
        table = await self.tables.fresh(match_id)
        for seat in table.match.deciding:
            table = await self.tables.fresh(match_id)
            action = table.information_set(seat).legal_actions()[0]
            wish = Actions(
                match_id=match_id,
                account=table.match.seats[seat].account,
                seat=seat,
                version=table.version(seat),
                actions=(orjson.dumps(action.to_dict()),),
            )
            await self.play.submit(wish)
