"""Limits by gRPC, of the real processes: several replicas and a gateway count together, and nobody is counted twice."""

from __future__ import annotations

import contextlib
import secrets
import signal
import time
from types import SimpleNamespace

import grpc
import httpx
import pytest

from protos.astrarium.v1 import catalog_pb2, catalog_pb2_grpc, match_pb2
from services.rpc.limiting import address_in
from services.shared import keys
from services.shared.counting import key_of_address
from services.shared.tokens import digest_of
from tests.support.stack import Client, Refused, Stack, free_port, until

REQUESTS, STREAMS, BEAT_MS = 150, 3, 1_000
LIMITED = {
    "ASTRARIUM_LIMIT_REQUESTS_PER_MINUTE_MAX": str(REQUESTS),
    "ASTRARIUM_LIMIT_STREAMS_PER_ACCOUNT_MAX": str(STREAMS),
    "ASTRARIUM_LIMIT_HEARTBEAT_MS": str(BEAT_MS),
}


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """Two replicas of game_state."""
    stack = Stack(tmp_path_factory.mktemp("limits"))
    try:
        first, second = (stack.game_state(**LIMITED)[1] for _ in range(2))
        yield SimpleNamespace(stack=stack, first=first, second=second)
    finally:
        stack.close()


@pytest.fixture(scope="module")
def url(hall):
    """The address of a gateway before them."""
    return run_gateway(hall.stack, f"ipv4:{hall.first},{hall.second}")


def run_gateway(stack, target):
    port = free_port()
    stack._run("services.gateway", ASTRARIUM_GATEWAY_PORT=str(port), ASTRARIUM_GAME_STATE_TARGET=target, **LIMITED)
    until(lambda: _serves(f"http://127.0.0.1:{port}"), 240)
    return f"http://127.0.0.1:{port}"


def _serves(url):
    with contextlib.suppress(httpx.TransportError):
        return httpx.get(f"{url}/livez").status_code == 204
    return False


@pytest.fixture
def name():
    return f"ann{secrets.token_hex(4)}"


def ask(client):
    """Ask for something small; return the refusal's word."""
    try:
        client.call("ListMatches")
    except Refused as refused:
        return refused.error
    return ""


def refusal(do):
    with pytest.raises((Refused, grpc.RpcError)) as error:
        do()
    return error.value if isinstance(error.value, Refused) else Refused(error.value)


def follow(client):
    """Open a stream of the account's news, and wait until it is there."""
    stream = client.matches.WatchAccount(match_pb2.WatchAccountRequest(), metadata=client.metadata, timeout=120)
    next(stream)
    return stream


def test_an_accounts_requests_count_at_all_replicas_together(hall, name):
    """The refusal says which limit and when to come again; others are not concerned."""
    clients = [hall.stack.client(target, name) for target in (hall.first, hall.second)]
    answers = [ask(clients[number % 2]) for number in range(REQUESTS + 4)]
    assert answers == [""] * REQUESTS + ["LimitExceeded"] * 4
    refused = refusal(lambda: clients[0].call("ListMatches"))
    assert refused.code is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert (refused.detail.limit, refused.detail.limit_max) == ("requests_per_minute_max", REQUESTS)
    assert 0 < refused.detail.retry_after_ms <= 61_000
    assert refusal(lambda: follow(clients[1])).error == "LimitExceeded"
    assert ask(hall.stack.client(hall.first, f"{name}-other")) == ""


def test_previews_count_as_all_that_is_asked(hall, name):
    """Nothing can be tried out more often than it could be asked for."""
    client = hall.stack.client(hall.first, name)
    tried = []
    for _ in range(REQUESTS + 1):
        with pytest.raises(Refused) as refused:
            client.call("PreviewActions", match_id="nothing", expected_version=0, actions=[b'"pass"'])
        tried.append(refused.value.error)
    assert tried == ["UnknownMatch"] * REQUESTS + ["LimitExceeded"]


def test_what_a_gateway_sends_on_counts_once_and_together_with_grpc(hall, url, name):
    """Requests with a further token count for the same account; the gateway's own calls add nothing."""
    client, by_rest = hall.stack.client(hall.first, name), REQUESTS // 3
    token = hall.stack.accounts.create_token(name)
    with httpx.Client(base_url=url, headers={"Authorization": f"Bearer {token}"}) as http:
        assert {http.get("/v1/matches").status_code for _ in range(by_rest)} == {200}
        assert [ask(client) for _ in range(REQUESTS - by_rest + 1)][-2:] == ["", "LimitExceeded"]
        until(lambda: http.get("/v1/matches").status_code == 429, pause=0)


def test_nobody_passes_for_a_gateway(hall, name):
    """A made-up proof, or a token of one's own, counts as none."""
    client = hall.stack.client(hall.first, name)
    own = client.metadata[0][1].split()[1]
    for proof in ("made-up", own):
        client.metadata = [*client.metadata[:1], ("astrarium-gateway", proof)]
        answers = [ask(client) for _ in range(REQUESTS // 2 + 1)]
    assert answers[-1] == "LimitExceeded"


def test_the_servers_own_accounts_are_not_counted(hall):
    token = secrets.token_urlsafe(32)
    fields = {"account": "~director", "scopes": "play", "expires_s": int(time.time()) + 3600}
    hall.stack.redis.hset(keys.server_token(digest_of(token)), mapping=fields)
    director = Client(hall.first, token)
    assert {ask(director) for _ in range(REQUESTS + 10)} == {""}


def test_bad_tokens_count_for_their_address_and_nobody_elses(hall, name):
    """Good tokens from the same address go on; what a gateway sends on does not count for the gateway."""
    hall.stack.redis.delete(*hall.stack.redis.keys("astrarium:limit:*") or ["none"])
    strangers = [Client(target, "no-such-token") for target in (hall.first, hall.second)]
    answers = [ask(strangers[number % 2]) for number in range(REQUESTS + 2)]
    assert answers == ["Unauthenticated"] * REQUESTS + ["LimitExceeded"] * 2
    assert refusal(lambda: strangers[0].call("ListMatches")).detail.limit == "requests_per_minute_max"
    assert ask(Client(hall.first, None)) == "LimitExceeded"
    assert ask(hall.stack.client(hall.second, name)) == ""


def look_up(target, metadata=()):
    """Ask for what needs no token; return the refusal."""
    with grpc.insecure_channel(target) as channel:
        stub = catalog_pb2_grpc.CatalogServiceStub(channel)
        try:
            stub.ListGames(catalog_pb2.ListGamesRequest(), metadata=metadata, timeout=60)
        except grpc.RpcError as wrong:
            return Refused(wrong)
    return None


def test_what_needs_no_token_counts_for_its_address_without_one(own_stack):
    """As by REST, and together with it; with a token for the account, and through a gateway once."""
    target, by_rest = own_stack.game_state(**LIMITED)[1], REQUESTS // 3
    with httpx.Client(base_url=run_gateway(own_stack, target)) as http:
        assert {http.get("/v1/games").status_code for _ in range(by_rest)} == {200}
        answers = [look_up(target) for _ in range(REQUESTS - by_rest + 2)]
        assert answers[: REQUESTS - by_rest] == [None] * (REQUESTS - by_rest)
        assert [each.error for each in answers[-2:]] == ["LimitExceeded"] * 2
        until(lambda: http.get("/v1/games").status_code == 429, pause=0)
        client = own_stack.client(target, "anna")
        token = client.metadata[0][1]
        assert http.get("/v1/games", headers={"Authorization": token}).status_code == 200
        assert http.get("/healthz").json()["parts"]["game_state"] == "serving"
    asked = [look_up(target, client.metadata) for _ in range(REQUESTS)]
    assert asked[0] is None
    assert (asked[-1].error, asked[-1].detail.limit) == ("LimitExceeded", "requests_per_minute_max")


def test_an_accounts_streams_count_in_all_replicas_until_they_are_left(hall, name):
    clients = [hall.stack.client(target, name) for target in (hall.first, hall.second)]
    streams = [follow(clients[number % 2]) for number in range(STREAMS)]
    for client in clients:
        refused = refusal(lambda client=client: follow(client))
        assert (refused.code, refused.detail.limit) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "streams_per_account_max")
        assert (refused.detail.limit_max, refused.detail.retry_after_ms) == (STREAMS, BEAT_MS)
    follow(hall.stack.client(hall.first, f"{name}-other")).cancel()
    # Longer than a stream counts without being renewed.
    time.sleep(4 * BEAT_MS / 1000)
    assert refusal(lambda: follow(clients[0])).error == "LimitExceeded"
    streams.pop().cancel()
    until(lambda: hall.stack.redis.zcard(keys.streams(name)) == STREAMS - 1, 10)
    streams.append(follow(clients[1]))
    for stream in streams:
        stream.cancel()
    until(lambda: not hall.stack.redis.exists(keys.streams(name)), 10)


def test_streams_of_a_killed_replica_count_no_more_after_some_beats(hall, name):
    process, target = hall.stack.game_state(**LIMITED)
    client = hall.stack.client(hall.first, name)
    elsewhere = hall.stack.client(target, name)
    streams = [follow(elsewhere) for _ in range(STREAMS)]
    assert refusal(lambda: follow(client)).error == "LimitExceeded"
    hall.stack.stop(process, signal.SIGKILL)
    until(lambda: _follows(client), 60)
    assert len(streams) == STREAMS


def _follows(client):
    with contextlib.suppress(grpc.RpcError):
        follow(client).cancel()
        return True
    return False


def test_streams_through_a_gateway_count_there(hall, url, name):
    """A gathered stream counts as all its parts, and game_state counts none of them a second time."""
    client = hall.stack.client(hall.first, name)
    ids = [client.create(["account:", "open:"]) for _ in range(STREAMS)]
    token = hall.stack.accounts.create_token(name)
    own = {"Authorization": f"Bearer {token}", "Accept": "application/x-ndjson"}
    with httpx.Client(base_url=url, headers=own, timeout=30) as http:
        many = http.get("/v1/events", params={"match": ids})
        assert (many.status_code, many.json()["limit"]) == (429, "streams_per_account_max")
        with http.stream("GET", "/v1/events", params={"match": ids[:2]}) as gathered:
            assert gathered.status_code == 200
            next(gathered.iter_lines())
            assert http.get("/v1/events").status_code == 429
            assert not hall.stack.redis.exists(keys.streams(name))
            follow(client).cancel()

        def is_free():
            with http.stream("GET", "/v1/events") as alone:
                return alone.status_code == 200

        until(is_free, 30)


@pytest.mark.parametrize(
    ("peer", "whom"),
    [
        ("ipv4:192.0.2.7:41234", "address:192.0.2.7"),
        ("ipv6:%5B2001:db8::1%5D:41234", "address:2001:db8::/64"),
        ("ipv6:[2001:db8::2]:41234", "address:2001:db8::/64"),
        ("ipv6:%5B::ffff:192.0.2.7%5D:41234", "address:192.0.2.7"),
        ("unix:/run/astrarium", "address:unknown"),
        ("", "address:unknown"),
    ],
)
def test_a_peer_counts_for_its_address(peer, whom):
    assert key_of_address(address_in(peer)) == whom
