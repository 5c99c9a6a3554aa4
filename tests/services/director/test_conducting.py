"""One conductor by itself, without workers: what it gives out, again and again, and what it leaves behind."""

from __future__ import annotations

import asyncio
import base64
import zlib
from contextlib import asynccontextmanager

import grpc
import orjson
import pytest

from ai.arena.schedule import Plan, match_at
from ai.arena.series import play_one
from services.director.archived import RemoteArchive
from services.director.series import kept as kept_series
from services.director.series import run as conducting_module
from services.director.series.kept import KeptSeries
from services.director.series.run import ATTEMPTS_MAX, MISSING_MS, Conductor
from services.director.series.store import SeriesStore
from services.shared import jobs, keys
from services.shared.connections import connect
from services.shared.now import now_ms
from services.shared.queues import Queues
from tests.support.stack import free_port

PLAN = Plan("roll", ("greedy", "random"), pairs=50)


@asynccontextmanager
async def conducting(url):
    """A conductor with a series of anna's; yields it, its store and the series' id."""
    client = connect(url)
    channel = grpc.aio.insecure_channel("127.0.0.1:1")
    store = SeriesStore(client, RemoteArchive(channel, "token"))
    for host in ("anna", "bert"):
        # The series of an account that is not there ends.
        await client.hset(keys.account(host), "created_ms", "1")
    conductor = Conductor(store, url)
    try:
        yield conductor, store, await store.create("anna", PLAN)
    finally:
        await conductor.queues.close()
        await channel.close()
        await client.aclose()


@pytest.mark.usefixtures("at_once")
def test_nothing_counts_as_lost_while_the_broker_is_away(valkey_url, redis):
    """Nobody knows what waits there, and results are taken nevertheless."""

    async def check():
        async with conducting(valkey_url) as (conductor, store, series_id):
            await conductor.advance(series_id)
            before = await store.chunks(series_id)
            sent_long_ago(redis, series_id)
            await conductor.queues.close()
            conductor.queues = Queues(f"redis://127.0.0.1:{free_port()}/0")
            for _ in range(2):
                await conductor.advance(series_id)
            assert (await store.chunks(series_id)).keys() == before.keys()

    asyncio.run(check())


def sent_long_ago(redis, series_id, by_ms=2 * ATTEMPTS_MAX * MISSING_MS):
    """Let the chunks that are out have been sent so much earlier."""
    name = keys.series_chunks(series_id)
    for chunk_id, raw in redis.hgetall(name).items():
        chunk = orjson.loads(raw)
        redis.hset(name, chunk_id, orjson.dumps(chunk | {"sent_ms": chunk["sent_ms"] - by_ms}))


@pytest.fixture
def at_once(monkeypatch):
    """What is missing is lost."""
    monkeypatch.setattr(conducting_module, "LOST_S", 0.0)


@pytest.mark.usefixtures("at_once")
def test_chunks_that_only_wait_for_a_worker_never_fail_their_series(valkey_url, redis):
    """For however long all workers are busy or away: nothing was begun, so nothing came to no end."""

    async def check():
        async with conducting(valkey_url) as (conductor, store, series_id):
            for _ in range(ATTEMPTS_MAX + 3):
                await conductor.advance(series_id)
                sent_long_ago(redis, series_id)
            found = await store.fresh(series_id)
            assert (found.status, found.reason) == ("running", "")

    asyncio.run(check())


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("holder", ["a worker", jobs.CHUNK_DONE])
def test_chunks_that_are_begun_again_and_again_fail_their_series(valkey_url, redis, holder):
    """A worker takes each chunk and dies of it, or gives it up unplayed: that ends, and the reason says so."""

    async def check():
        async with conducting(valkey_url) as (conductor, store, series_id):
            for _ in range(ATTEMPTS_MAX + 1):
                await conductor.advance(series_id)
                names = [keys.chunk(each.decode()) for each in redis.hkeys(keys.series_chunks(series_id))]
                for name in names:
                    redis.set(name, holder)
                await conductor.advance(series_id)
                if names and holder != jobs.CHUNK_DONE:
                    redis.delete(*names)
                sent_long_ago(redis, series_id)
            found = await store.fresh(series_id)
            assert found.status == "failed"
            assert f"begun {ATTEMPTS_MAX} times" in found.reason

    asyncio.run(check())


def pause(redis, series_id, ago_ms):
    """Let a worker have paused the one chunk that is out so long ago; return its id and the job that it sent again."""
    (chunk_id,) = [each.decode() for each in redis.hkeys(keys.series_chunks(series_id))]
    redis.set(keys.chunk(chunk_id), jobs.CHUNK_PAUSED, px=jobs.CHUNK_PAUSED_MS - ago_ms)
    message = orjson.loads(redis.lpop(jobs.queue_name("series")))
    positional, named, more = orjson.loads(base64.b64decode(message["body"]))
    named["job"]["sent_ms"] = now_ms() - ago_ms
    body = base64.b64encode(orjson.dumps([positional, named, more])).decode()
    return chunk_id, orjson.dumps(message | {"body": body})


PAUSED_AGO_MS = 2 * MISSING_MS


def test_a_paused_chunk_whose_job_is_lost_is_handed_out_again_in_seconds(valkey_url, redis):
    """Though chunks of other series wait for a worker: they were sent later."""

    async def check():
        async with conducting(valkey_url) as (conductor, store, series_id):
            await conductor.advance(series_id)
            chunk_id, _ = pause(redis, series_id, PAUSED_AGO_MS)
            await conductor.advance(await store.create("bert", PLAN))
            async with asyncio.timeout(20):
                while chunk_id in await store.chunks(series_id):
                    await conductor.advance(series_id)
                    await asyncio.sleep(0.1)
            assert redis.get(keys.chunk(chunk_id)) == jobs.CHUNK_OFF
            (again,) = (await store.chunks(series_id)).values()
            assert again["places"] == [[0, 0, 0]]
            assert redis.llen(jobs.queue_name("series")) == 2

    asyncio.run(check())


@pytest.mark.usefixtures("at_once")
def test_a_paused_chunk_that_waits_for_its_turn_is_left_alone(valkey_url, redis):
    """For however long: it is the next one, or others that were sent before are."""

    async def check():
        async with conducting(valkey_url) as (conductor, store, series_id):
            await conductor.advance(series_id)
            chunk_id, waiting = pause(redis, series_id, PAUSED_AGO_MS)
            # Sent later, and on the left of it.
            await conductor.advance(await store.create("bert", PLAN))
            redis.rpush(jobs.queue_name("series"), waiting)
            await conductor.advance(series_id)
            assert list(await store.chunks(series_id)) == [chunk_id]

    asyncio.run(check())


def test_a_chunk_that_a_worker_has_just_taken_from_the_queue_is_not_missing_yet(valkey_url, redis):
    async def check():
        async with conducting(valkey_url) as (conductor, store, series_id):
            await conductor.advance(series_id)
            chunk_id, _ = pause(redis, series_id, PAUSED_AGO_MS)
            await conductor.advance(series_id)
            redis.set(keys.chunk(chunk_id), "a worker", px=jobs.CHUNK_LEASE_MS)
            await conductor.advance(series_id)
            assert chunk_id in await store.chunks(series_id)

    asyncio.run(check())


@pytest.mark.parametrize("moment", ["holders", "put_chunk"])
def test_a_series_cancelled_while_it_is_conducted_leaves_nothing_to_play(valkey_url, redis, moment):
    """The host cancels between two steps of the conductor: no chunk is kept, none is sent."""

    async def check():
        async with conducting(valkey_url) as (conductor, store, series_id):
            before = getattr(store, moment)

            async def cancelled_first(*arguments):
                await store.end(series_id, "cancelled")
                return await before(*arguments)

            setattr(store, moment, cancelled_first)
            await conductor.advance(series_id)
            assert (await store.fresh(series_id)).status == "cancelled"
            assert not redis.exists(keys.series_chunks(series_id), keys.series_played(series_id))
            assert redis.llen(jobs.queue_name("series")) == 0

    asyncio.run(check())


def test_ratings_of_a_series_that_is_over_are_those_of_all_its_matches(monkeypatch):
    """It ends while they are reckoned for somebody who asked before: who asks afterwards has them whole."""

    def entry(pair, rotation):
        results = {"win_shares": [1.0, 0.0], "scores": [2, 1], "ranks": [1, 2], "forfeits": []}
        return {"kind": "match", "at_ms": 1, "decisions": 1, "seconds": 0.1, "group": 0, "pair": pair} | {
            "rotation": rotation, **results
        }  # fmt: skip

    async def check():
        loop, goes_on, reckon = asyncio.get_running_loop(), asyncio.Event(), kept_series.rate_all
        kept = KeptSeries("series")
        kept.follow(
            [
                orjson.dumps({"kind": "created", "at_ms": 0, "host": "anna", "plan": PLAN.to_dict()}),
                orjson.dumps(entry(0, 0)),
            ]
        )

        def slowly(results):
            asyncio.run_coroutine_threadsafe(goes_on.wait(), loop).result(20)
            return reckon(results)

        monkeypatch.setattr(kept_series, "rate_all", slowly)
        before = asyncio.create_task(kept.rate())
        await asyncio.sleep(0.05)
        kept.follow([orjson.dumps(each) for each in (entry(0, 1), {"kind": "finished", "at_ms": 2})])
        after = asyncio.create_task(kept.rate())
        await asyncio.sleep(0.05)
        goes_on.set()
        await before
        assert [row.results for row in await after] == [2, 2]

    asyncio.run(check())


@pytest.mark.parametrize(
    "wrong",
    [
        {"place": "0-0-0", "line": b"no zlib"},
        {"place": "0-0-0", "line": zlib.compress(b"{")},
        {"place": "0-0-0", "line": zlib.compress(b"[]")},
        {"place": "0-0-0", "line": zlib.compress(b'{"group": 0}')},
        {"place": "0-0-1", "line": None},
        {"line": None},
    ],
)
def test_a_played_match_that_cannot_be_read_is_passed_over(valkey_url, redis, wrong):
    """A worker of another version hands it over: it is played again, and what came with it counts."""

    async def check():
        async with conducting(valkey_url) as (_, store, series_id):
            line = zlib.compress(orjson.dumps(play_one(PLAN, match_at(PLAN, PLAN.key, 0, 0, 0))))
            redis.xadd(keys.series_played(series_id), wrong | {"line": wrong["line"] or line})
            redis.xadd(keys.series_played(series_id), {"place": "0-0-0", "line": line})
            kept = await store.fresh(series_id)
            await store.take_played(kept)
            assert redis.xlen(keys.series_played(series_id)) == 0
            assert kept.is_played((0, 0, 0))
            assert len(kept.entries) == 2

    asyncio.run(check())
