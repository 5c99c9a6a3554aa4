"""The Flask application."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flask
from flask_smorest import Api
from werkzeug.middleware.proxy_fix import ProxyFix

from services.gateway import caller, docs, guide, limiting, naming, page, problems, queries, requests, transfer
from services.gateway.backend import Backend
from services.gateway.routes.accounts import accounts
from services.gateway.routes.analysis import analysis
from services.gateway.routes.chat import chat
from services.gateway.routes.events import events
from services.gateway.routes.games import games
from services.gateway.routes.matches import matches
from services.gateway.routes.play import play
from services.gateway.routes.ratings import ratings
from services.gateway.routes.records import records
from services.gateway.routes.series import series
from services.gateway.routes.server import PROBE_S_MAX, server
from services.gateway.routes.sessions import sessions
from services.gateway.routes.take_backs import take_backs
from services.gateway.routes.tournaments import tournaments
from services.gateway.schemas.parts import OF_GAMES
from services.gateway.sessions import COOKIE, HEADER
from services.gateway.visitors import Visitors
from services.shared.connections import connect_sync
from services.shared.limits import limits
from services.shared.version import find_version

if TYPE_CHECKING:
    from services.shared.settings import Settings


#: how callers identify themselves: programs by a token, pages by a cookie and a header that other sites can't send
SCHEMES = {
    "token": {"type": "http", "scheme": "bearer"},
    "session": {"type": "apiKey", "in": "cookie", "name": COOKIE},
    "page": {"type": "apiKey", "in": "header", "name": HEADER},
}


def create_app(settings: Settings) -> flask.Flask:
    """Return the application; connections open when first needed."""
    app = flask.Flask(__name__, static_folder=None)
    # Without it all clients of a proxy would share its address, and the limits of one address.
    app.wsgi_app = ProxyFix(  # type: ignore[method-assign]  # Flask's own way to wrap an application
        app.wsgi_app, x_for=settings.gateway_proxies, x_proto=settings.gateway_proxies, x_host=0
    )
    app.wsgi_app = transfer.ignore_trailing_slash(app.wsgi_app)  # type: ignore[method-assign,assignment]
    app.url_map.converters["word"] = docs.Word
    app.config.update(
        MAX_CONTENT_LENGTH=limits().request_bytes_max,
        API_TITLE="Astrarium",
        API_VERSION=find_version(),
        OPENAPI_VERSION="3.1.0",
        OPENAPI_URL_PREFIX="/docs",
        API_SPEC_OPTIONS={
            "info": {"description": docs.DESCRIPTION},
            "components": {"securitySchemes": SCHEMES},
        },
    )
    # If metrics have a port of their own, the public port doesn't show them.
    app.config["IS_METRICS_PUBLIC"] = not settings.metrics_port
    app.extensions["redis_url"] = settings.redis_url
    redis = connect_sync(settings.redis_url)
    app.extensions["accounts"] = caller.RecentAccounts(redis)
    app.extensions["visitors"] = Visitors(redis)
    app.config["IS_PUBLIC"] = settings.gateway_public
    # Health checks are frequent and must not wait for retries.
    app.extensions["probe"] = connect_sync(settings.redis_url, timeout_s=PROBE_S_MAX, attempts=0)
    app.extensions["backend"] = Backend(settings.game_state_target, settings.director_target)
    requests.register(app)
    transfer.register(app, settings)
    naming.register(app)
    limiting.register(app, redis)
    queries.register(app)
    api = Api(app)
    api.DEFAULT_ERROR_RESPONSE_NAME = None
    for name, shape in OF_GAMES["shapes"].items():
        api.spec.components.schema(name, shape)
    api.register_converter(docs.Word, lambda _: {"type": "string", "pattern": f"^{docs.Word.regex}$"})
    blueprints = (games, accounts, sessions, matches, play, records, take_backs, chat, analysis, series)
    for blueprint in (*blueprints, tournaments, ratings, events, server):
        api.register_blueprint(blueprint)
    app.register_blueprint(docs.docs)
    app.register_blueprint(guide.guide)
    app.register_blueprint(page.page)
    problems.register(app)
    return app
