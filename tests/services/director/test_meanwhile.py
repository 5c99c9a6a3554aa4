"""What comes in between the steps of a director, or ends one: nothing rests on what is no longer so."""

from __future__ import annotations

import asyncio
import time
from contextlib import asynccontextmanager

import grpc
import orjson
import pytest

from services.director import run as director_run
from services.director import store as director_store
from services.director.archived import RemoteArchive
from services.director.host import Asking, answer_wish
from services.director.process import keep_token
from services.director.run import Director
from services.director.store import TournamentStore
from services.shared import keys
from services.shared.connections import connect
from services.shared.errors import LimitExceeded
from services.shared.limits import Limits
from services.shared.now import now_ms
from tests.support.hall import CONFIG
from tournaments.tournament import Tournament

HOST = Asking("anna", "person", 0.0, frozenset({"random", "greedy"}))


@asynccontextmanager
async def directing(url, target="127.0.0.1:1"):
    """A director without a server around it, and its store."""
    client = connect(url)
    try:
        async with grpc.aio.insecure_channel(target) as channel:
            await keep_token(client, "token")
            store = TournamentStore(client, RemoteArchive(channel, "token"))
            yield Director(store, channel, "token"), TournamentStore(client, RemoteArchive(channel, "token"))
    finally:
        await client.aclose()


async def made(store, bots=4, **config):
    """A tournament of anna's with bots, about to start."""
    settings = {"seed": "ab" * 32, **CONFIG, **config}
    entry = {"kind": "created", "at_ms": now_ms(), "host": "anna", "config": Tournament([
        {"kind": "created", "at_ms": 0, "config": settings}
    ]).settings.to_dict()}  # fmt: skip
    tournament_id = await store.create(entry)
    await wish(store, tournament_id, "add_bots", level="random", count=bots)
    return tournament_id


async def wish(store, tournament_id, kind, **fields):
    """What the host asks for."""
    return await store.change(tournament_id, lambda kept: answer_wish(kept, HOST, {"kind": kind, **fields}))


def entries(redis, tournament_id, kind):
    """The entries of a kind in a tournament's log."""
    found = map(orjson.loads, redis.lrange(keys.tournament_log(tournament_id), 0, -1))
    return [entry for entry in found if entry["kind"] == kind]


def test_a_round_is_not_paired_without_who_entered_meanwhile(valkey_url, redis, monkeypatch):
    """Pairing takes a while; a late entry that comes in meanwhile is in the round, or no such round is."""

    async def check():
        async with directing(valkey_url) as (director, _):
            store = director.store
            tournament_id = await made(store, rounds=4, late_rounds=1)
            await wish(store, tournament_id, "start")
            loop, pair = asyncio.get_running_loop(), director_run.next_round

            def slowly(tournament, at_ms):
                late = wish(store, tournament_id, "add_bots", level="greedy", count=2)
                found = pair(tournament, at_ms)
                asyncio.run_coroutine_threadsafe(late, loop).result(20)
                return found

            monkeypatch.setattr(director_run, "next_round", slowly)
            await director.advance(tournament_id)
            monkeypatch.setattr(director_run, "next_round", pair)
            await director.advance(tournament_id)
            (paired,) = entries(redis, tournament_id, "paired")
            assert sum(map(len, paired["tables"])) == 6

    asyncio.run(check())


@pytest.mark.parametrize("attempt", [1, 3])
def test_bots_enter_all_or_none_whatever_comes_in_between(valkey_url, redis, attempt):
    """Another director writes while five bots enter: five have entered, not a few of them twice."""

    async def check():
        async with directing(valkey_url) as (director, other):
            store, attempts = director.store, 0
            tournament_id = await made(store, bots=1)
            write = store.writes.run

            async def write_second(*script):
                nonlocal attempts
                attempts += 1
                if attempts == attempt:
                    await wish(other, tournament_id, "add_bots", level="greedy")
                return await write(*script)

            store.writes.run = write_second
            found = await wish(store, tournament_id, "add_bots", level="random", count=5)
            assert sum(each.level == "random" for each in found.tournament.entrants.values()) == 6

    asyncio.run(check())


def test_a_tournament_runs_from_the_entry_on_that_starts_it(valkey_url, redis):
    """A director that dies as soon as the entry is written leaves no tournament that started and is never paired."""

    async def check():
        async with directing(valkey_url) as (director, store):
            tournament_id = await made(store)
            write = store.writes.run

            async def die_after(*script):
                await write(*script)
                raise SystemExit

            store.writes.run = die_after
            with pytest.raises(SystemExit):
                await wish(store, tournament_id, "start")
            await director.step()
            assert len(entries(redis, tournament_id, "paired")) == 1

    asyncio.run(check())


def test_a_director_holds_so_many_tournaments_and_no_more(valkey_url, redis, monkeypatch):
    """Whoever pages through all that ever were must not fill its memory; what was let go of is read again."""
    monkeypatch.setattr(director_store, "limits", lambda: Limits(cached_tournaments_max=3))

    async def check():
        async with directing(valkey_url) as (_, store):
            ids = [await made(store) for _ in range(7)]
            for each in ids * 2:
                assert len((await store.fresh(each)).tournament.entrants) == 4
            assert len(store._kept) == 3

    asyncio.run(check())


@pytest.mark.parametrize("fault", ["a log that can't be read", "no log at all"])
def test_one_tournament_that_is_broken_does_not_stop_the_others(valkey_url, redis, fault):
    """Whatever is wrong with one, the others are paired."""

    async def check():
        async with directing(valkey_url) as (director, store):
            whole, broken = sorted([await made(store), await made(store)], reverse=True)
            for each in (whole, broken):
                await wish(store, each, "start")
            log = keys.tournament_log(broken)
            if fault == "no log at all":
                redis.delete(log)
            else:
                redis.rpush(log, b'{"kind":"danced","at_ms":1}')
            assert (await store.find_running())[0] == broken
            await director.step()
            assert entries(redis, whole, "paired")

    asyncio.run(check())


def test_results_are_counted_though_newer_ones_are_marked_already(table, monkeypatch):
    """A director dies after it has marked a page of unrated matches: the next one counts the older, rated ones."""
    monkeypatch.setattr(director_run, "PAGE_SIZE", 3)
    stack, names = table.stack, [f"{name}{time.monotonic_ns()}" for name in ("ada", "bob")]
    ada, _ = [stack.client(table.first, name, "program") for name in names]

    def played(count, *, is_rated):
        found = []
        for _ in range(count):
            seats = [f"account:{name}" for name in names]
            found.append(ada.create(seats, starts_when_full=True, is_rated=is_rated))
            ada.call("ResignMatch", match_id=found[-1])
        return found

    async def check():
        async with directing(stack.redis_url, table.first) as (director, _):
            await director.rate()
            rated = played(4, is_rated=True)
            unrated = played(7, is_rated=False)
            rate = director.store.results.rate

            async def dies(result):
                raise asyncio.CancelledError

            director.store.results.rate = dies
            with pytest.raises(asyncio.CancelledError):
                await director.rate()
            assert all(stack.redis.zscore(keys.RATED, each) for each in unrated)
            director.store.results.rate = rate
            await director.rate()
            counted = [orjson.loads(each)["source"] for each in stack.redis.lrange(keys.RESULTS, 0, -1)]
            assert [each for each in counted if each in rated] == rated

    asyncio.run(check())


def test_a_level_whose_bot_was_removed_is_entered_again(valkey_url):
    """Numbers go on behind those of whom the host has removed."""

    async def do():
        async with directing(valkey_url) as (_, store):
            tournament_id = await made(store, bots=3)
            await wish(store, tournament_id, "remove", entrant="bot:random:3")
            await wish(store, tournament_id, "add_bots", level="random")
            kept = await store.fresh(tournament_id)
            assert list(kept.tournament.entrants) == ["bot:random:1", "bot:random:2", "bot:random:4"]

    asyncio.run(do())


def test_an_entrant_does_not_come_and_go_for_ever(valkey_url):
    """Every change stays in the log. Going is always possible."""
    most = Limits().entrant_changes_max
    carl = Asking("carl", "person", 0.0, frozenset())

    async def do():
        async with directing(valkey_url) as (_, store):
            tournament_id = await made(store)

            async def ask(kind):
                return await store.change(tournament_id, lambda kept: answer_wish(kept, carl, {"kind": kind}))

            for _ in range(most // 2):
                await ask("enter")
                await ask("withdraw")
            with pytest.raises(LimitExceeded) as wrong:
                await ask("enter")
            assert wrong.value.details["limit"] == "entrant_changes_max"

    asyncio.run(do())
