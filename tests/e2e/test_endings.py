"""How streams and long polls end before their time: with an answer that says why, and soon."""

from __future__ import annotations

import contextlib
import json
import resource
import socket
import threading
import time
from urllib.parse import urlsplit

import grpc
import httpx
import pytest

from protos.astrarium.v1 import match_pb2
from protos.astrarium.v1.match_pb2_grpc import MatchServiceStub
from tests.e2e.support import ME, OPEN, make_stack, new_client, table_for
from tests.support.stack import Refused, quiet_s

HEARTBEAT_MS = 400
BEATS = 3
BODY_MS = 1500
ENDS_S_MAX = 2.0
POLL_S = 25
HALF_BODIES = 1_100
FILES_FIRST = 1_024
SETTINGS = {
    "ASTRARIUM_LIMIT_HEARTBEAT_MS": str(HEARTBEAT_MS),
    "ASTRARIUM_LIMIT_BODY_MS_MAX": str(BODY_MS),
    # The half-sent bodies are all of accounts.
    "ASTRARIUM_LIMIT_ACCOUNTS_PER_HOUR_PER_ADDRESS_MAX": str(2 * HALF_BODIES),
}
CUP = {"name": "Cup", "game": "roll", "format": "swiss", "seats": 2, "rounds": 1}
SERIES = {"game": "roll", "players": ["random", "greedy"], "pairs": 1}


@pytest.fixture(scope="module")
def stack(tmp_path_factory):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    # Its processes begin with what most systems give them; this one needs more later.
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES_FIRST, hard))
    with make_stack(tmp_path_factory.mktemp("endings"), game_states=2, bots=0, settings=SETTINGS) as running:
        # Containers have workers of series besides; a series must last as long as its stream is looked at.
        for process in running.processes.values():
            if process.role == "bots_series":
                process.terminate()
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 4 * HALF_BODIES)), hard))
        yield running
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.fixture
def client(stack):
    with new_client(stack.url) as made:
        yield made


class Hearing(threading.Thread):
    """Hears one stream to its end, and notes when each line came."""

    def __init__(self, stack, token, path):
        super().__init__(daemon=True)
        self.url, self.headers = f"{stack.url}/v1{path}", {"Authorization": f"Bearer {token}"}
        self.lines, self.times = [], []
        self.fault = None
        self.start()

    def run(self):
        try:
            with httpx.stream("GET", self.url, headers=self.headers, timeout=60) as got:
                got.raise_for_status()
                for line in got.iter_lines():
                    self.times.append(time.monotonic())
                    self.lines.append(json.loads(line))
        except Exception as fault:  # noqa: BLE001 (the test looks at it)
            self.fault = fault

    def wait_for(self, kind):
        until = time.monotonic() + 60
        while kind not in [line["type"] for line in self.lines]:
            assert self.is_alive(), (self.url, self.fault, self.lines)
            assert time.monotonic() < until, (self.url, self.lines)
            time.sleep(0.02)

    def beats(self):
        return [line for line in self.lines if line["type"] == "heartbeat"]

    def wait_until_over(self):
        self.join(60)
        assert not self.is_alive()
        assert self.fault is None, (self.url, self.fault)


class Polling(threading.Thread):
    """Waits for a decision by REST."""

    def __init__(self, stack, token, match_id):
        super().__init__(daemon=True)
        self.url, self.headers = stack.url, {"Authorization": f"Bearer {token}"}
        self.match_id = match_id
        self.start()

    def run(self):
        path = f"/v1/matches/{self.match_id}/decision"
        self.got = httpx.get(self.url + path, params={"wait_s": POLL_S}, headers=self.headers, timeout=60)
        self.ended = time.monotonic()


def paths_of(client, match_id):
    """The four kinds of streams."""
    cup, series = client.post("/tournaments", CUP)["id"], client.post("/series", SERIES)["id"]
    return [f"/matches/{match_id}/events", "/events", f"/tournaments/{cup}/events", f"/series/{series}/events"]


def further_token(client):
    return client.post("/accounts/me/tokens", {"scopes": ["play"], "days": 1})["token"]


def revoke(stack, token):
    got = httpx.delete(f"{stack.url}/v1/accounts/me/tokens/this", headers={"Authorization": f"Bearer {token}"})
    assert got.status_code == 204


def test_all_streams_have_the_same_heartbeat_at_fixed_times_whatever_else_they_send(stack, client):
    match_id = table_for(client, ME, OPEN)
    hearing = [Hearing(stack, client.token, path) for path in paths_of(client, match_id)]
    for each in hearing:
        each.wait_for("heartbeat")
    token = further_token(client)
    again = [Hearing(stack, token, path.url.removeprefix(f"{stack.url}/v1")) for path in hearing]
    until = time.monotonic() + 60
    while any(len(each.beats()) < BEATS for each in again):
        assert time.monotonic() < until
        client.post(f"/matches/{match_id}/chat", {"text": "still here"})
        time.sleep(HEARTBEAT_MS / 1000)
    revoke(stack, token)
    for each in again:
        each.wait_until_over()
        assert all(line == {"type": "heartbeat"} for line in each.beats())


def test_a_revoked_token_ends_its_streams_and_waiting_calls_and_no_others(stack, client):
    with new_client(stack.url) as other:
        match_id = table_for(client, ME, OPEN)
        token = further_token(client)
        paths = paths_of(client, match_id)
        revoked = [Hearing(stack, token, path) for path in paths]
        for each in revoked:
            each.wait_for("heartbeat")
        # The broadcast of the match was opened with the token that is revoked.
        kept = [Hearing(stack, client.token, path) for path in paths] + [Hearing(stack, other.token, paths[0])]
        for each in kept:
            each.wait_for("heartbeat")
        poll = Polling(stack, token, match_id)
        time.sleep(0.5)
        began = time.monotonic()
        revoke(stack, token)
        for each in revoked:
            each.wait_until_over()
            assert (each.lines[-1]["type"], each.lines[-1]["error"]) == ("end", "Unauthenticated")
            assert each.times[-1] - began < quiet_s(ENDS_S_MAX)
        poll.join(60)
        assert (poll.got.status_code, poll.got.json()["error"]) == (401, "Unauthenticated")
        assert poll.ended - began < quiet_s(ENDS_S_MAX)
        client.post(f"/matches/{match_id}/chat", {"text": "still here"})
        kept[0].wait_for("chat")
        kept[-1].wait_for("chat")
        assert all(each.is_alive() for each in kept)


def test_tokens_revoked_by_another_end_their_streams(stack, client):
    """Whoever finds a token in the list and revokes it, with all that were made with it, has cut them all off."""
    match_id = table_for(client, ME, OPEN)
    lent = further_token(client)
    headers = {"Authorization": f"Bearer {lent}"}
    made = httpx.post(f"{stack.url}/v1/accounts/me/tokens", json={"scopes": ["play"]}, headers=headers).json()["token"]
    hearing = [Hearing(stack, token, f"/matches/{match_id}/events") for token in (lent, made)]
    metadata = (("authorization", f"Bearer {made}"),)
    with grpc.insecure_channel(stack.grpc_targets[1]) as channel:
        stream = MatchServiceStub(channel).WatchAccount(match_pb2.WatchAccountRequest(), metadata=metadata)
        next(stream)
        for each in hearing:
            each.wait_for("heartbeat")
        lent_id = client.get("/accounts/me/tokens")["tokens"][1]["id"]
        began = time.monotonic()
        path = f"{stack.url}/v1/accounts/me/tokens/{lent_id}?with_made=true"
        assert httpx.delete(path, headers={"Authorization": f"Bearer {client.token}"}).status_code == 204
        with pytest.raises(grpc.RpcError) as ended:
            list(stream)
        assert Refused(ended.value).error == "Unauthenticated"
    for each in hearing:
        each.wait_until_over()
        assert (each.lines[-1]["type"], each.lines[-1]["error"]) == ("end", "Unauthenticated")
        assert each.times[-1] - began < quiet_s(ENDS_S_MAX)


def test_a_revoked_token_ends_its_streams_by_grpc(stack, client):
    match_id = table_for(client, ME, OPEN)
    token = further_token(client)
    metadata = (("authorization", f"Bearer {token}"),)
    with grpc.insecure_channel(stack.grpc_targets[1]) as channel:
        stub = MatchServiceStub(channel)
        stream = stub.WatchEvents(match_pb2.WatchEventsRequest(match_id=match_id), metadata=metadata)
        next(stream)
        decision = stub.GetDecision.future(
            match_pb2.GetDecisionRequest(match_id=match_id, wait_ms=POLL_S * 1000), metadata=metadata
        )
        time.sleep(0.5)
        began = time.monotonic()
        revoke(stack, token)
        for call in (lambda: list(stream), decision.result):
            with pytest.raises(grpc.RpcError) as ended:
                call()
            assert Refused(ended.value).error == "Unauthenticated"
        assert time.monotonic() - began < quiet_s(ENDS_S_MAX)


def test_a_gateway_that_stops_answers_who_waits(stack, client):
    match_id = table_for(client, ME, OPEN)
    hearing = [Hearing(stack, client.token, path) for path in paths_of(client, match_id)]
    for each in hearing:
        each.wait_for("heartbeat")
    poll = Polling(stack, client.token, match_id)
    time.sleep(1)
    (gateway,) = stack.select("gateway")
    gateway.terminate()
    for each in hearing:
        each.wait_until_over()
        last = each.lines[-1]
        assert (last["type"], last["error"]) == ("end", "Unavailable")
        assert 0 < last["retry_after_s"] < 10
    poll.join(60)
    assert (poll.got.status_code, poll.got.json()["error"]) == (503, "Unavailable")
    assert int(poll.got.headers["Retry-After"]) >= 1
    gateway.wait_ended(20)
    stack.start_role("gateway")


def test_a_game_state_that_stops_answers_who_waits_and_streams_go_on_at_the_other(stack, client):
    match_id = table_for(client, ME, OPEN)
    hearing = Hearing(stack, client.token, f"/matches/{match_id}/events")
    hearing.wait_for("heartbeat")
    metadata = (("authorization", f"Bearer {client.token}"),)
    replica = stack.select("game_state.0")[0]
    with grpc.insecure_channel(stack.grpc_targets[0]) as channel:
        stub = MatchServiceStub(channel)
        stream = stub.WatchEvents(match_pb2.WatchEventsRequest(match_id=match_id), metadata=metadata)
        next(stream)
        poll = Polling(stack, client.token, match_id)
        decision = stub.GetDecision.future(
            match_pb2.GetDecisionRequest(match_id=match_id, wait_ms=POLL_S * 1000), metadata=metadata
        )
        time.sleep(0.5)
        replica.terminate()
        for call in (lambda: list(stream), decision.result):
            with pytest.raises(grpc.RpcError) as ended:
                call()
            refused = Refused(ended.value)
            assert (refused.error, refused.detail.retry_after_ms > 0) == ("Unavailable", True)
    replica.wait_ended(20)
    with new_client(stack.url) as other:
        other.post(f"/matches/{match_id}/join")
    # By REST nobody has noticed: the seat is asked now that the match has begun.
    poll.join(60)
    assert (poll.got.status_code, poll.got.json()["is_asked"]) == (200, True)
    hearing.wait_for("match")
    assert hearing.is_alive()
    stack.start_role("game_state.0")


def half_body(stack):
    address = urlsplit(stack.url)
    connection = socket.create_connection((address.hostname, address.port), timeout=60)
    head = f"POST /v1/accounts HTTP/1.1\r\nHost: {address.netloc}\r\nContent-Type: application/json\r\n"
    connection.sendall(f'{head}Content-Length: 100\r\n\r\n{{"name": '.encode())
    return connection


def read_all(connection):
    got = b""
    while part := connection.recv(65536):
        got += part
    return got


def test_a_body_that_does_not_come_is_refused_and_its_connection_closed(stack):
    began = time.monotonic()
    with half_body(stack) as connection:
        head, _, body = read_all(connection).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 408")
    assert json.loads(body)["error"] == "BodyTooSlow"
    assert BODY_MS / 1000 - 0.1 < time.monotonic() - began < quiet_s(20)


def test_half_sent_bodies_silence_nobody(stack):
    with contextlib.ExitStack() as undo:
        for _ in range(HALF_BODIES):
            undo.enter_context(half_body(stack))
        began = time.monotonic()
        assert httpx.get(f"{stack.url}/livez", timeout=30).status_code == 204
        assert time.monotonic() - began < quiet_s(5)
