"""What a stream sends, and when, tells nothing of what others do unseen: on a clock that the test moves."""

from __future__ import annotations

import asyncio
import random
from types import SimpleNamespace
from unittest.mock import Mock

import pytest

from engine.registry import find_game
from protos.astrarium.v1 import match_pb2
from services.game_state.cases import making
from services.game_state.cases.actions import Actions
from services.game_state.cases.all import Cases
from services.game_state.match.settings import MatchSettings
from services.game_state.rpc.matches import Matches
from services.game_state.store.levels import Levels
from services.game_state.store.store import Store
from services.game_state.store.writer import Writer
from services.game_state.table.at_hand import Tables
from services.rpc import caller
from services.rpc.tail import Tail
from services.shared import keys, now
from services.shared.connections import connect, connect_tail
from services.shared.limits import limits
from services.shared.tokens import Principal

ACCOUNTS = ("anna", "bert")
HIDDEN = 1
BEAT_S = limits().heartbeat_ms / 1000
#: no divisor of a heartbeat's time: what begins anew would show
STEP_S = 0.7
STEPS = 40
PLAY = frozenset({"play"})


class HandMovedLoop(asyncio.SelectorEventLoop):
    """Has timers that go by a clock which stands still until the test moves it; sockets are as ever."""

    moved_s = 1_000.0

    def time(self):
        return self.moved_s


class World:
    """A match on a real Valkey, the streams of those who see it, and what each of them got at which time."""

    def __init__(self, loop, url, clock):
        self.loop = loop
        self.redis, self.tail = connect(url), connect_tail(url)
        levels = Levels(self.redis)
        self.tables = Tables(Writer(Store(self.redis), levels))
        self.cases = Cases(self.tables, levels)
        self.servicer = Matches(self.tables, self.cases)
        self.clock = clock
        self.got = {}
        self.tasks = []

    async def begin(self, game):
        for account in ACCOUNTS:
            await self.redis.hset(keys.account(account), "created_ms", "1")
        seats = (making.Seat("account", account=ACCOUNTS[0]), making.Seat("open"))
        settings = MatchSettings(game, starts_when_full=True, clock=self.clock)
        wish = making.Creation(ACCOUNTS[0], settings, seats)
        self.match_id = (await self.cases.making.create(wish))[0].match_id
        await self.cases.seats.join(self.match_id, ACCOUNTS[1])
        heard = {keys.ADVANCED: lambda fields: self.tables.hear(fields["match_id"], fields["token"] or None)}
        self.tasks.append(asyncio.create_task(Tail(self.tail, heard, self.tables.bells).run()))

    def watch(self, name):
        self.got[name] = []
        self.tasks.append(asyncio.create_task(self._watch(name, self.got[name])))

    async def _watch(self, name, got):
        caller._principal.set(Principal(name, PLAY, f"digest of {name}"))
        request = match_pb2.WatchEventsRequest(match_id=self.match_id)
        async for answer in self.servicer.WatchEvents(request, None):
            got.append((round(self.loop.time(), 6), answer.SerializeToString(deterministic=True)))

    async def act(self, seat, choose):
        table = await self.tables.fresh(self.match_id)
        action = choose(table.information_set(seat).legal_actions())
        await self.cases.play.submit(
            Actions(self.match_id, ACCOUNTS[seat], seat, table.version(seat), (f'"{action}"'.encode(),))
        )

    async def state(self):
        return (await self.tables.fresh(self.match_id)).state

    async def settle(self):
        """Let everything happen that happens at this time, whatever Valkey takes to answer."""
        for _ in range(10):
            await self.loop.run_in_executor(None, lambda: None)
            await self.redis.ping()
            await asyncio.sleep(0)

    async def move(self, seconds):
        self.loop.moved_s += seconds
        await self.settle()

    async def end(self):
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.redis.aclose()
        await self.tail.aclose()


def half_done(state, rng):
    """Return an action of the hidden seat after which it still decides, and the other seat too; None: there is none."""
    if set(state.deciding_seats()) != {0, HIDDEN}:
        return None
    legal = list(state.legal_actions(HIDDEN))
    rng.shuffle(legal)
    for action in legal:
        trial = state.clone()
        before = trial.information_set(None).version, trial.information_set(0).version
        trial.apply(HIDDEN, action)
        after = trial.information_set(None).version, trial.information_set(0).version
        if set(trial.deciding_seats()) == {0, HIDDEN} and before == after:
            return action
    return None


async def live_through(world, game, unseen):
    """Play to a step in which one seat can do something by halves; there it does so *unseen* times, or not yet."""
    await world.begin(game)
    rng = random.Random(4)
    while half_done(await world.state(), random.Random(5)) is None:
        state = await world.state()
        await world.act(state.deciding_seats()[0], lambda legal: rng.choice(list(legal)))
    for name in (*ACCOUNTS[:1], "watcher"):
        world.watch(name)
    await world.settle()
    done = 0
    for step in range(STEPS):
        action = half_done(await world.state(), random.Random(5))
        if step % 3 == 1 and done < unseen and action is not None:
            await world.act(HIDDEN, lambda _legal, action=action: action)
            done += 1
        await world.move(STEP_S)
    assert done == unseen
    return world.got


def live(valkey, monkeypatch, game, clock, unseen):
    """Return what everybody got in a world in which so much was done unseen."""
    url, redis = valkey
    redis.flushall()
    loop = HandMovedLoop()
    monkeypatch.setattr(making, "new_id", lambda: "samematch")
    monkeypatch.setattr(making, "secrets", Mock(token_bytes=bytes))
    monkeypatch.setattr(now, "time", SimpleNamespace(time_ns=lambda: int(loop.moved_s * 1e9)))

    async def begin():
        world = World(loop, url, clock)
        try:
            return await live_through(world, game, unseen)
        finally:
            await world.end()

    try:
        return loop.run_until_complete(begin())
    finally:
        loop.close()


@pytest.mark.parametrize("game", ["roll", "race"])
@pytest.mark.parametrize("clock", [{"kind": "none"}, {"kind": "bank", "bank_ms": 900_000, "increment_ms": 2_000}])
def test_two_worlds_that_differ_in_unseen_actions_alone_are_told_alike(valkey_url, redis, monkeypatch, game, clock):
    assert find_game(game).seats_min <= len(ACCOUNTS)
    quiet, busy = (live((valkey_url, redis), monkeypatch, game, clock, unseen) for unseen in (0, 1))
    assert quiet == busy
    # The first answer, and then a heartbeat at the first step after each of its times.
    assert {len(got) for got in quiet.values()} == {1 + int(STEPS * STEP_S / BEAT_S)}
