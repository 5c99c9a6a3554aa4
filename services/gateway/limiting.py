"""Limits on requests, counted in Redis so that all gateways share them."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, ParamSpec, TypeVar

import flask
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
from services.shared.counting import item_of, refuse
from services.shared.errors import Unauthenticated

if TYPE_CHECKING:
    from collections.abc import Callable

    from services.shared.clients import SyncRedis

Given = ParamSpec("Given")
Result = TypeVar("Result")


def counter() -> FixedWindowRateLimiter:
    """Return what counts the requests of this application."""
    found: FixedWindowRateLimiter = flask.current_app.extensions["request_counter"]
    return found


def count(name: str, whom: str) -> None:
    """Count a request of *whom* against the limit of that name; raise LimitExceeded, which says when to come again."""
    item = item_of(name)
    if not counter().hit(item, name, whom):
        raise refuse(name, item, counter().get_window_stats(item, name, whom).reset_time)


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
