"""Previews over real gRPC: for the seat alone, nothing is changed by them, and refused is what would be refused."""

from __future__ import annotations

import random

import orjson
import pytest

from engine.registry import GAMES
from services.shared import keys
from tests.support.stack import Refused

CLOCK = {"kind": "bank", "bank_ms": 600_000, "increment_ms": 5_000}


@pytest.fixture(params=sorted(GAMES))
def match_id(table, request):
    """A match of anna (seat 0) and bert (seat 1) with clocks, which has begun."""
    match_id = table.anna.create(["account:", "account:bert"], request.param, clock=orjson.dumps(CLOCK))
    table.anna.call("StartMatch", match_id=match_id)
    return match_id


def preview(client, match_id, version, *actions, **fields):
    sent = [orjson.dumps(action) for action in actions]
    return client.call("PreviewActions", match_id=match_id, expected_version=version, actions=sent, **fields)


def refusal(do, *arguments, **fields):
    with pytest.raises(Refused) as refused:
        do(*arguments, **fields)
    return refused.value


def legal_of(decision):
    return [each["notation"] for each in orjson.loads(decision.legal_actions)]


def kept(redis, match_id):
    """All that is stored of a match."""
    names = sorted(redis.scan_iter(f"*{match_id}*"))
    return {name: redis.dump(name) for name in [*names, keys.DEADLINES.encode()]}


def test_a_preview_tells_what_the_submission_brings_and_changes_nothing(table, match_id):
    """Through a whole opening: question, version and view are those that come, and nothing stored differs."""
    clients, chance = {0: table.anna, 1: table.bert}, random.Random(3)
    redis, foretold = table.stack.redis, 0
    for _ in range(60):
        seat = table.anna.call("GetMatch", match_id=match_id).match.deciding_seats[0]
        client = clients[seat]
        decision = client.decision(match_id)
        action = chance.choice(legal_of(decision))
        before = kept(redis, match_id)
        told = preview(client, match_id, decision.version, action)
        assert kept(redis, match_id) == before
        again = client.decision(match_id)
        assert (again.version, again.legal_actions) == (decision.version, decision.legal_actions)
        assert again.remaining_ms <= decision.remaining_ms
        client.submit(match_id, decision.version, action)
        if told.foreseen:
            came = client.decision(match_id)
            foretold += 1
        else:
            came = decision
        assert (told.decision.version, told.decision.asks) == (came.version, came.asks)
        assert told.decision.legal_actions == came.legal_actions
        if told.foreseen:
            assert orjson.loads(told.view) == orjson.loads(client.call("GetView", match_id=match_id).view)
    assert foretold > 5
    assert list(table.anna.call("ListRefusals", match_id=match_id).refusals) == []


def test_several_actions_are_previewed_and_then_sent_together(table):
    """The whole Assign step of Roll is composed before any of it is sent."""
    match_id = table.anna.create(["account:", "account:bert"], "roll", allows_take_back=True)
    table.anna.call("StartMatch", match_id=match_id)
    while (decision := table.anna.decision(match_id)).asks not in {"wild", "select"}:
        for client in (table.anna, table.bert):
            asked = client.decision(match_id)
            if asked.is_asked and asked.asks not in {"wild", "select"}:
                client.submit(match_id, asked.version, legal_of(asked)[0])
    chosen, told = [], decision
    while True:
        chosen.append(legal_of(told)[0])
        answer = preview(table.anna, match_id, decision.version, *chosen)
        told = answer.decision
        if answer.foreseen < len(chosen):
            break
        assert told.version == decision.version + len(chosen)
    assert len(chosen) > 2
    assert table.anna.decision(match_id) == decision
    refused = refusal(preview, table.anna, match_id, decision.version, *chosen, chosen[-1])
    assert (refused.error, refused.detail.reason) == ("IllegalAction", "new_information")
    assert table.anna.submit(match_id, decision.version, *chosen).version >= decision.version + len(chosen)


def test_only_the_seat_may_preview_and_only_what_it_may_do(table, match_id):
    decision = table.anna.decision(match_id)
    action = legal_of(decision)[0]
    theirs = refusal(preview, table.bert, match_id, decision.version, action, seat=0)
    strange = refusal(preview, table.spectator, match_id, decision.version, action)
    assert (theirs.error, strange.error) == ("NotYourSeat", "NotYourSeat")
    game = GAMES[table.anna.call("GetMatch", match_id=match_id).match.settings.game]
    other = next(str(each) for each in game.enumerate_actions() if str(each) not in legal_of(decision))
    tried = refusal(preview, table.anna, match_id, decision.version, other)
    sent = refusal(table.anna.submit, match_id, decision.version, other)
    assert tried.error == sent.error == "IllegalAction"
    assert tried.detail == sent.detail
    assert refusal(preview, table.anna, match_id, decision.version + 1, action).error == "StaleVersion"
    assert refusal(preview, table.anna, match_id, decision.version, "nonsense").error == "BadAction"
    assert refusal(preview, table.anna, match_id, decision.version).error == "BadRequest"
    assert refusal(preview, table.anna, match_id, decision.version, *[action] * 65).error == "LimitExceeded"


def test_a_preview_is_refused_where_nothing_is_asked(table):
    match_id = table.anna.create(["account:", "open:"])
    assert refusal(preview, table.anna, match_id, 0, "select explore").error == "MatchNotRunning"
    match_id = table.anna.create(["account:", "account:bert"])
    table.anna.call("StartMatch", match_id=match_id)
    table.bert.call("ResignMatch", match_id=match_id)
    assert refusal(preview, table.anna, match_id, 0, "select explore").error == "MatchOver"
