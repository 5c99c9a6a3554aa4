"""The Celery worker: announces its levels, takes jobs, answers on a Redis stream."""

from __future__ import annotations

import ctypes
import signal
import sys
import time
from typing import Any

import orjson
import structlog
from celery import Celery
from celery.signals import worker_process_init, worker_ready

from ai.levels import LEVELS
from services.bots import broker
from services.bots.turn import play_turn
from services.shared import jobs, keys, telemetry
from services.shared.connections import connect_sync
from services.shared.limits import limits
from services.shared.settings import settings

#: how long a job is known to be done; a doubled one older than that is merely searched again
ANSWERED_S = 300
PR_SET_PDEATHSIG = 1
MS = 1000

log = structlog.get_logger()
broker.mend()
app = Celery("astrarium")
app.config_from_object(jobs.celery_config(settings().redis_url))
redis: Any = connect_sync(settings().redis_url)


@app.task(name=jobs.TASK, acks_late=True, ignore_result=True)  # type: ignore[untyped-decorator]  # celery ships no types
def play(job: dict[str, Any]) -> None:
    """Do a job; doubled jobs and doubled answers are harmless."""
    done = keys.answered(job["job_id"])
    if redis.exists(done):
        return
    waited_s = time.time() - job["sent_ms"] / MS
    telemetry.QUEUE_SECONDS.labels(job["queue"]).observe(max(waited_s, 0.0))
    with telemetry.SEARCH_SECONDS.labels(job["level"]).time():
        actions = play_turn(job)
    answer = {
        "match_id": job["match_id"],
        "seat": job["seat"],
        "version": job["version"],
        "job_id": job["job_id"],
        "actions": orjson.dumps(actions),
    }
    with redis.pipeline(transaction=True) as pipe:
        pipe.xadd(keys.ANSWERS, answer, maxlen=limits().answers_entries_max, approximate=True)
        pipe.set(done, 1, ex=ANSWERED_S)
        pipe.execute()


def announce() -> None:
    """Tell game_state which levels there are, in the table's order, in place of what was told before."""
    rows = {
        name: orjson.dumps(level.to_dict() | {"place": place}) for place, (name, level) in enumerate(LEVELS.items())
    }
    with redis.pipeline(transaction=True) as pipe:
        pipe.delete(keys.LEVELS)
        pipe.hset(keys.LEVELS, mapping=rows)
        pipe.execute()


@worker_ready.connect  # type: ignore[untyped-decorator]
def _ready(**_signal: Any) -> None:
    announce()
    log.info("bots ready", levels=list(LEVELS))


@worker_process_init.connect  # type: ignore[untyped-decorator]
def _process_started(**_signal: Any) -> None:
    """End with the parent: a searching child would outlive a killed worker otherwise."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    telemetry.setup_logs(settings(), "bots")


def main() -> None:
    """Run with the settings of the environment until SIGINT or SIGTERM."""
    config = settings()
    telemetry.setup(config, "bots")
    queues = ",".join(jobs.queue_name(each.strip()) for each in config.bots_queues.split(","))
    app.start(
        [
            "--quiet",
            "worker",
            "--queues",
            queues,
            "--concurrency",
            str(config.bots_concurrency),
            "--loglevel",
            "warning",
            "--without-gossip",
            "--without-mingle",
            "--without-heartbeat",
            "--hostname",
            f"bots-{telemetry.process_name()}@%h",
        ]
    )
