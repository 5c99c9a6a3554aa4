"""The client against a server that answers over a real connection: refusals are typed, streams go on where they broke."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from client import Client, Refused

LINES = [
    {"type": "event", "cursor": 1},
    {"type": "event", "cursor": 2},
    {"type": "event", "cursor": 3},
    {"type": "match", "match": {"status": "over"}},
]


class Gateway(BaseHTTPRequestHandler):
    """Answers a stream with two lines, then one more at a time; everything else with a refusal."""

    asked: list[str]

    def do_GET(self):
        self.asked.append(self.path)
        if "/events" not in self.path:
            return self.refuse()
        since = int(self.path.partition("since=")[2].partition("&")[0])
        left = [line for line in LINES if line.get("cursor", len(LINES)) > since]
        sent = left[:2] if since == 0 else left[:1]
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for line in sent:
            raw = json.dumps(line).encode() + b"\n"
            self.wfile.write(f"{len(raw):x}\r\n".encode() + raw + b"\r\n")
        if sent[-1]["type"] == "match":
            self.wfile.write(b"0\r\n\r\n")
        # Else the last chunk is missing: the connection broke.
        self.close_connection = True
        return None

    def refuse(self):
        body = b"<html>" if "nonsense" in self.path else b'{"error": "UnknownMatch", "detail": "no such match"}'
        self.send_response(404)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        """Say nothing."""


@pytest.fixture
def gateway():
    Gateway.asked = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), Gateway)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    with Client(f"http://127.0.0.1:{server.server_port}", "token") as client:
        yield client
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_stream_that_breaks_goes_on_after_the_last_cursor(gateway):
    """Nothing is told twice and nothing is left out, until the match is over."""
    assert list(gateway.lines("m")) == LINES
    assert [path.partition("since=")[2] for path in Gateway.asked] == ["0", "2", "3"]


def test_a_refusal_brings_the_servers_word_and_sentence(gateway):
    with pytest.raises(Refused, match="no such match") as refused:
        gateway.match("m")
    assert (refused.value.status, refused.value.error) == (404, "UnknownMatch")


def test_an_answer_that_is_no_problem_is_a_refusal_too(gateway):
    """A proxy in between may answer with a page."""
    with pytest.raises(Refused, match="the server answered 404") as refused:
        gateway.get("/nonsense")
    assert refused.value.error == "Internal"
