"""Limits on requests, counted in Redis so that all gateways share them."""

from __future__ import annotations

import functools
import time
from typing import TYPE_CHECKING, ParamSpec, TypeVar

import flask
from limits import RateLimitItem, RateLimitItemPerHour, RateLimitItemPerMinute
from limits.strategies import FixedWindowRateLimiter

from services.gateway.caller import (
    address_key,
    admit_visitor,
    identify,
    is_interface,
    is_visitor_welcome,
    limit_key,
)
from services.gateway.counting import BatchedStorage
from services.shared.errors import LimitExceeded, Unauthenticated
from services.shared.limits import limits

if TYPE_CHECKING:
    from collections.abc import Callable

    from services.shared.clients import SyncRedis

WINDOWS: dict[str, type[RateLimitItem]] = {
    "requests_per_minute_max": RateLimitItemPerMinute,
    "visitor_requests_per_minute_max": RateLimitItemPerMinute,
    "accounts_per_hour_per_address_max": RateLimitItemPerHour,
}
Given = ParamSpec("Given")
Result = TypeVar("Result")
MS = 1000


@functools.cache
def _item(name: str, most: int) -> RateLimitItem:
    return WINDOWS[name](most)


def counter() -> FixedWindowRateLimiter:
    """Return what counts the requests of this application."""
    found: FixedWindowRateLimiter = flask.current_app.extensions["request_counter"]
    return found


def count(name: str, whom: str) -> None:
    """Count a request of *whom* against the limit of that name; raise LimitExceeded, which says when to come again."""
    most: int = getattr(limits(), name)
    item = _item(name, most)
    if counter().hit(item, name, whom):
        return
    wait_s = max(0.001, counter().get_window_stats(item, name, whom).reset_time - time.time())
    raise LimitExceeded(
        f"the limit {name} of {item} is reached; come again in {wait_s:.1f} s",
        limit=name,
        limit_max=most,
        retry_after_ms=int(wait_s * MS),
    )


def admit_request() -> None:
    """Find out who calls the interface, and count it: whoever sends a bad token, or none, by its address."""
    try:
        identify()
    except Unauthenticated:
        count("requests_per_minute_max", limit_key())
        raise
    if not is_interface():
        return
    if flask.g.principal is None and is_visitor_welcome():
        count("visitor_requests_per_minute_max", limit_key())
        admit_visitor()
    else:
        count("requests_per_minute_max", limit_key())


def per_address(name: str) -> Callable[[Callable[Given, Result]], Callable[Given, Result]]:
    """Hold a route to the limit of that name, counted per address."""

    def decorator(route: Callable[Given, Result]) -> Callable[Given, Result]:
        @functools.wraps(route)
        def count_first(*args: Given.args, **kwargs: Given.kwargs) -> Result:
            count(name, address_key())
            return route(*args, **kwargs)

        return count_first

    return decorator


def register(app: flask.Flask, redis: SyncRedis) -> None:
    """Count the requests of *app* in *redis*."""
    storage = BatchedStorage(redis)
    app.extensions["request_counter"] = FixedWindowRateLimiter(storage)
    app.before_request(admit_request)
