"""The Celery worker: announces its levels, takes jobs, answers on a Redis stream."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
import threading
import time
from typing import TYPE_CHECKING, cast

import structlog
from celery import Celery
from celery.signals import worker_process_init, worker_ready
from redis.exceptions import RedisError

from ai.levels import LEVELS
from services.bots import broker
from services.bots.analysis import analyse_job, evaluate_job
from services.bots.boards import play_board
from services.bots.offer import Offer
from services.bots.series import play_chunk
from services.bots.training import play_training
from services.bots.turn import play_turn
from services.shared import jobs, keys, telemetry, tracing, trail
from services.shared.addresses import is_redis
from services.shared.connections import connect_sync
from services.shared.json import dump_json
from services.shared.limits import limits
from services.shared.now import now_ms
from services.shared.queues import SyncQueues
from services.shared.settings import settings
from services.shared.trouble import note_trouble

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from services.shared.clients import Written
    from services.shared.jobs import AnalysisJob, BoardJob, BotJob, EvaluationJob, SeriesJob, TrainJob

#: how long a job is known to be done; a duplicate that comes later is merely searched again
ANSWERED_S = 60
#: the answers of one task are sent that often
SENT_S = 0.005
#: how long the result of an analysis waits to be fetched
FOUND_S = 60
NICE = 5
PR_SET_PDEATHSIG = 1
MS = 1000

Answer = dict[str, str | int | bytes]
log = structlog.get_logger()
broker.mend()
app = Celery("astrarium")
app.config_from_object(jobs.celery_config(settings().jobs_url))
app.conf.worker_consumer = "services.bots.broker:Patient"
if is_redis(settings().jobs_url):
    app.conf.broker_transport_options = {
        **app.conf.broker_transport_options,
        "queue_order_strategy": "services.bots.broker:InOrder",
    }
redis = connect_sync(settings().redis_url)
QUEUES = SyncQueues(settings().jobs_url)
#: how what has made way for others is sent, to the end of the queue
AGAIN = {"queue": jobs.queue_name("series"), "ignore_result": True, "retry": False}
#: the queues that this worker takes jobs of
SERVED = [each.strip() for each in settings().bots_queues.split(",")]


@app.task(name=jobs.TASK, acks_late=True, ignore_result=True)  # type: ignore[untyped-decorator]  # celery ships no types
def play(job: BotJob | None = None, jobs: Sequence[BotJob] = ()) -> None:
    """Do one or more jobs. Jobs and answers may come twice without harm; a job that fails is asked again."""
    wanted = [*jobs] if job is None else [job]
    # If a job is asked again after its answer, the decision is still owed: the answer was lost or refused.
    done = redis.mget([keys.job_answered(each["job_id"]) for each in wanted])
    due = [each for each, at_ms in zip(wanted, done, strict=True) if at_ms is None or int(at_ms) < each["sent_ms"]]
    answers: list[Answer] = []
    sent_s = time.monotonic()
    for each in due:
        found = do_job(each)
        answers += [] if found is None else [found]
        # Whoever waits for a quick answer does not wait for those that come after it.
        if each is due[-1] or time.monotonic() - sent_s > SENT_S:
            _send_answers(answers)
            answers, sent_s = [], time.monotonic()


def _send_answers(answers: list[Answer]) -> None:
    with redis.pipeline(transaction=True) as pipe, _drop_in_trouble():
        for fields in answers:
            pipe.xadd(keys.ANSWERS, cast("Written", fields), maxlen=limits().answers_entries_max, approximate=True)
            pipe.set(keys.job_answered(str(fields["job_id"])), now_ms(), ex=ANSWERED_S)
        pipe.execute()


@contextlib.contextmanager
def _drop_in_trouble() -> Iterator[None]:
    """Drop what can't be stored because Redis is away or full: whoever waits for it asks again."""
    try:
        yield
    except RedisError as wrong:
        if note_trouble(wrong) is None:
            raise


def do_job(job: BotJob) -> Answer | None:
    """Return a job's answer, or None if it fails: the other jobs of its task go on."""
    came_with = job.get("trail", {})
    trail.tell(request_id=came_with.get(trail.REQUEST_ID, ""), match_id=job["match_id"], job_id=job["job_id"])
    try:
        with tracing.span(
            "play", "CONSUMER", came_with, match_id=job["match_id"], game=job["game"], level=job["level"]
        ):
            return _choose(job, trail.pass_on(came_with))
    except Exception:
        # Celery's own line would quote the exception's text, and that may quote the job.
        log.exception("a bot job failed", level=job["level"])
        return None


def _choose(job: BotJob, passed_on: dict[str, str]) -> Answer:
    """Choose a job's actions and return the answer."""
    waited_s = _note_wait(job, job["queue"])
    begun = time.perf_counter()
    with telemetry.SEARCH_SECONDS.labels(job["level"]).time(), tracing.span("search", level=job["level"]):
        actions = play_turn(job)
    took_s = time.perf_counter() - begun
    log.debug("a bot job was done", level=job["level"], waited_ms=round(waited_s * MS), took_ms=round(took_s * MS))
    return {
        "match_id": job["match_id"],
        "seat": job["seat"],
        "version": job["version"],
        "job_id": job["job_id"],
        "actions": dump_json(actions),
        **passed_on,
    }


def _note_wait(job: BotJob | AnalysisJob | EvaluationJob | SeriesJob | BoardJob | TrainJob, queue: str) -> float:
    """Count how long a job has waited, in seconds."""
    waited_s: float = max(time.time() - job["sent_ms"] / MS, 0.0)
    telemetry.QUEUE_SECONDS.labels(queue).observe(waited_s)
    return waited_s


# The watchdog asks again if the worker is gone: as with series, a job that came back by itself would be played twice.
@app.task(name=jobs.BOARD, acks_late=False, ignore_result=True)  # type: ignore[untyped-decorator]
def board(job: BoardJob) -> None:
    """Play a whole match."""
    came_with = job.get("trail", {})
    trail.tell(request_id=came_with.get(trail.REQUEST_ID, ""), match_id=job["match_id"], job_id=job["job_id"])
    answered = redis.get(keys.job_answered(job["job_id"]))
    if answered is not None and int(answered) >= job["sent_ms"]:
        return
    _note_wait(job, jobs.BOARDS)
    try:
        with _drop_in_trouble():
            played = play_board(redis, job, QUEUES, SERVED)
            if isinstance(played, list):
                fields = {name: job[name] for name in ("match_id", "seat", "version", "job_id")}
                _send_answers([fields | {"board": dump_json(played)} | trail.pass_on(came_with)])
            elif played is not None:
                app.send_task(jobs.BOARD, kwargs={"job": played}, **AGAIN)
    except Exception:
        # As above: an exception's text may quote the job.
        log.exception("a board failed")


# The caller waits, and asks again: a job that comes back after its worker's death would be useless.
@app.task(name=jobs.ANALYSE, acks_late=False, ignore_result=True)  # type: ignore[untyped-decorator]
def analyse(job: AnalysisJob) -> None:
    """Search an information set and store the result where it is looked for."""
    _find("analyse", job, lambda: analyse_job(job))


@app.task(name=jobs.EVALUATE, acks_late=False, ignore_result=True)  # type: ignore[untyped-decorator]
def evaluate(job: EvaluationJob) -> None:
    """Evaluate every moment of a finished match and store the result where it is looked for."""
    _find("evaluate", job, lambda: evaluate_job(job))


def _find(what: str, job: AnalysisJob | EvaluationJob, find: Callable[[], object]) -> None:
    """Store what *find* returns as JSON, or "" if it fails."""
    came_with = job["trail"]
    trail.tell(request_id=came_with.get(trail.REQUEST_ID, ""), job_id=job["job_id"])
    _note_wait(job, "analysis")
    found = b""
    try:
        with tracing.span(what, "CONSUMER", came_with, game=job["game"]):
            found = dump_json(find())
    except Exception:
        log.exception("an analysis failed")
    with _drop_in_trouble():
        redis.set(keys.analysis(job["job_id"]), found, ex=FOUND_S)


# The director hands out chunks, and again if their worker is gone: one that came back by itself would be played twice.
@app.task(name=jobs.SERIES, acks_late=False, ignore_result=True)  # type: ignore[untyped-decorator]
def series(job: SeriesJob) -> None:
    """Play a chunk of a series."""
    trail.tell(job_id=job["chunk_id"])
    _note_wait(job, "series")
    try:
        with _drop_in_trouble():
            left = play_chunk(redis, job, QUEUES, SERVED)
            if left is not None:
                app.send_task(jobs.SERIES, kwargs={"job": left}, **AGAIN)
    except Exception:
        log.exception("a chunk failed")


# Whoever trains hands out chunks, and again if their worker is gone.
@app.task(name=jobs.TRAIN, acks_late=False, ignore_result=True)  # type: ignore[untyped-decorator]
def train(job: TrainJob) -> None:
    """Play a chunk of a training."""
    trail.tell(job_id=job["chunk_id"])
    _note_wait(job, jobs.TRAINING)
    try:
        with _drop_in_trouble():
            play_training(redis, job)
    except Exception:
        log.exception("a chunk of a training failed")


OFFER = Offer(connect_sync(settings().redis_url))


@worker_ready.connect  # type: ignore[untyped-decorator]
def _ready(**_signal: object) -> None:
    threading.Thread(target=OFFER.keep, daemon=True).start()
    log.info("bots ready", levels=list(LEVELS))


@worker_process_init.connect  # type: ignore[untyped-decorator]
def _process_started(**_signal: object) -> None:
    """End with the parent: otherwise a searching child would outlive a killed worker."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    telemetry.setup_logs(settings(), "bots")
    for level in LEVELS:
        # Prometheus doesn't see the first fault of a counter that begins with it.
        telemetry.OVER_BUDGET.labels(level)
    tracing.setup("bots")


def main() -> None:
    """Run with the settings of the environment until SIGINT or SIGTERM."""
    config = settings()
    telemetry.setup(config, "bots", OFFER.is_fresh)
    queues = ",".join(jobs.queue_name(each) for each in SERVED)
    if not {*jobs.TABLE_QUEUES} & {*SERVED}:
        # On a machine that they share, players' bots go first.
        os.nice(NICE)
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
