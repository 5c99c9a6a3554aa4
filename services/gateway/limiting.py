"""Limits on requests, counted in Redis so that all gateways share them, and the answer that names them."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import flask
from flask_limiter import Limit, Limiter, RateLimitExceeded

from services.gateway import counting  # noqa: F401 (registers the storage `batched`)
from services.gateway.caller import limit_key
from services.gateway.problems import problem
from services.shared import keys
from services.shared.limits import limits

if TYPE_CHECKING:
    from collections.abc import Callable

    from redis import Redis

WINDOWS = {"requests_per_minute_max": "minute", "accounts_per_hour_per_address_max": "hour"}


def _allowed(name: str) -> str:
    return f"{getattr(limits(), name)} per {WINDOWS[name]}"


#: error_message carries the limit's name to the answer
limiter = Limiter(
    limit_key,
    default_limits=[
        Limit(lambda: _allowed("requests_per_minute_max"), error_message="requests_per_minute_max"),
    ],
    strategy="fixed-window",
    key_prefix=f"{keys.PREFIX}:limit",
)


@limiter.request_filter
def is_uncounted() -> bool:
    """Count requests of the interface alone: documentation, health and metrics are for everybody."""
    return not flask.request.path.startswith("/v1/")


def per_address(name: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Hold a route to the limit of that name, counted per address."""

    def address() -> str:
        return f"address:{flask.request.remote_addr}"

    return limiter.limit(lambda: _allowed(name), key_func=address, error_message=name, override_defaults=False)


def of_limit(error: RateLimitExceeded) -> flask.Response:
    """Return the answer for a request over a limit."""
    name = str(error.description)
    current = limiter.current_limit
    wait_s = max(0.001, current.reset_at - time.time()) if current is not None else 1.0
    message = f"the limit {name} of {error.limit.limit} is reached; come again in {wait_s:.1f} s"
    return problem(
        "LimitExceeded",
        message,
        limit=name,
        limit_max=error.limit.limit.amount,
        retry_after_ms=int(wait_s * 1000),
    )


def register(app: flask.Flask, redis: Redis) -> None:
    """Count the requests of *app* in *redis*."""
    app.config["RATELIMIT_STORAGE_URI"] = "batched://"
    app.config["RATELIMIT_STORAGE_OPTIONS"] = {"connection_pool": redis.connection_pool}
    limiter.init_app(app)
    app.register_error_handler(RateLimitExceeded, of_limit)
