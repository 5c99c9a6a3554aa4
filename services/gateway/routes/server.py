"""The server itself: health, metrics, errors, documentation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flask
from prometheus_client import CONTENT_TYPE_LATEST
from redis.exceptions import RedisError
from werkzeug.exceptions import NotFound

from services.gateway import examples, schemas
from services.gateway.answers import answer
from services.gateway.backend import backend
from services.gateway.blueprint import Blueprint
from services.gateway.problems import ALL_STATUS
from services.shared.telemetry import metrics_page
from services.shared.trouble import AWAY, FULL, is_full, trouble_of
from services.shared.version import describe_build

if TYPE_CHECKING:
    from services.shared.errors import Status

PROBE_S_MAX = 2.0

server = Blueprint("server", __name__, description="Health, metrics, and the list of errors.")


@server.route("/healthz")
@server.response(200, schemas.server.HealthSchema, example=examples.HEALTH)
@server.alt_response(
    503, schema=schemas.server.HealthSchema, description="Some part is out of reach", example=examples.HEALTH
)
def get_health() -> flask.Response:
    """Say whether the gateway and its parts can be reached. While the store is full, everything can be read."""
    parts = {"redis": _redis_state(), "game_state": _game_state_state()}
    status = next((each for each in ("away", "full") if each in parts.values()), "serving")
    return answer({"status": status, "parts": parts} | describe_build(), 503 if status == "away" else 200)


@server.route("/livez")
@server.response(204, description="This process answers")
def get_liveness() -> tuple[str, int]:
    """Say that this process answers; others are not asked."""
    return "", 204


@server.route("/metrics")
@server.response(200, {"type": "string"}, content_type="text/plain", example="astrarium_event_streams 3.0\n")
@server.fails("NotFound")
def get_metrics() -> flask.Response:
    """Get the gateway's metrics for Prometheus; not found if they have a port of their own."""
    if not flask.current_app.config["IS_METRICS_PUBLIC"]:
        raise NotFound("metrics are served on a port of their own")
    return flask.Response(metrics_page(), content_type=CONTENT_TYPE_LATEST)


@server.route("/v1/problems")
@server.response(200, schemas.server.ProblemsSchema, example=examples.PROBLEMS)
@server.fails()
def list_problems() -> flask.Response:
    """List the errors that answers may carry."""
    return answer({"problems": [_kind(error, status) for error, status in ALL_STATUS.items()]})


@server.route("/v1/problems/<word:error>")
@server.response(200, schemas.server.ProblemKindSchema, example=examples.PROBLEM_KIND)
@server.fails("NotFound")
def get_problem(error: str) -> flask.Response:
    """Get one error by its name."""
    if error not in ALL_STATUS:
        raise NotFound(f"no error is called {error!r}")
    return answer(_kind(error, ALL_STATUS[error]))


def _kind(error: str, status: Status) -> dict[str, object]:
    return {"error": error, "title": status.title, "status": status.http, "grpc": status.grpc}


def _redis_state() -> str:
    try:
        info = flask.current_app.extensions["probe"].info("memory", "persistence")
    except RedisError as wrong:
        return trouble_of(wrong) or AWAY
    return FULL if is_full(info) else "serving"


def _game_state_state() -> str:
    return "serving" if backend().is_serving(PROBE_S_MAX) else AWAY
