"""The jobs that game_state and the director send and the bots carry out, as plain data without Celery.

A task carries one bot job (`job`), or several of instant levels (`jobs`). The answer to a bot job is an entry of the
stream keys.ANSWERS with the fields `match_id`, `seat`, `version`, `job_id`, `actions` (a JSON array of notations), and
the fields of the trail. The answer to a board, a whole match, has `board` instead of `actions`: a JSON array of seat
and notation. Its worker holds keys.chunk(job_id) as that of a chunk does.

The result of an analysis is written to keys.analysis(job_id) as JSON, or as "" if the search was not possible.

The worker that plays a chunk of a series holds keys.chunk(chunk_id). When a match ends, the worker adds it to the
stream keys.series_played(series_id) with the fields `place` and `line` (its line of the series' file, as JSON
compressed by zlib).

The worker that plays a chunk of a training holds keys.chunk(chunk_id), too. The result is written to
keys.training_chunk(chunk_id): TRAINED and the chunk, or REFUSED and why this worker can't play it.
"""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict, cast

from services.shared.addresses import broker_options, is_redis

#: names of the Celery tasks
TASK = "astrarium.play"
ANALYSE = "astrarium.analyse"
EVALUATE = "astrarium.evaluate"
SERIES = "astrarium.series"
BOARD = "astrarium.board"
TRAIN = "astrarium.train"
#: queue classes, by the cost of a job: an instant answer doesn't wait behind a search, and a bot at a table doesn't
#: wait behind an analysis or a series
QUEUES = ("instant", "think", "analysis", "series")
INSTANT = QUEUES[0]
#: that of a training's chunks, which only the workers take that are started for it: they would hold up all others
TRAINING = "train"
#: those of bots at tables
TABLE_QUEUES = QUEUES[:2]
#: that of whole matches of tournaments; like series they make way for each other
BOARDS = "series"
#: those in which game_state owes jobs
LANE_QUEUES = (*TABLE_QUEUES, BOARDS)

#: a chunk whose worker has not renewed its claim for this long is given to another worker
CHUNK_LEASE_MS = 6_000
#: the value of keys.chunk when the chunk is over: all matches played, or the series was stopped
CHUNK_DONE = b"done"
CHUNK_OFF = b"off"
#: the value while a chunk that was begun waits in the queue for its next turn, and for how long it is kept
CHUNK_PAUSED = b"paused"
CHUNK_PAUSED_MS = 3_600_000
#: how the result of a training's chunk begins
TRAINED = b"+"
REFUSED = b"-"


class BotJob(TypedDict):
    """A decision that a bot owes."""

    job_id: str
    match_id: str
    seat: int
    #: the seat's own version
    version: int
    game: str
    #: the information set's bytes in base64
    information_set: str
    level: str
    queue: str
    sent_ms: int
    #: fields of `services.shared.trail`: the request that caused the job, and its trace
    trail: NotRequired[dict[str, str]]


class AnalysisJob(TypedDict):
    """A decision to be analysed."""

    job_id: str
    game: str
    information_set: str
    budget_ms: float
    #: None: as many as the time allows
    iterations: int | None
    sent_ms: int
    trail: dict[str, str]


class EvaluationJob(TypedDict):
    """A finished match to be evaluated: everybody may know all of it."""

    job_id: str
    game: str
    #: the first position's bytes in base64
    start: str
    #: seat and code of each action
    actions: list[tuple[int, int]]
    sent_ms: int
    trail: dict[str, str]


class SeriesJob(TypedDict):
    """A chunk of a series."""

    chunk_id: str
    series_id: str
    #: fields of `ai.arena.schedule.Plan`
    plan: dict[str, Any]  # the fields of a class that this package may not know
    #: group, pair and rotation of each of its matches
    places: list[tuple[int, int, int]]
    #: what has been played of the first match: the fields of `ai.arena.match.SoFar`
    so_far: NotRequired[dict[str, Any]]  # as above
    sent_ms: int


class BoardJob(TypedDict):
    """A whole match that only bots play; like the matches of a series it is played with its seed."""

    job_id: str
    match_id: str
    #: the decision that stands for the match
    seat: int
    version: int
    game: str
    rules_version: str
    options: dict[str, Any]  # as above
    #: hex
    seed: str
    #: who plays, by seat
    levels: list[str]
    #: what has been played of it, as in SeriesJob
    so_far: NotRequired[dict[str, Any]]  # as above
    sent_ms: int
    trail: NotRequired[dict[str, str]]


class TrainJob(TypedDict):
    """A chunk of a training."""

    chunk_id: str
    #: the fields of `ai.train.orders.Order`
    order: dict[str, Any]  # as above
    #: the champion's fingerprint (keys.champion), or "" where the light policy plays
    champion: str
    sent_ms: int


class LevelRow(TypedDict, total=False):
    """A level as the workers announce it: `ai.levels.Level.to_dict` and `place`, its position among the levels."""

    name: str
    title: str
    chooser: str
    noise: float
    iterations: int | None
    think_ms_max: int
    queue: str
    measured: dict[str, object]
    place: int


def queue_name(queue_class: str) -> str:
    """Return the name of the Celery queue for a queue class; raise ValueError for an unknown class."""
    if queue_class not in (*QUEUES, TRAINING):
        raise ValueError(f"no queue class is called {queue_class!r}; there are {', '.join((*QUEUES, TRAINING))}")
    return f"astrarium.{queue_class}"


def job_id(match_id: str, seat: int, version: int) -> str:
    """Return the id of the job for a decision; it stays the same when the job is sent again."""
    return f"{match_id}:{seat}:{version}"


def celery_config(broker_url: str) -> dict[str, object]:
    """Return Celery's settings, which are the same for the producer and the worker; raise BadAddressError.

    A job is acknowledged when it is done. If its worker is killed, the job is restored within a few seconds; with
    Celery's defaults that takes 100 s. A job that is restored too early runs twice, which does no harm.
    """
    broker = broker_options(broker_url)
    if is_redis(broker_url):
        primary = cast("dict[str, object]", broker.pop("broker_transport_options", {}))
        broker["broker_transport_options"] = {
            "visibility_timeout": 5,
            "unacked_restore_interval": 1,
            "unacked_restore_throttle": 1,
            "socket_timeout": 5,
            "socket_connect_timeout": 2,
            "socket_keepalive": True,
            **primary,
        }
        broker["worker_disable_prefetch"] = True
    return {
        **broker,
        "broker_connection_retry_on_startup": True,
        # Retry after a refusal as well: a full broker accepts jobs again once it has room.
        "broker_channel_error_retry": True,
        "task_default_queue": queue_name(QUEUES[0]),
        "task_acks_late": True,
        "task_reject_on_worker_lost": True,
        "task_ignore_result": True,
        "task_serializer": "json",
        "accept_content": ["json"],
        "result_backend": None,
        "worker_prefetch_multiplier": 1,
        "worker_hijack_root_logger": False,
        "worker_redirect_stdouts": False,
        "worker_send_task_events": False,
        "worker_enable_remote_control": False,
        "enable_utc": True,
    }
