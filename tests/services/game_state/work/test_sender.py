"""Jobs of instant levels that are due together share a task; each is sent once, searching ones alone."""

from __future__ import annotations

import asyncio
import base64
import time

import orjson

from services.game_state.work.sender import Sender
from services.shared import jobs
from services.shared.limits import limits


def job(number, queue):
    return {"job_id": f"m{number}:0:0", "queue": queue}


def tasks_in(redis, queue):
    """The jobs of every task that waits in a queue."""
    raw = redis.lrange(jobs.queue_name(queue), 0, -1)
    bodies = [orjson.loads(base64.b64decode(orjson.loads(each)["body"])) for each in raw]
    return [arguments.get("jobs") or [arguments["job"]] for _, arguments, _ in bodies]


def test_what_is_due_together_is_sent_together(redis, valkey_url):
    sender = Sender(valkey_url)
    wanted = [job(number, "instant") for number in range(100)]
    searching = [job(number, "think") for number in range(100, 105)]

    async def send():
        await asyncio.gather(*(sender.play(each) for each in (*wanted[:50], *searching, *wanted[50:])))
        await sender.play(job(999, "instant"))

    asyncio.run(send())
    sender.close()
    sent = tasks_in(redis, "instant")
    numbers = sorted(each["job_id"] for task in sent for each in task)
    assert numbers == sorted(each["job_id"] for each in (*wanted, job(999, "instant")))
    most = limits().bot_jobs_per_task_max
    assert max(map(len, sent)) == most
    assert len(sent) <= 100 / most + 4
    assert [job(999, "instant")] in sent
    assert sorted(map(len, tasks_in(redis, "think"))) == [1] * 5


def test_a_lone_job_does_not_wait_for_others(redis, valkey_url):
    sender = Sender(valkey_url)

    async def send():
        await sender.play(job(0, "instant"))
        began = time.monotonic()
        for number in range(1, 21):
            await sender.play(job(number, "instant"))
        return time.monotonic() - began

    assert asyncio.run(send()) < 5
    sender.close()
    assert [len(task) for task in tasks_in(redis, "instant")] == [1] * 21


def test_a_broker_that_is_away_holds_nobody_up():
    """The job is lost, the caller goes on: the watchdog asks again."""
    sender = Sender("redis://127.0.0.1:1/0")

    async def send():
        await asyncio.wait_for(asyncio.gather(*(sender.play(job(number, "instant")) for number in range(5))), 60)

    asyncio.run(send())
    sender.close()
