"""How answers travel: to other origins, compressed, once."""

from __future__ import annotations

import gzip

import brotli
import orjson
import pytest

from services.gateway.app import create_app
from services.shared.settings import Settings

ORIGIN = {"Origin": "https://club.example"}
DOCUMENT = "/docs/openapi.json"
PATHS = ("/v1/accounts/me", "/v1/games", "/v1/games/roll/catalog", DOCUMENT)


def test_a_page_of_another_origin_may_ask_and_read(http, token):
    """Any origin by default; the answer's headers that matter can be read, a browser's cookies are not taken."""
    got = http.get("/v1/accounts/me", headers=ORIGIN | token)
    assert got.status_code == 200
    assert got.headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in got.headers
    assert "Retry-After" in got.headers["Access-Control-Expose-Headers"]
    refused = http.get("/v1/accounts/me", headers=ORIGIN | {"Authorization": "Bearer old"})
    assert (refused.status_code, refused.headers["Access-Control-Allow-Origin"]) == (401, "*")


def test_who_names_no_origin_is_told_of_none_but_where_a_cache_may_keep_the_answer(http, token):
    allowed = {path: http.get(path, headers=token).headers.get("Access-Control-Allow-Origin") for path in PATHS}
    assert allowed == {"/v1/accounts/me": None, "/v1/games": "*", "/v1/games/roll/catalog": "*", DOCUMENT: "*"}


@pytest.mark.parametrize("method", ["POST", "PATCH", "DELETE"])
def test_a_preflight_is_answered_without_a_token(http, method):
    """It allows what programs send, and not the header of the browser client's own session."""
    asked = {"Access-Control-Request-Method": method, "Access-Control-Request-Headers": "authorization,idempotency-key"}
    got = http.options("/v1/matches", headers=ORIGIN | asked)
    assert got.status_code == 200
    assert method in got.headers["Access-Control-Allow-Methods"]
    allowed = got.headers["Access-Control-Allow-Headers"].lower()
    assert "authorization" in allowed
    assert "idempotency-key" in allowed
    own = http.options("/v1/matches", headers=ORIGIN | asked | {"Access-Control-Request-Headers": "astrarium-page"})
    assert "astrarium-page" not in own.headers.get("Access-Control-Allow-Headers", "").lower()


@pytest.mark.parametrize(("origins", "allowed"), [("", None), ("https://club.example", ORIGIN["Origin"])])
def test_a_setting_says_which_origins_may(valkey, origins, allowed):
    """None, or those that are named."""
    client = create_app(Settings(redis_url=valkey.redis_url, gateway_origins=origins)).test_client()
    assert client.get("/v1/problems", headers=ORIGIN).headers.get("Access-Control-Allow-Origin") == allowed
    stranger = client.get("/v1/problems", headers={"Origin": "https://elsewhere.example"})
    assert "Access-Control-Allow-Origin" not in stranger.headers


@pytest.mark.parametrize(("form", "unpack"), [("gzip", gzip.decompress), ("br", brotli.decompress)])
def test_long_answers_are_compressed_in_the_form_that_the_client_takes(http, form, unpack):
    """And short ones are not."""
    plain = http.get(DOCUMENT)
    packed = http.get(DOCUMENT, headers={"Accept-Encoding": form})
    assert packed.headers["Content-Encoding"] == form
    assert orjson.loads(unpack(packed.data)) == plain.json
    assert len(packed.data) < len(plain.data) / 4
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert "Content-Encoding" not in http.get("/v1/nowhere", headers={"Accept-Encoding": form}).headers


@pytest.mark.parametrize("path", [DOCUMENT, "/docs/docs.js"])
def test_what_the_client_has_is_not_sent_again(http, path):
    """With the ETag that it was given, compressed or not."""
    for form in ("identity", "gzip"):
        first = http.get(path, headers={"Accept-Encoding": form})
        assert "max-age" in first.headers["Cache-Control"]
        again = http.get(path, headers={"Accept-Encoding": form, "If-None-Match": first.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")


def test_answers_about_matches_and_accounts_are_kept_by_nobody(http, token):
    """They change, and may be for one reader alone."""
    assert http.get("/v1/accounts/me", headers=token).headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("path", ["/v1/accounts/me", "/v1/problems"])
def test_a_trailing_slash_makes_no_difference(http, token, path):
    """To the answer's status and body."""
    plain, slashed = http.get(path, headers=token), http.get(f"{path}/", headers=token)
    assert slashed.status_code == plain.status_code == 200
    assert slashed.json == plain.json
