"""Whatever a client sends wrong gets a typed refusal, never a fault of the server."""

from __future__ import annotations

import secrets

import orjson
import pytest

from services.gateway.app import create_app
from services.gateway.problems import ALL_STATUS
from services.shared.errors import STATUS, ServiceError, Unauthenticated
from services.shared.limits import Limits, limits
from services.shared.settings import Settings
from services.shared.version import find_version

JSON = {"Content-Type": "application/json"}
NEW_MATCH = {"game": "roll", "seats": [{"kind": "account"}, {"kind": "bot", "level": "greedy"}]}


def refused(got, status, error):
    assert got.mimetype == "application/problem+json", got.text
    problem = got.json
    assert (got.status_code, problem["status"], problem["error"]) == (status, status, error), got.text
    assert problem["title"] == ALL_STATUS[error].title
    assert problem["type"] == f"/v1/problems/{error}"
    assert problem["detail"]
    return problem


@pytest.mark.parametrize(
    ("body", "headers", "status", "error"),
    [
        (b'{"name": "ada', JSON, 400, "BadRequest"),
        (b"", JSON, 400, "BadRequest"),
        (b"null", JSON, 400, "BadRequest"),
        (b"[]", JSON, 400, "BadRequest"),
        (b'"ada"', JSON, 400, "BadRequest"),
        (b'{"name": 7}', JSON, 400, "BadRequest"),
        (b'{"name": NaN}', JSON, 400, "BadRequest"),
        (b'{"name": "ada", "admin": true}', JSON, 400, "BadRequest"),
        (b'{"name": "\\ud800"}', JSON, 400, "BadRequest"),
        (b'{"name": "a\\u0000b"}', JSON, 400, "BadRequest"),
        (b'{"name": "\xff\xfe"}', JSON, 400, "BadRequest"),
        (b"[" * 30_000, JSON, 400, "BadRequest"),
        (b'{"name":' * 8_000, JSON, 400, "BadRequest"),
        (b"9" * 60_000, JSON, 400, "BadRequest"),
        (b'{"name": ' + b"[" * 400 + b"]" * 400 + b"}", JSON, 400, "BadRequest"),
        (b"x" * 70_000, JSON, 413, "BodyTooLarge"),
        (b'{"name": "ada"}', {"Content-Type": "text/plain"}, 415, "UnsupportedMediaType"),
        (b'{"name": "ada"}', {}, 415, "UnsupportedMediaType"),
        (b"name=ada", {"Content-Type": "application/x-www-form-urlencoded"}, 415, "UnsupportedMediaType"),
        (b"--x", {"Content-Type": "multipart/form-data; boundary=x"}, 415, "UnsupportedMediaType"),
        (b'{"name": "Ada Lovelace"}', JSON, 400, "BadRequest"),
        (b'{"name": "' + b"a" * 300 + b'"}', JSON, 400, "BadRequest"),
    ],
)
def test_malformed_bodies(http, body, headers, status, error):
    """A body that can't be read is refused with its status, never answered with a fault."""
    refused(http.post("/v1/accounts", data=body, headers=headers), status, error)


def test_validation_names_the_field(http):
    """A missing field and a field too many are both named."""
    problem = refused(http.post("/v1/accounts", json={"nam": "ada"}), 400, "BadRequest")
    assert problem["errors"]["json"] == {"name": ["Missing data for required field."], "nam": ["Unknown field."]}


def test_an_account_name_is_taken_once(http):
    assert http.post("/v1/accounts", json={"name": "once-only"}).status_code == 201
    refused(http.post("/v1/accounts", json={"name": "once-only"}), 409, "AccountExists")


@pytest.mark.parametrize(
    "header",
    ["", "Bearer", "Bearer ", "Basic YTpi", "Bearer wrong", "Bearer \xff\xfe", "Bearer " + "x" * 4000, "bearer\t"],
)
def test_wrong_tokens(http, header):
    """A token that is none is refused, and the answer says which kind is wanted."""
    got = http.get("/v1/accounts/me", headers={"Authorization": header})
    refused(got, 401, "Unauthenticated")
    assert got.headers["WWW-Authenticate"] == "Bearer"


def test_a_wrong_token_is_refused_even_where_none_is_needed(http):
    refused(http.get("/v1/games", headers={"Authorization": "Bearer wrong"}), 401, "Unauthenticated")


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/v1/accounts/me"),
        ("POST", "/v1/accounts/me/tokens"),
        ("POST", "/v1/matches"),
        ("POST", "/v1/matches/x/join"),
        ("POST", "/v1/matches/x/actions"),
        ("POST", "/v1/matches/x/analysis"),
        ("GET", "/v1/matches/x/analysis"),
        ("GET", "/v1/matches/x/decision"),
        ("GET", "/v1/events"),
    ],
)
def test_no_token(http, method, path):
    """Every address that needs a token says so."""
    refused(http.open(path, method=method), 401, "Unauthenticated")


def test_a_token_to_watch_can_not_play(http, token):
    made = http.post("/v1/accounts/me/tokens", json={"scopes": ["watch"], "days": 1}, headers=token)
    assert made.status_code == 201
    watch = {"Authorization": f"Bearer {made.json['token']}"}
    assert http.get("/v1/accounts/me", headers=watch).json["scopes"] == ["watch"]
    refused(http.post("/v1/matches", json=NEW_MATCH, headers=watch), 403, "MissingScope")
    refused(http.post("/v1/accounts/me/tokens", json={}, headers=watch), 403, "MissingScope")


def test_a_revoked_token_is_worthless(http, token):
    assert http.delete("/v1/accounts/me/tokens/this", headers=token).status_code == 204
    refused(http.get("/v1/accounts/me", headers=token), 401, "Unauthenticated")


def test_no_token_can_make_itself_stronger(http, token):
    refused(http.post("/v1/accounts/me/tokens", json={"scopes": ["operator"]}, headers=token), 400, "BadRequest")


@pytest.mark.parametrize(
    "path",
    [
        "/v1",
        "/v1/",
        "/v1/match",
        "/v1/matches/a%00b",
        "/v1/matches/%ff%fe",
        "/v1/matches/" + "x" * 500,
        "/v1/matches/..%2f..%2fetc",
        "/v1/games/a b",
        "//v1/games",
        "/v1/problems/Nothing",
        "/static/app.py",
    ],
)
def test_no_such_address(http, token, path):
    """An address that there is not is told apart from a match that there is not."""
    refused(http.get(path, headers=token), 404, "NotFound")


def test_a_method_that_an_address_lacks(http):
    got = http.put("/v1/accounts", json={})
    refused(got, 405, "MethodNotAllowed")
    assert "POST" in got.headers["Allow"]


@pytest.mark.parametrize(
    "query",
    [
        "seat=-1",
        "seat=x",
        "seat=1e3",
        "seat=99999999999",
        "seat=%ff",
        "seat=",
        "wait_s=31",
        "wait_s=-1",
        "wait_s=nan",
        "wait_s=inf",
        "wait_s=x",
    ],
)
def test_malformed_queries(http, token, query):
    """A query that makes no sense is refused before anybody is asked."""
    refused(http.get(f"/v1/matches/x/decision?{query}", headers=token), 400, "BadRequest")


@pytest.mark.parametrize(
    "headers",
    [{"Last-Event-ID": "x"}, {"Last-Event-ID": "-1"}, {"Last-Event-ID": "9" * 30}, {"Last-Event-ID": "\u0661"}],
)
def test_malformed_cursors(http, token, headers):
    """A cursor that can't be is refused before a stream begins."""
    encoded = {name: value.encode().decode("latin-1") for name, value in headers.items()}
    refused(http.get("/v1/matches/x/events", headers=token | encoded), 400, "BadRequest")


def test_a_form_of_the_stream_that_there_is_not(http, token):
    got = http.get("/v1/matches/x/events", headers=token | {"Accept": "image/png"})
    refused(got, 406, "NotAcceptable")


@pytest.mark.parametrize(
    "change",
    [
        {"seats": []},
        {"seats": [{"kind": "robot"}]},
        {"seats": [{"kind": "bot"}]},
        {"seats": [{"kind": "open", "level": "greedy"}]},
        {"seats": [{"kind": "bot", "level": "greedy", "account": "ada"}]},
        {"seats": "two"},
        {"seats": [None]},
        {"seats": [{"kind": "open"}] * 17},
        {"options": []},
        {"game": None},
        {"starts_when_full": "soon"},
        {"colour": "red"},
    ],
)
def test_malformed_matches(http, token, change):
    """A match that can't be is refused by the gateway itself."""
    refused(http.post("/v1/matches", json=NEW_MATCH | change, headers=token), 400, "BadRequest")


@pytest.mark.parametrize("key", ["", "x" * 81, "with space", "ümlaut"])
def test_malformed_keys(http, token, key):
    """A key that is is too long or of wrong characters is refused."""
    headers = token | {"Idempotency-Key": key.encode().decode("latin-1")}
    refused(http.post("/v1/matches", json=NEW_MATCH, headers=headers), 400, "BadRequest")


@pytest.mark.parametrize(
    "body",
    [
        {"version": 1},
        {"action": "pass"},
        {"version": 1, "action": "pass", "actions": ["pass"]},
        {"version": 1, "actions": []},
        {"version": 1, "actions": "pass"},
        {"version": 1, "action": 7},
        {"version": 1, "actions": [["pass"]]},
        {"version": 1, "action": None},
        {"version": "1", "action": "pass"},
        {"version": 1.5, "action": "pass"},
        {"version": True, "action": "pass"},
        {"version": -1, "action": "pass"},
        {"version": 2**70, "action": "pass"},
        {"version": 1, "action": "pass", "seat": 2**40},
    ],
)
def test_malformed_actions(http, token, body):
    """Actions that have no possible form are refused by the gateway itself."""
    refused(http.post("/v1/matches/x/actions", json=body, headers=token), 400, "BadRequest")


def test_actions_and_options_deeper_than_what_can_be_passed_on(http, token):
    deep = "[" * 400 + "]" * 400
    for path, body in (("/x/actions", '{"version": 0, "action": {"kind": %s}}'), ("", '{"game": %s, "seats": []}')):
        got = http.post(f"/v1/matches{path}", data=body % deep, headers=token | JSON)
        assert "deep" in refused(got, 400, "BadRequest")["detail"]


@pytest.mark.parametrize("blank", ["\t", "\xa0", "\x0b", "  "])
def test_blanks_around_a_token_are_not_passed_on(http, token, blank, monkeypatch):
    monkeypatch.setattr("services.gateway.backend.CALL_S_MAX", 0.3)
    scheme, _, good = token["Authorization"].partition(" ")
    got = http.get("/v1/matches", headers={"Authorization": f"{scheme} {blank}{good}{blank}"})
    refused(got, 503, "Unavailable")


def test_too_many_actions_name_the_limit(http, token):
    body = {"version": 1, "actions": ["pass"] * 65}
    problem = refused(http.post("/v1/matches/x/actions", json=body, headers=token), 429, "LimitExceeded")
    assert (problem["limit"], problem["limit_max"]) == ("actions_per_submission_max", 64)


def test_too_many_requests_name_the_limit_and_when_to_come_again(http, token, monkeypatch):
    monkeypatch.setenv("ASTRARIUM_LIMIT_REQUESTS_PER_MINUTE_MAX", "3")
    limits.cache_clear()
    try:
        answers = [http.get("/v1/accounts/me", headers=token) for _ in range(4)]
    finally:
        limits.cache_clear()
    assert [got.status_code for got in answers] == [200, 200, 200, 429]
    problem = refused(answers[-1], 429, "LimitExceeded")
    assert (problem["limit"], problem["limit_max"]) == ("requests_per_minute_max", 3)
    assert 0 < problem["retry_after_s"] <= 61
    assert 1 <= int(answers[-1].headers["Retry-After"]) <= 61


def test_requests_count_whatever_they_ask_for(http, token, monkeypatch):
    """An account's limit is one for all routes, as the configuration's table says; what nobody serves counts too."""
    monkeypatch.setenv("ASTRARIUM_LIMIT_REQUESTS_PER_MINUTE_MAX", "3")
    limits.cache_clear()
    try:
        paths = ("/v1/accounts/me", "/v1/problems", "/v1/nowhere", "/v1/accounts/me", "/livez")
        codes = [http.get(path, headers=token).status_code for path in paths]
    finally:
        limits.cache_clear()
    assert codes == [200, 200, 404, 429, 204]


def test_limits_count_per_account(http, token, monkeypatch):
    """Further tokens bring no further requests; another account goes on."""
    further = http.post("/v1/accounts/me/tokens", json={}, headers=token).json["token"]
    other = http.post("/v1/accounts", json={"name": f"o{secrets.token_hex(6)}"}).json["token"]
    monkeypatch.setenv("ASTRARIUM_LIMIT_REQUESTS_PER_MINUTE_MAX", "2")
    limits.cache_clear()
    try:
        asking = [token, token, *({"Authorization": f"Bearer {each}"} for each in (further, other))]
        codes = [http.get("/v1/accounts/me", headers=each).status_code for each in asking]
    finally:
        limits.cache_clear()
    assert codes == [200, 200, 429, 200]


def test_accounts_per_address_are_limited(http, monkeypatch):
    monkeypatch.setenv("ASTRARIUM_LIMIT_ACCOUNTS_PER_HOUR_PER_ADDRESS_MAX", "1")
    limits.cache_clear()
    try:
        got = [http.post("/v1/accounts", json={"name": f"limited-{n}"}) for n in range(2)]
    finally:
        limits.cache_clear()
    assert got[0].status_code == 201
    problem = refused(got[1], 429, "LimitExceeded")
    assert problem["limit"] == "accounts_per_hour_per_address_max"


@pytest.mark.parametrize("header", ["Bearer guessed", "Bearer", "Basic Z3Vlc3M6ZWQ=", "nonsense"])
def test_a_bad_token_counts_against_its_address(http, monkeypatch, header):
    """Whoever guesses tokens is stopped like anybody who sends too much."""
    monkeypatch.setenv("ASTRARIUM_LIMIT_REQUESTS_PER_MINUTE_MAX", "3")
    limits.cache_clear()
    try:
        headers = {"Authorization": header}
        codes = [http.get("/v1/accounts/me", headers=headers).status_code for _ in range(4)]
        others = {"REMOTE_ADDR": "192.0.2.77"}
        elsewhere = http.get("/v1/accounts/me", headers=headers, environ_base=others).status_code
    finally:
        limits.cache_clear()
    assert codes == [401, 401, 401, 429]
    assert elsewhere == 401


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:192.0.2.9", "192.0.2.9", True),
        ("::ffff:192.0.2.9", "::ffff:192.0.2.10", False),
    ],
)
def test_ipv6_addresses_count_by_the_network_that_one_subscriber_has(http, monkeypatch, one, other, is_same):
    """A /64 holds more addresses than anybody can count."""
    monkeypatch.setenv("ASTRARIUM_LIMIT_REQUESTS_PER_MINUTE_MAX", "1")
    limits.cache_clear()
    try:
        codes = [http.get("/v1/problems", environ_base={"REMOTE_ADDR": each}).status_code for each in (one, other)]
    finally:
        limits.cache_clear()
    assert codes == [200, 429 if is_same else 200]


@pytest.mark.parametrize("path", ["/livez", "/healthz", "/metrics", "/docs/"])
def test_what_is_for_everybody_asks_for_no_token(http, path):
    """A probe that sends an old token is answered like any other."""
    anonymous, bad = http.get(path), http.get(path, headers={"Authorization": "Bearer old"})
    assert bad.status_code == anonymous.status_code != 401


@pytest.mark.parametrize(("proxies", "last"), [(0, 429), (1, 201)])
def test_addresses_behind_a_proxy_count_each_for_itself(valkey, app, monkeypatch, proxies, last):
    """The proxy adds who called it; what the client claims before that is believed of nobody."""
    behind = create_app(Settings(redis_url=valkey.redis_url, gateway_proxies=proxies)).test_client()
    remote = {"REMOTE_ADDR": f"10.0.0.{proxies}"}
    monkeypatch.setenv("ASTRARIUM_LIMIT_ACCOUNTS_PER_HOUR_PER_ADDRESS_MAX", "1")
    limits.cache_clear()

    def made(address):
        name = f"behind-{secrets.token_hex(6)}"
        told = {"X-Forwarded-For": address}
        got = behind.post("/v1/accounts", json={"name": name}, headers=told, environ_base=remote)
        return got.status_code

    try:
        first, again, other = made("10.9.9.9, 192.0.2.1"), made("10.8.8.8, 192.0.2.1"), made("192.0.2.2")
    finally:
        limits.cache_clear()
    assert (first, again, other) == (201, 429, last)


def test_while_a_service_is_away_the_answer_says_to_repeat(http, monkeypatch):
    monkeypatch.setattr("services.gateway.backend.CALL_S_MAX", 0.3)
    got = http.get("/v1/games")
    problem = refused(got, 503, "Unavailable")
    assert problem["retry_after_s"] > 0
    assert got.headers["Retry-After"]


def test_health_says_what_is_away(http):
    got = http.get("/healthz")
    assert got.status_code == 503
    told = got.json
    assert (told.pop("version"), told.pop("build")) == (find_version(), "unknown")
    assert told == {"status": "away", "parts": {"redis": "serving", "game_state": "away"}}
    assert http.get("/livez").status_code == 204


def test_metrics_name_routes_not_ids(http, token):
    http.get("/v1/matches/abc123/decision?seat=x", headers=token)
    text = http.get("/metrics").text
    assert 'route="/v1/matches/<word:match_id>/decision",status="400"' in text
    assert "abc123" not in text


def test_metrics_have_no_series_for_methods_that_clients_make_up(http):
    for number in range(3):
        refused(http.open("/nowhere", method=f"BREW{number}"), 404, "NotFound")
    text = http.get("/metrics").text
    assert 'method="other",route="none",status="404"' in text
    assert "BREW" not in text


def test_the_table_of_errors_is_served(http):
    listed = {each["error"]: each["status"] for each in http.get("/v1/problems").json["problems"]}
    assert {name: status.http for name, status in STATUS.items()}.items() <= listed.items()
    assert http.get("/v1/problems/StaleVersion").json["status"] == 409


def test_every_refusal_of_the_services_has_a_row():
    assert {each.__name__ for each in ServiceError.__subclasses__()} <= set(STATUS)
    assert Unauthenticated("x").to_dict() == {"error": "Unauthenticated", "message": "x"}


def test_limits_named_in_answers_exist():
    assert {"requests_per_minute_max", "accounts_per_hour_per_address_max"} <= set(Limits.model_fields)


def test_a_fault_tells_the_client_nothing(own_app):
    @own_app.get("/v1/fault")
    def fault():
        raise RuntimeError("the inside")

    got = own_app.test_client().get("/v1/fault")
    refused(got, 500, "Internal")
    assert "inside" not in got.text


def test_answers_are_json_lines(http):
    """Every answer is one JSON document, whichever part of the gateway made it."""
    assert orjson.loads(http.get("/v1/problems").data)["problems"]
