"""Logs and metrics. Neither ever holds a token, a seed or what a seat may not know."""

from __future__ import annotations

import logging
import os
import re
import secrets
import sys
from typing import TYPE_CHECKING, Any

import orjson
import structlog
from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge, Histogram, generate_latest, start_http_server
from prometheus_client.multiprocess import MultiProcessCollector

if TYPE_CHECKING:
    from collections.abc import MutableMapping

    from services.shared.settings import Settings

#: names of log fields whose value is never written: credentials, and whatever is made of a state
NEVER_LOGGED = frozenset(
    {
        *("token", "authorization", "idempotency_key", "seed"),
        *("state", "view", "information_set", "record", "log", "action", "actions", "event_json", "events", "job"),
    }
)
#: what looks like a token or a 32-byte secret inside a text
LOOKS_SECRET = re.compile(r"(?i)bearer\s+\S+|\b[0-9a-f]{64}\b|(?<![\w-])[\w-]{43}(?![\w-])")
REMOVED = "[removed]"

#: of what should take milliseconds, up to what a player would give up on
SHORT = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.015, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)
#: of waiting and searching
LONG = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)

RPC_SECONDS = Histogram("astrarium_rpc_seconds", "gRPC calls by method and status", ["method", "code"], buckets=SHORT)
SUBMISSIONS = Counter("astrarium_submissions", "Submitted action lists by game and outcome", ["game", "outcome"])
ACTIONS = Counter("astrarium_actions", "Actions accepted, by game", ["game"])
APPEND_SECONDS = Histogram("astrarium_append_seconds", "Compare-and-append in Redis, durable", buckets=SHORT)
CONFLICTS = Counter("astrarium_append_conflicts", "Appends repeated because another one came first")
MATCHES = Counter("astrarium_matches", "Matches by game and what became of them", ["game", "step"])
STREAMS = Gauge("astrarium_event_streams", "Open event streams", multiprocess_mode="livesum")
JOBS_SENT = Counter("astrarium_bot_jobs_sent", "Bot jobs by level and cause", ["level", "cause"])
ANSWERS = Counter("astrarium_bot_answers", "Bot answers by outcome", ["outcome"])
QUEUE_SECONDS = Histogram(
    "astrarium_bot_queue_seconds", "How long bot jobs waited for a worker, by queue", ["queue"], buckets=LONG
)
SEARCH_SECONDS = Histogram("astrarium_bot_search_seconds", "Bot jobs by level", ["level"], buckets=LONG)
OVER_BUDGET = Counter("astrarium_bot_over_budget", "Bot decisions that took over 50 ms more than allowed", ["level"])


def without_secrets(_logger: Any, _method: str, fields: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Blank fields that may not be written and texts that look like a secret (a structlog processor)."""
    for name, value in fields.items():
        if name in NEVER_LOGGED:
            fields[name] = REMOVED
        elif isinstance(value, str):
            fields[name] = LOOKS_SECRET.sub(REMOVED, value)
    return fields


def _to_json(fields: Any, **_options: Any) -> str:
    return orjson.dumps(fields, default=str).decode()


def process_name() -> str:
    """Return a name that no other process of the installation has."""
    return f"{os.getpid()}-{secrets.token_hex(3)}"


def setup(settings: Settings, service: str) -> None:
    """Set logging up for this process and serve its metrics, and those of its children, if a port is set."""
    setup_logs(settings, service)
    if settings.metrics_port:
        start_http_server(settings.metrics_port, registry=_registry())


def metrics_page() -> bytes:
    """Return the metrics of this process, or of all its siblings where they are gathered, as Prometheus reads them."""
    return generate_latest(_registry())


def _registry() -> CollectorRegistry:
    """Return what to read metrics from (see `services.shared.family`)."""
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return REGISTRY
    gathered = CollectorRegistry()
    MultiProcessCollector(gathered)
    return gathered


def setup_logs(settings: Settings, service: str) -> None:
    """Set logging up: one line per event on stderr."""
    level = getattr(logging, settings.log_level.upper())
    renderer: Any = structlog.processors.JSONRenderer(serializer=_to_json)
    if settings.log_format == "console":
        renderer = structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.format_exc_info,
            without_secrets,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    structlog.contextvars.bind_contextvars(service=service)
    logging.basicConfig(level=max(level, logging.WARNING), stream=sys.stderr)
