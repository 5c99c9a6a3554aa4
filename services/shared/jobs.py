"""What game_state (producer) and bots (consumer) agree on, as plain data: Celery itself is theirs.

An answer to a bot's job, on the stream keys.ANSWERS, has the fields `match_id`, `seat`, `version`, `job_id`, `actions`
(JSON array of notations), and those of the trail. A task carries one job (`job`) or several of instant levels (`jobs`).

What an analysis found is put into keys.analysis(job_id) as JSON, or nothing ("") if it could not be searched.

Whoever plays a chunk of a series holds keys.chunk(chunk_id); every match goes, as it ends, onto the stream
keys.series_played(series_id) with the fields `place` and `line` (its line of the series' file as zlib'd JSON).
"""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

#: names of the Celery tasks
TASK = "astrarium.play"
ANALYSE = "astrarium.analyse"
SERIES = "astrarium.series"
#: queue classes, by what a job costs: who answers at once doesn't wait behind a search, nor any player behind an
#: analysis or a series
QUEUES = ("instant", "think", "analysis", "series")

#: a chunk whose worker has not said for so long that it plays is given to another one
CHUNK_LEASE_MS = 6_000
#: what stands in keys.chunk afterwards: all played, or not wanted any more
CHUNK_DONE = b"done"
CHUNK_OFF = b"off"


class BotJob(TypedDict):
    """A decision that a bot owes."""

    job_id: str
    match_id: str
    seat: int
    #: the seat's own
    version: int
    game: str
    #: base64 of its bytes
    information_set: str
    level: str
    #: None: the level's own
    budget_ms: float | None
    queue: str
    sent_ms: int
    #: fields of `services.shared.trail`: which request asked for it, and its trace
    trail: NotRequired[dict[str, str]]


class AnalysisJob(TypedDict):
    """A decision that somebody wants to have searched."""

    job_id: str
    game: str
    information_set: str
    budget_ms: float
    #: None: as many as the time allows
    iterations: int | None
    sent_ms: int
    trail: dict[str, str]


class SeriesJob(TypedDict):
    """A chunk of a series."""

    chunk_id: str
    series_id: str
    #: `ai.arena.schedule.Plan.to_dict`
    plan: dict[str, Any]  # the fields of a class that this package may not know
    #: group, pair and rotation of each of its matches
    places: list[tuple[int, int, int]]
    sent_ms: int


class LevelRow(TypedDict, total=False):
    """A level as the workers announce it (`ai.levels.Level.to_dict`), and its place in the table."""

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
    """Return the Celery queue of a queue class; raises ValueError for a class there isn't."""
    if queue_class not in QUEUES:
        raise ValueError(f"no queue class is called {queue_class!r}; there are {', '.join(QUEUES)}")
    return f"astrarium.{queue_class}"


def job_id(match_id: str, seat: int, version: int) -> str:
    """Return the id that every job for the same decision has, however often it is sent."""
    return f"{match_id}:{seat}:{version}"


def celery_config(redis_url: str) -> dict[str, object]:
    """Return Celery's settings, the same for producer and worker.

    A job is acknowledged when it is done and restored soon after its worker was killed; with the
    defaults that takes 100 s. Whatever is restored too early is only doubled, which does no harm.
    """
    return {
        "broker_url": redis_url,
        "broker_connection_retry_on_startup": True,
        # A refusal counts as well: a broker that is full takes jobs again once there is room.
        "broker_channel_error_retry": True,
        "broker_transport_options": {
            "visibility_timeout": 5,
            "unacked_restore_interval": 1,
            "unacked_restore_throttle": 1,
            "socket_timeout": 5,
            "socket_connect_timeout": 2,
            "socket_keepalive": True,
        },
        "task_default_queue": queue_name(QUEUES[0]),
        "task_acks_late": True,
        "task_reject_on_worker_lost": True,
        "task_ignore_result": True,
        "task_serializer": "json",
        "accept_content": ["json"],
        "result_backend": None,
        "worker_prefetch_multiplier": 1,
        "worker_disable_prefetch": True,
        "worker_hijack_root_logger": False,
        "worker_redirect_stdouts": False,
        "worker_send_task_events": False,
        "worker_enable_remote_control": False,
        "enable_utc": True,
    }
