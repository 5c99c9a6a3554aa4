"""Whom an account lets seat it: told, said anew, and checked like every other body."""

from __future__ import annotations

import secrets

import pytest

PATH = "/v1/accounts/me/consent"


@pytest.fixture
def friend(http):
    name = f"f{secrets.token_hex(6)}"
    assert http.post("/v1/accounts", json={"name": name}).status_code == 201
    return name


def test_consent_is_nobodys_at_first_and_replaced_whole(http, token, friend):
    assert http.get(PATH, headers=token).json == {"accounts": [], "allows_programs": False}
    for wanted in (
        {"accounts": [friend], "allows_programs": False},
        {"accounts": [], "allows_programs": True},
    ):
        assert http.put(PATH, headers=token, json=wanted).json == wanted
        assert http.get(PATH, headers=token).json == wanted


@pytest.mark.parametrize(
    ("body", "status", "error"),
    [
        ({"accounts": ["nobody-of-that-name"], "allows_programs": False}, 404, "UnknownAccount"),
        ({"accounts": ["~director"], "allows_programs": False}, 400, "BadRequest"),
        ({"accounts": ["ada:tokens"], "allows_programs": False}, 400, "BadRequest"),
        ({"accounts": [], "allows_programs": "yes"}, 400, "BadRequest"),
        ({"accounts": []}, 400, "BadRequest"),
        ({"accounts": [f"name{number}" for number in range(101)], "allows_programs": True}, 429, "LimitExceeded"),
    ],
)
def test_what_no_consent_can_be_is_refused_and_changes_nothing(http, token, body, status, error):
    got = http.put(PATH, headers=token, json=body)
    assert (got.status_code, got.json["error"]) == (status, error)
    assert http.get(PATH, headers=token).json == {"accounts": [], "allows_programs": False}


def test_consent_is_for_the_account_alone_to_give(http, token):
    assert http.get(PATH).status_code == 401
    watch = http.post("/v1/accounts/me/tokens", headers=token, json={"scopes": ["watch"]}).json["token"]
    body = {"accounts": [], "allows_programs": True}
    assert http.put(PATH, headers={"Authorization": f"Bearer {watch}"}, json=body).json["error"] == "MissingScope"
