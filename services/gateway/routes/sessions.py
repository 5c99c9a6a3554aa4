"""The browser client's session: a cookie in place of a token that scripts could read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flask
from werkzeug.exceptions import BadRequest

from services.gateway import examples, schemas
from services.gateway.answers import answer
from services.gateway.blueprint import Blueprint
from services.gateway.caller import accounts as store
from services.gateway.caller import needs, principal
from services.gateway.limiting import per_address
from services.gateway.sessions import BROWSER, HEADER, begin_session, end_session
from services.shared.guests import new_guest
from services.shared.tokens import FIRST_SCOPE, KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from services.gateway.parser import Loaded

sessions = Blueprint(
    "sessions",
    __name__,
    url_prefix="/v1/session",
    description="How a page in a browser signs in: with a cookie that no script can read. Programs send tokens.",
)


def _sign_in(name: str, scopes: Iterable[str], token: str) -> flask.Response:
    told = {"name": name, "kind": store().kind(name), "scopes": sorted(scopes)}
    response = answer(told, 201, headers={"Cache-Control": "no-store"})
    begin_session(response, token)
    return response


@sessions.route("", methods=["POST"])
@needs("watch")
@sessions.response(201, schemas.accounts.AccountSchema, example=examples.ACCOUNT)
@sessions.fails("Unauthenticated", "MissingScope")
def begin_session_with_token() -> flask.Response:
    """Sign this browser in with the request's token; its cookie holds a new token of the account.

    The new token expires no later than the request's, and never has the scope `operator`.
    """
    me = principal()
    token, scopes = store().create_session(me, BROWSER)
    return _sign_in(me.account, scopes, token)


@sessions.route("/account", methods=["POST"])
@per_address("accounts_per_hour_per_address_max")
@sessions.arguments(schemas.accounts.NewGuestSchema, required=False, example=examples.NEW_GUEST)
@sessions.response(201, schemas.accounts.AccountSchema, example=examples.ACCOUNT)
@sessions.fails("AccountExists")
def begin_session_with_account(body: Loaded) -> flask.Response:
    """Make an account for a person, a guest if no name is given, and sign this browser in.

    Requires the header `Astrarium-Page`; otherwise other sites could sign their visitors in.
    """
    if HEADER not in flask.request.headers:
        raise BadRequest(f"this is for pages of this server, which send the header {HEADER}: 1")
    name = body.get("name") or new_guest()
    return _sign_in(name, [FIRST_SCOPE], store().create(name, KINDS[0]))


@sessions.route("", methods=["DELETE"])
@needs("watch")
@sessions.arguments(schemas.accounts.RevokingQuery, location="query")
@sessions.response(204, description="The browser is signed out, its token revoked")
@sessions.fails("Unauthenticated", "MissingScope")
def end_own_session(query: Loaded) -> flask.Response:
    """Sign this browser out. Tokens made in it stay valid, unless you set `with_made`."""
    if flask.g.is_session:
        me = principal()
        if query["with_made"]:
            store().revoke_with_made(me.account, me.digest)
        else:
            store().revoke(me.account, [me.digest])
    response = flask.Response(status=204)
    end_session(response)
    return response
