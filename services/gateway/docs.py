"""The documentation: the OpenAPI document, and our own page that renders it without other servers."""

from __future__ import annotations

from pathlib import Path

import flask
from werkzeug.routing import BaseConverter

from services.shared.ids import WORD

STATIC = Path(__file__).parent / "static"
FILES = {"docs.html", "docs.css", "docs.js"}
DESCRIPTION = """Matches of galaxy-building games for people, programs and built-in bots.

Make an account with `POST /v1/accounts`, send its token as `Authorization: Bearer TOKEN`, make a match
with `POST /v1/matches`, and play with `GET …/decision?wait_s=20` and `POST …/actions`.

Every refusal is `application/problem+json`; its member `error` is a stable name for programs. Every request
can be repeated: submissions name the version they answer, and with an `Idempotency-Key` a repetition
gets the same answer."""

docs = flask.Blueprint("docs", __name__)


class Word(BaseConverter):
    """A part of a path that names something."""

    regex = WORD
    part_isolating = True


@docs.route("/docs/")
def to_page() -> flask.Response:
    """Lead to the page."""
    return flask.redirect("/docs/docs.html")  # type: ignore[return-value]


@docs.route("/docs/<name>")
def get_file(name: str) -> flask.Response:
    """Serve a part of the page."""
    if name not in FILES:
        flask.abort(404)
    response = flask.send_from_directory(STATIC, name)
    response.headers["Content-Security-Policy"] = "default-src 'self'"
    return response
