"""The caller: the request's token is checked once, and so are its rights."""

from __future__ import annotations

import contextlib
import functools
import time
import weakref
from typing import TYPE_CHECKING, ParamSpec, TypeVar

import flask

from services.gateway.sessions import find_token
from services.shared.counting import key_of_account, key_of_address
from services.shared.errors import Unauthenticated
from services.shared.limits import limits
from services.shared.tokens import PUBLIC, Accounts, Principal, bearer, digest_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from services.gateway.visitors import Visitors
    from services.shared.clients import SyncRedis

Given = ParamSpec("Given")
Result = TypeVar("Result")
SECURITY: list[dict[str, list[str]]] = [{"token": []}, {"session": [], "page": []}]
#: as OpenAPI says that neither is needed
OPEN_SECURITY: list[dict[str, list[str]]] = [{}, *SECURITY]

#: how long a token counts as good without another look-up, as in game_state
PRINCIPAL_S = 2.0


class RecentAccounts(Accounts):
    """Accounts; recent callers are remembered."""

    def __init__(self, redis: SyncRedis) -> None:
        """Ask *redis* about all others."""
        super().__init__(redis)
        self._known: dict[str, tuple[float, Principal]] = {}
        self._revocations = 0
        _recent.add(self)

    def find(self, token: str) -> Principal:
        """Return whom a token names; raise Unauthenticated."""
        digest, now = digest_of(token), time.monotonic()
        known = self._known.get(digest)
        if known is None or now - known[0] > PRINCIPAL_S:
            self._known.pop(digest, None)
            if len(self._known) >= limits().cached_principals_max:
                self._known.clear()
            revocations = self._revocations
            known = (now, super().find(token))
            # What was found before a revocation may be what was revoked.
            if revocations == self._revocations:
                self._known[digest] = known
        return known[1]

    def revoke(self, account: str, digests: Iterable[str]) -> None:
        """Make tokens worthless: here at once, at other gateways when they hear of it or ask again."""
        revoked = list(digests)
        super().revoke(account, revoked)
        self.forget(revoked)

    def revoke_all(self, account: str, spared: str = "") -> list[str]:
        """Do so with all of an account but one."""
        return self.forget(super().revoke_all(account, spared))

    def revoke_with_made(self, account: str, digest: str) -> list[str]:
        """Do so with one and those that were made with it."""
        return self.forget(super().revoke_with_made(account, digest))

    def forget(self, revoked: list[str]) -> list[str]:
        """Look revoked tokens up again from now on; return them."""
        self._revocations += 1
        for digest in revoked:
            self._known.pop(digest, None)
        return revoked


#: those of this process
_recent: weakref.WeakSet[RecentAccounts] = weakref.WeakSet()


def forget(digest: str) -> None:
    """Forget a token that was revoked, by whatever process."""
    for each in list(_recent):
        each.forget([digest])


def accounts() -> Accounts:
    """Return the store of accounts."""
    found: Accounts = flask.current_app.extensions["accounts"]
    return found


def visitors() -> Visitors:
    """Return what has the gateway's own token."""
    found: Visitors = flask.current_app.extensions["visitors"]
    return found


def is_interface() -> bool:
    """Whether the request is for the interface; documentation, health and metrics are open to everybody."""
    return flask.request.path.startswith("/v1/")


def identify() -> None:
    """Find out who calls the interface, before anything else; a token that is sent must be good."""
    flask.g.principal = flask.g.token = None
    flask.g.is_session = False
    if not is_interface():
        return
    header = flask.request.headers.get("Authorization")
    if header is not None:
        # Not the header itself: gRPC's metadata can't have some kinds of blanks that may surround a token.
        flask.g.token = bearer(header)
        flask.g.principal = accounts().find(flask.g.token)
    elif (token := find_token()) is not None:
        # A browser keeps sending a cookie whose token was revoked: it then counts as a visitor, and may sign in again.
        with contextlib.suppress(Unauthenticated):
            flask.g.principal = accounts().find(token)
            flask.g.token, flask.g.is_session = token, True


def principal() -> Principal:
    """Return who calls; raise Unauthenticated if the request names nobody."""
    found: Principal | None = flask.g.get("principal")
    if found is None:
        bearer(None)
    assert found is not None
    return found


def is_visitor_welcome() -> bool:
    """Whether the request needs no token: what it reads is public, and the operator allows it."""
    route = flask.current_app.view_functions.get(flask.request.endpoint or "")
    return flask.current_app.config["IS_PUBLIC"] and getattr(route, "is_public", False)


def admit_visitor() -> None:
    """Let the request, which has no token, be a visitor's."""
    flask.g.principal, flask.g.token = visitors().find(accounts()), visitors().token


def address_key() -> str:
    """Return the address to which limits apply."""
    return key_of_address(flask.request.remote_addr or "")


def limit_key() -> str:
    """Return to whom a limit applies: the account, or the address if there is no good token."""
    found: Principal | None = flask.g.get("principal")
    return address_key() if found is None else key_of_account(found.account)


def stream_key() -> str:
    """Return to whom an open stream counts: the account, or the address of a visitor."""
    return address_key() if principal().is_visitor else principal().account


def needs(scope: str) -> Callable[[Callable[Given, Result]], Callable[Given, Result]]:
    """Let a route be called only with a token of that scope, and document that.

    What is PUBLIC needs none where visitors are welcome.
    """

    def decorator(route: Callable[Given, Result]) -> Callable[Given, Result]:
        @functools.wraps(route)
        def check_first(*args: Given.args, **kwargs: Given.kwargs) -> Result:
            principal().need(scope)
            return route(*args, **kwargs)

        documentation: dict[str, dict[str, object]] = getattr(route, "_apidoc", {})
        documentation.setdefault("manual_doc", {})["security"] = OPEN_SECURITY if scope == PUBLIC else SECURITY
        check_first.is_public = scope == PUBLIC  # type: ignore[attr-defined]
        check_first._apidoc = documentation  # type: ignore[attr-defined]  # noqa: SLF001 (smorest's own mark)
        return check_first

    return decorator
