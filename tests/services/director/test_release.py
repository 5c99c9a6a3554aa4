"""game_state is killed on the way of a duplicate table's release, at every step of it: the table opens, once."""

from __future__ import annotations

import signal
import threading
import time
from contextlib import suppress
from types import SimpleNamespace

import grpc
import orjson
import pytest

from engine.replay import verify
from services.director.run import deal_of
from services.shared import keys
from tests.support.hall import Caller
from tests.support.held_wire import HeldWire
from tests.support.stack import Refused, Stack, free_port, until

#: for whatever has to happen, however busy the machine
SOON_S = 120.0


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A director, and a game_state that reaches Valkey by a wire which can be held."""
    stack = Stack(tmp_path_factory.mktemp("house"))
    wire = HeldWire(stack.valkey.port)
    try:
        process, target = stack.game_state(ASTRARIUM_REDIS_URL=wire.url)
        hall = f"127.0.0.1:{free_port()}"
        stack._run("services.director", ASTRARIUM_DIRECTOR_LISTEN=hall, ASTRARIUM_GAME_STATE_TARGET=target)
        with grpc.insecure_channel(hall) as channel:
            grpc.channel_ready_future(channel).result(timeout=SOON_S)
        yield SimpleNamespace(stack=stack, wire=wire, game_state=process, target=target, hall=hall)
    finally:
        stack.close()
        wire.close()


class DuplicateTable:
    """A tournament of one duplicate table: its host, and two programs by name, each with a match to play per board."""

    def __init__(self, house):
        self.house, self.redis = house, house.stack.redis
        self.players, callers = {}, []
        for name in ("host", "ada", "bob"):
            unique = f"{name}{time.monotonic_ns()}"
            self.players[name] = house.stack.client(house.target, unique, "program")
            callers.append(Caller(house.hall, house.stack._tokens[unique]))
        self.host, *entrants = callers
        self.id = self.host.create(is_duplicate=True, rounds=1)
        self.deal = deal_of(self.id, 1, 0)
        for each in entrants:
            each.change(self.id, "enter")
        self.host.change(self.id, "start")
        begun = until(lambda: (found := self.entries("begun"))[1:] and found, SOON_S)
        self.matches = [entry["match_id"] for entry in sorted(begun, key=lambda entry: entry["board"])]

    def entries(self, kind):
        log = map(orjson.loads, self.redis.lrange(keys.tournament_log(self.id), 0, -1))
        return [entry for entry in log if entry["kind"] == kind]

    def resign(self, name, board):
        """As a program does: once more if no answer came."""
        with suppress(Refused):
            self.players[name].call("ResignMatch", match_id=self.matches[board])

    def stored(self, match_id):
        return orjson.loads(self.redis.hget(keys.match(match_id), "match"))

    def sealed(self):
        """Which matches are sealed, in the order in which they are released."""
        return [self.stored(match_id)["is_sealed"] for match_id in sorted(self.matches)]

    def kill_at(self, pattern, do):
        """Do something, and kill game_state when it is about to send what fits *pattern*."""
        self.house.wire.hold(pattern)
        doing = threading.Thread(target=do)
        doing.start()
        assert self.house.wire.is_held.wait(SOON_S)
        self.house.stack.stop(self.house.game_state, signal.SIGKILL)
        doing.join(SOON_S)
        self.house.wire.let_go()

    def start_again(self):
        port = int(self.house.target.rpartition(":")[2])
        self.house.game_state, _ = self.house.stack.game_state(port, ASTRARIUM_REDIS_URL=self.house.wire.url)

    def until_left_alone(self):
        """Wait until the director has nothing to do with it any more."""
        until(lambda: not self.redis.sismember(keys.TOURNAMENTS_RUNNING, self.id), SOON_S)

    def check_open(self):
        """Released once, its records open to everybody, and nothing is kept of the deal for longer than a day."""
        assert len(self.entries("released")) == 1
        assert self.sealed() == [False, False]
        records = [self.players["host"].record(match_id) for match_id in self.matches]
        for record in records:
            verify(record)
        assert records[0]["seed"] == records[1]["seed"]
        assert min(self.redis.ttl(key) for key in (keys.deal(self.deal), keys.deal_matches(self.deal))) > 0

    def results(self):
        """What the ratings count of it."""
        found = map(orjson.loads, self.redis.lrange(keys.RESULTS, 0, -1))
        return [each for each in found if each["source"] in {self.deal, *self.matches}]


def writes(match_id, member):
    """The pattern of a write that leaves a match with such a member: JSON within JSON, so quotes are escaped."""
    return (b'"match_id":"%s"[^\r]*%s' % (match_id.encode(), member)).replace(b'"', rb'\\"')


def names(command, key, more=b""):
    """The pattern of a command by its key and what follows."""
    return rb"%s\r\n\$\d+\r\n%s\r\n%s" % (command, key.encode(), more)


STEPS = {
    "the last board ends": (lambda table, _: writes(table.matches[1], b'"status":"over"'), [True, True]),
    "marked": (lambda table, _: names(b"HSET", keys.deal(table.deal), rb"\$\d+\r\nreleased"), [True, True]),
    "its matches read": (lambda table, _: names(b"SMEMBERS", keys.deal_matches(table.deal)), [True, True]),
    "one unsealed": (lambda _, order: writes(order[0], b'"is_sealed":false'), [True, True]),
    "the other unsealed": (lambda _, order: writes(order[1], b'"is_sealed":false'), [False, True]),
    "the deal forgotten": (lambda table, _: names(b"EXPIRE", keys.deal(table.deal)), [False, False]),
}


@pytest.mark.parametrize("step", STEPS)
def test_killed_before_a_step_of_the_release_the_table_is_released_once(house, step):
    """The last board ends, game_state dies before the step: what is open by then is, the rest comes when it is back."""
    table = DuplicateTable(house)
    table.resign("ada", 0)
    until(lambda: table.entries("result"), SOON_S)
    pattern, sealed = STEPS[step]
    table.kill_at(pattern(table, sorted(table.matches)), lambda: table.resign("bob", 1))
    assert (table.sealed(), table.entries("released")) == (sealed, [])
    assert (table.stored(table.matches[1])["status"] == "over") == (step != "the last board ends")
    table.start_again()
    table.resign("bob", 1)
    table.until_left_alone()
    table.check_open()
    (result,) = table.results()
    assert (result["source"], result["ranks"], result["absent"]) == (table.deal, [1, 1], [])


def test_killed_between_two_boards_that_a_host_ends_both_are_ended_and_released_once(house):
    """The host ends the tournament while both boards run; game_state dies when one of them is ended."""
    table = DuplicateTable(house)
    order = sorted(table.matches)
    table.kill_at(
        writes(order[1], b'"ended":"adjudicated"'), lambda: table.host.change(table.id, "finish", reason="rain")
    )
    assert [table.stored(match_id)["status"] for match_id in order] == ["over", "running"]
    assert (table.sealed(), table.entries("released")) == ([True, True], [])
    table.start_again()
    table.until_left_alone()
    table.check_open()
    assert [table.stored(match_id)["ended"] for match_id in order] == ["adjudicated"] * 2
    assert table.results() == []
