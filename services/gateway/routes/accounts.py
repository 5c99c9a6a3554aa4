"""Accounts and their tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from services.gateway import examples, schemas
from services.gateway.answers import answer
from services.gateway.blueprint import Blueprint
from services.gateway.caller import accounts as store
from services.gateway.caller import needs, principal
from services.gateway.limiting import per_address
from services.shared.tokens import FIRST_SCOPE

if TYPE_CHECKING:
    import flask

    from services.gateway.parser import Loaded

accounts = Blueprint(
    "accounts",
    __name__,
    url_prefix="/v1/accounts",
    description="An account is a person or a program. Its token is 32 random bytes, shown once and stored as a digest.",
)


@accounts.route("", methods=["POST"])
@per_address("accounts_per_hour_per_address_max")
@accounts.arguments(schemas.accounts.NewAccountSchema, example=examples.NEW_ACCOUNT)
@accounts.response(201, schemas.accounts.AccountWithTokenSchema, example=examples.ACCOUNT_WITH_TOKEN)
@accounts.fails("AccountExists")
def create_account(body: Loaded) -> flask.Response:
    """Make an account and its first token, which may play."""
    token = store().create(body["name"], body["kind"])
    return answer({"name": body["name"], "kind": body["kind"], "scopes": [FIRST_SCOPE], "token": token}, 201)


@accounts.route("/me")
@needs("watch")
@accounts.response(200, schemas.accounts.AccountSchema, example=examples.ACCOUNT)
@accounts.fails("Unauthenticated", "MissingScope")
def get_own_account() -> flask.Response:
    """Get the account that the token belongs to."""
    me = principal()
    return answer({"name": me.account, "kind": store().kind(me.account), "scopes": sorted(me.scopes)})


@accounts.route("/me/tokens", methods=["POST"])
@needs("play")
@accounts.arguments(schemas.accounts.NewTokenSchema, example=examples.NEW_TOKEN)
@accounts.response(201, schemas.accounts.AccountWithTokenSchema, example=examples.ACCOUNT_WITH_TOKEN)
@accounts.fails("Unauthenticated", "MissingScope")
def create_token(body: Loaded) -> flask.Response:
    """Make a further token, for another program or with fewer rights."""
    me = principal().account
    token = store().create_token(me, body["scopes"], body["days"])
    told = {"name": me, "kind": store().kind(me), "scopes": sorted(set(body["scopes"])), "token": token}
    return answer(told, 201)


@accounts.route("/me/tokens/this", methods=["DELETE"])
@needs("watch")
@accounts.response(204, description="The token is worthless now")
@accounts.fails("Unauthenticated", "MissingScope")
def revoke_token() -> tuple[str, int]:
    """Revoke the token that this request carries."""
    store().revoke(principal())
    return "", 204
