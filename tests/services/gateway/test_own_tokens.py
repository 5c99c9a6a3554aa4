"""An account's own list of its tokens, and their revocation, over REST."""

from __future__ import annotations

import time

import pytest

from services.gateway import caller
from services.shared import keys
from services.shared.limits import limits
from services.shared.tokens import Accounts, digest_of


@pytest.fixture
def make(http, token):
    """Make a further token, by default with the account's first."""

    def make(name="", scope="play", by=token):
        made = http.post("/v1/accounts/me/tokens", json={"name": name, "scopes": [scope]}, headers=by)
        assert made.status_code == 201, made.json
        return {"Authorization": f"Bearer {made.json['token']}"}

    return make


def tokens_of(http, token):
    listed = http.get("/v1/accounts/me/tokens", headers=token)
    assert listed.status_code == 200
    return listed.json["tokens"]


def is_good(http, token):
    return http.get("/v1/accounts/me", headers=token).status_code == 200


def test_an_owner_lists_its_tokens_but_sees_none(http, token, make):
    hall = make("the hall", "watch")
    first, second = listed = tokens_of(http, token)
    assert (first["name"], first["scopes"], first["made_by"], first["is_this"]) == ("", ["play"], None, True)
    assert (second["name"], second["scopes"], second["made_by"]) == ("the hall", ["watch"], first["id"])
    assert abs(first["made_ms"] / 1000 - time.time()) < 600
    assert first["used_ms"] >= first["made_ms"]
    assert second["used_ms"] is None
    assert second["expires_ms"] > second["made_ms"]
    assert is_good(http, hall)
    assert tokens_of(http, token)[1]["used_ms"] >= second["made_ms"]
    for each in (token, hall):
        assert each["Authorization"].split()[1] not in str(listed)


def test_a_token_that_only_watches_neither_lists_nor_revokes_others(http, token, make):
    watching = make(scope="watch")
    first = tokens_of(http, token)[0]["id"]
    for answer in (
        http.get("/v1/accounts/me/tokens", headers=watching),
        http.delete("/v1/accounts/me/tokens", headers=watching),
        http.delete(f"/v1/accounts/me/tokens/{first}", headers=watching),
    ):
        assert (answer.status_code, answer.json["error"]) == (403, "MissingScope")
    assert http.delete("/v1/accounts/me/tokens/this", headers=watching).status_code == 204
    assert is_good(http, token)


def test_one_is_revoked_by_its_id(http, token, make):
    one, other = make("one"), make("other")
    by_name = {each["name"]: each["id"] for each in tokens_of(http, token)}
    path = f"/v1/accounts/me/tokens/{by_name['one']}"
    assert http.delete(path, headers=token).status_code == 204
    assert [is_good(http, each) for each in (token, one, other)] == [True, False, True]
    again = http.delete(path, headers=token)
    assert (again.status_code, again.json["error"]) == (404, "UnknownToken")


def test_another_gateway_believes_a_token_until_it_hears_of_the_revocation(http, own_app, token, make, monkeypatch):
    monkeypatch.setattr(caller, "PRINCIPAL_S", 3600.0)
    one, elsewhere = make("one"), own_app.test_client()
    assert is_good(elsewhere, one)
    [held] = [each["id"] for each in tokens_of(http, token) if each["name"] == "one"]
    assert http.delete(f"/v1/accounts/me/tokens/{held}", headers=token).status_code == 204
    assert is_good(elsewhere, one)
    caller.forget(digest_of(one["Authorization"].split()[1]))
    assert not is_good(elsewhere, one)
    assert is_good(elsewhere, token)


def test_a_look_up_that_a_revocation_overtakes_is_not_remembered(own_app, token, monkeypatch):
    """It may have read the token just before it was gone."""
    known = own_app.extensions["accounts"]
    plain = token["Authorization"].split()[1]
    find = Accounts.find

    def find_late(self, wanted):
        found = find(self, wanted)
        caller.forget(digest_of(wanted))
        return found

    with monkeypatch.context() as late:
        late.setattr(Accounts, "find", find_late)
        assert known.find(plain).account
    monkeypatch.setattr(Accounts, "find", lambda _self, _wanted: pytest.fail("asked again, as it should be"))
    with pytest.raises(pytest.fail.Exception, match="asked again"):
        known.find(plain)


def test_tokens_of_others_are_unknown(http, token, make):
    name = f"s{time.monotonic_ns()}"
    stranger = {"Authorization": f"Bearer {http.post('/v1/accounts', json={'name': name}).json['token']}"}
    theirs = tokens_of(http, stranger)[0]["id"]
    assert http.delete(f"/v1/accounts/me/tokens/{theirs}", headers=token).json["error"] == "UnknownToken"
    assert is_good(http, stranger)
    assert is_good(http, make())


def test_what_a_token_made_dies_with_it_if_that_is_asked(http, token, make):
    lent = make("lent")
    hidden = make("hidden", by=lent)
    deeper = make("deeper", by=hidden)
    own = make("own")
    ids = {each["name"]: each["id"] for each in tokens_of(http, token)}
    assert http.delete(f"/v1/accounts/me/tokens/{ids['own']}", headers=token).status_code == 204
    assert [is_good(http, each) for each in (lent, hidden, deeper, own)] == [True, True, True, False]
    gone = http.delete(f"/v1/accounts/me/tokens/{ids['lent']}?with_made=true", headers=token)
    assert gone.status_code == 204
    assert [is_good(http, each) for each in (token, lent, hidden, deeper)] == [True, False, False, False]
    assert len(tokens_of(http, token)) == 1


def test_what_a_token_made_is_found_though_its_maker_is_gone(http, token, make):
    lent = make("lent")
    hidden = make("hidden", by=lent)
    left = make("left", by=hidden)
    ids = {each["name"]: each["id"] for each in tokens_of(http, token)}
    assert http.delete("/v1/accounts/me/tokens/this", headers=hidden).status_code == 204
    assert {each["name"]: each["made_by"] for each in tokens_of(http, token)}["left"] == ids["hidden"]
    assert http.delete("/v1/accounts/me/tokens/this?with_made=true", headers=lent).status_code == 204
    assert [is_good(http, each) for each in (token, lent, left)] == [True, False, False]


def test_all_are_revoked_at_once(http, token, make):
    others = [make(), make(scope="watch")]
    assert http.delete("/v1/accounts/me/tokens", headers=token).status_code == 204
    assert [is_good(http, each) for each in (token, *others)] == [False] * 3


def test_the_last_use_is_noted_now_and_then(http, valkey, token, application):
    """Not with every request: a write waits for the disk. A token that is gone does not come back by its use."""
    with application.app_context():
        known = application.extensions["accounts"]
    secret = token["Authorization"].split()[1]
    digest = known.find(secret).digest
    redis = known.redis
    fields = redis.hgetall(keys.token(digest))
    used_ms = int(fields[b"used_ms"])
    known._known.clear()
    known.find(secret)
    assert int(redis.hget(keys.token(digest), "used_ms")) == used_ms
    long_ago = used_ms - (limits().token_use_noted_s + 1) * 1000
    redis.hset(keys.token(digest), "used_ms", long_ago)
    known._known.clear()
    known.find(secret)
    assert int(redis.hget(keys.token(digest), "used_ms")) > long_ago
    redis.delete(keys.token(digest))
    known._use(keys=[keys.token(digest), keys.ACCOUNTS], args=[used_ms, "nobody-at-all"])
    assert not redis.exists(keys.token(digest))
    assert redis.zscore(keys.ACCOUNTS, "nobody-at-all") is None


@pytest.mark.parametrize("name", ["two\nlines", "x" * 61, "a\u2028b", "bell\x07"])
def test_a_name_is_one_short_line(http, token, name):
    """Another name of a token is refused."""
    made = http.post("/v1/accounts/me/tokens", json={"name": name}, headers=token)
    assert (made.status_code, made.json["error"]) == (400, "BadRequest")
