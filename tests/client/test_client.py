"""The client against a gateway over real connections: refusals are typed, calls repeated, streams resumed."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time

import httpx
import pytest

from client import AsyncClient, Client, Refused, refusals
from services.shared.errors import STATUS
from tests.client.gateway import breaks, refuses, says, serve, streams

RUNNING = {"type": "match", "match": {"status": "running"}}
OVER = {"type": "match", "match": {"status": "over"}}


@pytest.fixture
def gateway():
    with serve() as served:
        yield served


@pytest.fixture(params=["blocking", "awaited"])
def surface(request, gateway):
    """Does the same by both surfaces: *what* takes a client and returns a value, a coroutine or lines."""
    clients = []

    def run(what, **options):
        if request.param == "blocking":
            client = Client(gateway.url, "token", **options)
            clients.append(client)
            got = what(client)
            return list(got) if hasattr(got, "__next__") else got

        async def wait():
            async with AsyncClient(gateway.url, "token", **options) as client:
                got = what(client)
                return [each async for each in got] if hasattr(got, "__anext__") else await got

        return asyncio.run(wait())

    yield run
    for client in clients:
        client.http.close()


def event(number):
    return {"type": "event", "cursor": number, "event": {"kind": "x"}}


def news(number, kind="joined"):
    return {"type": "event", "cursor": f"{number}-0", "kind": kind, "match_id": "m"}


# -- refusals ------------------------------------------------------------------------------------------


def test_a_refusal_brings_the_servers_word_and_sentence(surface, gateway):
    gateway.answers = [refuses(404, "UnknownMatch")]
    with pytest.raises(refusals.UnknownMatch, match="refused: UnknownMatch") as refused:
        surface(lambda client: client.match("m").read())
    assert (refused.value.status, refused.value.error) == (404, "UnknownMatch")


def test_an_illegal_action_says_why_and_what_would_be_legal(surface, gateway):
    gateway.answers = [refuses(422, "IllegalAction", reason="too_expensive", rule="Race R40", legal=["pass"])]
    with pytest.raises(refusals.IllegalAction) as refused:
        surface(lambda client: client.match("m").submit(3, "build"))
    assert (refused.value.reason, refused.value.rule, refused.value.legal) == ("too_expensive", "Race R40", ["pass"])


def test_an_answer_that_is_no_problem_is_a_refusal_too(surface, gateway):
    """A proxy in between may answer with a page."""
    gateway.answers = [says(b"<html>", 404)]
    with pytest.raises(Refused, match="the server answered 404") as refused:
        surface(lambda client: client.get("/nonsense"))
    assert refused.value.error == "Internal"


def test_there_is_a_class_for_each_error_of_the_server():
    assert {word: made.STATUS for word, made in refusals.REFUSALS.items()} == {
        word: status.http for word, status in STATUS.items()
    }


def test_an_id_can_not_lead_elsewhere(surface, gateway):
    gateway.answers = [says({})]
    surface(lambda client: client.match("../accounts?x=1").read())
    assert (gateway.asked[0].path, gateway.asked[0].query) == ("/matches/..%2Faccounts%3Fx%3D1", {})


# -- repetitions ---------------------------------------------------------------------------------------


def test_a_call_whose_answer_is_lost_is_repeated_with_the_same_key(surface, gateway):
    """So it is carried out once; two calls have two keys."""
    gateway.answers = [breaks, refuses(503, "Unavailable", retry_after_s=0.05), says({"version": 4}), says({})]
    assert surface(lambda client: client.match("m").submit(3, "pass")) == {"version": 4}
    surface(lambda client: client.match("m").submit(4, "pass"))
    first, second, third, other = [asked.key for asked in gateway.asked]
    assert first
    assert first == second == third != other


def test_a_call_without_a_key_is_not_repeated_when_it_may_have_been_carried_out(surface, gateway):
    gateway.answers = [breaks]
    with pytest.raises(httpx.TransportError):
        surface(lambda client: client.create_account("anna"))
    assert len(gateway.asked) == 1


def test_a_limit_is_waited_for_as_told(surface, gateway):
    gateway.answers = [refuses(429, "LimitExceeded", retry_after_s=0.3), says({"name": "anna", "token": "t"})]
    began = time.monotonic()
    assert surface(lambda client: client.create_account("anna"))["token"] == "t"
    assert time.monotonic() - began >= 0.3


def test_the_pause_that_a_proxy_asks_for_is_kept(surface, gateway):
    gateway.answers = [says(b"busy", 503, Retry_After="1"), says({"id": "m"})]
    began = time.monotonic()
    surface(lambda client: client.match("m").read())
    assert time.monotonic() - began >= 1


@pytest.mark.parametrize("members", [{}, {"retry_after_s": 3600}])
def test_a_limit_that_does_not_pass_in_time_is_told(surface, gateway, members):
    """One without a time does not pass by itself; one of an hour is beyond the patience."""
    gateway.answers = [refuses(429, "LimitExceeded", limit="open_matches_max", **members)]
    with pytest.raises(refusals.LimitExceeded):
        surface(lambda client: client.match("m").read())


def test_without_patience_everything_is_told_at_once(surface, gateway):
    gateway.answers = [refuses(503, "Unavailable", retry_after_s=0.01)]
    with pytest.raises(refusals.Unavailable):
        surface(lambda client: client.match("m").read(), patience_s=0)


def test_patience_ends(surface, gateway):
    """A server that stays away is given up, after several attempts."""
    gateway.answers = [breaks] * 50
    with pytest.raises(httpx.TransportError):
        surface(lambda client: client.match("m").read(), patience_s=0.6)
    assert 1 < len(gateway.asked) < 50


def test_pages_follow_each_other(surface, gateway):
    """A list is read to its last page, as one."""
    gateway.answers = [
        says({"matches": [{"id": "a"}, {"id": "b"}], "next_page_token": "t"}),
        says({"matches": [{"id": "c"}], "next_page_token": None}),
    ]
    assert [each["id"] for each in surface(lambda client: client.matches(own=True))] == ["a", "b", "c"]
    assert [asked.query for asked in gateway.asked] == [{"own": ["true"]}, {"own": ["true"], "page_token": ["t"]}]


# -- streams -------------------------------------------------------------------------------------------


def test_a_stream_that_breaks_goes_on_after_the_last_cursor(surface, gateway):
    """Nothing is told twice and nothing is left out, until the match is over."""
    gateway.answers = [
        streams(RUNNING, event(1), event(2), is_whole=False),
        refuses(503, "Unavailable", retry_after_s=0.05),
        streams(RUNNING, event(2), {"type": "heartbeat"}, event(3), is_whole=False),
        streams(OVER),
    ]
    assert surface(lambda client: client.match("m").events()) == [RUNNING, event(1), event(2), event(3), OVER]
    assert [asked.query["since"] for asked in gateway.asked] == [["0"], ["2"], ["2"], ["3"]]


def test_a_stream_goes_on_when_its_gateway_has_stopped(surface, gateway):
    end = {"type": "end", "error": "Unavailable", "detail": "this gateway stops", "retry_after_s": 0.05}
    gateway.answers = [streams(event(1), end), streams(event(2), OVER)]
    assert surface(lambda client: client.match("m").events()) == [event(1), event(2), OVER]


def test_a_stream_whose_token_was_revoked_ends_with_the_refusal(surface, gateway):
    gateway.answers = [streams(event(1), {"type": "end", "error": "Unauthenticated", "detail": "revoked"})]
    with pytest.raises(refusals.Unauthenticated, match="revoked") as refused:
        surface(lambda client: client.match("m").events())
    assert refused.value.status == 401


def test_messages_come_once_too(surface, gateway):
    """A stream that breaks goes on after the last message, too."""
    said = [{"type": "chat", "chat": {"cursor": f"{number}-0", "text": "hi"}} for number in (9, 10)]
    gateway.answers = [streams(*said, is_whole=False), streams(*said, OVER)]
    assert surface(lambda client: client.match("m").events()) == [*said, OVER]
    assert gateway.asked[1].query["chat_since"] == ["10-0"]


def test_events_that_are_counted_anew_are_told_as_a_gap(surface, gateway):
    """A seat was given up: the stream ends in order, and the numbers are others."""
    gateway.answers = [streams(event(8)), says({"cursor": 5}), streams(event(6), OVER)]
    lines = surface(lambda client: client.match("m").events())
    assert [line["type"] for line in lines] == ["event", "gap", "event", "match"]
    assert lines[1] == {"type": "gap", "cursor": 5, "read_anew": ["/v1/matches/m/view"]}
    assert gateway.asked[2].query["since"] == ["5"]


def test_what_there_is_so_far_ends(surface, gateway):
    gateway.answers = [streams(RUNNING, event(1))]
    assert surface(lambda client: client.match("m").events(follow=False)) == [RUNNING, event(1)]
    assert gateway.asked[0].query["follow"] == ["false"]


def test_news_of_an_account_come_once_and_gaps_are_told(surface, gateway):
    """What is owed is told again after a break, as it is no news; the order of cursors is that of numbers."""
    due = news(9, "decision_due")
    gap = {"type": "event", "kind": "gap", "read_anew": ["/v1/matches?own=true"], "cursor": "11-0"}
    gateway.answers = [
        streams(news(9), due, news(10), is_whole=False),
        streams(due, news(10), gap, news(12)),
        streams({"type": "end", "error": "Unauthenticated"}),
    ]
    seen = []

    def gather(client):
        def blocking():
            seen.extend(client.account.events())

        async def awaited():
            async for line in client.account.events():
                seen.append(line)  # noqa: PERF401 (what came before the refusal counts)

        return awaited() if isinstance(client, AsyncClient) else blocking()

    with pytest.raises(refusals.Unauthenticated):
        surface(gather)
    assert seen == [news(9), due, news(10), due, gap, news(12)]
    assert [asked.query.get("since") for asked in gateway.asked] == [None, ["10-0"], ["12-0"]]


def test_matches_in_the_stream_of_an_account_go_on_where_they_broke(surface, gateway):
    def of_match(line):
        return {"type": "match_line", "match_id": "m", "line": line}

    end = {"type": "match_end", "match_id": "m"}
    gateway.answers = [
        streams(of_match(event(1)), of_match(event(2)), is_whole=False),
        streams(of_match(event(2)), of_match(event(3)), end),
    ]
    lines = surface(lambda client: client.account.events(matches=["m"], follow=False))
    assert lines == [of_match(event(1)), of_match(event(2)), of_match(event(3)), end]
    assert [asked.query["match"] for asked in gateway.asked] == [["m:0"], ["m:2"]]


def test_the_log_of_a_tournament_ends_with_it(surface, gateway):
    entries = [{"type": "entry", "cursor": number, "entry": {}} for number in (1, 2, 3)]
    gateway.answers = [streams(*entries[:2], is_whole=False), streams(*entries[1:])]
    assert surface(lambda client: client.tournament("t").events()) == entries


# -- the library ---------------------------------------------------------------------------------------


def test_the_library_needs_no_part_of_the_server():
    """Not even a package that only the server needs."""
    code = "import sys, client; print(*{name.partition('.')[0] for name in sys.modules})"
    got = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    loaded = set(got.stdout.split())
    assert "httpx" in loaded
    assert not loaded & {"celery", "flask", "grpc", "redis", "gevent", "pydantic", "services", "engine", "ai", "protos"}
