"""The gateway has a user of its own in Valkey: all its routes work by it, and it reaches nothing else."""

from __future__ import annotations

import re
import subprocess
import time

import grpc
import pytest
from redis import Redis
from redis.exceptions import NoPermissionError

from cli.operator_access import make_access
from protos.astrarium.v1 import operator_pb2, operator_pb2_grpc
from services.gateway.app import create_app
from services.shared import keys
from services.shared.settings import Settings
from services.shared.tokens import Accounts, digest_of
from tests.deploy.test_secrets import DEPLOY
from tests.support.stack import Refused, Stack, free_port

QUERY = {"follow": "false", "game": "roll"}
NAMES = ("zoe", "guest-0123456789", "x" * 30, "y" * 64)


@pytest.fixture(scope="module")
def stack(tmp_path_factory):
    """A Valkey that knows the gateway's user as an installation has it, with game_state and a director."""
    folder = tmp_path_factory.mktemp("own-user")
    subprocess.run([DEPLOY / "secrets.sh", folder / "secrets"], check=True, capture_output=True)
    running = Stack(folder)
    try:
        for line in (folder / "secrets" / "valkey_users").read_text().splitlines():
            _, name, *rules = line.split()
            if name == "gateway":
                running.redis.execute_command("ACL", "SETUSER", name, *rules)
        yield running
    finally:
        running.close()


@pytest.fixture(scope="module")
def gateway_url(stack):
    """The address with which the gateway reaches that Valkey."""
    made = (stack.folder / "secrets" / "gateway_redis_url").read_text()
    return made.replace("@valkey:6379", f"@127.0.0.1:{stack.valkey.port}")


@pytest.fixture(scope="module")
def gateway(gateway_url):
    with Redis.from_url(gateway_url) as redis:
        yield redis


FOREIGN = [
    keys.match("k3v9m2x8q7r5"),
    keys.log("k3v9m2x8q7r5"),
    keys.chat("k3v9m2x8q7r5"),
    keys.answers("ada", "k3v9m2x8q7r5"),
    keys.answers("ada"),
    keys.account_events("ada"),
    keys.account_index("ada"),
    keys.open_index("ada"),
    keys.status_index("running"),
    keys.deal("d-1-1"),
    keys.tournament_log("t4wz8kqmh2vd"),
    keys.series_log("q7mx2vhd4tzk"),
    keys.RESULTS,
    keys.OUTBOX,
    keys.ANSWERS,
    keys.LEVELS,
    "astrarium.instant",
]


@pytest.mark.parametrize("key", FOREIGN)
def test_what_is_not_the_gateways_is_out_of_its_reach(gateway, key):
    for command in (("LRANGE", key, 0, -1), ("HGETALL", key), ("GET", key), ("XRANGE", key, "-", "+"), ("DEL", key)):
        with pytest.raises(NoPermissionError):
            gateway.execute_command(*command)
    with pytest.raises(NoPermissionError):
        gateway.eval("return redis.call('LRANGE', KEYS[1], 0, -1)", 1, key)


@pytest.mark.parametrize(
    "command", [("KEYS", "*"), ("SCAN", 0), ("FLUSHALL",), ("CONFIG", "GET", "*"), ("ACL", "LIST")]
)
def test_the_gateway_can_not_look_around(gateway, command):
    with pytest.raises(NoPermissionError):
        gateway.execute_command(*command)


@pytest.mark.parametrize("name", NAMES)
def test_accounts_and_tokens_are_the_gateways(gateway, name):
    gateway.hset(keys.account(name), "created_ms", 1)
    assert gateway.hgetall(keys.account(name)) == {b"created_ms": b"1"}
    gateway.sadd(keys.account_tokens(name), "digest")
    gateway.delete(keys.account(name), keys.account_tokens(name), keys.token("0" * 64))


@pytest.fixture(scope="module")
def http(stack, gateway_url):
    """A gateway with its own user, and the services behind it."""
    director = f"127.0.0.1:{free_port()}"
    _, game_state = stack.game_state()
    stack.game_state_target = game_state
    stack._run("services.director", ASTRARIUM_DIRECTOR_LISTEN=director, ASTRARIUM_GAME_STATE_TARGET=game_state)
    return create_app(
        Settings(redis_url=gateway_url, game_state_target=game_state, director_target=director)
    ).test_client()


def test_every_route_works_by_the_gateways_own_user(http, stack):
    token = http.post("/v1/accounts", json={"name": "ada"}).json["token"]
    own = {"Authorization": f"Bearer {token}"}
    seats = [{"kind": "account"}, {"kind": "open"}]
    match_id = http.post("/v1/matches", json={"game": "roll", "seats": seats}, headers=own).json["id"]
    document, statuses = http.get("/docs/openapi.json").json, []
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            # What ends tokens comes last.
            if method in {"parameters", "delete"}:
                continue
            taken = {each.get("name") for each in operation.get("parameters", ())}
            content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
            bodies = [content.get("example"), *(each["value"] for each in content.get("examples", {}).values())]
            for headers in (own, {}):
                got = http.open(
                    re.sub("{[a-z_]+}", match_id, path),
                    method=method.upper(),
                    json=next(filter(None, bodies), None),
                    headers={**headers, "Astrarium-Page": "1", "Accept": "application/json, application/x-ndjson"},
                    query_string={name: text for name, text in QUERY.items() if name in taken},
                )
                # What no bot worker offers is out of reach, as without any user.
                assert got.status_code != 500, (method, path, got.text)
                statuses.append(got.status_code)
    assert http.get("/healthz").json["parts"] == {"redis": "serving", "game_state": "serving"}
    assert len(statuses) > 80
    assert statuses.count(200) > 10
    assert http.delete("/v1/accounts/me/tokens/this", headers=own).status_code == 204
    assert stack.redis.xlen(keys.REVOKED) >= 1


def test_the_log_of_a_match_is_out_of_the_gateways_reach(http, stack, gateway):
    own = {"Authorization": "Bearer " + http.post("/v1/accounts", json={"name": "bob"}).json["token"]}
    match_id = http.post(
        "/v1/matches", json={"game": "roll", "seats": [{"kind": "account"}, {"kind": "open"}]}, headers=own
    ).json["id"]
    assert stack.redis.exists(keys.match(match_id))
    for command in (("HGETALL", keys.match(match_id)), ("LRANGE", keys.log(match_id), 0, -1)):
        with pytest.raises(NoPermissionError):
            gateway.execute_command(*command)


def test_a_revocation_is_heard_of_by_the_gateways_own_user(gateway):
    accounts = Accounts(gateway)
    principal = accounts.find(accounts.create(f"r{int(time.time())}"))
    accounts.revoke(principal.account, [principal.digest])
    assert principal.digest in str(gateway.xread({keys.REVOKED: "0"}))


@pytest.fixture(scope="module")
def access(stack):
    """The operator's access, as `astrarium admin access` makes it."""
    return make_access(stack.redis_url, "", "", 1)


def test_tokens_of_the_servers_own_accounts_are_read_by_gateways_and_not_written(stack, gateway, access):
    digest = digest_of(access.token)
    key = keys.server_token(digest)
    assert gateway.hget(key, "account") == b"~operator"
    assert Accounts(gateway).find(access.token).scopes == {"operator"}
    other = keys.server_token(digest_of("of-a-taken-gateway"))
    for command in (
        ("HSET", other, "account", "~operator"),
        ("HSET", key, "expires_s", 2**40),
        ("DEL", key),
        ("EXPIRE", key, 1),
        ("RENAME", keys.token(digest), other),
        ("COPY", key, other),
        ("SADD", keys.account_tokens("~operator"), digest),
        ("SREM", keys.account_tokens("~operator"), digest),
    ):
        with pytest.raises(NoPermissionError):
            gateway.execute_command(*command)
    with pytest.raises(NoPermissionError):
        gateway.eval("return redis.call('HSET', KEYS[1], 'account', '~operator')", 1, other)


@pytest.mark.parametrize(
    ("account", "scopes"), [("~operator", "operator"), ("~director", "play"), ("ada", "play operator")]
)
def test_a_taken_gateway_makes_itself_no_operator(stack, http, gateway, account, scopes):
    """Whatever it writes among the tokens of people, game_state takes it for no account and no scope of the server."""
    token = f"of-a-taken-gateway-{account[1:]}"
    fields = {"account": account, "scopes": scopes, "expires_s": int(time.time()) + 3600}
    gateway.hset(keys.token(digest_of(token)), mapping=fields)
    target = stack.game_state_target
    with grpc.insecure_channel(target) as channel:
        stub = operator_pb2_grpc.OperatorServiceStub(channel)
        with pytest.raises(grpc.RpcError) as refused:
            stub.ListAccounts(
                operator_pb2.ListAccountsRequest(), metadata=[("authorization", f"Bearer {token}")], timeout=20
            )
    assert Refused(refused.value).error == ("MissingScope" if account == "ada" else "Unauthenticated")


def test_the_operator_goes_through_a_gateway_as_before(http, access):
    """It reads and decides, but its tokens are made by its own command alone."""
    own = {"Authorization": f"Bearer {access.token}"}
    assert http.get("/v1/accounts/me", headers=own).json["name"] == "~operator"
    assert [each["is_this"] for each in http.get("/v1/accounts/me/tokens", headers=own).json["tokens"]] == [True]
    for method, path in (
        ("POST", "/v1/accounts/me/tokens"),
        ("DELETE", "/v1/accounts/me/tokens"),
        ("DELETE", "/v1/accounts/me/tokens/this"),
        ("DELETE", "/v1/accounts/me/tokens/0123456789abcdef"),
        ("POST", "/v1/session"),
    ):
        got = http.open(path, method=method, headers=own, json={} if method == "POST" else None)
        assert (got.status_code, got.json["error"]) == (403, "MissingScope"), (method, path, got.text)
    assert http.get("/v1/accounts/me", headers=own).status_code == 200
    assert http.get("/v1/accounts/me", headers={"Authorization": "Bearer nonsense"}).status_code == 401
