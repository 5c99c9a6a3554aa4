"""What the gateway measures: requests by route and status. Streams are counted in `streams`."""

from __future__ import annotations

import time

import flask
from prometheus_client import Histogram

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60)
HTTP_SECONDS = Histogram(
    "astrarium_http_seconds", "REST requests until the answer begins", ["method", "route", "status"], buckets=BUCKETS
)


def begin() -> None:
    """Note when the request came."""
    flask.g.began = time.perf_counter()


def end(response: flask.Response) -> flask.Response:
    """Count the answer; the route is the pattern, so that ids don't become labels."""
    began = flask.g.get("began")
    if began is not None:
        rule = flask.request.url_rule
        labels = (flask.request.method, rule.rule if rule is not None else "none", str(response.status_code))
        HTTP_SECONDS.labels(*labels).observe(time.perf_counter() - began)
    return response
