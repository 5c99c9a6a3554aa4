"""The guide: the pages of docs/ as a site, built beforehand (see `deploy/guide.py`)."""

from __future__ import annotations

from pathlib import Path

import flask
from werkzeug.exceptions import NotFound

GUIDE = Path(__file__).parent / "built_guide"
MISSING = "404.html"
HOUR_S = 3600
HEADERS = {
    # The theme's signs are pictures within its style sheet; nothing else is loaded that is no file of the guide.
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}

guide = flask.Blueprint("guide", __name__)


@guide.route("/guide")
def lead_to_guide() -> flask.Response:
    """Lead to the first page: its links begin there."""
    return flask.redirect("/guide/")  # type: ignore[return-value]


@guide.route("/guide/", defaults={"name": "index.html"})
@guide.route("/guide/<path:name>")
def get_chapter(name: str) -> flask.Response:
    """Serve a file of the guide; for one that is missing, the guide's own page that says so."""
    if not (GUIDE / "index.html").is_file():
        raise NotFound("no guide was built on this server; /docs/ describes the interface")
    try:
        response = flask.send_from_directory(GUIDE, name, max_age=HOUR_S)
    except NotFound:
        response = flask.send_from_directory(GUIDE, MISSING, max_age=0)
        response.status_code = 404
    response.headers.update(HEADERS)
    return response
