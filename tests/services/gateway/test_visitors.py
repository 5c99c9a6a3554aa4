"""Reading what is public without a token: by a setting, within limits of its own for each address."""

from __future__ import annotations

import dataclasses

import pytest

from services.gateway.app import create_app
from services.gateway.listening import OpenStreams
from services.shared import keys
from services.shared.errors import LimitExceeded, MissingScope, Unauthenticated
from services.shared.limits import Limits, limits
from services.shared.settings import Settings
from services.shared.tokens import PUBLIC, VISITOR, Principal, check_name, check_scopes, digest_of

PUBLIC_PATHS = (
    *("/v1/matches", "/v1/matches/x", "/v1/matches/x/view", "/v1/matches/x/record", "/v1/matches/x/chat"),
    *("/v1/tournaments", "/v1/tournaments/x", "/v1/ratings?game=roll&seats=2", "/v1/series", "/v1/series/x"),
)


def ask(app, path):
    """Return status and error of a request that needs no answer of another service to be let in."""
    app.before_request(lambda: ("let in", 299))
    got = app.test_client().get(path)
    return got.status_code, (got.json or {}).get("error") if got.is_json else None


@pytest.mark.parametrize("path", PUBLIC_PATHS)
def test_what_is_public_needs_no_token_unless_the_operator_says_so(valkey, path):
    urls = {"game_state_target": "127.0.0.1:1", "director_target": "127.0.0.1:1", "redis_url": valkey.redis_url}
    assert ask(create_app(Settings(**urls)), path) == (299, None)
    closed = create_app(Settings(gateway_public=False, **urls))
    assert closed.test_client().get(path).status_code == 401


def test_a_wrong_token_is_refused_where_none_is_needed(http):
    got = http.get("/v1/matches", headers={"Authorization": "Bearer wrong"})
    assert (got.status_code, got.json["error"]) == (401, "Unauthenticated")


def test_visitors_have_a_limit_by_address(own_app, monkeypatch):
    few = Limits(visitor_requests_per_minute_max=3)
    monkeypatch.setattr("services.shared.counting.limits", lambda: few)
    own_app.before_request(lambda: ("let in", 299))

    def ask_from(address):
        return own_app.test_client().get("/v1/matches", environ_base={"REMOTE_ADDR": address})

    assert [ask_from("2001:db8::1").status_code for _ in range(3)] == [299] * 3
    refused = ask_from("2001:db8::2")
    assert (refused.status_code, refused.json["limit"]) == (429, "visitor_requests_per_minute_max")
    assert ask_from("2001:db8:0:1::1").status_code == 299


def test_visitors_streams_count_for_their_address(monkeypatch):
    few = Limits(visitor_streams_per_address_max=1, streams_per_account_max=1)
    monkeypatch.setattr("services.gateway.listening.limits", lambda: few)
    streams, visitor = OpenStreams(), Principal(VISITOR, frozenset({PUBLIC}), "d")
    first = streams.open(visitor, "address:1")
    streams.open(visitor, "address:2")
    with pytest.raises(LimitExceeded) as refused:
        streams.open(visitor, "address:1")
    assert refused.value.details["limit"] == "visitor_streams_per_address_max"
    streams.close(first)
    streams.open(visitor, "address:1")


def test_the_visitors_token_is_made_again_when_the_store_lost_it(own_app):
    with own_app.app_context():
        visitors, store = own_app.extensions["visitors"], own_app.extensions["accounts"]
        assert visitors.find(store).is_visitor
        store.redis.delete(keys.token(digest_of(visitors.token)))
        store._known.clear()
        assert visitors.find(store).scopes == {PUBLIC}


def test_a_visitor_may_read_what_is_public_and_nothing_else():
    """What needs an account asks a visitor for a token; an account's token lacks a scope instead."""
    visitor = Principal(VISITOR, frozenset({PUBLIC}), "d")
    visitor.need(PUBLIC)
    for scope in ("watch", "play", "operator"):
        with pytest.raises(Unauthenticated):
            visitor.need(scope)
    with pytest.raises(MissingScope):
        dataclasses.replace(visitor, account="ada", scopes=frozenset({"watch"})).need("play")


def test_no_account_is_called_or_has_the_scope_of_a_visitor():
    with pytest.raises(ValueError, match="an account name is"):
        check_name(VISITOR)
    with pytest.raises(ValueError, match="scopes are"):
        check_scopes([PUBLIC])
    assert limits().visitor_requests_per_minute_max < limits().requests_per_minute_max
