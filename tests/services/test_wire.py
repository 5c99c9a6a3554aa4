"""What is almost a request is a client's mistake: it is refused by its word, and told in one line of the log."""

from __future__ import annotations

import json
import random
import socket
from urllib.parse import urlsplit

import grpc
import httpx
import pytest
from grpc_health.v1 import health_pb2

from tests.attack.accounts import attack_half_bodies, attack_tokens
from tests.attack.grpc_wire import attack_frames, attack_messages, call_frames
from tests.attack.http_wire import attack_http_wire, make_requests
from tests.attack.target import faults_in_logs, make_stack, make_target
from tests.support.stack import Refused, until

NO_TEXT = b"\x0a\x05abc"


@pytest.fixture(scope="module")
def target(tmp_path_factory):
    with make_stack(tmp_path_factory.mktemp("wire")) as stack:
        yield make_target(stack)


def exchange(target, raw):
    """Send bytes to the gateway; return the status, the problem details, and what came after them."""
    address = urlsplit(target.stack.url)
    with socket.create_connection((address.hostname, address.port), timeout=60) as connection:
        connection.sendall(raw)
        connection.shutdown(socket.SHUT_WR)
        answer = b""
        while part := connection.recv(65536):
            answer += part
    head, _, rest = answer.partition(b"\r\n\r\n")
    length = next(
        int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length")
    )
    assert b"application/problem+json" in head, answer
    return int(head.split()[1]), json.loads(rest[:length]), rest[length:]


def is_answered_with(target, raw, text):
    """Send bytes to game_state; return whether it sends that text before it hangs up."""
    host, port = target.stack.grpc_target.rsplit(":", 1)
    answer = b""
    with socket.create_connection((host, int(port)), timeout=60) as connection:
        connection.sendall(raw)
        while text not in answer and (part := connection.recv(65536)):
            answer += part
    return text in answer


def lines_of(target, role, text):
    """Return the lines of a role's log that have that text in them."""
    log = target.stack.data / "log" / f"{role}.log"
    return [line for line in log.read_text().splitlines() if text in line]


def posted(target, *headers, body):
    own = (f"Authorization: Bearer {target.token}", "Content-Type: application/json", *headers)
    return "\r\n".join(("POST /v1/matches HTTP/1.1", "Host: localhost", *own, "", "")).encode() + body


@pytest.mark.parametrize(
    "body",
    [
        b"zz\r\nhello\r\n0\r\n\r\n",
        b"-1\r\nhello\r\n0\r\n\r\n",
        b"5;\0\r\nhello\r\n0\r\n\r\n",
        b"5\r\nhelloXX0\r\n\r\n",
        b"5\r\nhello\r\n0\r\nA b\r\n\r\n",
    ],
)
def test_malformed_chunks_are_told_as_a_mistake(target, body):
    told = len(lines_of(target, "gateway.0", "malformed body"))
    status, problem, rest = exchange(target, posted(target, "Transfer-Encoding: chunked", body=body))
    assert (status, problem["status"], problem["error"], rest) == (400, 400, "BadRequest", b"")
    assert problem["request_id"]
    until(lambda: len(lines_of(target, "gateway.0", "malformed body")) == told + 1)


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (b"GET /v1/games HTTP/9.9\r\n\r\n", 400),
        (b"\x16\x03\x01\x02\r\n\r\n", 400),
        (b"GET /" + b"a" * 9_000 + b" HTTP/1.1\r\n\r\n", 414),
        (b"GET / HTTP/1.1\r\nX: " + b"a" * 70_000 + b"\r\n\r\n", 431),
        (b"GET / HTTP/1.1\r\nHost: a\r\nA b: c\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: nonsense\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: a\r\nExpect: wonders\r\n\r\n", 417),
    ],
)
def test_what_is_no_request_is_told_as_a_mistake(target, raw, expected):
    told = len(lines_of(target, "gateway.0", "malformed request"))
    status, problem, rest = exchange(target, raw)
    error = "AddressTooLong" if expected == 414 else "BadRequest"
    assert (status, problem["status"], problem["error"], rest) == (expected, expected, error, b"")
    until(lambda: len(lines_of(target, "gateway.0", "malformed request")) == told + 1)


@pytest.mark.parametrize(
    ("service", "method", "is_stream"),
    [
        ("astrarium.v1.MatchService", "GetMatch", False),
        ("astrarium.v1.MatchService", "WatchEvents", True),
        ("astrarium.v1.SeriesService", "GetSeries", False),
        ("astrarium.v1.TournamentService", "WatchTournament", True),
        ("grpc.health.v1.Health", "Check", False),
    ],
)
def test_a_malformed_message_is_told_as_a_mistake(target, service, method, is_stream):
    role = "director" if "Series" in service or "Tournament" in service else "game_state.0"
    told = len(lines_of(target, role, "malformed message"))
    with target.open_channels() as channel_of:
        make = channel_of(service).unary_stream if is_stream else channel_of(service).unary_unary
        ask = make(f"/{service}/{method}", bytes, bytes)
        with pytest.raises(grpc.RpcError) as caught:
            list(ask(NO_TEXT, metadata=(("authorization", f"Bearer {target.token}"),), timeout=60))
    wrong = Refused(caught.value)
    assert (wrong.code.name, wrong.error) == ("INVALID_ARGUMENT", "BadRequest")
    assert "Error" not in caught.value.details()
    assert len(lines_of(target, role, "malformed message")) == told + 1


def test_a_method_whose_name_is_no_text_is_one_that_no_service_has(target):
    """grpcio would end its server at it, with all calls: here a stream that is open goes on."""
    names = (b"\xff", b"/\xff", b"/astrarium.v1.MatchService\xb1/GetMatch", b"/astrarium.v1.MatchService/GetMatch\xc3")
    with target.open_channels() as channel_of:
        watch = channel_of("/grpc.health").unary_stream("/grpc.health.v1.Health/Watch", bytes, bytes)
        watched = watch(b"", timeout=300, wait_for_ready=True)
        next(watched)
        for name in names * 10:
            assert is_answered_with(target, call_frames(target, path=name), b"Method not found!")
        assert watched.is_active()
    with httpx.Client(base_url=target.stack.url, timeout=60) as http:
        assert http.get("/v1/matches", headers={"Authorization": f"Bearer {target.token}"}).status_code == 200
    assert faults_in_logs(target.stack) == []


def test_what_is_no_token_carries_nothing_out(target):
    """By every route and call, with what somebody had once, and with what nobody ever had."""
    outcome = attack_tokens(target, 10_000, 1)
    assert outcome.inputs > 1_000
    assert outcome.failures == []


def test_every_body_that_does_not_come_is_refused_in_the_end(target):
    assert attack_half_bodies(target, 100, 1).failures == []


def test_as_many_damaged_requests_can_be_made_as_an_attack_sends():
    """Some are damaged until nothing is left of them."""
    assert len(make_requests(random.Random(1), b"x" * 43, 50_000)) == 50_000


def test_damaged_bytes_are_never_a_fault(target):
    """A thousandth of what `make attack` does."""
    outcomes = [
        attack_http_wire(target, 1_000, 1),
        attack_messages(target, 1_000, 2),
        attack_frames(target, 100, 3),
    ]
    assert [failure for outcome in outcomes for failure in outcome.failures] == []
    assert target.stack.dead() == []
    assert faults_in_logs(target.stack) == []
    with target.open_channels() as channel_of:
        check = channel_of("/grpc.health").unary_unary("/grpc.health.v1.Health/Check", bytes, bytes)
        answer = health_pb2.HealthCheckResponse.FromString(check(b"", timeout=60, wait_for_ready=True))
        assert answer.status == health_pb2.HealthCheckResponse.SERVING
