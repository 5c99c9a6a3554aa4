"""Every call that takes an idempotency key: once for the same request, refused for another, whatever dies between."""

from __future__ import annotations

import random
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import orjson
import pytest

from protos.astrarium.v1 import match_pb2
from services.shared import keys
from tests.support.stack import Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

#: refusals that say "not now": the next action may bring what is wanted
NOT_NOW = {"CannotTakeBack", "MatchOver"}
ME = match_pb2.Seat(kind=match_pb2.SEAT_KIND_ACCOUNT)
OPEN = match_pb2.Seat(kind=match_pb2.SEAT_KIND_OPEN)


def new_key() -> str:
    return f"key-{time.monotonic_ns()}"


def make(_: Any) -> Iterator[dict[str, Any]]:
    yield {"game": "roll", "seats": [ME, OPEN]}


def make_many(_: Any) -> Iterator[dict[str, Any]]:
    yield {"game": "roll", "tables": [match_pb2.Seats(seats=[ME, OPEN])] * 3}


def seek(_: Any) -> Iterator[dict[str, Any]]:
    # A clock that nobody else has: otherwise one would meet those of other tests.
    clock = orjson.dumps({"kind": "decision", "decision_ms": 10_000 + time.monotonic_ns() % 10**8})
    yield {"game": "roll", "seats": 2, "clock": clock}


def join(table: Any) -> Iterator[dict[str, Any]]:
    yield {"match_id": table.bert.create(["account:", "open", "open"]), "seat": 1}


def leave(table: Any) -> Iterator[dict[str, Any]]:
    yield {"match_id": table.anna.create(["account:", "account:", "open"]), "seat": 0}


def submit(table: Any) -> Iterator[dict[str, Any]]:
    match_id = table.anna.create(["account:", "account:bert"], starts_when_full=True)
    asked = table.anna.decision(match_id)
    action = orjson.dumps(orjson.loads(asked.legal_actions)[0]["action"])
    yield {"match_id": match_id, "expected_version": asked.version, "actions": [action]}


def play(table: Any) -> Iterator[str]:
    """Play by chance, alone at both seats, and stop after every action."""
    match_id = table.anna.create(["account:", "account:"], game="tiny_epic", starts_when_full=True)
    chance = random.Random(4)
    while True:
        seat = match_of(table, match_id).deciding_seats[0]
        asked = table.anna.decision(match_id, seat)
        table.anna.submit(
            match_id, asked.version, chance.choice(orjson.loads(asked.legal_actions))["action"], seat=seat
        )
        yield match_id


def match_of(table: Any, match_id: str) -> Any:
    return table.anna.call("GetMatch", match_id=match_id).match


def propose(table: Any) -> Iterator[dict[str, Any]]:
    for match_id in play(table):
        yield {"match_id": match_id, "seat": 0, "actions": 1}


def agree(table: Any) -> Iterator[dict[str, Any]]:
    match_id = table.bert.create(["account:", "account:anna"], game="tiny_epic", starts_when_full=True)
    chance, clients = random.Random(4), (table.bert, table.anna)
    while True:
        seat = match_of(table, match_id).deciding_seats[0]
        asked = clients[seat].decision(match_id)
        clients[seat].submit(match_id, asked.version, chance.choice(orjson.loads(asked.legal_actions))["action"])
        try:
            wish = table.bert.call("ProposeTakeBack", match_id=match_id).match.take_back
        except Refused as refused:
            if refused.error not in NOT_NOW:
                raise
            continue
        yield {"match_id": match_id, "take_back_id": wish.take_back_id, "is_accepted": True}


def say(table: Any) -> Iterator[dict[str, Any]]:
    yield {"match_id": table.anna.create(["account:", "open"]), "text": "hello"}


@dataclass(frozen=True)
class Call:
    """A call: in which situations it may be made, what makes it another request, and what must not happen twice."""

    ready: Callable[[Any], Iterator[dict[str, Any]]]
    other: dict[str, Any]
    told: Callable[[Any], Any]


def of_match(answer: Any) -> Any:
    return answer.match.match_id, answer.match.version


CALLS = {
    "CreateMatch": Call(make, {"game": "race"}, of_match),
    "CreateMatches": Call(make_many, {"is_rated": False}, lambda answer: list(answer.match_ids)),
    "SeekMatch": Call(seek, {"game": "race"}, lambda answer: (answer.match.match_id, answer.seat)),
    "JoinMatch": Call(join, {"seat": 2}, lambda answer: (answer.match.match_id, answer.seat)),
    "LeaveMatch": Call(leave, {"seat": 1}, lambda answer: answer),
    "SubmitActions": Call(submit, {"expected_version": 99}, lambda answer: (answer.version, list(answer.events))),
    "ProposeTakeBack": Call(propose, {"actions": 2}, of_match),
    "AnswerTakeBack": Call(agree, {"is_accepted": False}, of_match),
    "PostChat": Call(say, {"text": "goodbye"}, lambda answer: answer.message.cursor),
}
each_call = pytest.mark.parametrize("name", CALLS)


def first_done(table: Any, name: str, do: Callable[[dict[str, Any]], Any]) -> tuple[dict[str, Any], Any]:
    """Do a call as soon as it may be done; return its fields and what was answered."""
    for fields in CALLS[name].ready(table):
        try:
            return fields, do(fields)
        except Refused as refused:
            if refused.error not in NOT_NOW:
                raise
    raise AssertionError("it could never be done")


def state_of(table: Any, fields: dict[str, Any]) -> Any:
    """What a call may change: the match, its log and talk, and what the account has open."""
    redis, match_id = table.stack.redis, fields.get("match_id")
    kept = match_id and [
        redis.hgetall(keys.match(match_id)),
        redis.lrange(keys.log(match_id), 0, -1),
        redis.xlen(keys.chat(match_id)),
    ]
    return kept, redis.zrange(keys.open_index("anna"), 0, -1)


def test_every_request_that_has_a_key_is_tried():
    """A call that is given a key has to stand in the table above."""
    taking = {
        name.removesuffix("Request")
        for name, message in match_pb2.DESCRIPTOR.message_types_by_name.items()
        if "idempotency_key" in message.fields_by_name
    }
    assert taking == set(CALLS)


@each_call
def test_the_same_request_is_carried_out_once_and_another_is_refused(table, name):
    """On the other replica too, which keeps nothing of the first request but what is written."""
    call, key = CALLS[name], new_key()
    fields, first = first_done(table, name, lambda fields: table.anna.call(name, idempotency_key=key, **fields))
    before = state_of(table, fields)
    for client in (table.anna, table.anna_elsewhere):
        assert call.told(client.call(name, idempotency_key=key, **fields)) == call.told(first)
        with pytest.raises(Refused) as refused:
            client.call(name, idempotency_key=key, **fields | call.other)
        assert refused.value.error == "KeyReused"
    assert state_of(table, fields) == before


@each_call
def test_of_two_that_come_at_once_one_is_carried_out(table, name):
    call, key = CALLS[name], new_key()

    def twice(fields: dict[str, Any]) -> Any:
        clients = [table.anna, table.anna_elsewhere] * 2
        with ThreadPoolExecutor(len(clients)) as pool:
            asked = [pool.submit(client.call, name, idempotency_key=key, **fields) for client in clients]
            return [each.result() for each in asked]

    fields, answers = first_done(table, name, twice)
    assert [call.told(each) for each in answers] == [call.told(answers[0])] * len(answers)
    after = state_of(table, fields)
    again = table.anna.call(name, idempotency_key=key, **fields)
    assert call.told(again) == call.told(answers[0])
    assert state_of(table, fields) == after


def test_keys_are_known_after_every_process_has_died(own_stack):
    """game_state by SIGKILL, then Valkey too: what was carried out is not done again."""
    process, target = own_stack.game_state()
    table = SimpleNamespace(
        stack=own_stack, anna=own_stack.client(target, "anna"), bert=own_stack.client(target, "bert")
    )
    done = {}
    for name in CALLS:
        key = new_key()
        fields, answer = first_done(
            table, name, lambda fields, name=name, key=key: table.anna.call(name, idempotency_key=key, **fields)
        )
        done[name] = key, fields, answer
    own_stack.stop(process, signal.SIGKILL)
    own_stack.restart_valkey()
    own_stack.game_state(int(target.rpartition(":")[2]))
    for name, (key, fields, answer) in done.items():
        before = state_of(table, fields)
        told = CALLS[name].told
        assert told(table.anna.call(name, idempotency_key=key, **fields)) == told(answer)
        with pytest.raises(Refused) as refused:
            table.anna.call(name, idempotency_key=key, **fields | CALLS[name].other)
        assert refused.value.error == "KeyReused", name
        assert state_of(table, fields) == before


def test_keys_of_accounts_and_of_matches_are_apart(table):
    """The same key says nothing of another account, nor of another match."""
    key = new_key()
    ids = {
        client.call("CreateMatch", game="roll", seats=[ME, OPEN], idempotency_key=key).match.match_id
        for client in (table.anna, table.bert)
    }
    assert len(ids) == 2
    said = [table.anna.call("PostChat", match_id=each, text="hello", idempotency_key=key) for each in sorted(ids)]
    assert len({each.message.cursor for each in said}) == 2


def test_a_refused_request_is_not_remembered(table):
    """What was wrong may be put right under the same key."""
    match_id, key = table.bert.create(["account:", "open"]), new_key()
    with pytest.raises(Refused):
        table.anna.call("JoinMatch", match_id=match_id, seat=7, idempotency_key=key)
    assert table.anna.call("JoinMatch", match_id=match_id, seat=1, idempotency_key=key).seat == 1
