"""The browser client's session: a cookie that no script reads and no other site can use."""

from __future__ import annotations

import secrets

import pytest

SECOND_MS = 1_000
PAGE = {"Astrarium-Page": "1"}


@pytest.fixture
def browser(app):
    """A client with a cookie jar of its own, signed in as a guest."""
    client = app.test_client()
    made = client.post("/v1/session/account", headers=PAGE)
    assert made.status_code == 201
    client.account = made.json["name"]
    client.cookie = made.headers["Set-Cookie"]
    return client


def test_a_guest_plays_by_a_cookie_that_scripts_cannot_read(browser):
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(browser.cookie.split("; "))
    me = browser.get("/v1/accounts/me", headers=PAGE)
    assert me.json == {"name": browser.account, "kind": "person", "scopes": ["play"]}
    assert browser.account.startswith("guest-")


def test_the_cookie_alone_is_nobody(browser):
    """Another site can have a browser send the cookie, but not the header."""
    assert browser.get("/v1/accounts/me").status_code == 401
    assert browser.delete("/v1/session").status_code == 401


def test_another_site_cannot_sign_its_visitors_in(http):
    refused = http.post("/v1/session/account")
    assert (refused.status_code, refused.json["error"]) == (400, "BadRequest")
    assert "Set-Cookie" not in refused.headers


def test_the_cookie_is_for_tls_only_where_tls_is(app):
    made = app.test_client().post("/v1/session/account", headers=PAGE, base_url="https://galaxy.example")
    assert "Secure" in made.headers["Set-Cookie"].split("; ")


def test_a_session_is_made_from_a_token_and_ends_without_it(app, token):
    client = app.test_client()
    made = client.post("/v1/session", headers=token)
    assert made.status_code == 201
    assert token["Authorization"].split()[1] not in made.headers["Set-Cookie"]
    assert client.get("/v1/accounts/me", headers=PAGE).json["name"] == made.json["name"]
    stolen = client.get_cookie("astrarium_session").value
    assert client.delete("/v1/session", headers=PAGE).status_code == 204
    assert client.get_cookie("astrarium_session") is None
    client.set_cookie("astrarium_session", stolen)
    assert client.get("/v1/accounts/me", headers=PAGE).status_code == 401
    assert client.get("/v1/accounts/me", headers=token).status_code == 200


def test_a_session_allows_no_more_than_its_token(app, token):
    watching = app.test_client().post("/v1/accounts/me/tokens", headers=token, json={"scopes": ["watch"]}).json["token"]
    client = app.test_client()
    assert client.post("/v1/session", headers={"Authorization": f"Bearer {watching}"}).json["scopes"] == ["watch"]
    assert client.post("/v1/accounts/me/tokens", headers=PAGE, json={}).json["error"] == "MissingScope"


def test_a_session_ends_with_its_token_if_not_before(app, token):
    client = app.test_client()
    short = client.post("/v1/accounts/me/tokens", headers=token, json={"days": 2, "name": "short"}).json["token"]
    assert client.post("/v1/session", headers={"Authorization": f"Bearer {short}"}).status_code == 201
    listed = client.get("/v1/accounts/me/tokens", headers=token).json["tokens"]
    expires_ms = {each["name"]: each["expires_ms"] for each in listed}
    assert abs(expires_ms["browser"] - expires_ms["short"]) <= SECOND_MS


@pytest.mark.parametrize(("scopes", "expected"), [(["play", "operator"], ["play"]), (["operator"], None)])
def test_no_session_operates_the_installation(app, scopes, expected):
    store = app.extensions["accounts"]
    name = f"op-{secrets.token_hex(4)}"
    store.create(name)
    begun = app.test_client().post(
        "/v1/session", headers={"Authorization": f"Bearer {store.create_token(name, scopes)}"}
    )
    if expected is None:
        assert (begun.status_code, begun.json["error"]) == (403, "MissingScope")
        assert "Set-Cookie" not in begun.headers
    else:
        assert begun.json["scopes"] == expected


def test_a_worthless_cookie_hides_nothing_that_is_open_to_all(app):
    client = app.test_client()
    client.set_cookie("astrarium_session", "worthless")
    assert client.get("/v1/problems", headers=PAGE).status_code == 200
    assert client.get("/v1/accounts/me", headers=PAGE).json["error"] == "Unauthenticated"
    assert client.post("/v1/session/account", headers=PAGE).status_code == 201


def test_a_person_may_choose_a_name_and_finds_it_taken(app):
    name = f"ada-{secrets.token_hex(4)}"
    assert app.test_client().post("/v1/session/account", headers=PAGE, json={"name": name}).json["name"] == name
    again = app.test_client().post("/v1/session/account", headers=PAGE, json={"name": name})
    assert (again.status_code, again.json["error"]) == (409, "AccountExists")
    assert "Set-Cookie" not in again.headers


def made_in(client, **body):
    return client.post("/v1/accounts/me/tokens", headers=PAGE, json=body)


def test_a_token_that_a_page_makes_has_a_name_by_which_its_owner_knows_it(app, token):
    client = app.test_client()
    client.post("/v1/session", headers=token)
    for name in ("", "   ", "browser", " browser "):
        got = made_in(client, name=name)
        assert (got.status_code, got.json["error"]) == (400, "BadRequest")
        assert "name" in got.json["detail"]
    assert made_in(client, name="my bot").status_code == 201
    listed = client.get("/v1/accounts/me/tokens", headers=PAGE).json["tokens"]
    session, made = (next(each for each in listed if each["name"] == name) for name in ("browser", "my bot"))
    assert made["made_by"] == session["id"]
    assert client.post("/v1/accounts/me/tokens", headers=token, json={}).status_code == 201


@pytest.mark.parametrize(("query", "status"), [("", 200), ("?with_made=false", 200), ("?with_made=true", 401)])
def test_what_was_made_in_a_session_ends_with_it_if_its_owner_says_so(app, token, query, status):
    client = app.test_client()
    client.post("/v1/session", headers=token)
    made = {"Authorization": f"Bearer {made_in(client, name='my bot').json['token']}"}
    assert client.delete(f"/v1/session{query}", headers=PAGE).status_code == 204
    assert client.get("/v1/accounts/me", headers=PAGE).status_code == 401
    assert app.test_client().get("/v1/accounts/me", headers=made).status_code == status
    assert app.test_client().get("/v1/accounts/me", headers=token).status_code == 200
