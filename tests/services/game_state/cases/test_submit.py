"""Submissions over real gRPC: what is taken, what is refused, and that nothing is applied twice."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor

import grpc
import orjson
import pytest

from engine.registry import find_game
from services.shared import keys
from services.shared.limits import limits
from tests.support.stack import Client, Refused, play_random


def refusal(do, *arguments, **fields):
    with pytest.raises(Refused) as refused:
        do(*arguments, **fields)
    return refused.value


@pytest.fixture
def match_id(table):
    """A match of anna (seat 0) and bert (seat 1), both of whom owe a decision."""
    match_id = table.anna.create(["account:", "account:bert"])
    table.anna.call("StartMatch", match_id=match_id)
    return match_id


def first(client, match_id):
    """Return the present decision's version and its first legal action in notation."""
    decision = client.decision(match_id)
    assert decision.is_asked
    return decision.version, orjson.loads(decision.legal_actions)[0]["notation"]


def log_length(table, match_id):
    return table.stack.redis.llen(keys.log(match_id))


def until_alone(table, match_id, client):
    """Play both seats at random until only the client's seat decides and a list of two actions can be tried."""
    rng = random.Random(5)
    clients = {0: table.anna, 1: table.bert}
    while True:
        match = table.anna.call("GetMatch", match_id=match_id).match
        if list(match.deciding_seats) == list(client.call("GetMatch", match_id=match_id).match.own_seats):
            return
        play_random(clients, match_id, rng, 1)


def test_an_answer_brings_along_what_the_seat_is_asked_next(table, match_id):
    clients = {0: table.anna, 1: table.bert}
    asked_again = 0
    for _ in range(40):
        seat = table.anna.call("GetMatch", match_id=match_id).match.deciding_seats[0]
        version, notation = first(clients[seat], match_id)
        answer = clients[seat].call(
            "SubmitActions",
            match_id=match_id,
            expected_version=version,
            actions=[orjson.dumps(notation)],
            with_decision=True,
        )
        assert answer.HasField("decision")
        assert answer.decision == clients[seat].decision(match_id)
        asked_again += answer.decision.is_asked
    assert 0 < asked_again < 40
    seat = table.anna.call("GetMatch", match_id=match_id).match.deciding_seats[0]
    assert not clients[seat].submit(match_id, *first(clients[seat], match_id)).HasField("decision")


def test_an_action_is_taken_as_dict_and_as_notation(table, match_id):
    decision = table.anna.decision(match_id)
    offered = orjson.loads(decision.legal_actions)[0]
    assert str(find_game("roll").Action.from_dict(offered["action"])) == offered["notation"]
    answer = table.anna.submit(match_id, decision.version, offered["action"])
    assert (answer.seat, answer.version) == (0, decision.version + 1)
    version, notation = first(table.bert, match_id)
    assert table.bert.submit(match_id, version, notation).version > version
    assert log_length(table, match_id) == 2


def test_the_answer_holds_the_events_that_the_submission_brought(table, match_id):
    version, notation = first(table.anna, match_id)
    answer = table.anna.submit(match_id, version, notation)
    known = table.anna.events(match_id)
    assert [orjson.loads(event) for event in answer.events] == [event for _, event in known]
    assert [number for number, _ in known] == list(range(1, answer.cursor + 1))


def test_a_repetition_with_the_same_key_gets_the_same_answer_and_is_applied_once(table, match_id):
    version, notation = first(table.anna, match_id)
    answer = table.anna.submit(match_id, version, notation, key="k1")
    later = first(table.bert, match_id)
    table.bert.submit(match_id, *later)
    for client in (table.anna, table.anna_elsewhere):
        assert client.submit(match_id, version, notation, key="k1") == answer
    assert log_length(table, match_id) == 2
    assert refusal(table.anna.submit, match_id, version, notation, key="k2").error == "StaleVersion"


def test_a_key_belongs_to_one_request_and_one_account(table, match_id):
    version, notation = first(table.anna, match_id)
    table.anna.submit(match_id, version, notation, key="k")
    refused = refusal(table.anna.submit, match_id, version + 1, notation, key="k")
    assert refused.error == "KeyReused"
    theirs = first(table.bert, match_id)
    assert table.bert.submit(match_id, *theirs, key="k").seat == 1


def test_doubled_submissions_at_once_are_applied_once(table, match_id):
    version, notation = first(table.anna, match_id)
    clients = [table.stack.client((table.first, table.second)[n % 2], "anna") for n in range(8)]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda client: client.submit(match_id, version, notation, key="x"), clients))
    assert all(answer == answers[0] for answer in answers)
    assert log_length(table, match_id) == 1


def test_of_different_submissions_at_once_one_wins_and_the_others_are_stale(table, match_id):
    decision = table.anna.decision(match_id)
    legal = [each["notation"] for each in orjson.loads(decision.legal_actions)]
    clients = [table.stack.client((table.first, table.second)[n % 2], "anna") for n in range(8)]

    def submit(number):
        try:
            return clients[number].submit(match_id, decision.version, legal[number % len(legal)]).version
        except Refused as refused:
            return refused.error

    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(submit, range(8)))
    assert sorted(map(str, results)) == sorted([str(decision.version + 1)] + ["StaleVersion"] * 7)


def test_an_unseen_answer_of_another_seat_makes_nothing_stale(table, match_id):
    """Both read their decision, then both answer, on different replicas."""
    mine, theirs = first(table.anna, match_id), first(table.bert, match_id)
    table.bert.submit(match_id, *theirs)
    assert table.anna.decision(match_id).version == mine[0]
    assert table.anna_elsewhere.submit(match_id, *mine).version > mine[0]


def test_a_stale_version_is_refused_with_the_present_one(table, match_id):
    version, notation = first(table.anna, match_id)
    for wrong in (version + 1, version + 100, max(0, version - 1) if version else 7):
        refused = refusal(table.anna.submit, match_id, wrong, notation)
        assert (refused.error, refused.code) == ("StaleVersion", grpc.StatusCode.ABORTED)
        assert refused.detail.version == version
    assert log_length(table, match_id) == 0


def test_an_illegal_action_is_refused_with_reason_rule_and_what_would_be_legal(table, match_id):
    until_alone(table, match_id, table.anna)
    decision = table.anna.decision(match_id)
    legal = {each["notation"] for each in orjson.loads(decision.legal_actions)}
    roll = find_game("roll")
    wrong = next(
        str(roll.Action(code)) for code in range(1 << 8) if not roll.Action.KINDS[code:] or _makes(roll, code, legal)
    )
    before = log_length(table, match_id)
    refused = refusal(table.anna.submit, match_id, decision.version, wrong)
    assert (refused.error, refused.code) == ("IllegalAction", grpc.StatusCode.FAILED_PRECONDITION)
    assert refused.detail.reason
    assert refused.detail.seat == 0
    assert set(refused.detail.legal) <= legal
    assert refused.detail.legal
    assert log_length(table, match_id) == before


def test_the_author_of_a_program_reads_what_was_refused_of_it_and_nobody_else_does(table, match_id):
    """The latest ones, oldest first, with what was sent; what was taken is not among them."""
    version, notation = first(table.anna, match_id)
    wrong_version = refusal(table.anna.submit, match_id, version + 1, notation)
    refusal(table.anna.submit, match_id, version, "no such thing")
    table.anna.submit(match_id, version, notation)
    stale, malformed = table.anna_elsewhere.call("ListRefusals", match_id=match_id).refusals
    assert (stale.error, stale.version, list(stale.actions)) == ("StaleVersion", version + 1, [f'"{notation}"'])
    assert stale.detail == wrong_version.detail.message
    assert (malformed.error, malformed.version) == ("BadAction", version)
    assert stale.at_ms <= malformed.at_ms
    assert list(table.bert.call("ListRefusals", match_id=match_id).refusals) == []
    assert 0 < table.stack.redis.ttl(keys.refusals(match_id, "anna")) <= limits().refusals_kept_s


def test_only_the_latest_refusals_are_kept(table, match_id):
    version, _ = first(table.anna, match_id)
    most = limits().refusals_max
    for number in range(most + 5):
        refusal(table.anna.submit, match_id, version, f"nothing {number}")
    kept = table.anna.call("ListRefusals", match_id=match_id).refusals
    assert [orjson.loads(each.actions[0]) for each in kept] == [f"nothing {n}" for n in range(5, most + 5)]


def _makes(roll, code, legal):
    try:
        return str(roll.Action(code)) not in legal
    except ValueError:
        return False


@pytest.mark.parametrize("raw", [b"", b"{", b"[]", b"7", b"null", b'{"kind": "fly"}', b'"fly"', b'""', b"\xff"])
def test_what_is_no_action_is_refused(table, match_id, raw):
    version, _ = first(table.anna, match_id)
    refused = refusal(table.anna.call, "SubmitActions", match_id=match_id, expected_version=version, actions=[raw])
    assert (refused.error, refused.code) == ("BadAction", grpc.StatusCode.INVALID_ARGUMENT)


def test_empty_and_endless_lists_are_refused(table, match_id):
    version, notation = first(table.anna, match_id)
    assert refusal(table.anna.submit, match_id, version).error == "BadRequest"
    many = [notation] * (limits().actions_per_submission_max + 1)
    refused = refusal(table.anna.submit, match_id, version, *many)
    assert (refused.error, refused.detail.limit) == ("LimitExceeded", "actions_per_submission_max")


def test_a_request_over_the_size_limit_is_refused_before_it_is_read(table, match_id):
    refused = refusal(table.anna.submit, match_id, 0, "x" * (limits().request_bytes_max + 1))
    assert refused.code == grpc.StatusCode.RESOURCE_EXHAUSTED


def test_a_wrong_seat_and_a_seat_out_of_turn_are_refused(table, match_id):
    version, notation = first(table.anna, match_id)
    assert refusal(table.anna.submit, match_id, version, notation, seat=1).error == "NotYourSeat"
    assert refusal(table.anna.submit, match_id, version, notation, seat=9).error == "NotYourSeat"
    refused = refusal(table.spectator.submit, match_id, version, notation)
    assert (refused.error, refused.code) == ("NotYourSeat", grpc.StatusCode.PERMISSION_DENIED)
    until_alone(table, match_id, table.anna)
    decision = table.bert.decision(match_id)
    assert not decision.is_asked
    refused = refusal(table.bert.submit, match_id, decision.version, notation)
    assert (refused.error, list(refused.detail.deciding_seats)) == ("NotYourDecision", [0])


def test_who_still_decides_in_a_simultaneous_step_is_told_alike_everywhere(table):
    """A seat that has finished is waited for no more, whoever asks, and however."""
    match_id = table.anna.create(["account:", "account:bert"], allows_analysis=True, is_rated=False)
    table.anna.call("StartMatch", match_id=match_id)
    while (decision := table.anna.decision(match_id)).is_asked:
        action = orjson.loads(decision.legal_actions)[0]["action"]
        table.anna.submit(match_id, decision.version, action)
    told = {}
    for name in ("anna", "anna_elsewhere", "bert", "spectator"):
        client = getattr(table, name)
        told[name] = list(client.call("GetMatch", match_id=match_id).match.deciding_seats)
        told[f"{name}'s view"] = orjson.loads(client.call("GetView", match_id=match_id).view)["deciding_seats"]
        *_, last = client.watch(match_id, is_snapshot=True)
        told[f"{name}'s stream"] = list(last.match.deciding_seats)
    for name, ask in (
        ("refusal", lambda: table.anna.submit(match_id, decision.version, action)),
        ("refusal of an analysis", lambda: table.anna.analyse(match_id)),
    ):
        refused = refusal(ask)
        assert refused.error == "NotYourDecision"
        told[name] = list(refused.detail.deciding_seats)
    assert len(told) == 14
    assert {name: seats for name, seats in told.items() if seats != [1]} == {}


def test_before_the_start_nothing_is_taken(table):
    match_id = table.anna.create(["account:", "open"])
    assert refusal(table.anna.submit, match_id, 0, "x").error == "MatchNotRunning"
    assert refusal(table.anna.call, "GetView", match_id=match_id).error == "MatchNotRunning"
    assert not table.anna.decision(match_id).is_asked


def test_an_account_with_two_seats_says_which(table):
    match_id = table.anna.create(["account:", "account:"])
    table.anna.call("StartMatch", match_id=match_id)
    assert refusal(table.anna.decision, match_id).error == "NotYourSeat"
    for seat in (0, 1):
        decision = table.anna.decision(match_id, seat)
        legal = orjson.loads(decision.legal_actions)[0]["notation"]
        assert table.anna.submit(match_id, decision.version, legal, seat=seat).seat == seat


def test_a_list_is_taken_all_or_none(table, match_id):
    """A second action that is illegal takes the first one back."""
    rng = random.Random(2)
    clients = {0: table.anna, 1: table.bert}
    tried = 0
    while tried < 5:
        play_random(clients, match_id, rng, 1)
        decision = table.anna.decision(match_id)
        if not decision.is_asked:
            continue
        before = log_length(table, match_id)
        view = table.anna.call("GetView", match_id=match_id)
        legal = orjson.loads(decision.legal_actions)[0]["notation"]
        refused = refusal(table.anna.submit, match_id, decision.version, legal, {"kind": "fly"})
        assert refused.error == "BadAction"
        refused = refusal(table.anna.submit, match_id, decision.version, legal, *[legal] * 40)
        assert refused.error in {"IllegalAction", "NotYourDecision"}
        assert refused.detail.index > 0 or refused.error == "NotYourDecision"
        assert log_length(table, match_id) == before
        assert table.anna.call("GetView", match_id=match_id) == view
        tried += 1
    assert tried == 5


def test_a_finished_match_takes_nothing_more(table, match_id):
    play_random({0: table.anna, 1: table.bert}, match_id, random.Random(1))
    version = table.anna.decision(match_id).version
    refused = refusal(table.anna.submit, match_id, version, "pass")
    assert refused.error == "MatchOver"
    assert not table.stack.redis.zscore(keys.status_index("running"), match_id)


def test_a_decision_can_be_waited_for(table, match_id):
    until_alone(table, match_id, table.anna)
    assert not table.bert.decision(match_id, wait_ms=1).is_asked
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(table.bert.decision, match_id, None, 20_000)
        rng = random.Random(0)
        while not waiting.done():
            decision = table.anna.decision(match_id)
            if decision.is_asked and not waiting.done():
                legal = orjson.loads(decision.legal_actions)
                table.anna.submit(match_id, decision.version, rng.choice(legal)["notation"])
        assert waiting.result().is_asked
    assert refusal(table.bert.decision, match_id, None, 30_001).error == "LimitExceeded"


def test_a_client_of_another_address_sees_the_same(table, match_id):
    version, notation = first(table.anna, match_id)
    table.anna.submit(match_id, version, notation)
    assert table.anna_elsewhere.decision(match_id) == table.anna.decision(match_id)
    assert isinstance(table.anna_elsewhere, Client)
