"""Around every request: its id, its trace, a line in the log, how long it took. Streams are counted in `streams`."""

from __future__ import annotations

import time
from http import HTTPStatus

import flask
import structlog
from prometheus_client import Histogram

from services.shared import tracing, trail

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60)
HTTP_SECONDS = Histogram(
    "astrarium_http_seconds", "REST requests until the answer begins", ["method", "route", "status"], buckets=BUCKETS
)
#: methods that metrics name; clients may send any others
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
#: parts of a path that name what a request is about
SUBJECTS = ("match_id", "tournament_id")
log = structlog.get_logger()


def begin() -> None:
    """Note when the request came, take or make its id, and begin its span."""
    flask.g.began = time.perf_counter()
    about = {name: value for name, value in (flask.request.view_args or {}).items() if name in SUBJECTS}
    request_id = trail.take_id(flask.request.headers.get(trail.HEADER))
    trail.enter(request_id, **about)
    carrier = {name: flask.request.headers[name] for name in tracing.FIELDS if name in flask.request.headers}
    flask.g.traced = tracing.span(_name(), "SERVER", carrier, request_id=request_id, **about)
    flask.g.span = flask.g.traced.__enter__()


def end(response: flask.Response) -> flask.Response:
    """Count the answer and give it the request's id; the route is the pattern, so that ids don't become labels."""
    response.headers[trail.HEADER] = trail.present()
    began = flask.g.get("began")
    if began is None:
        return response
    took_s, status = time.perf_counter() - began, response.status_code
    HTTP_SECONDS.labels(_method(), _route(), str(status)).observe(took_s)
    # A store that is away or full is logged once a minute (see `services.shared.trouble`), not by every request.
    is_news = status >= HTTPStatus.INTERNAL_SERVER_ERROR and not flask.g.get("is_known_trouble", False)
    tell = log.warning if is_news else log.debug
    tell("answered", method=_method(), route=_route(), status=status, took_ms=round(took_s * 1000, 1))
    if flask.g.get("span") is not None:
        flask.g.span.set_attribute("http.response.status_code", status)
        if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            tracing.mark_failed(flask.g.span, str(status))
    return response


def leave(_fault: BaseException | None) -> None:
    """End the span."""
    traced = flask.g.pop("traced", None)
    if traced is not None:
        traced.__exit__(None, None, None)


def register(app: flask.Flask) -> None:
    """Wrap every request of *app*, outside of everything else."""
    app.before_request(begin)
    app.after_request(end)
    app.teardown_request(leave)


def _route() -> str:
    rule = flask.request.url_rule
    return rule.rule if rule is not None else "none"


def _method() -> str:
    return flask.request.method if flask.request.method in METHODS else "other"


def _name() -> str:
    return f"{_method()} {_route()}"
