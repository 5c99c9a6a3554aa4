"""The browser client: files that were built and compressed beforehand (see `web/`).

Names of the files in `assets` carry a hash of what is in them, so a browser may keep them for ever; the page itself is
asked for again every time. Where no page was built, people are led to the documentation.
"""

from __future__ import annotations

from pathlib import Path

import flask
from werkzeug.exceptions import NotFound

PAGE = Path(__file__).parent / "built"
#: first parts of the addresses that the browser client has pages for; everything else is not found
PAGES = ("account", "matches", "pieces", "players", "series", "tables", "tournaments")
#: compressed forms, the smallest first, and how their files end
FORMS = {"br": ".br", "gzip": ".gz"}
TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".html": "text/html"}
YEAR_S = 365 * 24 * 3600
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}

page = flask.Blueprint("page", __name__)


def is_built() -> bool:
    """Whether there is a page to serve."""
    return (PAGE / "index.html").is_file()


@page.route("/")
@page.route(f"/<any({', '.join(PAGES)}):page>")
@page.route(f"/<any({', '.join(PAGES)}):page>/<path:rest>")
def get_page(**_parts: str) -> flask.Response:
    """Serve the page: which part of it is meant, it finds out from the address by itself."""
    if not is_built():
        return flask.redirect("/docs/docs.html")  # type: ignore[return-value]
    return _serve_file("index.html", "no-cache")


@page.route("/assets/<name>")
def get_asset(name: str) -> flask.Response:
    """Serve a part of the page; one that is missing is not found, never the page in its place."""
    return _serve_file(f"assets/{name}", f"public, max-age={YEAR_S}, immutable")


def _serve_file(name: str, caching: str) -> flask.Response:
    """Return a file in the smallest form that the client takes."""
    kind = TYPES.get(Path(name).suffix)
    if kind is None:
        raise NotFound(f"the page has no file {name!r}")
    form = next((form for form in FORMS if _takes(form) and (PAGE / f"{name}{FORMS[form]}").is_file()), None)
    response = flask.send_from_directory(PAGE, f"{name}{FORMS[form]}" if form else name, mimetype=kind)
    if form is not None:
        response.headers["Content-Encoding"] = form
    del response.headers["Content-Disposition"]
    response.headers["Cache-Control"] = caching
    response.headers["Vary"] = "Accept-Encoding"
    response.headers.update(HEADERS)
    return response


def _takes(form: str) -> bool:
    return flask.request.accept_encodings.quality(form) > 0
