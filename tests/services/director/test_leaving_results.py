"""Results that ratings rest on leave Valkey, and ratings stay what all results give, to the last bit."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from contextlib import asynccontextmanager, closing, suppress
from types import SimpleNamespace

import grpc
import orjson
import pytest

from protos.astrarium.v1 import archive_pb2
from services.director import results as director_results
from services.director.archived import RemoteArchive
from services.director.process import keep_token
from services.director.results import KNOWN_MS, Results, result_of, store_ratings
from services.shared import keys
from services.shared.connections import connect
from services.shared.errors import Unavailable
from services.shared.now import now_ms
from tests.support.stack import Stack
from tournaments.ratings import Ratings

HOUR_MS = 3_600_000
PLAYERS = ("anna", "bert", "carl", "dora", "bot:random", "bot:level1")
STORED = (keys.RESULTS, keys.RATINGS_LEFT, keys.RATED, keys.RATED_UNTIL)


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """A game_state with an archive, and one without."""
    folder = tmp_path_factory.mktemp("home")
    stack = Stack(folder)
    try:
        file = folder / "archive.sqlite"
        with_archive = stack.game_state(ASTRARIUM_ARCHIVE_URL=f"sqlite:///{file}")[1]
        without = stack.game_state()[1]
        yield SimpleNamespace(stack=stack, redis=stack.redis, file=file, target=with_archive, without=without)
    finally:
        stack.close()


@asynccontextmanager
async def counting(home, target="", token="token", archive_of=lambda archive: archive):
    """Results as a director has them that has just started."""
    client = connect(home.stack.redis_url)
    try:
        async with grpc.aio.insecure_channel(target or home.target) as channel:
            await keep_token(client, "token")
            yield Results(client, archive_of(RemoteArchive(channel, token)))
    finally:
        await client.aclose()


@pytest.fixture
def empty(home):
    """The same, with no results."""
    home.redis.delete(*STORED)
    return home


class ResultMaker:
    """Results of a series of matches, the older ones of which may leave."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.made = 0

    def make(self, age_ms=2 * HOUR_MS):
        seats = self.random.randint(2, 4)
        players = self.random.choices(PLAYERS, k=seats)
        self.made += 1
        return {
            "game": self.random.choice(["roll", "race"]),
            "players": players,
            "ranks": [self.random.randint(1, seats) for _ in players],
            "absent": [seat for seat in range(seats) if self.random.random() < 0.1],
            "at_ms": now_ms() - age_ms,
            "source": f"match{self.made}",
        }


def fold_all(counted):
    ratings = Ratings()
    for number, each in enumerate(counted):
        ratings.add(result_of(number, each))
    return ratings


async def read_history(results, key):
    """What has become of a player's rating."""
    game, seats, player = key
    ratings = await results.read_ratings()
    left = await results.read_left_changes(player, game, seats, ratings.first)
    told = [(each.at_ms, each.source, each.rank, each.mean, each.deviation) for each in left]
    return [*told, *map(told_of, ratings.changes_of(*key))]


def told_of(change):
    return change.at_ms, change.source, change.rank, change.after.mean, change.after.deviation


async def check(results, counted):
    """Ratings, who met whom, leaderboards and courses are those of all results."""
    expected, found = fold_all(counted), await results.read_ratings()
    assert store_ratings(found) == store_ratings(expected)
    assert found.current == expected.current
    for key in expected.current:
        assert found.opponents_of(*key) == expected.opponents_of(*key)
        assert await read_history(results, key) == list(map(told_of, expected.changes[key]))


class Killed(Exception):
    """A director dies."""


class Mortal:
    """An archive whose director dies at some moment: before or after so many of its messages."""

    def __init__(self, archive, after):
        self.archive, self.after = archive, after
        self.read_changes = archive.read_changes
        keep = archive._keep

        async def keep_or_die(part):
            if self.after <= 0:
                raise Killed
            self.after -= 1
            kept = await keep(part)
            if self.after <= 0:
                raise Killed
            return kept

        archive._keep = keep_or_die

    async def keep_results(self, kept):
        return await self.archive.keep_results(kept)


@pytest.mark.parametrize("seed", range(12))
def test_ratings_are_those_of_all_results_wherever_a_director_is_killed(empty, monkeypatch, seed):
    """Restarted at any time, killed in mid-move, two at once, an older backup restored: always all that was counted."""
    chance, made = random.Random(seed), ResultMaker(seed)
    monkeypatch.setattr(director_results, "LEAVING", chance.choice([3, 7, 1000]))
    monkeypatch.setattr("services.director.archived.RESULTS", chance.choice([1, 2, 40]))
    counted, backup = [], None

    async def count(results):
        for _ in range(chance.randint(1, 15)):
            counted.append(made.make(chance.choice([0, *[2 * HOUR_MS] * 9])))
            assert await results.rate(counted[-1])
            assert not await results.rate(counted[-1])

    async def die(results):
        async with counting(empty, archive_of=lambda archive: Mortal(archive, chance.randint(0, 4))) as other:
            with suppress(Killed):
                await other.archive_old()

    async def move(results):
        await results.archive_old()

    async def move_twice(results):
        async with counting(empty) as other:
            await asyncio.gather(results.archive_old(), other.archive_old())

    async def back_up(results):
        nonlocal backup
        backup = {key: empty.redis.dump(key) for key in STORED}, counted.copy()

    async def restore(results):
        if backup is not None:
            stored, counted[:] = backup[0], backup[1]
            empty.redis.delete(*STORED)
            for key, raw in stored.items():
                if raw is not None:
                    empty.redis.restore(key, 0, raw)

    async def do():
        for _ in range(5):
            async with counting(empty) as results:
                await check(results, counted)
                for _ in range(chance.randint(1, 6)):
                    await chance.choice([count, count, count, die, move, move, move_twice, back_up, restore])(results)
                    await check(results, counted)

    asyncio.run(do())


def test_what_has_left_is_no_more_in_valkey_and_whole_in_the_archive(empty):
    made = ResultMaker(1)
    counted = [made.make() for _ in range(90)] + [made.make(0) for _ in range(5)] + [made.make()]

    async def do():
        async with counting(empty) as results:
            for each in counted:
                await results.rate(each)
            assert await results.archive_old() == 90
            assert empty.redis.llen(keys.RESULTS) == 6
            assert await results.archive_old() == 0
            ratings = await results.read_ratings()
            assert {change.number for changes in ratings.changes.values() for change in changes} == set(range(90, 96))

    asyncio.run(do())
    with closing(sqlite3.connect(empty.file)) as archive:
        rows = archive.execute("SELECT number, content FROM results WHERE number < 90 ORDER BY number").fetchall()
    assert [(number, orjson.loads(raw)) for number, raw in rows] == list(enumerate(counted[:90]))


def test_few_results_wait_until_they_outweigh_the_ratings(empty):
    """Ratings of thousands are not written anew for every match."""
    made = ResultMaker(2)

    async def do():
        async with counting(empty) as results:
            for _ in range(30):
                await results.rate(made.make())
            assert await results.archive_old() == 30
            weight = len(empty.redis.hget(keys.RATINGS_LEFT, "ratings"))
            while sum(map(len, empty.redis.lrange(keys.RESULTS, 0, -1))) < weight:
                assert await results.archive_old() == 0
                await results.rate(made.make())
            assert await results.archive_old() > 1

    asyncio.run(do())


def test_without_an_archive_all_results_stay(empty):
    made = ResultMaker(3)
    counted = [made.make() for _ in range(10)]

    async def do():
        async with counting(empty, empty.without) as results:
            for each in counted:
                await results.rate(each)
            assert await results.archive_old() == 0
            await check(results, counted)

    asyncio.run(do())
    assert empty.redis.llen(keys.RESULTS) == 10


def test_while_the_archive_is_out_of_reach_ratings_are_read_and_results_wait(empty):
    made = ResultMaker(4)
    counted = [made.make() for _ in range(10)]

    async def do():
        async with counting(empty) as results:
            for each in counted[:5]:
                await results.rate(each)
            assert await results.archive_old() == 5
        async with counting(empty, "127.0.0.1:1") as results:
            for each in counted[5:]:
                await results.rate(each)
            with pytest.raises(Unavailable):
                await results.archive_old()
            expected = fold_all(counted)
            assert (await results.read_ratings()).current == expected.current
            with pytest.raises(Unavailable):
                await read_history(results, next(iter(expected.current)))
        async with counting(empty) as results:
            await results.archive_old()
            await check(results, counted)

    asyncio.run(do())


def test_ratings_of_a_newer_version_are_left_alone(empty):
    empty.redis.hset(keys.RATINGS_LEFT, mapping={"results": 1, "ratings": store_ratings(Ratings()), "last": "{}"})

    async def do():
        async with counting(empty) as results:
            await results.read_ratings()
            director_results.VERSION += 1
            try:
                newer = store_ratings(Ratings())
            finally:
                director_results.VERSION -= 1
            empty.redis.hset(keys.RATINGS_LEFT, mapping={"results": 2, "ratings": newer})
            with pytest.raises(Unavailable):
                await results.read_ratings()
        assert empty.redis.hget(keys.RATINGS_LEFT, "ratings") == newer

    asyncio.run(do())


def test_matches_that_ended_long_ago_are_known_to_be_counted_without_being_kept(empty):
    made = ResultMaker(5)
    old, late = made.make(KNOWN_MS + HOUR_MS), made.make(HOUR_MS)

    async def do():
        async with counting(empty) as results:
            assert await results.rate(old)
            await results.settle({"unrated": old["at_ms"], "unrated, late": late["at_ms"]})
            await results.set_looked_until(now_ms())
            await results.set_looked_until(1)
            assert empty.redis.zrange(keys.RATED, 0, -1) == [b"unrated, late"]
            ended_ms = {old["source"]: old["at_ms"], "unrated": old["at_ms"], late["source"]: late["at_ms"]}
            assert await results.are_rated(ended_ms) == [True, True, False]
            # A director that was stopped for a day, between looking and counting, counts nothing twice.
            assert not await results.rate(old)
            assert await results.rate(late)
            await results.set_looked_until(now_ms() + 10 * KNOWN_MS)
            assert await results.rate(made.make(0))
            await check(results, [old, late, orjson.loads(empty.redis.lindex(keys.RESULTS, -1))])

    asyncio.run(do())


def test_nobody_else_writes_results_or_reads_courses(empty):
    empty.stack.client(empty.target, "anna")

    async def do():
        async with counting(empty, token=empty.stack._tokens["anna"]) as results:
            await results.rate(ResultMaker(6).make())
            stub, metadata = results._archive._stub, results._archive._metadata()
            keep = stub.KeepResults(archive_pb2.KeepResultsRequest(), metadata=metadata)
            read = stub.ReadChanges(archive_pb2.ReadChangesRequest(player="anna"), metadata=metadata)
            for answer in (keep, anext(aiter(read))):
                with pytest.raises(grpc.RpcError) as refusal:
                    await answer
                assert refusal.value.code() == grpc.StatusCode.PERMISSION_DENIED

    asyncio.run(do())
