"""Analyses by the pool: one's own due decision from one's own knowledge, any decision of a finished match."""

from __future__ import annotations

import random
import time
from concurrent.futures import ThreadPoolExecutor

import orjson
import pytest

from ai.levels import analyse, evaluate, evaluate_match
from engine.registry import find_game
from engine.replay import replay
from protos.astrarium.v1 import match_pb2
from services.shared import keys
from services.shared.consent import Consent, write_consent
from services.shared.tokens import digest_of
from tests.support.stack import SEAT_KINDS, Client, Refused, play_random, quiet_s, until


def refused(do, *arguments, **fields):
    with pytest.raises(Refused) as error:
        do(*arguments, **fields)
    return error.value


def found(answer):
    return orjson.loads(answer.analysis)


def without_time(analysis):
    return {name: value for name, value in analysis.items() if name not in {"think_ms", "evaluation"}}


def test_an_own_decision_is_searched_from_what_the_seat_knows(table):
    """What is told while the match runs is what a search of that seat's information set alone gives."""
    match_id = table.anna.create(["account:anna", "account:bert"], starts_when_full=True, allows_analysis=True)
    due = table.anna.decision(match_id)
    answer = table.anna_elsewhere.analyse(match_id, iterations=300)
    told = found(answer)
    assert (answer.seat, answer.version, answer.played) == (0, due.version, "")
    assert {each["notation"] for each in told["candidates"]} == {
        each["notation"] for each in orjson.loads(due.legal_actions)
    }
    visits = [each["visits"] for each in told["candidates"]]
    assert visits == sorted(visits, reverse=True)
    assert sum(visits) == told["iterations"] == 300
    assert all(len(each["values"]) == len(each["expected_scores"]) == 2 for each in told["candidates"])
    assert all(sum(seat.values()) > 0 for seat in told["candidates"][0]["why"]["sources"])
    assert all(each["why"] is None for each in told["candidates"][2:])
    assert told["principal_line"][0]["notation"] == told["candidates"][0]["notation"]
    # The other seat's unseen answer in the same step changes nothing of it.
    other = table.bert.decision(match_id)
    table.bert.submit(match_id, other.version, orjson.loads(other.legal_actions)[0]["action"])
    assert without_time(found(table.anna.analyse(match_id, iterations=300, version=due.version))) == without_time(told)
    table.anna.call("ResignMatch", match_id=match_id)
    record = table.anna.record(match_id)
    state = replay(find_game("roll"), 2, bytes.fromhex(record["seed"]), record["options"], [])
    assert without_time(analyse(state.information_set(0), iterations=300).to_dict()) == without_time(told)


def test_a_network_evaluates_beside_the_search(table):
    """Each seat's chance and points, where the package has a network for the match; else null."""
    match_id = table.anna.create(
        ["account:anna", "account:bert"], game="race", starts_when_full=True, allows_analysis=True
    )
    told = found(table.anna.analyse(match_id, iterations=50))["evaluation"]
    assert sum(each["win"] for each in told) == pytest.approx(1.0, abs=1e-3)
    assert all(0 < each["win"] < 1 and 10 < each["points"] < 60 for each in told)
    table.anna.call("ResignMatch", match_id=match_id)
    record = table.anna.record(match_id)
    state = replay(find_game("race"), 2, bytes.fromhex(record["seed"]), record["options"], [])
    assert told == [each.to_dict() for each in evaluate(state.information_set(0))]
    other = table.anna.create(
        ["account:anna", "account:bert", "bot:level1"],
        game="race",
        starts_when_full=True,
        allows_analysis=True,
    )
    assert found(table.anna.analyse(other, iterations=50))["evaluation"] is None
    table.anna.call("ResignMatch", match_id=other)


def test_a_finished_match_is_evaluated_at_every_moment(table):
    """By anybody who may see the record: the mean of what the seats knew, and at the end how it ended."""
    match_id = table.anna.create(["account:anna", "account:bert"], game="race", starts_when_full=True)
    assert refused(table.anna.evaluate, match_id).error == "MatchNotOver"
    play_random({0: table.anna, 1: table.bert}, match_id, random.Random(4))
    record = table.spectator.record(match_id)
    told = table.spectator.evaluate(match_id)
    game = find_game("race")
    actions = [(seat, game.Action.parse(notation)) for seat, notation in record["actions"]]
    start = replay(game, 2, bytes.fromhex(record["seed"]), record["options"], [])
    expected = evaluate_match(start, [(seat, action.code) for seat, action in actions])
    assert told == [[each.to_dict() for each in moment] for moment in expected]
    assert len(told) == len(actions) + 1
    assert all(sum(each["win"] for each in moment) == pytest.approx(1.0, abs=1e-3) for moment in told)
    assert [each["win"] for each in told[-1]] == [(rank == 1) / record["ranks"].count(1) for rank in record["ranks"]]
    assert [each["points"] for each in told[-1]] == record["scores"]
    one, other = (evaluate(start.information_set(seat)) for seat in (0, 1))
    assert told[0][0]["win"] == pytest.approx((one[0].win + other[0].win) / 2, abs=1e-3)


def test_a_match_without_a_network_has_no_evaluation(table):
    """As with three seats."""
    seats = ["account:anna", "account:bert", "bot:level1"]
    match_id = table.anna.create(seats, game="race", starts_when_full=True)
    for each in (table.anna, table.bert):
        each.call("ResignMatch", match_id=match_id)
    assert table.bert.evaluate(match_id) is None


def test_time_is_a_budget_too(table):
    match_id = table.anna.create(["account:anna", "account:bert"], starts_when_full=True, allows_analysis=True)
    told = found(table.anna.analyse(match_id, budget_ms=100))
    assert 0 < told["think_ms"] < quiet_s(1.5) * 1000
    assert told["iterations"] > 0
    table.anna.call("ResignMatch", match_id=match_id)


def test_any_decision_of_a_finished_match(table):
    """By anybody who may see the record; the position is that of the record, the knowledge the seat's."""
    match_id = table.anna.create(["account:anna", "account:bert"], starts_when_full=True, allows_analysis=True)
    play_random({0: table.anna, 1: table.bert}, match_id, random.Random(3))
    record = table.spectator.record(match_id)
    for version in (0, len(record["actions"]) // 2, len(record["actions"]) - 1):
        seat, notation = record["actions"][version]
        answer = table.spectator.analyse(match_id, version=version, iterations=100)
        assert (answer.seat, answer.version, answer.played) == (seat, version, notation)
        game = find_game("roll")
        before = [(who, game.Action.parse(text)) for who, text in record["actions"][:version]]
        state = replay(game, 2, bytes.fromhex(record["seed"]), record["options"], before)
        assert without_time(found(answer)) == without_time(
            analyse(state.information_set(seat), iterations=100).to_dict()
        )
    # Both decide at the beginning: the other one is asked for by its seat.
    other = 1 - record["actions"][0][0]
    assert table.anna.analyse(match_id, version=0, seat=other, iterations=50).seat == other
    assert refused(table.anna.analyse, match_id).error == "BadRequest"
    assert refused(table.anna.analyse, match_id, version=len(record["actions"])).error == "BadRequest"
    wrong = refused(table.anna.analyse, match_id, version=0, seat=4)
    assert (wrong.error, list(wrong.detail.deciding_seats)) == ("NotYourDecision", [0, 1])


def test_running_matches_betray_nothing(table):
    """Neither others' decisions, nor past ones, nor those of a spectator, nor more than the limits allow."""
    match_id = table.anna.create(["account:anna", "account:bert"], starts_when_full=True, allows_analysis=True)
    assert refused(table.spectator.analyse, match_id).error == "NotYourSeat"
    assert refused(table.anna.analyse, match_id, seat=1).error == "NotYourSeat"
    assert refused(table.anna.analyse, match_id, version=7).error == "StaleVersion"
    assert refused(table.anna.analyse, "nowhere").error == "UnknownMatch"
    assert refused(table.anna.analyse, match_id, budget_ms=-1).error == "BadRequest"
    assert refused(table.anna.analyse, match_id, budget_ms=1_000_000).detail.limit == "analysis_budget_ms_max"
    assert refused(table.anna.analyse, match_id, iterations=10**8).detail.limit == "analysis_iterations_max"
    while (due := table.anna.decision(match_id)).is_asked:
        table.anna.submit(match_id, due.version, orjson.loads(due.legal_actions)[0]["action"])
    assert refused(table.anna.analyse, match_id).error == "NotYourDecision"
    table.anna.call("ResignMatch", match_id=match_id)
    waiting = table.anna.create(["account:anna", "open"], allows_analysis=True)
    assert refused(table.anna.analyse, waiting).error == "MatchNotRunning"


def test_tournaments_are_played_without_help(table):
    """A match that the director made is analysed when it is over, and not before."""
    redis = table.stack.redis
    redis.hset(keys.account("~director"), "created_ms", 1)
    fields = {"account": "~director", "scopes": "play", "expires_s": int(time.time()) + 60}
    redis.hset(keys.server_token(digest_of("of-the-director")), mapping=fields)
    match_id = Client(table.first, "of-the-director").create(["account:anna", "account:bert"], starts_when_full=True)
    wrong = refused(table.anna.analyse, match_id)
    assert (wrong.error, wrong.code.name) == ("AnalysisForbidden", "PERMISSION_DENIED")
    due = table.anna.decision(match_id)
    table.anna.submit(match_id, due.version, orjson.loads(due.legal_actions)[0]["action"])
    table.anna.call("ResignMatch", match_id=match_id)
    assert table.bert.analyse(match_id, version=0, iterations=20).seat == 0


def test_whoever_makes_a_match_may_forbid_help(table):
    match_id = table.anna.create(["account:anna", "account:bert"], starts_when_full=True, allows_analysis=False)
    assert not table.bert.call("GetMatch", match_id=match_id).match.settings.allows_analysis
    assert refused(table.bert.analyse, match_id).error == "AnalysisForbidden"
    table.anna.call("ResignMatch", match_id=match_id)
    rematch = table.bert.call("RematchMatch", match_id=match_id).match
    assert not rematch.settings.allows_analysis


HELPED = "allows_analysis"


@pytest.mark.parametrize(
    ("seats", "settings", "allows"),
    [
        (["account:", "account:bert"], {}, False),
        (["account:", "open"], {}, False),
        (["account:", "account:bert"], {HELPED: True}, True),
        (["account:", "account:bert"], {"is_rated": False}, True),
        (["account:", "account:bert"], {"is_rated": False, HELPED: False}, False),
        (["account:", "account:bert"], {"is_private": True}, True),
        (["account:", "account:"], {}, True),
        (["account:", "bot:random"], {}, True),
        (["account:", "bot:random"], {HELPED: False}, False),
    ],
)
def test_accounts_play_each_other_without_help_unless_the_match_is_unrated_or_says_so(table, seats, settings, allows):
    match_id = table.anna.create(seats, starts_when_full=True, **settings)
    if "open" in seats:
        table.bert.call("JoinMatch", match_id=match_id)
    match = table.anna.call("GetMatch", match_id=match_id).match
    assert match.settings.allows_analysis == allows
    if allows:
        assert found(table.anna.analyse(match_id, seat=0, iterations=20))["iterations"] == 20
    else:
        assert refused(table.anna.analyse, match_id, seat=0).error == "AnalysisForbidden"
    table.anna.call("ResignMatch", match_id=match_id, seat=0)


def test_those_who_seek_meet_without_help_unless_both_seek_it(table):
    """What both leave out is the same wish as an express no; whoever seeks help waits for another who does."""
    clock = orjson.dumps({"kind": "decision", "decision_ms": 60_000 + time.monotonic_ns() % 1_000_000})

    def seek(client, **more):
        return client.call("SeekMatch", game="roll", seats=2, clock=clock, **more).match

    wished, first = seek(table.anna, allows_analysis=True), seek(table.anna)
    second = seek(table.bert, allows_analysis=False)
    assert (second.match_id, second.status) == (first.match_id, match_pb2.MATCH_STATUS_RUNNING)
    for client in (table.anna, table.bert):
        assert refused(client.analyse, first.match_id).error == "AnalysisForbidden"
    assert seek(table.bert, allows_analysis=True).match_id == wished.match_id
    assert table.bert.analyse(wished.match_id, iterations=20).seat == 1


def test_help_in_a_rated_match_is_agreed_to_by_joining_not_beforehand(table):
    name = f"gus{time.monotonic_ns()}"
    gus = table.stack.client(table.first, name)
    write_consent(table.stack.redis, name, Consent(accounts=("anna",)))
    seats = [match_pb2.Seat(kind=SEAT_KINDS["account"], account=account) for account in ("anna", name)]
    for settings, kind in (
        ({}, "account"),
        ({HELPED: True}, "invited"),
        ({HELPED: True, "is_rated": False}, "account"),
    ):
        match = table.anna.call("CreateMatch", game="roll", seats=seats, starts_when_full=True, **settings).match
        assert match.seats[1].kind == SEAT_KINDS[kind]
    assert gus.call("ListMatches", own=True).matches


def test_a_private_match_is_unknown_to_others(table):
    match_id = table.anna.create(["account:anna", "account:bert"], starts_when_full=True, is_private=True)
    due = table.anna.decision(match_id)
    table.anna.submit(match_id, due.version, orjson.loads(due.legal_actions)[0]["action"])
    assert refused(table.spectator.analyse, match_id).error == "UnknownMatch"
    table.anna.call("ResignMatch", match_id=match_id)
    assert refused(table.spectator.analyse, match_id, version=0).error == "UnknownMatch"
    assert table.bert.analyse(match_id, version=0, iterations=20).seat == 0


def test_what_was_taken_back_is_not_analysed(table):
    """The decisions are those of the record: a version counts the actions that stand."""
    match_id = table.anna.create(["account:anna", "bot:random"], starts_when_full=True)
    for _ in range(3):
        due = table.anna.decision(match_id, wait_ms=10_000)
        table.anna.submit(match_id, due.version, orjson.loads(due.legal_actions)[-1]["action"])
    taken = until(lambda: _taken_back(table.anna, match_id))
    assert taken
    due = table.anna.decision(match_id, wait_ms=10_000)
    table.anna.submit(match_id, due.version, orjson.loads(due.legal_actions)[0]["action"])
    table.anna.call("ResignMatch", match_id=match_id)
    record = table.anna.record(match_id)
    assert len(record["log"]) > len(record["actions"])
    # The first decision, those about the one that was taken back, and the last: a match is longer than an account's limit.
    last = len(record["actions"]) - 1
    for version in sorted({0, *range(max(due.version - 3, 0), min(due.version + 3, last)), last}):
        seat, notation = record["actions"][version]
        answer = table.bert.analyse(match_id, version=version, iterations=20)
        assert (answer.seat, answer.played) == (seat, notation)


def _taken_back(client, match_id):
    """Take the latest action back; None if something has come to light since, for another try after another action."""
    try:
        return client.call("ProposeTakeBack", match_id=match_id, actions=1)
    except Refused as wrong:
        if wrong.error != "CannotTakeBack":
            raise
        due = client.decision(match_id, wait_ms=10_000)
        client.submit(match_id, due.version, orjson.loads(due.legal_actions)[0]["action"])
        return None


def test_who_asks_too_often_is_told_when_to_come_again(own_stack):
    _, target = own_stack.game_state(
        ASTRARIUM_LIMIT_ANALYSES_PER_MINUTE_MAX="1", ASTRARIUM_LIMIT_ANALYSIS_WAIT_MS_MAX="300"
    )
    anna = own_stack.client(target, "anna")
    match_id = anna.create(["account:anna", "account:anna"], starts_when_full=True)
    errors = [refused(anna.analyse, match_id, seat=0) for _ in range(3)]
    limited = [each.detail for each in errors if each.error == "LimitExceeded"]
    assert limited, [each.error for each in errors]
    assert limited[0].limit == "analyses_per_minute_max"
    assert 0 < limited[0].retry_after_ms <= 60_001


def test_an_account_has_one_analysis_under_way(own_stack):
    """While it waits, more of them are refused, for anybody else's would wait behind them all; afterwards they aren't."""
    _, target = own_stack.game_state(ASTRARIUM_LIMIT_ANALYSIS_WAIT_MS_MAX="20000")
    anna, bert = own_stack.client(target, "anna"), own_stack.client(target, "bert")
    match_id = anna.create(["account:anna", "account:anna"], starts_when_full=True)
    other = bert.create(["account:bert", "account:bert"], starts_when_full=True)
    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(anna.analyse, match_id, seat=0, iterations=20)
        until(lambda: own_stack.redis.exists(keys.analyses_now("anna")))
        wrong = refused(anna.analyse, match_id, seat=0, iterations=20)
        assert (wrong.error, wrong.detail.limit) == ("LimitExceeded", "analyses_at_once_max")
        assert wrong.detail.retry_after_ms > 0
        others = pool.submit(bert.analyse, other, seat=0, iterations=20)
        until(lambda: own_stack.redis.exists(keys.analyses_now("bert")))
        own_stack.bots(ASTRARIUM_BOTS_QUEUES="analysis")
        assert found(waiting.result())["iterations"] == found(others.result())["iterations"] == 20
    assert found(anna.analyse(match_id, seat=0, iterations=20))["iterations"] == 20
    assert not own_stack.redis.exists(keys.analyses_now("anna"), keys.analyses_now("bert"))


def test_no_worker_takes_the_queue(own_stack):
    """Workers of other queues don't either: the caller is told within the time, and to come again."""
    _, target = own_stack.game_state(ASTRARIUM_LIMIT_ANALYSIS_WAIT_MS_MAX="5000")
    own_stack.bots(ASTRARIUM_BOTS_QUEUES="instant,think")
    anna = own_stack.client(target, "anna")
    match_id = anna.create(["account:anna", "account:anna"], starts_when_full=True)
    began = time.monotonic()
    wrong = refused(anna.analyse, match_id, seat=0, budget_ms=50)
    assert time.monotonic() - began < quiet_s(15)
    assert (wrong.error, wrong.code.name, wrong.detail.retry_after_ms) == ("Unavailable", "UNAVAILABLE", 5000)
    # What nobody waits for any more is not searched when a worker comes.
    worker = own_stack.bots(ASTRARIUM_BOTS_QUEUES="analysis")
    assert found(anna.analyse(match_id, seat=0, iterations=20))["iterations"] == 20
    assert own_stack.redis.keys(f"{keys.PREFIX}:analysis:*") == []
    assert worker.poll() is None
