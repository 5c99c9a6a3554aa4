"""With a collector to send to, one trace spans a submission by REST, the bot's search, and the bot's answer."""

from __future__ import annotations

import contextlib
import gzip
import json
import re
import threading
import time
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from deploy.local.stack import Stack
from tests.e2e.support import ME, bot, end, new_client, next_decision, table_for
from tests.support.stack import quiet_s

PATIENCE_S = 60.0
#: the span of the test's client, which is sent to no collector
CLIENT = bytes.fromhex("00f067aa0ba902b7")
#: all that a span may tell
ATTRIBUTES = {
    *("astrarium.request_id", "astrarium.match_id", "astrarium.tournament_id", "astrarium.game", "astrarium.level"),
    *("astrarium.cause", "http.response.status_code", "error.type"),
}


class Collector:
    """Receives spans as any OpenTelemetry collector does: OTLP over HTTP, in protobuf."""

    def __init__(self):
        self.spans = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                if self.headers.get("Content-Encoding") == "gzip":
                    body = gzip.decompress(body)
                assert self.path == "/v1/traces"
                outer.take(ExportTraceServiceRequest.FromString(body))
                self.send_response(200)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def take(self, request):
        for sent in request.resource_spans:
            (service,) = (each.value.string_value for each in sent.resource.attributes if each.key == "service.name")
            self.spans += [(service, span) for scope in sent.scope_spans for span in scope.spans]

    def trace(self, trace_id):
        return {span.span_id: (service, span) for service, span in list(self.spans) if span.trace_id.hex() == trace_id}


@pytest.fixture(scope="module")
def collector():
    found = Collector()
    yield found
    found.server.shutdown()


@pytest.fixture(scope="module")
def traced(tmp_path_factory, collector):
    settings = {"OTEL_EXPORTER_OTLP_ENDPOINT": collector.url, "OTEL_BSP_SCHEDULE_DELAY": "200"}
    with Stack(tmp_path_factory.mktemp("traced"), bots=1, settings=settings) as running:
        yield running


def submit_in_trace(client, match_id, asked, trace_id):
    body = {"version": asked["version"], "actions": [asked["legal_actions"][0]["action"]]}
    headers = {"traceparent": f"00-{trace_id}-{CLIENT.hex()}-01"}
    assert client.http.post(f"/matches/{match_id}/actions", json=body, headers=headers).status_code == 200


def is_in(collector, trace_id, names, seconds):
    """Wait so long for spans of these names, as many of each, and for all that they are part of."""
    until = time.monotonic() + seconds
    while not (is_there := has(collector.trace(trace_id), names)) and time.monotonic() < until:
        time.sleep(0.1)
    return is_there


def has(found, names):
    """Whether a trace has spans of these names, and those that its spans are part of but for the test client's own."""
    is_whole = all(span.parent_span_id in found or span.parent_span_id in {b"", CLIENT} for _, span in found.values())
    return is_whole and not Counter(names) - Counter(span.name for _, span in found.values())


def wait_for(collector, trace_id, *names):
    """The spans of a trace, once those are there: each process sends its own, in its own time."""
    is_there = is_in(collector, trace_id, names, PATIENCE_S)
    found = collector.trace(trace_id)
    assert is_there, f"not all of {names} in {[(service, span.name) for service, span in found.values()]}"
    return found


def lineage(found, name):
    """Service and name of a span, of what it is part of, and so on."""
    at = next(span.span_id for _, span in found.values() if span.name == name)
    line = []
    while at in found:
        service, span = found[at]
        line.append((service, span.name))
        at = span.parent_span_id
    return line


def test_a_submission_by_rest_and_the_search_it_causes_share_a_trace(traced, collector):
    with new_client(traced.url) as client:
        match_id = table_for(client, ME, bot("level4"))
        asked = next_decision(client, match_id)
        # Where both are asked at once the bot's search is not of this seat's making: go on until one is.
        ids = []
        while not (searched := [each for each in ids if is_in(collector, each, ["send bot job"], 0.0)]):
            assert len(ids) < 60
            ids.append(trace_id := f"{len(ids) + 1:032x}")
            submit_in_trace(client, match_id, asked, trace_id)
            asked = next_decision(client, match_id)
            is_in(collector, trace_id, ["send bot job"], 1.0)
        trace_id = searched[0]
        found = wait_for(collector, trace_id, "take bot answer", "search", "append", "append")
        record = end(client, match_id)
    assert lineage(found, "take bot answer") == [
        ("game_state", "take bot answer"),
        ("bots", "play"),
        ("game_state", "send bot job"),
        ("game_state", "astrarium.v1.MatchService/SubmitActions"),
        ("gateway", "POST /v1/matches/<word:match_id>/actions"),
    ]
    assert lineage(found, "search")[0:2] == [("bots", "search"), ("bots", "play")]
    names = [span.name for _, span in found.values()]
    assert names.count("append") == 2, "the submission's and the answer's"
    told = [span for _, span in collector.spans]
    attributes = {each.key: each.value for span in told for each in span.attributes}
    assert set(attributes) <= ATTRIBUTES
    assert not [span.name for span in told if span.events], "no exception is quoted"
    whole = "".join(map(str, told))
    assert client.token not in whole
    assert record["seed"] not in whole
    assert not {notation for _, notation in record["actions"] if " " in notation and notation in whole}


def test_a_match_of_bots_is_no_endless_trace(traced, collector):
    with new_client(traced.url) as client:
        headers = {"traceparent": f"00-{'b' * 32}-{CLIENT.hex()}-01"}
        body = {"game": "roll", "seats": [bot("random"), bot("random")]}
        match_id = client.http.post("/matches", json=body, headers=headers).json()["id"]
        until = time.monotonic() + 60
        while client.match(match_id).read()["status"] != "over":
            assert time.monotonic() < until
            time.sleep(0.2)
    wait_for(collector, "b" * 32, "take bot answer")
    time.sleep(1.0)
    found = collector.trace("b" * 32)
    assert len(found) < 20


def test_refusals_mark_their_span_by_the_error_alone(traced, collector):
    trace_id = "c" * 32
    with new_client(traced.url) as client:
        headers = {"traceparent": f"00-{trace_id}-{CLIENT.hex()}-01"}
        assert client.http.get("/matches/none", headers=headers).status_code == 404
    found = wait_for(collector, trace_id, "astrarium.v1.MatchService/GetMatch")
    (refused,) = (span for service, span in found.values() if service == "game_state")
    assert refused.status.code == 2
    assert refused.status.message == ""
    assert {each.key: each.value.string_value for each in refused.attributes}["error.type"] == "NOT_FOUND"


def test_without_the_packages_one_line_says_so_and_the_service_runs(tmp_path):
    hidden = tmp_path / "hidden"
    hidden.mkdir()
    (hidden / "sitecustomize.py").write_text(
        "import sys\n"
        "class Hidden:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name.split('.')[0] == 'opentelemetry':\n"
        "            raise ModuleNotFoundError(name)\n"
        "sys.meta_path.insert(0, Hidden())\n"
    )
    settings = {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:9", "PYTHONPATH": str(hidden)}
    with Stack(tmp_path / "stack", bots=0, settings=settings) as running, new_client(running.url) as client:
        assert client.get("/matches")["matches"] == []
        for name in ("game_state.0", "gateway.0", "director"):
            lines = (running.data / "log" / f"{name}.log").read_text().splitlines()
            said = [json.loads(line) for line in lines if "otel" in line]
            assert [line["event"] for line in said] == [
                "traces are asked for and left out: pip install 'astrarium[otel]'"
            ]


def test_a_collector_that_is_away_costs_nothing_but_the_traces(tmp_path):
    settings = {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:9", "OTEL_BSP_SCHEDULE_DELAY": "100"}
    with Stack(tmp_path / "stack", bots=0, settings=settings) as running, new_client(running.url) as client:
        match_id = table_for(client, ME, ME)
        began = time.monotonic()
        for _ in range(20):
            client.match(match_id).read()
        assert time.monotonic() - began < quiet_s(5)
        with contextlib.suppress(FileNotFoundError):
            assert not re.search("Bearer", (running.data / "log/gateway.0.log").read_text())
