"""Time in which nobody could play is given back, once, whatever was away; and what is lost by time then is not rated."""

from __future__ import annotations

import signal
import time
from contextlib import contextmanager

import orjson
import pytest

from engine.replay import verify
from protos.astrarium.v1 import match_pb2
from services.shared import keys
from tests.support.stack import until

LEAST_MS = 2_000
DOWN_S = 5.0
SHORT_MS = 4_000
SHORT = orjson.dumps({"kind": "decision", "decision_ms": SHORT_MS})
LONG = orjson.dumps({"kind": "bank", "bank_ms": 3_600_000, "increment_ms": 0})
SEATS = ["account:", "account:bert"]


def begun(client, clock):
    match_id = client.create(SEATS, clock=clock)
    client.call("StartMatch", match_id=match_id)
    return match_id


def match_of(client, match_id):
    return client.call("GetMatch", match_id=match_id).match


def downtimes(stack):
    return [tuple(map(int, each.split(b":"))) for each in stack.redis.zrange(keys.DOWNTIMES, 0, -1)]


@contextmanager
def without_game_state(stack, number):
    """Every replica is killed and started again, or stopped and goes on."""
    running = list(stack.processes)
    for process in running:
        process.send_signal(number)
    yield
    for process in running:
        if number == signal.SIGSTOP:
            process.send_signal(signal.SIGCONT)
        else:
            process.wait(20)
    if number != signal.SIGSTOP:
        stack.targets = [replica(stack) for _ in running]


@contextmanager
def without_valkey(stack):
    port = stack.valkey.port
    stack.valkey.terminate()
    yield
    stack.valkey._desired_port = port
    stack.valkey.start()
    until(stack.redis.ping)


def replica(stack, least_ms=LEAST_MS):
    return stack.game_state(ASTRARIUM_LIMIT_DOWNTIME_MS_MIN=str(least_ms))[1]


AWAY = {
    "game_state is killed": lambda stack: without_game_state(stack, signal.SIGKILL),
    "game_state ends in order": lambda stack: without_game_state(stack, signal.SIGTERM),
    "game_state stands still": lambda stack: without_game_state(stack, signal.SIGSTOP),
    "Valkey is killed": without_valkey,
}


@pytest.mark.parametrize("away", AWAY)
def test_downtime_is_given_back_once(own_stack, away):
    own_stack.targets = [replica(own_stack) for _ in range(2)]
    anna = own_stack.client(own_stack.targets[0], "anna")
    own_stack.client(own_stack.targets[0], "bert")
    lost, kept = begun(anna, SHORT), begun(anna, LONG)
    deadlines = {each: match_of(anna, each).own_deadlines_ms[0] for each in (lost, kept)}
    since_ms = match_of(anna, kept).started_ms
    down_ms = time.time() * 1000
    with AWAY[away](own_stack):
        time.sleep(DOWN_S)
    clients = [own_stack.client(target, "anna") for target in own_stack.targets]
    until(lambda: downtimes(own_stack))

    def given_ms():
        return sum(until_ms - max(from_ms, since_ms) for from_ms, until_ms in downtimes(own_stack))

    late_ms = down_ms + 1000 * DOWN_S - LEAST_MS
    assert any(from_ms < down_ms + LEAST_MS and until_ms > late_ms for from_ms, until_ms in downtimes(own_stack))
    for client in clients:
        until(lambda c=client: match_of(c, kept).own_deadlines_ms[0] == deadlines[kept] + given_ms())
    until(lambda: own_stack.redis.zscore(keys.CLOCKS, kept) == deadlines[kept] + given_ms())
    match = until(lambda: (m := match_of(clients[0], lost)).status == match_pb2.MATCH_STATUS_OVER and m)
    assert match.ended == "timeout"
    assert match.ended_ms >= deadlines[lost] + sum(
        until_ms - max(from_ms, match.started_ms) for from_ms, until_ms in downtimes(own_stack)
    )
    assert not match.settings.is_rated
    record = clients[0].record(lost)
    assert [tuple(each) for each in record["downtimes_ms"]] == downtimes(own_stack)
    verify(record)
    # The players' next actions go on from there.
    decision = clients[1].decision(kept)
    assert decision.remaining_ms <= 3_600_000
    clients[1].submit(kept, decision.version, orjson.loads(decision.legal_actions)[0]["action"])
    assert match_of(clients[1], kept).settings.is_rated


def test_one_replica_of_three_is_no_downtime(own_stack):
    """The others serve; deadlines hold, and what is lost by time is rated."""
    least_ms = 6_000
    targets = [replica(own_stack, least_ms) for _ in range(3)]
    anna = own_stack.client(targets[1], "anna")
    own_stack.client(targets[1], "bert")
    match_id = begun(anna, orjson.dumps({"kind": "decision", "decision_ms": least_ms + 2_000}))
    deadline = match_of(anna, match_id).own_deadlines_ms[0]
    own_stack.stop(own_stack.processes[0], signal.SIGKILL)
    match = until(lambda: (m := match_of(anna, match_id)).status == match_pb2.MATCH_STATUS_OVER and m)
    assert not downtimes(own_stack)
    assert deadline <= match.ended_ms < deadline + least_ms
    assert match.settings.is_rated
    assert "downtimes_ms" not in anna.record(match_id)
