"""A real Celery worker on a real Valkey, without game_state."""

from __future__ import annotations

import contextlib
import os
import signal
import time

import httpx
import orjson
import pytest
from celery import Celery

from ai.levels import LEVELS
from engine.registry import find_game
from services.bots.worker import ANSWERED_S
from services.shared import jobs, keys
from tests.services.bots.test_turn import job_for
from tests.support.stack import children_of, free_port, quiet_s, until


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
    # Of an answered job nothing is left after a while.
    assert all(0 < own_stack.redis.ttl(keys.job_answered(name)) <= ANSWERED_S for name in ("m:1:0", "m:1:1"))
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


@contextlib.contextmanager
def full(redis):
    """Let Valkey refuse writes."""
    redis.config_set("maxmemory", 1)
    try:
        yield
    finally:
        redis.config_set("maxmemory", 0)


def test_workers_wait_while_valkey_is_full_and_say_so_once(own_stack, send):
    """One that runs meets it with a job in its hands, one that starts with its queues unmade; neither ends."""
    running = own_stack.processes[-1]
    os.kill(running.pid, signal.SIGSTOP)
    state = find_game("roll").setup(seats=2, seed=bytes(32), options={})
    send(job_for(state, 0))
    with full(own_stack.redis):
        os.kill(running.pid, signal.SIGCONT)
        starting = own_stack._run("services.bots")
        logs = [own_stack.folder / f"services.bots.{number}.log" for number in (0, 1)]
        for log in logs:
            until(lambda log=log: '"trouble": "full"' in log.read_text() or '"trouble":"full"' in log.read_text())
        time.sleep(3)
        assert [running.poll(), starting.poll()] == [None, None]
        assert [log.read_text().count("OutOfMemoryError") <= 3 for log in logs] == [True, True], logs[0].read_text()
        assert not own_stack.redis.xlen(keys.ANSWERS)
    # The job in its hands was lost: nothing could be noted of it. Whoever waits for it asks again.
    send(job_for(state, 0) | {"job_id": "m:0:1"})
    until(lambda: own_stack.redis.xlen(keys.ANSWERS) == 1)
    until(lambda: "bots ready" in logs[1].read_text())


def test_a_worker_that_waits_for_room_ends_when_it_is_asked_to(own_stack):
    with full(own_stack.redis):
        waiting = own_stack._run("services.bots")
        log = own_stack.folder / "services.bots.0.log"
        until(lambda: "full" in log.read_text())
        assert own_stack.stop(waiting) == 0


def test_the_levels_are_offered_again_when_the_list_is_lost(own_stack, send):
    own_stack.redis.delete(keys.LEVELS)
    until(lambda: own_stack.redis.exists(keys.LEVELS))


def test_a_worker_is_ready_while_it_reaches_valkey(own_stack):
    port = free_port()
    own_stack.bots(ASTRARIUM_METRICS_PORT=str(port))

    def answer():
        return httpx.get(f"http://127.0.0.1:{port}/readyz", timeout=30).status_code

    until(lambda: answer() == 204)
    own_stack.valkey.terminate()
    until(lambda: answer() == 503)
    assert httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=30).status_code == 200
