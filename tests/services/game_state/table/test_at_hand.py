"""Who is woken by which news of a match, with two processes' tables on a real Valkey."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest

from engine.registry import find_game
from services.game_state.match.model import Entry, Match, Seat
from services.game_state.match.settings import MatchSettings
from services.game_state.store.changes import Write
from services.game_state.store.levels import Levels
from services.game_state.store.store import Store
from services.game_state.store.writer import Writer
from services.game_state.table.at_hand import Tables
from services.game_state.table.table import Table
from services.shared import keys
from services.shared.bells import Bell
from services.shared.connections import connect
from services.shared.turns import asker

SEED = bytes(32)
OTHER_SEED = bytes(31) + b"\x01"
#: far longer than a ring takes, and not long for a test that waits for none
SILENCE_S = 0.2
PATIENCE_S = 20.0
MATCH = Match(
    match_id="m",
    settings=MatchSettings("roll"),
    rules_version=find_game("roll").rules_version,
    seats=(Seat("account", account="anna"), Seat("account", account="bert")),
    creator="anna",
    commitment="",
    created_ms=0,
    status="running",
)


def next_entry(state):
    """Return a log entry that may follow, and carry it out."""
    seat = state.deciding_seats()[0]
    action = state.legal_actions(seat)[0]
    state.apply(seat, action)
    return Entry(seat, str(action), 0).to_json()


@pytest.fixture
def run(redis, valkey_url):
    """Run a coroutine function with a match, its tables here and elsewhere, and a function that acts elsewhere."""

    async def within(do):
        client = connect(valkey_url)
        store, state = Store(client), find_game("roll").setup(seats=2, seed=SEED, options={})
        made = Write(MATCH, "")
        made.add("HSET", keys.match("m"), "seed", SEED.hex())
        await store.write(made)

        async def act():
            write = Write(MATCH, await store.token("m"), [next_entry(state)])
            assert (await store.write(write))[0] == "done"
            return write.token

        try:
            return await do(SimpleNamespace(here=Tables(Writer(store, Levels(store.redis))), act=act, first=made.token))
        finally:
            await client.aclose()

    return lambda do: asyncio.run(within(do))


async def rings(bell, seconds):
    return await bell.wait(asyncio.get_running_loop().time() + seconds)


def test_news_that_the_table_has_wakes_nobody(run):
    async def do(match):
        reached = [match.first, await match.act()]
        await match.here.fresh("m")
        reached.append(await match.act())
        await match.here.fresh("m")
        with match.here.bells.lend("m", Bell("")) as bell:
            for token in reached[1:]:
                match.here.hear("m", token)
            assert not await rings(bell, SILENCE_S)

    run(do)


def test_news_of_another_process_wakes_and_the_table_follows(run):
    async def do(match):
        assert (await match.here.fresh("m")).count == 0
        with match.here.bells.lend("m", Bell("")) as bell:
            match.here.hear("m", await match.act())
            assert await rings(bell, PATIENCE_S)
            assert (await match.here.fresh("m", bell.token)).count == 1

    run(do)


def test_who_catches_a_table_up_wakes_the_others(run):
    async def do(match):
        await match.here.fresh("m")
        token = await match.act()
        with match.here.bells.lend("m", Bell("")) as bell:
            await match.here.fresh("m")
            assert await rings(bell, PATIENCE_S)
            assert bell.token == token

    run(do)


def test_news_while_a_write_goes_on_wake_only_once_it_has_failed_to_bring_them(run):
    async def do(match):
        await match.here.fresh("m")
        with match.here.bells.lend("m", Bell("")) as bell:
            async with match.here.writer.lock("m"):
                match.here.hear("m", await match.act())
                assert not await rings(bell, SILENCE_S)
            assert await rings(bell, PATIENCE_S)
            assert (await match.here.fresh("m", bell.token)).count == 1

    run(do)


def test_that_news_may_have_been_missed_always_wakes(run):
    async def do(match):
        await match.here.fresh("m")
        with match.here.bells.lend("m", Bell("")) as bell:
            match.here.hear("m", None)
            assert await rings(bell, PATIENCE_S)

    run(do)


def test_a_position_that_redis_has_lost_is_not_shown_though_the_table_was_there(run, redis):
    async def do(match):
        await match.here.fresh("m")
        await match.act()
        assert (await match.here.fresh("m")).count == 1
        redis.hset(keys.match("m"), "token", match.first)
        redis.delete(keys.log("m"))
        assert (await match.here.fresh("m")).count == 0

    run(do)


def test_writes_that_go_on_while_a_table_is_loaded_are_not_taken_from_its_readers(run, monkeypatch):
    async def do(match):
        table, load = await match.here.fresh("m"), match.here.store.load

        async def act_here():
            seat = table.state.deciding_seats()[0]
            action = table.state.legal_actions(seat)[0]
            tried = table.try_actions(seat, table.version(seat), (action,))
            write = Write(MATCH, table.token, [Entry(seat, str(action), 0).to_json()])
            assert (await match.here.store.write(write))[0] == "done"
            table.commit(MATCH, write.token, tried, write.entries)

        async def load_meanwhile(*args):
            stored = await load(*args)
            await act_here()
            return stored

        monkeypatch.setattr(match.here.store, "load", load_meanwhile)
        await act_here()
        assert (await match.here.fresh("m", "news of another process")).count == table.count > 1
        assert await match.here.find("m") is table

    run(do)


def test_a_write_here_while_a_table_is_loaded_hides_no_later_one_of_another_process(run, monkeypatch):
    async def do(match):
        table, load, store = await match.here.fresh("m"), match.here.store.load, match.here.store

        async def load_meanwhile(*args):
            monkeypatch.setattr(store, "load", load)
            seat = table.state.deciding_seats()[0]
            action = table.state.legal_actions(seat)[0]
            tried = table.try_actions(seat, table.version(seat), (action,))
            own = Write(MATCH, table.token, [Entry(seat, str(action), 0).to_json()])
            assert (await store.write(own))[0] == "done"
            other = Write(MATCH, own.token, [next_entry(tried.state.clone())])
            assert (await store.write(other))[0] == "done"
            stored = await load(*args)
            # The reply to the own write, which came first, is heard of last.
            table.commit(MATCH, own.token, tried, own.entries)
            return stored

        monkeypatch.setattr(store, "load", load_meanwhile)
        assert (await match.here.fresh("m", "news of another process")).count == 2

    run(do)


def test_a_match_made_again_under_its_id_is_not_played_on_the_seed_of_the_one_that_was_removed(run, redis):
    async def do(match):
        assert (await match.here.fresh("m")).seed == SEED
        redis.delete(keys.match("m"))
        again = Write(MATCH, "")
        again.add("HSET", keys.match("m"), "seed", OTHER_SEED.hex())
        assert (await match.here.store.write(again))[0] == "done"
        table = await match.here.fresh("m")
        assert table.state.fingerprint() == find_game("roll").setup(seats=2, seed=OTHER_SEED, options={}).fingerprint()

    run(do)


def test_tables_for_one_account_are_made_one_by_one(run, redis, monkeypatch):
    """What another account needs, or the process itself, does not wait for those that somebody wants many of."""

    async def do(match):
        for name in "abcd":
            redis.copy(keys.match("m"), keys.match(name))
        build, asked, is_building, may_go_on = Table.build, [], asyncio.Event(), asyncio.Event()

        async def build_slowly(stored):
            asked.append(asker.get())
            if len(asked) == 1:
                is_building.set()
                await may_go_on.wait()
            return await build(stored)

        async def find(name, account):
            asker.set(account)
            return await match.here.fresh(name)

        monkeypatch.setattr(Table, "build", build_slowly)
        many = [asyncio.create_task(find(name, "anna")) for name in "ab"]
        await is_building.wait()
        for name, account in (("c", "bert"), ("d", "")):
            assert (await asyncio.create_task(find(name, account))).count == 0
        assert asked == ["anna", "bert", ""]
        may_go_on.set()
        assert [table.count for table in await asyncio.gather(*many)] == [0, 0]
        assert asked == ["anna", "bert", "", "anna"]

    run(do)
