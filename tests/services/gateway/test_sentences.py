"""A malformed request is told in one sentence what is wrong with it and what would be right."""

from __future__ import annotations

import pytest
from werkzeug.exceptions import default_exceptions

JSON = {"Content-Type": "application/json"}
BODIES = [
    (
        b'{"name": "ada',
        "the body is not JSON: unexpected end of data: line 1 column 14 (char 13); send one JSON object",
    ),
    (b'{"name": "\xff"}', "the body is not UTF-8: byte 10 is 0xff; send JSON encoded as UTF-8"),
    (b"", "the body lacks name: Name that everybody sees"),
    (b"[]", "the body is no object; send one with kind, name"),
    (b'{"name": 7}', "name in the body is no string; send one"),
    (b'{"name": "ada", "nick": "a"}', "the body has nick, which means nothing here; it takes kind, name"),
    (b'{"name": "A", "kind": 1}', "name in the body: 3 to 30 of a-z, 0-9, _ and -, no sign first (1 more: see errors)"),
    (b'{"name": ' + b"[" * 400 + b"]" * 400 + b"}", "the body is nested too deeply; send a flatter object"),
]
MATCHES = [
    (
        {"game": "roll", "seats": [{"kind": "bot"}]},
        "seats[0].level in the body: a bot needs a level; /v1/bots lists them",
    ),
    ({"game": "roll", "seats": "x"}, "seats in the body is no list; send one"),
    (
        {"game": "roll", "seats": [{"kind": "account", "of": 1}]},
        "the body has seats[0].of, which means nothing here; it takes account, kind, level",
    ),
]
REQUESTS = [
    ("GET", "/v1/matches?page_size=x", "page_size in the query is no whole number; send one"),
    ("GET", "/v1/ratings", "the query lacks game: Name of the game"),
    ("GET", "/v1/matches?game=%ff", "the query is not UTF-8; send UTF-8, percent-encoded"),
    ("GET", "/v1/nothing", "there is nothing at '/v1/nothing'; /docs lists every address"),
    ("PUT", "/v1/matches", "PUT is not possible here; there are GET, HEAD, OPTIONS, POST"),
]


@pytest.mark.parametrize(("body", "sentence"), BODIES)
def test_a_malformed_body_is_told_what_is_wrong_and_where(http, body, sentence):
    got = http.post("/v1/accounts", data=body, headers=JSON)
    assert (got.status_code, got.json["detail"]) == (400, sentence)


@pytest.mark.parametrize(("body", "sentence"), MATCHES)
def test_a_place_within_a_body_is_named(http, token, body, sentence):
    assert http.post("/v1/matches", json=body, headers=token).json["detail"] == sentence


@pytest.mark.parametrize(("method", "path", "sentence"), REQUESTS)
def test_a_malformed_address_is_told_what_is_right(http, token, method, path, sentence):
    assert http.open(path, method=method, headers=token).json["detail"] == sentence


def test_a_body_of_another_type_is_told_which_to_send(http):
    got = http.post("/v1/accounts", data=b"name=ada", headers={"Content-Type": "application/x-www-form-urlencoded"})
    sentence = "the body is declared as application/x-www-form-urlencoded; send application/json"
    assert (got.status_code, got.json["detail"]) == (415, sentence)


@pytest.mark.parametrize("error", [each for each in default_exceptions.values() if (each.code or 500) < 500])
def test_no_sentence_of_the_framework_reaches_a_client(own_app, error):
    def refuse():
        raise error

    own_app.add_url_rule("/refuse", "refuse", refuse)
    detail = own_app.test_client().get("/refuse").json["detail"]
    assert detail
    assert detail != error.description
