"""Every call of the director that takes an idempotency key: once for the same request, refused for another one."""

from __future__ import annotations

import itertools
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import grpc
import orjson
import pytest

from protos.astrarium.v1 import director_pb2, series_pb2, series_pb2_grpc
from services.shared import keys
from tests.support.hall import CONFIG
from tests.support.stack import Refused

if TYPE_CHECKING:
    from collections.abc import Callable

PLAN = {"game": "roll", "players": ["greedy", "random"], "pairs": 1000}
NUMBERS = itertools.count()


def new_key() -> str:
    return f"key-{next(NUMBERS)}-{time.monotonic_ns()}"


class Anna:
    """All calls of the director, made by anna."""

    def __init__(self, hall: Any) -> None:
        self.hall = hall
        self.series = series_pb2_grpc.SeriesServiceStub(grpc.insecure_channel(hall.target))

    def call(self, name: str, **fields: Any) -> Any:
        if "Series" not in name:
            return self.hall.anna.call(name, **fields)
        request = getattr(series_pb2, f"{name}Request")(**fields)
        try:
            return getattr(self.series, name)(request, metadata=self.hall.anna.metadata, timeout=60)
        except grpc.RpcError as wrong:
            raise Refused(wrong) from None

    def made(self) -> list[bytes]:
        """The ids of all tournaments and series."""
        redis = self.hall.table.stack.redis
        return [*redis.zrange(keys.TOURNAMENTS, 0, -1), *redis.zrange(keys.SERIES, 0, -1)]


def wish(kind: str, **fields: Any) -> bytes:
    return orjson.dumps({"kind": kind, **fields})


def entered(anna: Anna) -> str:
    """A tournament that may start."""
    tournament_id = anna.hall.anna.create()
    anna.hall.anna.change(tournament_id, "add_bots", level="random", count=2)
    return str(tournament_id)


def running_series(anna: Anna) -> str:
    return str(anna.call("CreateSeries", plan=orjson.dumps(PLAN)).series_id)


@dataclass(frozen=True)
class Call:
    """A call: its name, what is asked, and, unless its scope knows no other request, what makes it another one."""

    name: str
    ready: Callable[[Anna], dict[str, Any]]
    other: dict[str, Any] | None
    told: Callable[[Any], Any]


def change(kind: str, other: bytes, **fields: Any) -> Call:
    def ready(anna: Anna) -> dict[str, Any]:
        return {"tournament_id": entered(anna), "change": wish(kind, **fields)}

    return Call("ChangeTournament", ready, {"change": other}, lambda answer: orjson.loads(answer.tournament)["id"])


CUP = orjson.dumps(CONFIG)
CALLS = {
    "create a tournament": Call(
        "CreateTournament",
        lambda _: {"config": CUP},
        {"config": orjson.dumps(CONFIG | {"seed": "ab" * 32})},
        lambda answer: answer.tournament_id,
    ),
    "enter": change("enter", wish("withdraw")),
    "start": change("start", wish("enter")),
    "bots": change("add_bots", wish("add_bots", level="random", count=1), level="random", count=2),
    "finish": change("finish", wish("finish", reason="snow"), reason="rain"),
    "create a series": Call(
        "CreateSeries",
        lambda _: {"plan": orjson.dumps(PLAN)},
        {"plan": orjson.dumps(PLAN | {"seed": 5})},
        lambda answer: answer.series_id,
    ),
    "cancel a series": Call(
        "CancelSeries",
        lambda anna: {"series_id": running_series(anna)},
        None,
        lambda answer: orjson.loads(answer.series)["status"],
    ),
}
each_call = pytest.mark.parametrize("name", CALLS)


@pytest.fixture
def anna(hall):
    """The caller; the series that it leaves behind are cancelled, as few may run at once."""
    anna = Anna(hall)
    yield anna
    for series_id in hall.table.stack.redis.smembers(keys.SERIES_RUNNING):
        anna.call("CancelSeries", series_id=series_id.decode())


def test_every_request_that_has_a_key_is_tried():
    """A call that is given a key has to stand in the table above."""
    taking = {
        name.removesuffix("Request")
        for module in (director_pb2, series_pb2)
        for name, message in module.DESCRIPTOR.message_types_by_name.items()
        if "idempotency_key" in message.fields_by_name
    }
    assert taking == {call.name for call in CALLS.values()}
    assert taking == {"CreateTournament", "ChangeTournament", "CreateSeries", "CancelSeries"}


@each_call
def test_the_same_request_is_carried_out_once_and_another_is_refused(anna, name):
    """Also where the other request differs in its seed alone, and where the same one could not be done again."""
    call, key = CALLS[name], new_key()
    fields = call.ready(anna)
    first = anna.call(call.name, idempotency_key=key, **fields)
    made = anna.made()
    again = anna.call(call.name, idempotency_key=key, **fields)
    assert call.told(again) == call.told(first)
    if call.other is not None:
        with pytest.raises(Refused) as refused:
            anna.call(call.name, idempotency_key=key, **fields | call.other)
        assert refused.value.error == "KeyReused"
    assert anna.made() == made
    with pytest.raises(Refused) as refused:
        anna.call(call.name, idempotency_key="k" * 81, **fields)
    assert refused.value.error == "LimitExceeded"


def test_bots_come_in_once_for_a_key_and_the_log_keeps_no_key(anna):
    """However often it is asked; without a key they come in each time."""
    tournament_id = entered(anna)
    request = {"tournament_id": tournament_id, "change": wish("add_bots", level="random", count=2)}
    for _ in range(3):
        anna.call("ChangeTournament", idempotency_key="bots", **request)
    assert anna.hall.anna.get(tournament_id)["entrants"] == 4
    for _ in range(2):
        anna.call("ChangeTournament", **request)
    assert anna.hall.anna.get(tournament_id)["entrants"] == 8
    log = anna.hall.table.stack.redis.lrange(keys.tournament_log(tournament_id), 0, -1)
    assert not any("key" in orjson.loads(each) for each in log)


@pytest.mark.parametrize("name", ["create a tournament", "bots", "create a series"])
def test_of_many_that_come_at_once_one_is_carried_out(anna, name):
    call, key = CALLS[name], new_key()
    fields = call.ready(anna)
    with ThreadPoolExecutor(6) as pool:
        asked = [pool.submit(anna.call, call.name, idempotency_key=key, **fields) for _ in range(6)]
        answers = {call.told(each.result()) for each in asked}
    assert len(answers) == 1
    if name == "bots":
        assert anna.hall.anna.get(fields["tournament_id"])["entrants"] == 4


def test_a_key_belongs_to_its_account_and_to_what_it_names(anna):
    """Another account, another tournament or another series with the same key is something else."""
    key = new_key()
    first = anna.call("CreateTournament", config=CUP, idempotency_key=key).tournament_id
    second = anna.hall.bert.call("CreateTournament", config=CUP, idempotency_key=key).tournament_id
    third = anna.hall.anna.create()
    assert len({first, second, third}) == 3
    for each in (first, third):
        anna.call("ChangeTournament", tournament_id=each, change=wish("enter"), idempotency_key=key)
        assert anna.hall.anna.get(each)["entrants"] == 1
    for series_id in (running_series(anna), running_series(anna)):
        answer = anna.call("CancelSeries", series_id=series_id, idempotency_key=key)
        assert orjson.loads(answer.series)["status"] == "cancelled"


def test_a_series_asked_for_again_is_the_same_where_no_more_may_run(anna):
    """The limit is not for what runs already."""
    key = new_key()
    request = {"plan": orjson.dumps(PLAN), "idempotency_key": key}
    series_id = anna.call("CreateSeries", **request).series_id
    for _ in range(4):
        running_series(anna)
    with pytest.raises(Refused) as refused:
        running_series(anna)
    assert refused.value.error == "LimitExceeded"
    assert anna.call("CreateSeries", **request).series_id == series_id
