"""Bots' jobs take turns between accounts and between matches, on a real Valkey."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from types import SimpleNamespace

import pytest

from services.game_state.match.model import Ask, Match, Seat
from services.game_state.match.settings import MatchSettings, TournamentPlace
from services.game_state.store.changes import Write
from services.game_state.store.levels import Levels
from services.game_state.store.store import Store
from services.shared import keys
from services.shared.connections import connect
from services.shared.limits import limits

ROOM = 3
BESIDE_PEOPLE = 1
BOT = Seat("bot", level="random")
WAIT_MS = 60_000


@pytest.fixture
def limited(monkeypatch):
    """Let few jobs of an account out, each for as long as it says."""

    def limit(out_ms=WAIT_MS):
        monkeypatch.setenv("ASTRARIUM_LIMIT_BOT_JOBS_INSTANT_PER_ACCOUNT_MAX", str(ROOM))
        monkeypatch.setenv("ASTRARIUM_LIMIT_BOT_JOBS_BESIDE_PEOPLE_MAX", str(BESIDE_PEOPLE))
        monkeypatch.setenv("ASTRARIUM_LIMIT_BOT_BACKOFF_MS_MAX", str(out_ms))
        limits.cache_clear()

    limit()
    yield limit
    monkeypatch.undo()
    limits.cache_clear()


@dataclass
class Hall:
    """Matches of several accounts, and what bots are asked there."""

    store: Store
    redis: object

    def __post_init__(self):
        self.levels = Levels(self.store.redis)
        self.matches = {}
        self.version = 0

    async def make(self, creator, name, *, person=False, tournament=None, lane=""):
        seats = (Seat("account", account=creator) if person else BOT, BOT)
        place = tournament and TournamentPlace(tournament, 1, 0, lane)
        settings = MatchSettings("roll", tournament=place)
        match = Match(name, settings, "1", seats, creator=creator, commitment="", created_ms=0, status="running")
        write = Write(match, "")
        self._ask(write)
        await self._do(write)

    async def answer(self, name):
        """Answer what a match's bot was asked; it is asked again."""
        match, token, ask = self.matches[name]
        write = Write(match, token)
        write.settle(ask, match, self.levels)
        self._ask(write)
        await self._do(write)

    async def end(self, name):
        match, token, ask = self.matches[name]
        write = Write(replace(match, status="over"), token)
        write.settle(ask, match, self.levels)
        await self._do(write)

    def _ask(self, write):
        self.version += 1
        ask = Ask(1, self.version, 0)
        write.ask(ask, WAIT_MS, self.levels)
        self.matches[write.match.match_id] = write.match, write.token, ask

    async def _do(self, write):
        match, _, ask = self.matches[write.match.match_id]
        self.matches[match.match_id] = write.match, write.token, ask
        assert (await self.store.write(write))[0] == "done"

    def take_out(self):
        """Take what came into the outbox: the names of the matches in order."""
        entries = self.redis.xrange(keys.OUTBOX)
        self.redis.delete(keys.OUTBOX)
        return [fields[b"job_id"].decode().partition(":")[0] for _, fields in entries]


@pytest.fixture
def run(redis, valkey_url, limited):
    """Run a coroutine function with a hall on an empty Valkey."""

    async def within(do):
        client = connect(valkey_url)
        try:
            return await do(Hall(Store(client), redis))
        finally:
            await client.aclose()

    return lambda do: asyncio.run(within(do))


def test_another_account_finds_only_a_few_jobs_before_its_own(run):
    async def do(hall):
        for number in range(50):
            await hall.make("anna", f"a{number}")
        await hall.make("bert", "b")
        assert hall.take_out() == ["a0", "a1", "a2", "b"]
        await hall.answer("b")
        assert hall.take_out() == ["b"]

    run(do)


def test_each_answer_makes_room_and_matches_take_turns(run):
    async def do(hall):
        names = [f"a{number}" for number in range(7)]
        for name in names:
            await hall.make("anna", name)
        asked = out = hall.take_out()
        for _ in range(3 * len(names)):
            await hall.answer(out[0])
            came = hall.take_out()
            assert len(came) == 1
            out = out[1:] + came
            asked = asked + came
        assert len(set(out)) == ROOM
        assert all(asked.count(name) in {3, 4} for name in names)

    run(do)


def test_a_table_with_people_comes_before_matches_among_bots(run):
    async def do(hall):
        for number in range(10):
            await hall.make("anna", f"a{number}")
        await hall.make("anna", "table", person=True)
        assert "table" not in hall.take_out()
        await hall.answer("a0")
        assert hall.take_out() == ["table"]

    run(do)


def test_tables_with_people_have_all_the_room_of_their_account(run):
    async def do(hall):
        for number in range(ROOM + 1):
            await hall.make("anna", f"table{number}", person=True)
        assert hall.take_out() == ["table0", "table1", "table2"]

    run(do)


def test_while_somebody_plays_fewer_jobs_of_matches_among_bots_are_out(run):
    async def do(hall):
        for number in range(10):
            await hall.make("anna", f"a{number}")
        assert hall.take_out() == ["a0", "a1", "a2"]
        await hall.make("bert", "b", person=True)
        for name in ("a0", "a1", "a2", "a3"):
            await hall.answer(name)
        assert hall.take_out() == ["b", "a3", "a4"]
        # Nobody has waited for a bot for long enough.
        assert 0 < hall.redis.pttl(keys.PEOPLE + "instant") <= 60_000
        hall.redis.delete(keys.PEOPLE + "instant")
        await hall.answer("a4")
        assert hall.take_out() == ["a5", "a6", "a7"]

    run(do)


def test_what_waits_is_not_overdue(run):
    async def do(hall):
        for number in range(10):
            await hall.make("anna", f"a{number}")
        assert hall.redis.zcard(keys.DEADLINES) == ROOM
        await hall.end("a1")
        assert hall.redis.zcard(keys.DEADLINES) == ROOM
        assert {job.decode()[:2] for job in hall.redis.zrange(keys.DEADLINES, 0, -1)} == {"a0", "a2", "a3"}

    run(do)


def owed(hall, queue="instant"):
    return {job.decode().partition(":")[0] for job in hall.redis.zrange(keys.OWED + queue, 0, -1)}


def test_what_waits_counts_as_owed_until_it_is_settled(run):
    """Whoever sizes the workers sees all that bots owe, not only what one account has out."""

    async def do(hall):
        names = {f"a{number}" for number in range(10)}
        for name in sorted(names):
            await hall.make("anna", name)
        assert owed(hall) == names
        # One that is out, and one that waits.
        for name in ("a1", "a9"):
            await hall.end(name)
        assert owed(hall) == names - {"a1", "a9"}
        await hall.answer("a0")
        assert owed(hall) == names - {"a1", "a9"}

    run(do)


def test_searches_are_owed_apart_and_settled_though_their_workers_are_gone(run):
    async def do(hall):
        await hall.store.redis.hset(keys.LEVELS, "random", '{"queue": "think", "think_ms_max": 9}')
        await hall.levels.rows()
        await hall.make("anna", "a")
        assert (owed(hall), owed(hall, "think")) == (set(), {"a"})
        hall.levels = Levels(hall.store.redis)
        await hall.end("a")
        assert owed(hall, "think") == set()

    run(do)


def test_a_job_of_a_match_that_is_gone_is_owed_no_more(run):
    async def do(hall):
        await hall.make("anna", "a")
        (job,) = hall.redis.zrange(keys.DEADLINES, 0, -1)
        await hall.store.forget_job(job.decode())
        assert not hall.redis.exists(keys.DEADLINES, keys.OWED + "instant")

    run(do)


def test_jobs_that_nobody_answers_do_not_close_a_lane_for_ever(run, limited):
    async def do(hall):
        limited(out_ms=1)
        for number in range(ROOM):
            await hall.make("anna", f"lost{number}")
        await asyncio.sleep(0.01)
        limited()
        for number in range(ROOM + 2):
            await hall.make("anna", f"a{number}")
        assert hall.take_out()[ROOM:] == ["a0", "a1", "a2"]

    run(do)


def test_a_sweep_lets_out_what_no_answer_let_out(run, limited):
    async def do(hall):
        limited(out_ms=200)
        for number in range(ROOM + 2):
            await hall.make("anna", f"a{number}")
        assert len(hall.take_out()) == ROOM
        seen = SimpleNamespace(names=[])

        async def sweep():
            await hall.store.let_out()
            seen.names += hall.take_out()

        while len(seen.names) < 2:
            await sweep()
            await asyncio.sleep(0.02)
        assert seen.names == ["a3", "a4"]
        assert not hall.redis.exists(keys.JOB_LANES)

    run(do)


def test_levels_that_search_have_a_lane_of_their_own(run):
    async def do(hall):
        await hall.store.redis.hset(keys.LEVELS, "random", '{"queue": "think", "think_ms_max": 9}')
        for number in range(ROOM):
            await hall.make("anna", f"a{number}")
        await hall.levels.rows()
        for number in range(ROOM):
            await hall.make("anna", f"think{number}")
        assert len(hall.take_out()) == 2 * ROOM

    run(do)


@pytest.mark.parametrize("lane", ["one", ""])
def test_all_tournaments_of_a_host_have_one_lane(run, lane):
    """The server makes the matches of them all; one that is older, and says no lane, has one of its own."""

    async def do(hall):
        for number in range(10):
            cup = f"cup{number}" if lane else "cup"
            await hall.make("~director", f"a{number}", tournament=cup, lane=lane)
        await hall.make("~director", "b", tournament="league", lane=lane and "other")
        assert hall.take_out() == ["a0", "a1", "a2", "b"]

    run(do)


def test_nothing_is_left_of_a_lane_that_nobody_uses(run, limited):
    async def do(hall):
        limited(out_ms=20_000)
        await hall.make("anna", "a")
        out = keys.JOB_LANE + "anna:instant:out"
        assert 0 < hall.redis.pttl(out) <= 20_000
        assert not hall.redis.exists(keys.JOB_LANE + "anna:instant:waiting", keys.JOB_LANES)

    run(do)
