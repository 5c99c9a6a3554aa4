"""Who is calling: the token of the request, checked once, and what it must allow."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import flask

from services.shared.tokens import Accounts, Principal, bearer

if TYPE_CHECKING:
    from collections.abc import Callable

SECURITY: list[dict[str, list[str]]] = [{"token": []}]


def accounts() -> Accounts:
    """Return the store of accounts."""
    found: Accounts = flask.current_app.extensions["accounts"]
    return found


def identify() -> None:
    """Find out who calls, before anything else; a token that is sent must be good."""
    flask.g.principal = None
    header = flask.request.headers.get("Authorization")
    if header is not None:
        flask.g.principal = accounts().find(bearer(header))


def principal() -> Principal:
    """Return who calls; raise Unauthenticated if the request names nobody."""
    found: Principal | None = flask.g.get("principal")
    if found is None:
        bearer(None)
    assert found is not None
    return found


def limit_key() -> str:
    """Return whom a limit counts for: the token, or the address where there is none."""
    found: Principal | None = flask.g.get("principal")
    return f"token:{found.digest}" if found is not None else f"address:{flask.request.remote_addr}"


def needs(scope: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Let a route be called only with a token of that scope, and say so in its documentation."""

    def decorator(route: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(route)
        def checked(*args: Any, **kwargs: Any) -> Any:
            principal().need(scope)
            return route(*args, **kwargs)

        documentation: dict[str, Any] = getattr(route, "_apidoc", {})
        documentation.setdefault("manual_doc", {})["security"] = SECURITY
        checked._apidoc = documentation  # type: ignore[attr-defined]  # noqa: SLF001 (smorest's own mark)
        return checked

    return decorator
