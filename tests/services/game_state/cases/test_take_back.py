"""Taking back: by consent, as far as nothing came to light, with a log that only grows and a record that holds."""

from __future__ import annotations

import random
import time
from concurrent.futures import ThreadPoolExecutor

import orjson
import pytest

from engine.errors import BadRecord
from engine.registry import find_game
from engine.replay import verify
from protos.astrarium.v1 import match_pb2
from services.game_state.match.model import Entry
from services.shared import keys
from tests.support.stack import Refused, play_random, until

RUNNING = match_pb2.MATCH_STATUS_RUNNING
#: by chance one in a hundred of Tiny Epic has over 5,000 actions, and the longest seen has 7,800
WHOLE_MATCH = pytest.mark.timeout(1200)


def refusal(do, *arguments, **fields):
    with pytest.raises(Refused) as refused:
        do(*arguments, **fields)
    return refused.value.error, refused.value.detail.reason


def match_of(client, match_id):
    return client.call("GetMatch", match_id=match_id).match


def propose(client, match_id, **fields):
    return client.call("ProposeTakeBack", match_id=match_id, **fields).match


def reply(client, match_id, take_back_id, is_accepted=True, **fields):
    return client.call(
        "AnswerTakeBack", match_id=match_id, take_back_id=take_back_id, is_accepted=is_accepted, **fields
    ).match


def log_of(table, match_id):
    return [Entry.from_json(raw) for raw in table.stack.redis.lrange(keys.log(match_id), 0, -1)]


def act(clients, match_id, chance):
    """Let whoever decides take a random action; return the seat."""
    for _ in range(200):
        for seat, client in clients.items():
            decision = client.decision(match_id)
            if decision.is_asked:
                legal = orjson.loads(decision.legal_actions)
                client.submit(match_id, decision.version, chance.choice(legal)["action"])
                return seat
    raise AssertionError("nobody decides")


def begin(table, seats=("account:", "account:bert"), **fields):
    match_id = table.anna.create(list(seats), game="tiny_epic", **fields)
    table.anna.call("StartMatch", match_id=match_id)
    return match_id


def asked(client, match_id, **fields):
    """The wish to take back, or None where that is not possible."""
    try:
        return propose(client, match_id, **fields).take_back
    except Refused as refused:
        if refused.error not in {"CannotTakeBack", "MatchOver", "Unavailable"}:
            raise
        return None


def wished(table, match_id, clients, seed=1, among=(0, 1), **fields):
    """Play by chance until a seat among these may ask for a take-back; return the match with it, and the seat."""
    chance = random.Random(seed)
    for _ in range(400):
        seat = act(clients, match_id, chance)
        if seat in among and asked(clients[seat], match_id, **fields):
            return match_of(clients[seat], match_id), seat
    raise AssertionError("nothing could be taken back")


@pytest.fixture
def pair(table):
    return {0: table.anna, 1: table.bert}


def test_who_is_asked_finds_it_among_the_news(table, pair):
    """And who has asked does not: it may have been asked while the other looked elsewhere."""
    match_id = begin(table)
    _, seat = wished(table, match_id, pair)
    request = match_pb2.WatchAccountRequest(is_snapshot=True)
    for place, client in pair.items():
        news = client.matches.WatchAccount(request, metadata=client.metadata, timeout=20)
        told = [each.seat for each in news if (each.kind, each.match_id) == ("take_back_asked", match_id)]
        assert told == ([] if place == seat else [place])


def test_consent_of_all_takes_back_and_versions_go_on(table, pair):
    """The position is the one before, for both; the version is new, the log longer, the events go on."""
    match_id = begin(table)
    views = []
    chance = random.Random(5)
    while True:
        views.append({seat: orjson.loads(pair[seat].call("GetView", match_id=match_id).view) for seat in pair})
        stood = match_of(table.anna, match_id)
        seat = act(pair, match_id, chance)
        if wish := asked(pair[seat], match_id):
            break
    other, before = pair[1 - seat], log_of(table, match_id)
    assert (wish.seat, list(wish.agreed_seats)) == (seat, [seat])
    asked_at = match_of(table.anna, match_id).version
    assert asked_at == stood.version + 1
    assert propose(pair[seat], match_id).take_back == wish
    assert match_of(table.spectator, match_id).take_back == wish
    cursor = other.call("GetView", match_id=match_id).cursor
    done = reply(other, match_id, wish.take_back_id)
    assert not done.HasField("take_back")
    assert (list(done.deciding_seats), done.version) == (list(stood.deciding_seats), asked_at + 1)
    for each, client in pair.items():
        assert orjson.loads(client.call("GetView", match_id=match_id).view) == views[-1][each]
    log = log_of(table, match_id)
    assert log[:-1] == before
    assert (log[-1].seat, log[-1].back_to) == (seat, len(before) - wish.actions)
    news = other.events(match_id, since=cursor)
    assert [event for _, event in news] == [{"kind": "take_back", "seat": seat, "actions": wish.actions}]
    assert [event for _, event in table.anna_elsewhere.events(match_id)][-1] == news[-1][1]


def test_an_answer_from_before_is_stale_and_a_repetition_keeps_its_answer(table, pair):
    match_id = begin(table)
    chance = random.Random(7)
    while True:
        version = {seat: pair[seat].decision(match_id) for seat in pair}
        seat = next(seat for seat in pair if version[seat].is_asked)
        action = chance.choice(orjson.loads(version[seat].legal_actions))["action"]
        key = f"k{time.monotonic_ns()}"
        first = pair[seat].submit(match_id, version[seat].version, action, key=key)
        if wish := asked(pair[seat], match_id):
            break
    present = match_of(pair[seat], match_id).version + 1
    assert reply(pair[1 - seat], match_id, wish.take_back_id).version == present
    for old in (version[seat].version, first.version):
        with pytest.raises(Refused) as refused:
            pair[seat].submit(match_id, old, action)
        assert (refused.value.error, refused.value.detail.version) == ("StaleVersion", present)
    again = pair[seat].submit(match_id, version[seat].version, action, key=key)
    assert (again.version, again.cursor, list(again.events)) == (first.version, first.cursor, list(first.events))
    assert pair[seat].submit(match_id, present, action).version == present + 1


def test_it_is_declined_withdrawn_or_gone_with_the_next_action(table, pair):
    match_id = begin(table)
    match, seat = wished(table, match_id, pair)
    wish, other = match.take_back, pair[1 - seat]
    assert refusal(reply, table.spectator, match_id, wish.take_back_id)[0] == "NotYourSeat"
    assert refusal(reply, other, match_id, wish.take_back_id + "x")[0] == "NoTakeBack"
    assert not reply(other, match_id, wish.take_back_id, is_accepted=False).HasField("take_back")
    assert refusal(reply, other, match_id, wish.take_back_id)[0] == "NoTakeBack"
    again = propose(pair[seat], match_id).take_back
    assert not reply(pair[seat], match_id, again.take_back_id, is_accepted=False).HasField("take_back")
    last = propose(pair[seat], match_id).take_back
    act(pair, match_id, random.Random(1))
    assert not match_of(table.anna, match_id).HasField("take_back")
    assert refusal(reply, other, match_id, last.take_back_id)[0] == "NoTakeBack"
    assert [entry for entry in log_of(table, match_id) if entry.back_to is not None] == []


def test_consent_is_to_the_wish_that_was_seen_alone(table, pair):
    """Withdrawn and asked anew for more at the same version: who agrees to the first wish does not agree to the second."""
    match_id = begin(table)
    match, seat = wished(table, match_id, pair, actions=2)
    reply(pair[seat], match_id, match.take_back.take_back_id, is_accepted=False)
    small = propose(pair[seat], match_id).take_back
    large = propose(pair[seat], match_id, actions=2).take_back
    assert large.actions > small.actions
    assert refusal(reply, pair[1 - seat], match_id, small.take_back_id)[0] == "NoTakeBack"
    before = len(log_of(table, match_id))
    assert match_of(table.bert, match_id).take_back == large
    reply(pair[1 - seat], match_id, large.take_back_id)
    assert log_of(table, match_id)[-1].back_to == before - large.actions


def test_a_seat_that_is_given_up_ends_the_wish(table, pair):
    match_id = begin(table, absence="substitute")
    match, seat = wished(table, match_id, pair)
    pair[1 - seat].call("ResignMatch", match_id=match_id)
    assert refusal(reply, pair[1 - seat], match_id, match.take_back.take_back_id)[0] in {"NotYourSeat", "NoTakeBack"}


@pytest.mark.parametrize("game", ["roll", "race", "tiny_epic"])
def test_what_came_to_light_stays(table, pair, game):
    """Asked after every action of the first rounds: what may go was decided alone and drew no chance."""
    match_id = table.anna.create(["account:", "account:bert"], game=game)
    table.anna.call("StartMatch", match_id=match_id)
    assert refusal(propose, table.anna, match_id)[0] == "CannotTakeBack"
    seed = bytes.fromhex(table.stack.redis.hget(keys.match(match_id), "seed").decode())
    state = find_game(game).setup(seats=2, seed=seed, options={})
    chance, kept, gone = random.Random(2), 0, 0
    for number in range(500):
        # Few matches of Race are over earlier, and in few of Roll nothing may go for so long.
        if state.is_over or (number >= 120 and (gone or game == "race")):
            break
        before = state.clone()
        seat = act(pair, match_id, chance)
        entry = log_of(table, match_id)[-1]
        state.submit(seat, state.game.Action.parse(entry.notation))
        wish = asked(pair[seat], match_id)
        if wish is None:
            kept += 1
            continue
        gone += 1
        assert (before.deciding_seats(), wish.actions) == ((seat,), 1), number
        assert len(state.deciding_seats()) == 1
        assert before.describe_rng() == state.describe_rng()
        reply(pair[1 - seat], match_id, wish.take_back_id, is_accepted=False)
    assert kept
    assert gone or game == "race"


@WHOLE_MATCH
def test_bots_agree_and_their_answers_from_before_do_not_count(table):
    """Against a bot a take-back is done at once, undoing what the bot did meanwhile; the match goes on to its end."""
    match_id = begin(table, ("account:", "bot:random"))
    done = 0
    chance = random.Random(4)
    for _ in range(120):
        decision = table.anna.decision(match_id, wait_ms=20_000)
        if not decision.is_asked:
            break
        table.anna.submit(match_id, decision.version, chance.choice(orjson.loads(decision.legal_actions))["action"])
        if done < 12:
            if chance.random() < 0.5:
                table.anna.decision(match_id, wait_ms=2_000)
            if asked(table.anna, match_id) is not None:
                assert not match_of(table.anna, match_id).HasField("take_back")
                done += 1
    assert done
    until(lambda: list(match_of(table.anna, match_id).deciding_seats) == [0])
    play_random({0: table.anna}, match_id, random.Random(4))
    record = table.anna.record(match_id)
    entries = [Entry.from_json(raw) for raw in table.stack.redis.lrange(keys.log(match_id), 0, -1)]
    assert sum(entry.back_to is not None for entry in entries) == done
    assert len(record["log"]) == len(entries)
    verify(record)


@WHOLE_MATCH
def test_the_record_holds_what_stands_and_all_that_was_done(table, pair):
    match_id = begin(table, seats=("account:", "account:bert"))
    for seed in range(3):
        match, seat = wished(table, match_id, pair, seed=seed)
        reply(pair[1 - seat], match_id, match.take_back.take_back_id)
    play_random(pair, match_id, random.Random(9))
    record = table.anna.record(match_id)
    assert [entry for entry in record["log"] if entry[1] is None]
    assert len(record["actions"]) == len(record["times_ms"]) < len(record["log"])
    state = verify(record)
    assert record["scores"] == list(state.scores())
    for damage in (
        lambda r: r["log"].pop(0),
        lambda r: r["log"].append([0, None, 0]),
        lambda r: r["log"].append([0, None, -1]),
        lambda r: r["log"].append("x"),
        lambda r: r["actions"].pop(),
    ):
        wrong = orjson.loads(orjson.dumps(record))
        damage(wrong)
        with pytest.raises(BadRecord):
            verify(wrong)


def test_several_actions_at_once_and_what_there_is_not(table, pair):
    match_id = begin(table)
    match, seat = wished(table, match_id, pair, actions=2)
    taken = log_of(table, match_id)[-match.take_back.actions :]
    assert [entry.seat for entry in taken].count(seat) == 2
    assert refusal(propose, pair[seat], match_id, actions=-1)[0] == "BadRequest"
    assert refusal(propose, pair[seat], match_id, actions=17)[0] == "LimitExceeded"
    assert refusal(propose, table.spectator, match_id)[0] == "NotYourSeat"
    fresh = begin(table)
    assert refusal(propose, table.anna, fresh)[0] == "CannotTakeBack"


def test_what_lies_too_far_back_stays(own_stack):
    """No matter whose the actions are that would go too; to come again would not help, so it is no limit of calls."""
    _, target = own_stack.game_state(ASTRARIUM_LIMIT_ACTIONS_TAKEN_BACK_MAX="1")
    clients = {seat: own_stack.client(target, name) for seat, name in enumerate(("anna", "bert"))}
    match_id = clients[0].create(["account:", "account:bert"], game="tiny_epic", starts_when_full=True)
    chance, before = random.Random(3), None
    for _ in range(200):
        seat = act(clients, match_id, chance)
        if before not in {None, seat}:
            break
        before = seat
    assert refusal(propose, clients[before], match_id) == ("CannotTakeBack", "too_far")


def test_hosts_may_forbid_it(table, pair):
    """Where the match says so, nothing can be taken back."""
    match_id = begin(table, allows_take_back=False)
    act(pair, match_id, random.Random(1))
    assert refusal(propose, table.anna, match_id) == ("CannotTakeBack", "forbidden")
    assert not match_of(table.anna, match_id).settings.allows_take_back


def test_clocks_run_for_whoever_decides_afterwards(table, pair):
    clock = orjson.dumps({"kind": "bank", "bank_ms": 600_000, "increment_ms": 0})
    match_id = begin(table, clock=clock)
    match, seat = wished(table, match_id, pair)
    done = reply(pair[1 - seat], match_id, match.take_back.take_back_id)
    (deciding,) = done.deciding_seats
    assert list(match_of(pair[deciding], match_id).own_deadlines_ms) == [deciding]
    assert not match_of(pair[1 - deciding], match_id).own_deadlines_ms
    assert table.stack.redis.zscore(keys.CLOCKS, match_id)


def test_of_answers_at_once_on_two_replicas_one_is_done(table, pair):
    """Consent and the next action race: either the action came first, or it is stale; never both."""
    for seed in range(6):
        match_id = begin(table)
        match, seat = wished(table, match_id, pair, seed=seed)
        deciding = match.deciding_seats[0]
        decision = pair[deciding].decision(match_id)
        action = orjson.loads(decision.legal_actions)[0]["action"]
        with ThreadPoolExecutor(2) as pool:
            acted = pool.submit(pair[deciding].submit, match_id, decision.version, action)
            agreed = pool.submit(reply, pair[1 - seat], match_id, match.take_back.take_back_id)
            wrong = [each.exception() for each in (acted, agreed)]
        assert [error is None for error in wrong].count(True) == 1, wrong
        assert {error.error for error in wrong if error} <= {"StaleVersion", "NoTakeBack"}
        table.anna_elsewhere.call("GetView", match_id=match_id)


def test_a_wish_repeated_with_its_key_takes_back_no_more(table):
    """Where bots alone have to agree it is done at once, so a repetition would ask for the action before."""
    match_id = begin(table, ("account:", "bot:random"))
    chance, elsewhere = random.Random(4), table.anna_elsewhere
    while True:
        decision = table.anna.decision(match_id, wait_ms=20_000)
        table.anna.submit(match_id, decision.version, chance.choice(orjson.loads(decision.legal_actions))["action"])
        if asked(table.anna, match_id, idempotency_key="k") is not None:
            break
    propose(elsewhere, match_id, idempotency_key="k")
    assert sum(entry.back_to is not None for entry in log_of(table, match_id)) == 1
    assert refusal(propose, elsewhere, match_id, idempotency_key="k", actions=2)[0] == "KeyReused"
    assert refusal(propose, elsewhere, match_id, idempotency_key="k" * 81)[0] == "LimitExceeded"


def test_consent_repeated_with_its_key_is_not_refused(table, pair):
    match_id = begin(table)
    match, seat = wished(table, match_id, pair)
    wish, other = match.take_back, pair[1 - seat]
    done = reply(other, match_id, wish.take_back_id, idempotency_key="k")
    assert reply(other, match_id, wish.take_back_id, idempotency_key="k") == done
    assert refusal(reply, other, match_id, wish.take_back_id, idempotency_key="l")[0] == "NoTakeBack"
    assert refusal(reply, other, match_id, wish.take_back_id, False, idempotency_key="k")[0] == "KeyReused"


def test_a_decision_is_analysed_by_its_version_after_a_take_back(table, pair):
    match_id = begin(table, allows_analysis=True)
    match, seat = wished(table, match_id, pair)
    reply(pair[1 - seat], match_id, match.take_back.take_back_id)
    due = pair[seat].decision(match_id)
    assert due.is_asked
    assert pair[seat].analyse(match_id, iterations=10, version=due.version).version == due.version
    with pytest.raises(Refused) as refused:
        pair[seat].analyse(match_id, iterations=10, version=due.version - 1)
    assert (refused.value.error, refused.value.detail.version) == ("StaleVersion", due.version)
