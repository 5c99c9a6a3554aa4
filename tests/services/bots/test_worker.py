"""A real Celery worker on a real Valkey, without game_state."""

from __future__ import annotations

import os
import signal
import time

import orjson
import pytest
from celery import Celery

from ai.levels import LEVELS
from engine.registry import find_game
from services.shared import jobs, keys
from tests.services.bots.test_turn import job_for
from tests.support.stack import children_of, quiet_s, until


@pytest.fixture
def send(own_stack):
    own_stack.bots()
    producer = Celery("test")
    producer.config_from_object(jobs.celery_config(own_stack.redis_url))
    return lambda job: producer.send_task(
        jobs.TASK, kwargs={"job": job}, queue=jobs.queue_name(job["queue"]), ignore_result=True
    )


def test_levels_are_announced_jobs_answered_doubles_skipped_and_bad_ones_survived(own_stack, send):
    announced = {name.decode(): orjson.loads(row) for name, row in own_stack.redis.hgetall(keys.LEVELS).items()}
    assert set(announced) == set(LEVELS)
    assert announced["random"]["queue"] in jobs.QUEUES

    state = find_game("roll").setup(seats=2, seed=bytes(32), options={})
    job = job_for(state, 1) | {"job_id": "m:1:0"}
    send(job | {"job_id": "broken", "information_set": "!"})
    for _ in range(3):
        send(job)
    send(job | {"job_id": "m:1:1", "queue": "think"})
    until(lambda: own_stack.redis.xlen(keys.ANSWERS) >= 2)
    time.sleep(0.5)
    answers = [fields for _, fields in own_stack.redis.xrange(keys.ANSWERS)]
    assert sorted(fields[b"job_id"] for fields in answers) == [b"m:1:0", b"m:1:1"]
    for fields in answers:
        assert (fields[b"match_id"], fields[b"seat"], fields[b"version"]) == (b"m", b"1", b"0")
        after = state.clone()
        for notation in orjson.loads(fields[b"actions"]):
            after.submit(1, state.game.Action.parse(notation))


def test_several_jobs_of_one_task_are_answered_and_a_bad_one_spoils_none(own_stack, send):
    state = find_game("roll").setup(seats=2, seed=bytes(32), options={})
    due = [
        job_for(state, seat) | {"job_id": f"m{number}:{seat}:0", "match_id": f"m{number}"}
        for number in range(8)
        for seat in (0, 1)
    ]
    due[3]["information_set"] = "!"
    send(due[0])
    until(lambda: own_stack.redis.xlen(keys.ANSWERS) == 1)
    producer = Celery("test")
    producer.config_from_object(jobs.celery_config(own_stack.redis_url))
    for _ in range(2):
        producer.send_task(jobs.TASK, kwargs={"jobs": due}, queue=jobs.queue_name("instant"), ignore_result=True)
    until(lambda: own_stack.redis.xlen(keys.ANSWERS) >= 15)
    time.sleep(0.5)
    answered = [fields[b"job_id"].decode() for _, fields in own_stack.redis.xrange(keys.ANSWERS)]
    assert sorted(answered) == sorted(each["job_id"] for number, each in enumerate(due) if number != 3)


def test_a_decision_asked_anew_is_answered_anew(own_stack, send):
    """The answer is lost, or game_state refuses it: who asks again later has an answer, a doubled job has none."""
    state = find_game("roll").setup(seats=2, seed=bytes(32), options={})
    job = job_for(state, 0) | {"job_id": "m:0:0"}
    send(job)
    until(lambda: own_stack.redis.xlen(keys.ANSWERS) == 1)
    own_stack.redis.delete(keys.ANSWERS)
    send(job)
    send(job_for(state, 1) | {"job_id": "m:1:0"})
    until(lambda: own_stack.redis.xlen(keys.ANSWERS) == 1)
    send(job | {"sent_ms": time.time_ns() // 1_000_000 + 1})
    until(lambda: own_stack.redis.xlen(keys.ANSWERS) == 2)
    answered = [fields[b"job_id"] for _, fields in own_stack.redis.xrange(keys.ANSWERS)]
    assert answered == [b"m:1:0", b"m:0:0"]


def test_a_job_taken_by_a_worker_that_is_killed_comes_back(own_stack, send):
    """Celery's own redelivery: the job is frozen in the first worker, killed with it, and done by the second."""
    first = own_stack.processes[-1]
    state = find_game("roll").setup(seats=2, seed=bytes(32), options={})
    (child,) = children_of(first.pid)
    os.kill(child, signal.SIGSTOP)
    send(job_for(state, 0))
    until(lambda: own_stack.redis.hlen("unacked") == 1)
    own_stack.bots()
    first.kill()
    killed = time.monotonic()
    until(lambda: own_stack.redis.xlen(keys.ANSWERS) == 1)
    assert time.monotonic() - killed < quiet_s(10)
