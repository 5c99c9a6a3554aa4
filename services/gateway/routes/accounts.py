"""Accounts and their tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flask

from protos.astrarium.v1 import operator_pb2
from services.gateway import examples, schemas
from services.gateway.answers import answer
from services.gateway.backend import backend
from services.gateway.blueprint import Blueprint
from services.gateway.caller import accounts as store
from services.gateway.caller import needs, principal
from services.gateway.limiting import per_address
from services.gateway.sessions import BROWSER, end_session
from services.shared.consent import Consent, read_consent, write_consent
from services.shared.errors import BadRequest, MissingScope, UnknownToken
from services.shared.guests import take_name
from services.shared.tokens import FIRST_SCOPE, ID_DIGITS, is_of_server

if TYPE_CHECKING:
    from services.gateway.parser import Loaded
    from services.shared.tokens import HeldToken, Principal

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
    return _tell(principal())


def _tell(me: Principal) -> flask.Response:
    return answer({"name": me.account, "kind": store().kind(me.account), "scopes": sorted(me.scopes)})


@accounts.route("/me/name", methods=["POST"])
@needs("play")
@accounts.arguments(schemas.accounts.NameSchema, example=examples.NEW_GUEST)
@accounts.response(200, schemas.accounts.AccountSchema, example=examples.ACCOUNT)
@accounts.fails("Unauthenticated", "MissingScope", "AccountExists")
def take_own_name(body: Loaded) -> flask.Response:
    """Take a name, once, as a guest. You stay the same account, with your matches, ratings and tokens.

    From then on everybody sees the name instead of `guest-…`, in earlier matches too.
    """
    me = principal()
    take_name(store().redis, me.account, body["name"])
    return _tell(me)


@accounts.route("/me", methods=["DELETE"])
@needs("play")
@accounts.response(204, description="The account is gone")
@accounts.fails("Unauthenticated", "MissingScope")
def delete_own_account() -> flask.Response:
    """Delete your account for good, with its tokens, news and chat; nobody can take its name again.

    It gives up its running matches, and its seats in waiting ones are open again. Results and ratings stay, because
    they belong to others as well. If the call is cut short, repeat it: the token that it carries is revoked last.
    """
    me = principal()
    backend().ask(backend().operator.DeleteAccount, operator_pb2.DeleteAccountRequest(account=me.account))
    # It is remembered here as good for a moment, and its streams are open.
    store().revoke(me.account, [me.digest])
    response = flask.Response(status=204)
    end_session(response)
    return response


@accounts.route("/me/consent")
@needs("watch")
@accounts.response(200, schemas.accounts.ConsentSchema, example=examples.CONSENT)
@accounts.fails("Unauthenticated", "MissingScope")
def get_consent() -> flask.Response:
    """List the accounts that may seat you at matches without an invitation."""
    return _show(read_consent(store().redis, principal().account))


@accounts.route("/me/consent", methods=["PUT"])
@needs("play")
@accounts.arguments(schemas.accounts.ConsentSchema, example=examples.CONSENT)
@accounts.response(200, schemas.accounts.ConsentSchema, example=examples.CONSENT)
@accounts.fails("Unauthenticated", "MissingScope", "UnknownAccount")
def set_consent(body: Loaded) -> flask.Response:
    """Set the accounts that may seat you at matches without an invitation; at first there are none."""
    consent = Consent(tuple(sorted(set(body["accounts"]))), body["allows_programs"])
    return _show(write_consent(store().redis, principal().account, consent))


def _show(consent: Consent) -> flask.Response:
    return answer({"accounts": list(consent.accounts), "allows_programs": consent.allows_programs})


@accounts.route("/me/tokens", methods=["POST"])
@needs("play")
@accounts.arguments(schemas.accounts.NewTokenSchema, example=examples.NEW_TOKEN)
@accounts.response(201, schemas.accounts.AccountWithTokenSchema, example=examples.ACCOUNT_WITH_TOKEN)
@accounts.fails("Unauthenticated", "MissingScope")
def create_token(body: Loaded) -> flask.Response:
    """Make a further token, for another program or with fewer rights.

    A token made in a browser outlives the session there, so it needs a name, by which you find it in your list.
    """
    me = _owner()
    if flask.g.is_session and body["name"].strip() in {"", BROWSER}:
        raise BadRequest(f"name says what the token is for, and is not {BROWSER!r}, which names what signs browsers in")
    token = store().create_token(me.account, body["scopes"], body["days"], body["name"], me.digest)
    scopes = sorted(set(body["scopes"]))
    return answer({"name": me.account, "kind": store().kind(me.account), "scopes": scopes, "token": token}, 201)


@accounts.route("/me/tokens")
@needs("play")
@accounts.response(200, schemas.accounts.HeldTokensSchema, example=examples.HELD_TOKENS)
@accounts.fails("Unauthenticated", "MissingScope")
def list_tokens() -> flask.Response:
    """List your tokens, oldest first: what each allows, when it was made and last used; never the tokens themselves."""
    me = principal()
    return answer({"tokens": [_describe(held, me) for held in store().tokens(me.account)]})


@accounts.route("/me/tokens", methods=["DELETE"])
@needs("play")
@accounts.response(204, description="The account has no tokens any more")
@accounts.fails("Unauthenticated", "MissingScope")
def revoke_all_tokens() -> tuple[str, int]:
    """Revoke all your tokens, this one included. Only the server's operator can give you another one then."""
    store().revoke_all(_owner().account)
    return "", 204


@accounts.route("/me/tokens/this", methods=["DELETE"])
@needs("watch")
@accounts.arguments(schemas.accounts.RevokingQuery, location="query")
@accounts.response(204, description="The token is revoked")
@accounts.fails("Unauthenticated", "MissingScope")
def revoke_token(query: Loaded) -> tuple[str, int]:
    """Revoke the token that this request carries."""
    me = _owner()
    return _revoke(me.account, me.digest, with_made=query["with_made"])


@accounts.route("/me/tokens/<word:token_id>", methods=["DELETE"])
@needs("play")
@accounts.arguments(schemas.accounts.RevokingQuery, location="query")
@accounts.response(204, description="The token is revoked")
@accounts.fails("Unauthenticated", "MissingScope", "UnknownToken")
def revoke_named_token(query: Loaded, token_id: str) -> tuple[str, int]:
    """Revoke one of your tokens, by its id in the list."""
    me = _owner()
    for held in store().tokens(me.account):
        if held.token_id == token_id:
            return _revoke(me.account, held.digest, with_made=query["with_made"])
    raise UnknownToken(f"your account has no token with the id {token_id!r}; GET /v1/accounts/me/tokens lists them")


def _owner() -> Principal:
    """Return the caller, if gateways make and revoke its tokens; raise MissingScope for the operator."""
    me = principal()
    if is_of_server(me.account):
        raise MissingScope("the operator's tokens are made and revoked by `astrarium admin access`, nowhere else")
    return me


def _revoke(account: str, digest: str, *, with_made: bool) -> tuple[str, int]:
    if with_made:
        store().revoke_with_made(account, digest)
    else:
        store().revoke(account, [digest])
    return "", 204


def _describe(held: HeldToken, me: Principal) -> dict[str, object]:
    return {
        "id": held.token_id,
        "name": held.name,
        "scopes": sorted(held.scopes),
        "made_ms": held.made_ms or None,
        "used_ms": held.used_ms or None,
        "expires_ms": held.expires_ms,
        "made_by": held.made_by[-1][:ID_DIGITS] if held.made_by else None,
        "is_this": held.digest == me.digest,
    }
