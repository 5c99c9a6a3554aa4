"""Many open streams: silent ones cost next to nothing, and every one gets its events."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import threading
import time
from pathlib import Path
from urllib.parse import urlsplit

import grpc
import pytest

from protos.astrarium.v1 import match_pb2
from protos.astrarium.v1.match_pb2_grpc import MatchServiceStub
from tests.e2e.support import ME, OPEN, end, make_stack, new_client, next_decision, refused, table_for
from tests.support.stack import quiet_s

STREAMS = 200
IDLE_S = 4.0
CPU_S_MAX = 0.12


@pytest.fixture(scope="module")
def wide(tmp_path_factory):
    """A stack that allows one account so many streams and no more; each process of a gateway counts its own.

    Without a port of their own, metrics are served where everything is.
    """
    settings = {
        "ASTRARIUM_LIMIT_STREAMS_PER_ACCOUNT_MAX": str(STREAMS),
        "ASTRARIUM_GATEWAY_WORKERS": "1",
        "ASTRARIUM_METRICS_PORT": "0",
    }
    with make_stack(tmp_path_factory.mktemp("wide"), bots=0, settings=settings) as running:
        yield running


def cpu_s(process):
    """Processor time of a process and its children so far, in seconds."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    ticks = 0
    for pid in (process.pid, *children):
        ticks += sum(map(int, Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")


def read_until(connection, words):
    got = b""
    while words not in got:
        part = connection.recv(65536)
        assert part, got
        got += part
    return got


def open_stream(stack, client, match_id):
    address = urlsplit(stack.url)
    connection = socket.create_connection((address.hostname, address.port), timeout=30)
    lines = [
        f"GET /v1/matches/{match_id}/events HTTP/1.1",
        f"Host: {address.netloc}",
        f"Authorization: Bearer {client.token}",
        "Accept: text/event-stream",
    ]
    connection.sendall("\r\n".join([*lines, "", ""]).encode())
    return connection


def test_silent_streams_cost_nothing_and_all_of_them_hear_an_event(wide):
    gateway = wide.select("gateway")[0]
    with contextlib.ExitStack() as undo:
        client, other = (undo.enter_context(new_client(wide.url)) for _ in range(2))
        match_id = table_for(client, ME, OPEN)
        other.post(f"/matches/{match_id}/join")
        asked = next_decision(client, match_id)
        connections = [undo.enter_context(open_stream(wide, client, match_id)) for _ in range(STREAMS)]
        for connection in connections:
            read_until(connection, b"event: match")
        with refused(429, "LimitExceeded") as problem:
            list(client._lines(f"/matches/{match_id}/events", {"since": 0}))
        assert (problem["limit"], problem["limit_max"]) == ("streams_per_account_max", STREAMS)
        before = cpu_s(gateway)
        time.sleep(IDLE_S)
        assert cpu_s(gateway) - before < CPU_S_MAX
        client.match(match_id).submit(asked["version"], asked["legal_actions"][0]["action"])
        for connection in connections:
            read_until(connection, b"event: event")
    until = time.monotonic() + 60
    while "astrarium_event_streams 0.0" not in client_metrics(wide):
        assert time.monotonic() < until
        time.sleep(0.5)


def client_metrics(stack):
    with new_client(stack.url) as client:
        return client.http.get(f"{stack.url}/metrics").text


def test_streams_and_calls_outlive_the_connections_that_carry_them(tmp_path):
    """game_state gives up every connection after a second, and what is still open on it a second later."""
    settings = {"ASTRARIUM_GRPC_CONNECTION_AGE_S": "1", "ASTRARIUM_GRPC_CONNECTION_GRACE_S": "1"}
    with contextlib.ExitStack() as undo:
        stack = undo.enter_context(make_stack(tmp_path / "stack", game_states=2, bots=0, settings=settings))
        client, other = (undo.enter_context(new_client(stack.url)) for _ in range(2))
        match_id = table_for(client, ME, OPEN)
        other.post(f"/matches/{match_id}/join")
        heard = []
        stream = threading.Thread(
            target=lambda: heard.extend(
                client.__class__(stack.url, client.token)._lines(f"/matches/{match_id}/events", {"since": 0})
            )
        )
        stream.start()
        news = threading.Thread(target=hear_news, args=(stack, client, told := []))
        news.start()
        assert cut_after_s(stack, client, match_id) < quiet_s(10)
        began = time.monotonic()
        # Until several connections were given up, and enough was told.
        while time.monotonic() - began < 8 or client.match(match_id).read()["version"] < 20:
            for seat in (client, other):
                asked = seat.match(match_id).decision(wait_s=0.2)
                if asked["is_asked"]:
                    seat.match(match_id).submit(asked["version"], asked["legal_actions"][0]["action"])
        end(client, match_id)
        stream.join(60)
        assert not stream.is_alive()
        cursors = [line["cursor"] for line in heard if line["type"] == "event"]
        assert cursors == [
            line["cursor"] for line in client.match(match_id).events(follow=False) if line["type"] == "event"
        ]
        assert len(cursors) > 10
        news.join(60)
        assert not news.is_alive()
        assert told == [line["cursor"] for line in news_so_far(client)]
        # It joined, it began, it is over.
        assert len(told) >= 3


def is_news(line):
    """Whether a line tells what happened; what is owed is told again by whoever goes on with the stream."""
    return line["type"] == "event" and line["kind"] != "decision_due"


def news_so_far(client):
    with client.http.stream("GET", "/events?follow=false") as answer:
        return [line for line in map(json.loads, answer.iter_lines()) if is_news(line)]


def hear_news(stack, client, told):
    """Note the cursors of an account's events until a match is over; one request is enough for all of them."""
    with client.__class__(stack.url, client.token).http.stream("GET", "/events", timeout=60) as answer:
        for line in map(json.loads, answer.iter_lines()):
            if is_news(line):
                told.append(line["cursor"])
            if line.get("kind") == "match_over":
                return


def cut_after_s(stack, client, match_id):
    """How long a stream by gRPC lasts that nobody takes up again; its end says that it may be."""
    began = time.monotonic()
    metadata = (("authorization", f"Bearer {client.token}"),)
    with grpc.insecure_channel(stack.grpc_target) as channel, pytest.raises(grpc.RpcError) as cut:
        list(MatchServiceStub(channel).WatchEvents(match_pb2.WatchEventsRequest(match_id=match_id), metadata=metadata))
    assert cut.value.code() == grpc.StatusCode.UNAVAILABLE
    return time.monotonic() - began
