"""Clocks and absence: deadlines on time, nobody else harmed, seats given back, through restarts too."""

from __future__ import annotations

import random
import signal
import time

import orjson
import pytest

from engine.replay import verify
from protos.astrarium.v1 import match_pb2
from services.shared import keys
from tests.support.stack import Refused, play_random, quiet_s, until

OVER, RUNNING = match_pb2.MATCH_STATUS_OVER, match_pb2.MATCH_STATUS_RUNNING
#: long enough for whoever answers at once on a busy machine, short enough to wait until an absent one's time is up
SHORT_MS = 4_000
SHORT = orjson.dumps({"kind": "decision", "decision_ms": SHORT_MS})
#: no stall of a busy machine takes so long
PATIENT_MS = 10_000
PATIENT = orjson.dumps({"kind": "decision", "decision_ms": PATIENT_MS})
LONG = orjson.dumps({"kind": "bank", "bank_ms": 60_000, "increment_ms": 2_000})


def begun(client, seats, clock=SHORT, absence="forfeit"):
    match_id = client.create(seats, clock=clock, absence=absence)
    client.call("StartMatch", match_id=match_id)
    return match_id


def match_of(client, match_id):
    return client.call("GetMatch", match_id=match_id).match


def act(client, match_id, seat=None):
    decision = client.decision(match_id, seat, wait_ms=5_000)
    assert decision.is_asked
    return client.submit(match_id, decision.version, orjson.loads(decision.legal_actions)[0]["action"], seat=seat)


def test_the_offender_alone_forfeits_and_not_early(table):
    """At a table of two: between the deadline and a second after it (on a quiet machine), the other seat wins."""
    match_id = begun(table.anna, ["account:", "account:bert"])
    deadline = dict(match_of(table.anna, match_id).own_deadlines_ms)[0]
    version = 0
    while match_of(table.bert, match_id).status == RUNNING:
        decision = table.bert.decision(match_id, wait_ms=200)
        if decision.is_asked and decision.version >= version and match_of(table.bert, match_id).status == RUNNING:
            version = table.bert.submit(
                match_id, decision.version, orjson.loads(decision.legal_actions)[0]["action"]
            ).version
    match = match_of(table.bert, match_id)
    assert deadline <= match.ended_ms <= deadline + 1_000 * quiet_s(1)
    assert (match.ended, list(match.ranks)) == ("timeout", [2, 1])
    assert (match.seats[0].resigned_by, match.seats[0].cause, match.seats[1].cause) == ("anna", "timeout", "")
    verify(table.bert.record(match_id))
    assert table.stack.redis.zscore(keys.CLOCKS, match_id) is None


def test_a_bot_stands_in_and_gives_the_seat_back(table):
    """Within 2 s a bot plays on; the player comes back to a running clock and plays the match to its end."""
    match_id = begun(table.anna, ["account:", "account:bert"], clock=PATIENT, absence="substitute")
    table.anna_elsewhere.decision(match_id)
    # Bert stays, and the bot waits for him: two bots would be through with the match in a second or two.
    while table.bert.decision(match_id).is_asked:
        act(table.bert, match_id)
    begun_ms = match_of(table.anna, match_id).started_ms
    until(lambda: match_of(table.anna, match_id).seats[0].stands_in_for == "anna")
    entry = until(lambda: _first_of(table, match_id, 0))
    assert 0 <= entry[2] - (begun_ms + PATIENT_MS) < 1_000 * quiet_s(2)
    match = match_of(table.anna, match_id)
    assert (match.status, match.seats[0].cause, list(match.own_seats)) == (RUNNING, "timeout", [])
    with pytest.raises(Refused) as refused:
        table.spectator.call("ReturnToMatch", match_id=match_id)
    assert refused.value.error == "NotYourSeat"
    back = table.anna.call("ReturnToMatch", match_id=match_id).match
    assert list(back.own_seats) == [0]
    assert (back.seats[0].kind, back.seats[0].stands_in_for) == (match_pb2.SEAT_KIND_ACCOUNT, "")
    assert list(table.anna_elsewhere.call("ReturnToMatch", match_id=match_id).match.own_seats) == [0]
    play_random({0: table.anna, 1: table.bert}, match_id, random.Random(3))
    record = table.anna.record(match_id)
    assert record["ended"] == "finished"
    verify(record)


def _first_of(table, match_id, seat):
    """The first entry of a seat in the match's log, if there is one."""
    log = map(orjson.loads, table.stack.redis.lrange(keys.log(match_id), 0, -1))
    return next((entry for entry in log if entry[0] == seat), None)


def test_resigning_with_a_substitute_keeps_the_seat(table):
    """Leaving works as running out of time does: a bot plays, also at a table of two, until the player is back."""
    match_id = begun(table.anna, ["account:", "account:bert"], clock=LONG, absence="substitute")
    match = table.anna.call("ResignMatch", match_id=match_id).match
    assert (match.status, match.seats[0].stands_in_for, match.seats[0].cause) == (RUNNING, "anna", "resigned")
    assert table.anna.call("ResignMatch", match_id=match_id).match.seats[0] == match.seats[0]
    until(lambda: table.stack.redis.llen(keys.log(match_id)) > 0)
    assert list(table.anna.call("ReturnToMatch", match_id=match_id).match.own_seats) == [0]
    assert table.anna.decision(match_id).remaining_ms <= 60_000


def test_a_bank_pays_for_thinking_alone(table):
    """What a seat has left falls by its own time and grows by the increment; the other's time costs nothing."""
    match_id = begun(table.anna, ["account:", "account:bert"], clock=LONG)
    time.sleep(0.3)
    before = table.anna.decision(match_id).remaining_ms
    assert 60_000 - 5_000 * quiet_s(1) < before <= 59_700
    answer = act(table.anna, match_id)
    assert before + 2_000 - 1_500 * quiet_s(1) < answer.remaining_ms <= before + 2_000
    assert 0 <= answer.latency_ms < 1_000 * quiet_s(1)
    assert set(match_of(table.bert, match_id).own_deadlines_ms) <= {1}
    assert table.anna.call("GetDecision", match_id=match_id).remaining_ms <= answer.remaining_ms


def clock_of(client, match_id, seat):
    found = {each.seat: (each.left_ms, each.until_ms) for each in match_of(client, match_id).clocks}
    return found[seat]


def test_everybody_sees_whose_clock_runs_and_what_is_left_of_it(table):
    """A seat that has answered, as everybody knows, has a clock that stands; what it does unseen, test_timing tells."""
    match_id = begun(table.anna, ["account:", "account:bert"], clock=LONG)
    seen = [clock_of(each, match_id, 0) for each in (table.anna, table.bert, table.spectator)]
    assert seen == [seen[0]] * 3
    assert seen[0] == (60_000, dict(match_of(table.anna, match_id).own_deadlines_ms)[0])
    while 0 in match_of(table.bert, match_id).deciding_seats:
        act(table.anna, match_id)
    stands = [clock_of(each, match_id, 0) for each in (table.anna, table.bert, table.spectator)]
    assert stands == [stands[0]] * 3
    left_ms, until_ms = stands[0]
    assert until_ms == 0
    assert 60_000 - 5_000 * quiet_s(1) < left_ms <= 62_000
    assert clock_of(table.spectator, match_id, 1)[1] > 0


def test_bots_and_matches_without_a_clock_have_none_to_show(table):
    timed = begun(table.anna, ["account:", "bot:random"], clock=LONG)
    assert {each.seat for each in match_of(table.anna, timed).clocks} <= {0}
    free = begun(table.anna, ["account:", "account:bert"], clock=b"")
    assert not match_of(table.anna, free).clocks


def test_an_answer_after_the_deadline_does_not_count(table):
    """Whoever comes first, the late answer or the watchdog: the time was up."""
    match_id = begun(table.anna, ["account:", "account:bert", "account:watcher"])
    decision = table.anna.decision(match_id)
    time.sleep(SHORT_MS / 1_000 + 0.02)
    with pytest.raises(Refused) as refused:
        table.anna.submit(match_id, decision.version, orjson.loads(decision.legal_actions)[0]["action"])
    assert refused.value.error in {"TimeIsUp", "NotYourSeat", "MatchOver"}


def test_at_a_larger_table_the_others_play_on(table):
    """One is absent: a bot has its seat for good, the others finish, and the record says why."""
    match_id = table.anna.create(["account:", "bot:random", "account:bert"], clock=SHORT)
    table.anna.call("StartMatch", match_id=match_id)
    while match_of(table.bert, match_id).status == RUNNING:
        decision = table.bert.decision(match_id, wait_ms=500)
        if decision.is_asked:
            table.bert.submit(
                match_id, decision.version, random.Random(1).choice(orjson.loads(decision.legal_actions))["action"]
            )
    record = table.bert.record(match_id)
    assert record["ended"] == "finished"
    assert (record["players"][0]["resigned_by"], record["players"][0]["cause"]) == ("anna", "timeout")
    assert "cause" not in record["players"][2]
    verify(record)


def test_deadlines_survive_a_restart(own_stack):
    """Killed before the deadline and started after it, too soon for a downtime: it holds, and is acted on at once."""
    soon = {"ASTRARIUM_LIMIT_DOWNTIME_MS_MIN": "60000"}
    process, target = own_stack.game_state()
    own_stack.bots()
    anna = own_stack.client(target, "anna")
    own_stack.client(target, "bert")
    match_id = begun(anna, ["account:", "account:bert"], clock=orjson.dumps({"kind": "decision", "decision_ms": 1_500}))
    own_stack.stop(process, signal.SIGKILL)
    time.sleep(1.6)
    _, again = own_stack.game_state(**soon)
    anna = own_stack.client(again, "anna")
    served = time.monotonic()
    until(lambda: match_of(anna, match_id).status == OVER)
    assert time.monotonic() - served < quiet_s(1)
    assert match_of(anna, match_id).ended == "timeout"


@pytest.mark.parametrize("count", [40, pytest.param(1_000, marks=pytest.mark.soak)])
def test_many_absences_at_once(table, count, record_property):
    """All tables are left at the same moment: every one ends in its time, none by another's fault, none is stuck."""
    hosts = [table.stack.client(table.first, f"host{n}-{time.monotonic_ns()}") for n in range(-(-count // 500))]
    seats = match_pb2.Seats(
        seats=[
            match_pb2.Seat(kind=match_pb2.SEAT_KIND_ACCOUNT),
            match_pb2.Seat(kind=match_pb2.SEAT_KIND_BOT, level="random"),
        ]
    )
    time_ms = 8_000 + 10 * count
    clock = orjson.dumps({"kind": "decision", "decision_ms": time_ms})
    common = match_pb2.MatchSettings(game="roll", starts_when_full=True, clock=clock)
    ids = {}
    for number, host in enumerate(hosts):
        tables = [seats] * min(500, count - 500 * number)
        ids[host] = list(host.call("CreateMatches", settings=common, tables=tables).match_ids)
    late_ms = []
    for host, some in ids.items():
        for match_id in some:
            until(lambda h=host, m=match_id: match_of(h, m).status == OVER, 60 + count / 10, pause=0.1)
            match = match_of(host, match_id)
            # The bot has answered, or the deadline would be another one: the offender alone is last.
            assert (match.ended, list(match.ranks), match.seats[1].cause) == ("timeout", [2, 1], "")
            late_ms.append(match.ended_ms - match.started_ms - time_ms)
    assert len(late_ms) == count
    assert min(late_ms) >= 0
    due = [match_id for some in ids.values() for match_id in some]
    assert not any(table.stack.redis.zscore(keys.CLOCKS, match_id) for match_id in due)
    assert not any(table.stack.redis.zscore(keys.status_index("running"), match_id) for match_id in due)
    record_property("late_ms", [min(late_ms), sum(late_ms) / count, max(late_ms)])


@pytest.mark.parametrize(
    "clock", [b"{}", b"[]", b'{"kind":"sand"}', b'{"kind":"decision"}', b'{"kind":"bank","bank_ms":1,"increment_ms":0}']
)
def test_wrong_clocks_are_refused(table, clock):
    """A clock that can't be makes no match."""
    with pytest.raises(Refused) as refused:
        table.anna.create(["account:", "open"], clock=clock)
    assert refused.value.error in {"BadClock", "BadRequest"}


def test_wrong_absence_is_refused(table):
    """A way of being absent that there is not makes no match."""
    with pytest.raises(Refused) as refused:
        table.anna.create(["account:", "open"], absence="shrug")
    assert refused.value.error == "BadRequest"


def test_a_match_whose_rules_are_gone_is_left_alone_for_a_while(own_stack):
    """Nobody can say what became of it; asking twice a second, for good, helps nobody."""
    process, target = own_stack.game_state()
    own_stack.bots()
    client = own_stack.client(target, "anna")
    match_id = begun(client, ["account:", "bot:random"])
    until(lambda: not own_stack.redis.zcard(keys.DEADLINES))
    own_stack.stop(process)
    stored = orjson.loads(own_stack.redis.hget(keys.match(match_id), "match"))
    gone = stored | {"rules_version": "roll-0"}
    own_stack.redis.hset(keys.match(match_id), "match", orjson.dumps(gone))
    bot = f"{match_id}:1:{stored['versions'][1]}"
    own_stack.redis.zadd(keys.CLOCKS, {match_id: 1})
    own_stack.redis.zadd(keys.DEADLINES, {bot: 1})
    own_stack.game_state()

    def postponed():
        now_ms = time.time() * 1000
        names = ((keys.CLOCKS, match_id), (keys.DEADLINES, bot))
        return all((own_stack.redis.zscore(*each) or 0) > now_ms + 10_000 for each in names)

    until(postponed)
    assert orjson.loads(own_stack.redis.hget(keys.match(match_id), "match")) == gone
