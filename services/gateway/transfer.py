"""The sending of answers: to pages of other origins, compressed, and not again to a client that has them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flask
from flask_compress import Compress
from flask_cors import CORS

from services.gateway.answers import JSON, PROBLEM
from services.shared import trail

if TYPE_CHECKING:
    from collections.abc import Iterable
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

    from services.shared.settings import Settings

#: below this many bytes compression saves nothing
COMPRESSED_BYTES_MIN = 1024
#: endpoints whose answers change only with a new version of the server, and how long a client may keep them
LASTING = frozenset(
    {"games.list_games", "games.get_game", "games.get_catalog", "api-docs.openapi_json", "docs.get_file"}
)
LASTING_S = 300
KEPT = {"always_send": True}
PREFLIGHT_S = 24 * 3600
#: What a page of another origin may send. The header of the browser client's own session is left out on purpose:
#: no other site may use a visitor's session.
HEADERS_SENT = ("Accept", "Authorization", "Content-Type", "Idempotency-Key", "Last-Event-ID", trail.HEADER)
HEADERS_READ = ("Content-Encoding", "ETag", "Location", "Retry-After", trail.HEADER)


def ignore_trailing_slash(serve: WSGIApplication) -> WSGIApplication:
    """Return an application that answers `/v1/games/` as `/v1/games`."""

    def serve_without_slash(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        path = environ.get("PATH_INFO", "")
        if path.startswith("/v1/") and path.endswith("/"):
            environ["PATH_INFO"] = path.rstrip("/")
        return serve(environ, start)

    return serve_without_slash


def spare_repetition(response: flask.Response) -> flask.Response:
    """Let a client keep what lasts, and answer 304 if it has it; nothing else may be kept."""
    if flask.request.endpoint in LASTING and response.status_code == 200:  # noqa: PLR2004 - HTTP's own number
        response.cache_control.public = True
        response.cache_control.max_age = LASTING_S
        if not response.is_streamed:
            response.add_etag()
        response.make_conditional(flask.request)
    elif "Cache-Control" not in response.headers and flask.request.path.startswith("/v1/"):
        response.cache_control.no_store = True
    return response


def register(app: flask.Flask, settings: Settings) -> None:
    """Set up how the answers of *app* are sent; streams are not changed."""
    app.config.update(
        COMPRESS_ALGORITHM=["zstd", "br", "gzip"],
        COMPRESS_MIN_SIZE=COMPRESSED_BYTES_MIN,
        COMPRESS_MIMETYPES=[JSON, PROBLEM, "text/html", "text/css", "text/javascript", "text/csv", "image/svg+xml"],
        COMPRESS_STREAMS=False,
        COMPRESS_BR_LEVEL=4,
        COMPRESS_LEVEL=5,
    )
    # After-request functions run in reverse order: a 304 needs no compression.
    Compress(app)
    app.after_request(spare_repetition)
    origins = [origin.strip() for origin in settings.gateway_origins.split(",") if origin.strip()]
    if origins:
        CORS(
            app,
            # Who names no origin needs no permission, but what a shared cache keeps is for pages too.
            resources={r"/v1/.*": {}, r"/v1/games.*": KEPT, r"/docs/openapi\.json": KEPT},
            always_send=False,
            origins=origins,
            allow_headers=HEADERS_SENT,
            expose_headers=HEADERS_READ,
            methods=["GET", "POST", "PUT", "PATCH", "DELETE"],
            max_age=PREFLIGHT_S,
            supports_credentials=False,
            send_wildcard=True,
        )
