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
from services.shared import jobs, keys, telemetry, tracing, trail
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
    """Do a job; doubled jobs and doubled answers are harmless, and one that fails is asked again."""
    came_with = job.get("trail", {})
    trail.tell(request_id=came_with.get(trail.REQUEST_ID, ""), match_id=job["match_id"], job_id=job["job_id"])
    try:
        with tracing.span(
            "play", "CONSUMER", came_with, match_id=job["match_id"], game=job["game"], level=job["level"]
        ):
            answer(job, trail.passed_on(came_with))
    except Exception:
        # Celery's own line would quote the exception's text, and that may quote the job.
        log.exception("a bot job failed", level=job["level"])


def answer(job: dict[str, Any], passed_on: dict[str, str]) -> None:
    """Choose a job's actions and answer with them, unless that was done before."""
    done = keys.answered(job["job_id"])
    if redis.exists(done):
        log.debug("a bot job was done before")
        return
    waited_s = max(time.time() - job["sent_ms"] / MS, 0.0)
    telemetry.QUEUE_SECONDS.labels(job["queue"]).observe(waited_s)
    begun = time.perf_counter()
    with telemetry.SEARCH_SECONDS.labels(job["level"]).time(), tracing.span("search", level=job["level"]):
        actions = play_turn(job)
    fields = {
        "match_id": job["match_id"],
        "seat": job["seat"],
        "version": job["version"],
        "job_id": job["job_id"],
        "actions": orjson.dumps(actions),
        **passed_on,
    }
    with redis.pipeline(transaction=True) as pipe:
        pipe.xadd(keys.ANSWERS, fields, maxlen=limits().answers_entries_max, approximate=True)
        pipe.set(done, 1, ex=ANSWERED_S)
        pipe.execute()
    took_s = time.perf_counter() - begun
    log.debug("a bot job was done", level=job["level"], waited_ms=round(waited_s * MS), took_ms=round(took_s * MS))


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
    for level in LEVELS:
        # A counter that begins with its first fault looks to Prometheus as if there had been none.
        telemetry.OVER_BUDGET.labels(level)
    tracing.setup("bots")


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
