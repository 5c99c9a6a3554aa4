"""One stream with the account's events and any number of matches."""

from __future__ import annotations

import json

import pytest

from tests.e2e.support import WHOLE_MATCH


def gathered(client, **query):
    """Return the lines of the account's stream that are no heartbeats."""
    with client.http.stream("GET", "/events", params=query, headers={"accept": "application/x-ndjson"}) as answer:
        assert answer.status_code == 200, answer.read()
        for line in answer.iter_lines():
            told = json.loads(line)
            if told["type"] != "heartbeat":
                yield told


def begin(client, game="race"):
    return client.create_match(game, [{"kind": "account"}, {"kind": "bot", "level": "random"}])["id"]


def play(client, match_id, actions=None):
    while not (asked := client.match(match_id).decision())["is_over"] and actions != 0:
        if asked["is_asked"]:
            client.match(match_id).submit(asked["version"], asked["legal_actions"][0]["action"])
            actions = None if actions is None else actions - 1


def test_what_there_is_comes_once_from_each_cursor(client):
    one, other = begin(client), begin(client)
    for match_id in (one, other):
        play(client, match_id, actions=3)
    lines = list(gathered(client, match=[one, f"{other}:2"], follow="false"))
    by_match = {match_id: [] for match_id in (one, other)}
    for line in lines:
        if line["type"] == "match_line" and line["line"]["type"] == "event":
            by_match[line["match_id"]].append(line["line"]["cursor"])
    assert by_match[one][0] == 1
    assert by_match[other][0] == 3
    for cursors in by_match.values():
        assert cursors == list(range(cursors[0], cursors[0] + len(cursors)))
    assert {"match_started", "decision_due"} <= {line["kind"] for line in lines if line["type"] == "event"}


@WHOLE_MATCH
def test_a_match_is_followed_to_its_end_beside_the_account(client):
    match_id = begin(client)
    lines = gathered(client, match=match_id)
    heard = [next(lines)]
    play(client, match_id)
    for line in lines:
        heard.append(line)
        kinds = {(each["type"], each.get("kind")) for each in heard}
        if {("match_end", None), ("event", "match_over")} <= kinds:
            break
    events = [each["line"] for each in heard if each["type"] == "match_line" and each["line"]["type"] == "event"]
    assert [each["cursor"] for each in events] == list(range(1, len(events) + 1))
    assert events[-1]["event"]["kind"] == "match_ends"


def test_a_gap_in_the_news_says_what_to_read(client):
    """Behind a cursor whose event is gone comes a gap first; what it names holds all that the account may miss."""
    match_id = begin(client)
    gap, *rest = gathered(client, since="1-0", follow="false")
    assert (gap["type"], gap["kind"], gap["cursor"]) == ("event", "gap", "0-0")
    assert [each["kind"] for each in rest] == ["match_started", "decision_due"]
    matches, tournaments = (client.http.get(each.removeprefix("/v1")).json() for each in gap["read_anew"])
    [own] = matches["matches"]
    assert own["id"] == match_id
    assert 0 in own["deciding_seats"]
    assert "tournaments" in tournaments


def test_a_match_that_there_is_not_ends_alone(client):
    match_id = begin(client)
    lines = gathered(client, match=["nosuchmatch1", match_id])
    heard = []
    for line in lines:
        heard.append(line)
        if {"match_end", "match_line", "event"} <= {each["type"] for each in heard}:
            break
    [end] = [each for each in heard if each["type"] == "match_end"]
    assert (end["match_id"], end["error"]) == ("nosuchmatch1", "UnknownMatch")
    assert {each["match_id"] for each in heard if each["type"] == "match_line"} == {match_id}


@pytest.mark.parametrize("wrong", ["", "a:b", "a:1:2", "a:1:2-3:4", "a/b", "x" * 65])
def test_a_match_named_wrongly_is_refused(client, wrong):
    answer = client.http.get("/events", params={"match": wrong, "follow": "false"})
    assert (answer.status_code, answer.json()["error"]) == (400, "BadRequest")


def test_more_matches_than_a_stream_may_have_are_refused(client):
    answer = client.http.get("/events", params={"match": ["abc"] * 101, "follow": "false"})
    assert (answer.status_code, answer.json()["limit"]) == (429, "matches_per_stream_max")
