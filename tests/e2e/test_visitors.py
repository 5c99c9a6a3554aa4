"""A visitor without a token sees what is public: lists, a match from its table to its record, streams, ratings."""

from __future__ import annotations

import json

import pytest

from client import Client, Refused


@pytest.fixture
def visitor(stack):
    with Client(stack.url, patience_s=0) as one:
        yield one


def refused(ask):
    with pytest.raises(Refused) as caught:
        ask()
    return caught.value.status, caught.value.error


def test_a_visitor_watches_a_public_match_to_its_record(client, visitor):
    match_id = client.create_match("race", [{"kind": "account"}, {"kind": "bot", "level": "random"}])["id"]
    decision = client.match(match_id).decision()
    assert visitor.match(match_id).read()["own_seats"] == []
    assert match_id in [each["id"] for each in visitor.get("/matches", status="running", page_size=100)["matches"]]
    seen = visitor.get(f"/matches/{match_id}/view")
    assert seen["seat"] is None
    assert refused(lambda: visitor.get(f"/matches/{match_id}/view", seat=0)) == (403, "NotYourSeat")
    assert refused(lambda: visitor.match(match_id).decision()) == (401, "Unauthenticated")
    client.match(match_id).submit(decision["version"], decision["legal_actions"][0]["action"])
    with visitor.http.stream("GET", "/events", params={"match": match_id}) as stream:
        assert stream.status_code == 200, stream.read()
        client.post(f"/matches/{match_id}/resign")
        lines = [json.loads(line) for line in stream.iter_lines()]
    assert {line["type"] for line in lines} <= {"match_line", "match_end", "heartbeat"}
    assert lines[-1] == {"type": "match_end", "match_id": match_id}
    assert visitor.get(f"/matches/{match_id}/record")["match_id"] == match_id
    assert list(visitor.match(match_id).events())[-1]["match"]["status"] == "over"


def test_a_visitor_sees_a_finished_match_again_move_by_move(client, visitor):
    """Any version, any seat, all hands open; nothing of it before the end."""
    match_id = client.create_match("race", [{"kind": "account"}, {"kind": "bot", "level": "random"}])["id"]
    decision = client.match(match_id).decision()
    for query in ({"version": 0}, {"has_open_hands": "true"}):
        assert refused(lambda query=query: visitor.get(f"/matches/{match_id}/view", **query)) == (409, "MatchNotOver")
    client.match(match_id).submit(decision["version"], decision["legal_actions"][0]["action"])
    client.post(f"/matches/{match_id}/resign")
    last = len(visitor.get(f"/matches/{match_id}/record")["actions"])
    for version in range(last + 1):
        seen = visitor.get(f"/matches/{match_id}/view", version=version, seat=1)
        assert (seen["seat"], seen["version"], seen["view"]["viewer"]) == (1, version, 1)
        seen = visitor.get(f"/matches/{match_id}/view", version=version, has_open_hands="true")
        assert (seen["seat"], seen["view"]["version"], seen["has_open_hands"]) == (None, version, True)
        assert "unknown" not in json.dumps(seen["view"])
    with visitor.http.stream("GET", f"/matches/{match_id}/events", params={"has_open_hands": "true"}) as stream:
        lines = [json.loads(line) for line in stream.iter_lines()]
    assert lines.pop()["match"]["status"] == "over"
    assert [line["cursor"] for line in lines] == list(range(1, seen["cursor"] + 1))
    assert {line["version"] for line in lines} <= set(range(last + 1))
    assert refused(lambda: visitor.get(f"/matches/{match_id}/view", version=last + 1)) == (400, "BadRequest")
    assert refused(lambda: visitor.get(f"/matches/{match_id}/view", seat=2)) == (400, "BadRequest")


def test_what_is_not_public_stays_so(client, visitor):
    """A private match is unknown to a visitor, and what is an account's own needs a token."""
    seats = [{"kind": "account"}, {"kind": "bot", "level": "random"}]
    match_id = client.create_match("race", seats, is_private=True)["id"]
    for path in ("", "/view", "/record", "/chat"):
        assert refused(lambda path=path: visitor.get(f"/matches/{match_id}{path}")) == (404, "UnknownMatch")
    for query in ({"own": "true"}, {"joinable": "true"}):
        assert refused(lambda query=query: visitor.get("/matches", **query)) == (401, "Unauthenticated")
    assert refused(lambda: visitor.get("/events")) == (401, "Unauthenticated")


def test_a_visitor_reads_tournaments_series_and_ratings(visitor):
    assert "tournaments" in visitor.get("/tournaments")
    assert "series" in visitor.get("/series")
    assert "ratings" in visitor.get("/ratings", game="race", seats=2)
    assert refused(lambda: visitor.get("/tournaments/unknown")) == (404, "UnknownTournament")
