"""Between game_state and bots: jobs and answers may be lost, late or doubled, and nothing breaks."""

from __future__ import annotations

import base64
import itertools
import json
import random
import signal
import sys
import time
from pathlib import Path

import orjson
import pytest

from engine.registry import find_game
from engine.replay import verify
from protos.astrarium.v1 import match_pb2
from services.shared import jobs, keys
from tests.support.stack import children_of, play_random, quiet_s, until

OVER = match_pb2.MATCH_STATUS_OVER
ROLL = find_game("roll")


def begun(client, seats):
    match_id = client.create(seats)
    client.call("StartMatch", match_id=match_id)
    return match_id


def queued(stack):
    """Return the jobs that wait in Celery's queues, oldest first."""
    found = []
    for queue in jobs.QUEUES:
        for raw in reversed(stack.redis.lrange(jobs.queue_name(queue), 0, -1)):
            body = json.loads(base64.b64decode(json.loads(raw)["body"]))
            found += body[1].get("jobs") or [body[1]["job"]]
    return found


def offer_levels(stack, *names):
    """Announce levels in place of a worker."""
    for name in names:
        row = {"name": name, "title": name, "think_ms_max": 10, "queue": "instant"}
        stack.redis.hset(keys.LEVELS, name, orjson.dumps(row))


def answer(stack, job, actions, /, **changes):
    fields = {name: job[name] for name in ("match_id", "seat", "version", "job_id")}
    stack.redis.xadd(keys.ANSWERS, fields | {"actions": orjson.dumps(actions)} | changes)


def drained(stack):
    """Wait until game_state has taken every answer."""
    until(lambda: stack.redis.xlen(keys.ANSWERS) == 0)


def legal(job):
    info = ROLL.information_set_from_bytes(base64.b64decode(job["information_set"]))
    return [str(action) for action in info.legal_actions()]


@pytest.fixture
def grace_ms():
    """How long a bot's answer is waited for: longer than a test takes, so that nothing is asked again meanwhile."""
    return 600_000


@pytest.fixture
def lone(own_stack, grace_ms):
    """A replica and the test itself in the place of the bots; returns stack, client and a match of one bot."""
    _, target = own_stack.game_state(ASTRARIUM_LIMIT_BOT_GRACE_MS=str(grace_ms))
    offer_levels(own_stack, "random")
    client = own_stack.client(target, "anna")
    match_id = begun(client, ["account:", "bot:random"])
    until(lambda: queued(own_stack))
    return own_stack, client, match_id


def test_a_job_holds_an_information_set_and_nothing_else_of_the_match(lone):
    stack, _, match_id = lone
    (job,) = queued(stack)
    assert set(job) == {
        *("job_id", "match_id", "seat", "version", "game", "information_set", "level", "queue"),
        *("sent_ms", "trail"),
    }
    assert set(job["trail"]) == {"x-request-id"}
    assert (job["match_id"], job["seat"], job["game"], job["level"]) == (match_id, 1, "roll", "random")
    info = ROLL.information_set_from_bytes(base64.b64decode(job["information_set"]))
    assert (info.seat, info.version) == (1, job["version"])
    seed = stack.redis.hget(keys.match(match_id), "seed").decode()
    for secret in (bytes.fromhex(seed), seed.encode()):
        assert secret not in base64.b64decode(job["information_set"])
        assert secret not in json.dumps(job).encode()


def test_an_answer_is_applied_once_however_often_it_comes(lone):
    stack, client, match_id = lone
    (job,) = queued(stack)
    for _ in range(5):
        answer(stack, job, legal(job)[:1])
    drained(stack)
    until(lambda: stack.redis.llen(keys.log(match_id)) == 1)
    time.sleep(0.2)
    assert stack.redis.llen(keys.log(match_id)) == 1
    assert not stack.redis.zscore(keys.DEADLINES, job["job_id"])
    assert client.call("GetMatch", match_id=match_id).match.status == match_pb2.MATCH_STATUS_RUNNING


WRONG_ANSWERS = (
    {"version": 99},
    {"seat": 0},
    {"seat": 7},
    {"seat": "x"},
    {"match_id": "nowhere"},
    {"actions": b"no json"},
    {"actions": b"[]"},
    {"actions": b"[7]"},
    {"actions": b'["fly"]'},
    {"actions": b"7"},
    {"actions": b'{"a": 1}'},
)


def test_answers_that_do_not_hold_change_nothing_and_block_nothing(lone):
    stack, client, match_id = lone
    (job,) = queued(stack)
    before = client.call("GetMatch", match_id=match_id)
    for changes in WRONG_ANSWERS:
        answer(stack, job, legal(job)[:1], **changes)
        drained(stack)
        assert stack.redis.llen(keys.log(match_id)) == 0, changes
    stack.redis.xadd(keys.ANSWERS, {"nothing": "at all"})
    drained(stack)
    assert client.call("GetMatch", match_id=match_id) == before
    answer(stack, job, legal(job)[:1])
    until(lambda: stack.redis.llen(keys.log(match_id)) == 1)


def test_what_follows_a_surprise_in_an_answer_is_left_out(lone):
    """A bot that went on after a draw, or guessed, loses only what it could not know."""
    stack, _, match_id = lone
    (job,) = queued(stack)
    answer(stack, job, [legal(job)[0], "fly me to the moon"])
    drained(stack)
    assert stack.redis.llen(keys.log(match_id)) == 0
    answer(stack, job, [legal(job)[0], *[legal(job)[0]] * 30])
    drained(stack)
    assert 1 <= stack.redis.llen(keys.log(match_id)) < 31


@pytest.mark.parametrize("grace_ms", [700])
def test_a_lost_job_is_asked_again_ever_more_rarely_until_it_is_answered(lone, grace_ms):
    stack, _, match_id = lone
    job = queued(stack)[0]
    stack.redis.delete(jobs.queue_name("instant"))
    again = until(lambda: queued(stack))[0]
    assert again["job_id"] == job["job_id"]
    assert legal(again) == legal(job)
    found = until(lambda: (sent := queued(stack))[2:] and sent)
    sent_ms = [each["sent_ms"] for each in (job, *found)]
    # Each wait is as long as all before it together.
    assert all(after - at >= at - sent_ms[0] for at, after in itertools.pairwise(sent_ms[1:]))
    assert sent_ms[1] - sent_ms[0] > grace_ms / 2
    answer(stack, again, legal(again)[:1])
    until(lambda: stack.redis.llen(keys.log(match_id)) == 1)
    until(lambda: not stack.redis.zscore(keys.DEADLINES, job["job_id"]))


def test_a_lost_outbox_is_made_good_by_the_watchdog(own_stack):
    """game_state dies between the append and the sending; its successor asks."""
    process, target = own_stack.game_state()
    offer_levels(own_stack, "random")
    client = own_stack.client(target, "anna")
    match_id = client.create(["account:", "bot:random"])
    process.send_signal(signal.SIGSTOP)
    own_stack.game_state()
    other = own_stack.client(own_stack.game_state(ASTRARIUM_LIMIT_BOT_GRACE_MS="500")[1], "anna")
    other.call("StartMatch", match_id=match_id)
    own_stack.redis.delete(keys.OUTBOX, jobs.queue_name("instant"))
    assert until(lambda: queued(own_stack))[0]["match_id"] == match_id


def test_a_match_whose_rules_are_gone_keeps_no_other_from_being_asked_again(own_stack):
    process, target = own_stack.game_state(ASTRARIUM_LIMIT_BOT_GRACE_MS="600000")
    offer_levels(own_stack, "random")
    client = own_stack.client(target, "anna")
    gone, *others = sorted(begun(client, ["account:", "bot:random"]) for _ in range(4))
    until(lambda: len(queued(own_stack)) == 4)
    own_stack.stop(process)
    stored = orjson.loads(own_stack.redis.hget(keys.match(gone), "match"))
    own_stack.redis.hset(keys.match(gone), "match", orjson.dumps(stored | {"rules_version": "roll-0"}))
    own_stack.redis.delete(jobs.queue_name("instant"))
    # All are due at the same time: then they are asked again in the order of their ids.
    for job in own_stack.redis.zrange(keys.DEADLINES, 0, -1):
        own_stack.redis.zadd(keys.DEADLINES, {job: 1})
    own_stack.game_state(ASTRARIUM_LIMIT_BOT_GRACE_MS="500")
    until(lambda: {job["match_id"] for job in queued(own_stack)} == {*others})


def test_a_seat_whose_bot_answered_is_not_asked_again_while_others_think(lone):
    stack, client, match_id = lone
    (job,) = queued(stack)
    stack.redis.delete(jobs.queue_name("instant"))
    decision = client.decision(match_id)
    client.submit(match_id, decision.version, orjson.loads(decision.legal_actions)[0]["notation"])
    time.sleep(0.3)
    assert queued(stack) == []
    assert stack.redis.zscore(keys.DEADLINES, job["job_id"])


def test_bots_play_each_other_to_the_end(table):
    match_id = begun(table.anna, ["bot:random", "bot:random", "bot:random", "bot:random"])
    record = until(lambda: _over(table.anna, match_id), 60)
    verify(record)
    assert {seat for seat, _ in record["actions"]} == {0, 1, 2, 3}


def _over(client, match_id):
    if client.call("GetMatch", match_id=match_id).match.status != OVER:
        return None
    return client.record(match_id)


def test_killed_workers_cost_seconds(own_stack):
    """The one worker is frozen, so that it may swallow a job, then killed; another one takes over within 5 s."""
    _, target = own_stack.game_state()
    worker = own_stack.bots()
    client = own_stack.client(target, "anna")
    match_id = begun(client, ["account:", "bot:random"])
    play_random({0: client}, match_id, random.Random(1), 30)
    for _ in range(2):
        worker.send_signal(signal.SIGSTOP)
        decision = client.decision(match_id, wait_ms=1)
        while decision.is_asked:
            client.submit(match_id, decision.version, orjson.loads(decision.legal_actions)[0]["notation"])
            decision = client.decision(match_id)
        successor = own_stack.bots()
        worker.kill()
        killed = time.monotonic()
        until(lambda: client.decision(match_id, wait_ms=5_000).is_asked)
        assert time.monotonic() - killed < quiet_s(5)
        worker = successor
    play_random({0: client}, match_id, random.Random(2))
    verify(client.record(match_id))


def is_killed_in_mid_search(stack, client, match_id, worker):
    """Let the bot's turn come, kill its worker, and say whether the bot still owes its decision then.

    A search that finds nothing better ends early.
    """
    decision = until(lambda: (asked := client.decision(match_id, wait_ms=5_000)).is_asked and asked)
    while decision.is_asked:
        client.submit(match_id, decision.version, orjson.loads(decision.legal_actions)[0]["notation"])
        decision = client.decision(match_id)
    until(lambda: stack.redis.hlen("unacked") == 1 or client.decision(match_id).is_asked, pause=0.005)
    time.sleep(0.05)
    stack.stop(worker, signal.SIGKILL)
    drained(stack)
    return not client.decision(match_id).is_asked


def test_a_worker_killed_in_mid_search_costs_seconds(own_stack):
    """No other worker is there to help: the search is done again within 5 s of a successor's start."""
    _, target = own_stack.game_state()
    worker = own_stack.bots()
    client = own_stack.client(target, "anna")
    match_id = begun(client, ["account:", "bot:level8"])
    killed = 0
    while killed < 2:
        is_hit = is_killed_in_mid_search(own_stack, client, match_id, worker)
        log = own_stack.redis.llen(keys.log(match_id))
        worker = own_stack.bots()
        ready = time.monotonic()
        if is_hit:
            until(lambda log=log: own_stack.redis.llen(keys.log(match_id)) > log)
            assert time.monotonic() - ready < quiet_s(5)
            killed += 1


@pytest.mark.skipif(sys.platform != "linux", reason="the parent-death signal is Linux's")
def test_a_killed_worker_leaves_no_child_behind(own_stack):
    worker = own_stack.bots()
    children = children_of(worker.pid)
    assert children
    worker.kill()
    worker.wait()
    until(lambda: not any(Path(f"/proc/{child}").exists() for child in children))


def test_a_stopped_worker_ends_quickly_and_well(own_stack):
    worker = own_stack.bots()
    assert own_stack.stop(worker) == 0
