"""A guest takes a name: the account stays what it is, and is called otherwise."""

from __future__ import annotations

import secrets

import pytest
from redis import Redis

from services.gateway.naming import Naming

PAGE = {"Astrarium-Page": "1"}


def new_name():
    return f"n{secrets.token_hex(6)}"


@pytest.fixture
def guest(app):
    """A browser that is signed in as a guest."""
    client = app.test_client()
    client.account = client.post("/v1/session/account", headers=PAGE).json["name"]
    return client


def take(client, name):
    return client.post("/v1/accounts/me/name", headers=PAGE, json={"name": name})


def test_a_guest_keeps_session_and_tokens_under_the_new_name(guest, http):
    name = new_name()
    held = guest.post("/v1/accounts/me/tokens", headers=PAGE, json={"name": "bot"}).json["token"]
    taken = take(guest, name)
    assert (taken.status_code, taken.json) == (200, {"name": name, "kind": "person", "scopes": ["play"]})
    assert guest.get("/v1/accounts/me", headers=PAGE).json["name"] == name
    assert http.get("/v1/accounts/me", headers={"Authorization": f"Bearer {held}"}).json["name"] == name
    assert len(guest.get("/v1/accounts/me/tokens", headers=PAGE).json["tokens"]) == 2


def test_a_name_that_somebody_has_is_refused_and_changes_nothing(guest, http):
    name = new_name()
    assert http.post("/v1/accounts", json={"name": name}).status_code == 201
    refused = take(guest, name)
    assert (refused.status_code, refused.json["error"]) == (409, "AccountExists")
    assert guest.get("/v1/accounts/me", headers=PAGE).json["name"] == guest.account


def test_a_name_that_a_guest_has_taken_is_nobody_elses(guest, app, http):
    name = new_name()
    assert take(guest, name).status_code == 200
    assert http.post("/v1/accounts", json={"name": name}).json["error"] == "AccountExists"
    other = app.test_client()
    other.post("/v1/session/account", headers=PAGE)
    assert take(other, name).json["error"] == "AccountExists"


def test_a_name_is_taken_once_and_the_same_wish_may_be_repeated(guest):
    name = new_name()
    assert [take(guest, name).status_code for _ in range(2)] == [200, 200]
    refused = take(guest, new_name())
    assert (refused.status_code, refused.json["error"]) == (400, "BadRequest")
    assert guest.get("/v1/accounts/me", headers=PAGE).json["name"] == name


def test_only_a_guest_takes_a_name_and_none_that_guests_begin_with(guest, http, token):
    refused = http.post("/v1/accounts/me/name", headers=token, json={"name": new_name()})
    assert (refused.status_code, refused.json["error"]) == (400, "BadRequest")
    assert take(guest, f"guest-{secrets.token_hex(5)}").json["error"] == "BadRequest"


def test_a_text_that_only_looks_like_a_guest_is_left_alone(guest, app):
    with app.app_context():
        naming = app.extensions["naming"]
    name = new_name()
    take(guest, name)
    told = f'"{guest.account}" "{guest.account}x" "x-{guest.account}" guest-list'.encode()
    named = f'"{name}" "{guest.account}x" "x-{guest.account}" guest-list'.encode()
    assert naming.name(told) == named


def test_a_process_that_told_the_id_a_moment_ago_tells_the_name_at_once(guest, app):
    another, told = Naming(app.extensions["accounts"].redis), f'"{guest.account}"'.encode()
    assert another.name(told) == told
    name = new_name()
    take(guest, name)
    assert another.name(told, nameless_s=60) == told
    assert another.name(told) == f'"{name}"'.encode()


def test_without_the_store_an_answer_has_ids():
    """It must not become a fault: what the store is not needed for is answered."""
    told = b'{"host": "guest-0123456789"}'
    assert Naming(Redis.from_url("redis://127.0.0.1:1", retry=None)).name(told) == told


def test_consent_is_given_by_a_name_that_a_guest_has_taken(guest, http, token):
    name = new_name()
    take(guest, name)
    body = {"accounts": [name], "allows_programs": False}
    assert http.put("/v1/accounts/me/consent", headers=token, json=body).json == body
    assert http.get("/v1/accounts/me/consent", headers=token).json == body
