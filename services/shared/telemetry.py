"""Logs and metrics. They never contain a token, a seed, or anything that a seat may not know."""

from __future__ import annotations

import errno
import functools
import logging
import os
import re
import secrets
import socket
import sys
import threading
import traceback
from pathlib import Path
from typing import TYPE_CHECKING
from wsgiref.simple_server import WSGIRequestHandler, make_server

import structlog
from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge, Histogram, generate_latest, make_wsgi_app
from prometheus_client.exposition import ThreadingWSGIServer
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from services.shared import tracing
from services.shared.footprint import Footprint
from services.shared.json import dump_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from wsgiref.types import StartResponse, WSGIEnvironment

    from prometheus_client import Metric
    from structlog.typing import EventDict, Processor, WrappedLogger

    from services.shared.settings import Settings


#: names of log fields whose values are never written: credentials, and everything that is derived from a state
NEVER_LOGGED = frozenset(
    {
        *("token", "authorization", "idempotency_key", "seed", "invitation"),
        *("state", "view", "information_set", "record", "log", "action", "actions", "event_json", "events", "job"),
    }
)
#: matches text that looks like the bytes of a state, a 32-byte secret or a token; the longest pattern comes first,
#: because a state may begin with something that looks like a token
LOOKS_SECRET = re.compile(r"(?i)bearer\s+\S+|[\w+/-]{120,}={0,2}|\b[0-9a-f]{64}\b|(?<![\w-])[\w-]{43}(?![\w-])")
REMOVED = "[removed]"
EVERYWHERE = "0.0.0.0"  # noqa: S104 (whoever sets a port for metrics knows who reaches it, or sets the host too)
LOOPBACK = "127.0.0.1"
#: messages of these packages' exceptions, and of OSError, are about connections and files; those of other exceptions
#: may quote a state or an action
TOLD_OF = ("redis", "grpc", "celery", "kombu", "gunicorn", "pydantic_settings")

#: buckets (seconds) for what should take milliseconds, up to the time after which a player would give up
SHORT = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.015, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)
#: buckets (seconds) for waiting and searching
LONG = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)

#: buckets for the iterations of a search
ITERATIONS = (10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000)

RPC_SECONDS = Histogram("astrarium_rpc_seconds", "gRPC calls by method and status", ["method", "code"], buckets=SHORT)
SUBMISSIONS = Counter("astrarium_submissions", "Submitted action lists by game and outcome", ["game", "outcome"])
ACTIONS = Counter("astrarium_actions", "Actions accepted, by game", ["game"])
APPEND_SECONDS = Histogram("astrarium_append_seconds", "Compare-and-append in Redis, durable", buckets=SHORT)
CONFLICTS = Counter("astrarium_append_conflicts", "Appends repeated because another one came first")
MATCHES = Counter("astrarium_matches", "Matches by game and what became of them", ["game", "step"])
ARCHIVED = Counter("astrarium_matches_archived", "Finished matches moved to the archive")
STREAMS = Gauge("astrarium_event_streams", "Open event streams", multiprocess_mode="livesum")
JOBS_SENT = Counter("astrarium_bot_jobs_sent", "Bot jobs by level and cause", ["level", "cause"])
ANSWERS = Counter("astrarium_bot_answers", "Bot answers by outcome", ["outcome"])
QUEUE_SECONDS = Histogram(
    "astrarium_bot_queue_seconds", "How long bot jobs waited for a worker, by queue", ["queue"], buckets=LONG
)
SEARCH_SECONDS = Histogram("astrarium_bot_search_seconds", "Bot jobs by level", ["level"], buckets=LONG)
SEARCH_ITERATIONS = Histogram(
    "astrarium_bot_search_iterations",
    "Iterations of a searched decision, by game and level",
    ["game", "level"],
    buckets=ITERATIONS,
)
OVER_BUDGET = Counter("astrarium_bot_over_budget", "Bot decisions that took over 50 ms more than allowed", ["level"])


def looks_secret(text: str) -> bool:
    """Whether a text contains something that looks like a credential."""
    return LOOKS_SECRET.search(text) is not None


def without_secrets(_logger: WrappedLogger, _method: str, fields: EventDict) -> EventDict:
    """Replace forbidden fields, and text that looks like a secret, by a placeholder (a structlog processor)."""
    for name, value in fields.items():
        if name in NEVER_LOGGED:
            fields[name] = REMOVED
        elif isinstance(value, str):
            fields[name] = LOOKS_SECRET.sub(REMOVED, value)
    return fields


def with_traceback(_logger: WrappedLogger, _method: str, fields: EventDict) -> EventDict:
    """Replace `exc_info` by the text `exception`, with the tracebacks of it and its causes (a structlog processor)."""
    given = fields.pop("exc_info", None)
    wrong = given if isinstance(given, BaseException) else given[1] if isinstance(given, tuple) else None
    wrong = sys.exception() if given is True else wrong
    parts = []
    while wrong is not None:
        parts.append("".join(traceback.format_tb(wrong.__traceback__)) + _describe(wrong))
        wrong = wrong.__cause__ or (None if wrong.__suppress_context__ else wrong.__context__)
    if parts:
        fields["exception"] = "\n\n".join(reversed(parts))
    return fields


def _describe(wrong: BaseException) -> str:
    """Return an exception's type, and its message if that can't quote hidden information."""
    name, package = type(wrong).__name__, type(wrong).__module__.partition(".")[0]
    return f"{name}: {wrong}" if isinstance(wrong, OSError) or package in TOLD_OF else name


def _to_json(fields: object, **_options: object) -> str:
    return dump_json(fields, default=str).decode()


def process_name() -> str:
    """Return a new name for this process, unique in the installation."""
    return f"{os.getpid()}-{secrets.token_hex(3)}"


def setup(settings: Settings, service: str, is_ready: Callable[[], bool] = lambda: True) -> None:
    """Set up logging for this process; if a metrics port is set, serve the metrics of it and its children.

    The same port serves `/readyz`: it answers 204 if *is_ready* returns True, and 503 otherwise.
    """
    setup_logs(settings, service)
    if tracing.is_asked_for() and not tracing.is_possible():
        structlog.get_logger().warning("traces are asked for and left out: pip install 'astrarium[otel]'")
    if settings.metrics_port:
        _serve_pages(settings.metrics_host, settings.metrics_port, is_ready)


class _Unlogged(WSGIRequestHandler):
    """A request handler without a request log: several clients ask every few seconds, and their lines say nothing."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (the library's name)
        """Do nothing."""


def _serve_pages(host: str, port: int, is_ready: Callable[[], bool]) -> None:
    """Serve metrics and readiness in separate threads, at the host's address and at the loopback address."""
    metrics = make_wsgi_app(_registry())

    def page(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ["PATH_INFO"] != "/readyz":
            told: Iterable[bytes] = metrics(environ, start_response)
            return told
        start_response("204 No Content" if is_ready() else "503 Service Unavailable", [])
        return []

    for address in dict.fromkeys((own_address(host, port), *(() if host == EVERYWHERE else (LOOPBACK,)))):
        server = make_server(address, port, page, ThreadingWSGIServer, _Unlogged)
        threading.Thread(target=server.serve_forever, daemon=True).start()


def own_address(host: str, port: int) -> str:
    """Return the address of *host* that this machine has; a name that replicas share has several addresses.

    Raises OSError if this machine has none of them.
    """
    found = [each[4][0] for each in socket.getaddrinfo(host, port, socket.AF_INET, socket.SOCK_STREAM)]
    for address in found:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((str(address), port))
            except OSError as wrong:
                if wrong.errno == errno.EADDRNOTAVAIL:
                    continue
                raise
        return str(address)
    raise OSError(f"ASTRARIUM_METRICS_HOST is {host!r}, and this machine has none of its addresses")


def metrics_page() -> bytes:
    """Return the metrics of this process, or the sums over all its siblings if gathered, in Prometheus's format."""
    return generate_latest(_registry())


@functools.cache
def _registry() -> CollectorRegistry:
    """Return the registry from which metrics are read (see `services.shared.family`)."""
    registry = REGISTRY
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        registry = CollectorRegistry()
        registry.register(_Siblings())
    registry.register(Footprint())
    return registry


class _Siblings(Collector):
    """A collector of the metrics of all processes that count in one folder."""

    def collect(self) -> Iterable[Metric]:
        """Return the sums over all processes."""
        files = Path(os.environ["PROMETHEUS_MULTIPROC_DIR"]).glob("*.db")
        merged: Iterable[Metric] = MultiProcessCollector.merge([str(each) for each in files if _has_counts(each)])
        return merged


def _has_counts(file: Path) -> bool:
    """Whether a process has begun to count in a file; a new file is empty at first, and the library can't read that."""
    try:
        return file.stat().st_size > 0
    except FileNotFoundError:
        return False


def setup_logs(settings: Settings, service: str) -> None:
    """Set up logging: one line per event on stderr, for our own events and those of libraries."""
    level = getattr(logging, settings.log_level.upper())
    renderer: Processor = structlog.processors.JSONRenderer(serializer=_to_json)
    if settings.log_format == "console":
        renderer = structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    common: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        _of_service(service),
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso"),
    ]
    ended: list[Processor] = [with_traceback, without_secrets, renderer]
    structlog.configure(
        processors=common + ended,
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    libraries = logging.StreamHandler(sys.stderr)
    without_marks = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    libraries.setFormatter(
        structlog.stdlib.ProcessorFormatter(foreign_pre_chain=common, processors=[without_marks, *ended])
    )
    logging.basicConfig(level=max(level, logging.WARNING), handlers=[libraries])
    logging.captureWarnings(capture=True)


def _of_service(service: str) -> Processor:
    """Return a structlog processor that adds the service's name, also in threads of libraries without our context."""

    def add_service(_logger: WrappedLogger, _method: str, fields: EventDict) -> EventDict:
        return {"service": service, **fields}

    return add_service
