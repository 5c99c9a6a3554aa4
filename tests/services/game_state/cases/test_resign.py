"""Giving up: the others are never harmed, and the log stays replayable."""

from __future__ import annotations

import random

import orjson
import pytest

from engine.replay import verify
from protos.astrarium.v1 import match_pb2
from tests.support.stack import Refused, play_random

OVER, RUNNING = match_pb2.MATCH_STATUS_OVER, match_pb2.MATCH_STATUS_RUNNING


def begun(client, seats):
    match_id = client.create(seats)
    client.call("StartMatch", match_id=match_id)
    return match_id


def test_at_a_table_of_two_the_other_seat_wins_at_once(table):
    match_id = begun(table.anna, ["account:", "account:bert"])
    play_random({0: table.anna, 1: table.bert}, match_id, random.Random(1), 40)
    match = table.anna.call("ResignMatch", match_id=match_id).match
    assert (match.status, match.ended, list(match.ranks)) == (OVER, "resigned", [2, 1])
    assert (match.seats[0].account, match.seats[0].resigned_by) == ("anna", "anna")
    assert table.anna_elsewhere.call("ResignMatch", match_id=match_id).match == match
    record = table.bert.record(match_id)
    assert record["ended"] == "resigned"
    assert verify(record).fingerprint() == record["fingerprint"]
    with pytest.raises(Refused) as refused:
        table.bert.submit(match_id, match.version, "pass")
    assert refused.value.error == "MatchOver"


def test_at_a_larger_table_a_bot_plays_on_and_the_others_finish(table):
    match_id = begun(table.anna, ["account:", "account:bert", "account:watcher"])
    clients = {0: table.anna, 1: table.bert, 2: table.spectator}
    play_random(clients, match_id, random.Random(2), 30)
    before = table.bert.call("GetView", match_id=match_id)
    match = table.anna.call("ResignMatch", match_id=match_id).match
    assert match.status == RUNNING
    assert (match.seats[0].kind, match.seats[0].resigned_by) == (match_pb2.SEAT_KIND_BOT, "anna")
    assert match.seats[0].level in {bot.level for bot in table.anna.bots()}
    assert list(match.own_seats) == []
    assert table.bert.call("GetView", match_id=match_id).version >= before.version
    assert table.anna.call("ResignMatch", match_id=match_id).match.seats[0] == match.seats[0]
    with pytest.raises(Refused) as refused:
        table.anna.decision(match_id)
    assert refused.value.error == "NotYourSeat"
    play_random({1: table.bert, 2: table.spectator}, match_id, random.Random(3))
    record = table.anna.record(match_id)
    assert (record["ended"], record["players"][0]["resigned_by"]) == ("finished", "anna")
    verify(record)


def test_when_no_account_is_left_the_match_ends(table):
    match_id = begun(table.anna, ["account:", "bot:random", "account:bert"])
    table.anna.call("ResignMatch", match_id=match_id)
    match = table.bert.call("ResignMatch", match_id=match_id).match
    assert (match.status, match.ended) == (OVER, "resigned")
    assert list(match.ranks) == [2, 1, 2]


def test_only_a_seat_of_ones_own_in_a_running_match_is_given_up(table):
    waiting = table.anna.create(["account:", "open"])
    running = begun(table.anna, ["account:", "account:bert"])
    for client, match_id, seat, error in (
        (table.anna, waiting, None, "MatchNotRunning"),
        (table.anna, running, 1, "NotYourSeat"),
        (table.spectator, running, None, "NotYourSeat"),
    ):
        with pytest.raises(Refused) as refused:
            client.call("ResignMatch", match_id=match_id, seat=seat)
        assert refused.value.error == error


@pytest.mark.parametrize("absence", ["forfeit", "substitute"])
def test_a_repeated_submission_tells_nothing_of_a_seat_that_was_given_up(table, absence):
    """Its answer is the one of then; what the seat is asked now is the bot's affair."""
    match_id = table.anna.create(["account:", "account:bert", "account:watcher"], absence=absence)
    table.anna.call("StartMatch", match_id=match_id)
    asked = table.anna.decision(match_id)
    sent = {
        "match_id": match_id,
        "expected_version": asked.version,
        "actions": [orjson.dumps(orjson.loads(asked.legal_actions)[0]["action"])],
        "idempotency_key": "k",
        "with_decision": True,
    }
    first = table.anna.call("SubmitActions", **sent)
    assert first.HasField("decision")
    table.anna.call("ResignMatch", match_id=match_id)
    again = table.anna_elsewhere.call("SubmitActions", **sent)
    assert not again.HasField("decision")
    assert (again.version, list(again.events)) == (first.version, list(first.events))
