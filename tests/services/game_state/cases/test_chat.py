"""Talk at tables: who hears what, limits, muting, switching off; and where it never is."""

from __future__ import annotations

import threading
import time

import grpc
import orjson
import pytest

from engine.replay import verify
from protos.astrarium.v1 import match_pb2
from services.shared import keys
from services.shared.limits import limits
from tests.support.stack import Items, Refused, until


def refusal(do, *arguments, **fields):
    with pytest.raises(Refused) as refused:
        do(*arguments, **fields)
    return refused.value


def say(client, match_id, text, **fields):
    return client.call("PostChat", match_id=match_id, text=text, **fields).message


def heard(client, match_id, **fields):
    return [said.text for said in client.call("ListChat", match_id=match_id, **fields).messages]


def streamed(client, match_id, **fields):
    request = match_pb2.WatchEventsRequest(match_id=match_id, is_snapshot=True, **fields)
    items = Items(client.matches.WatchEvents(request, metadata=client.metadata, timeout=20))
    return [item.chat.text for item in items if item.HasField("chat")]


@pytest.fixture
def tables_talk(table):
    """A running match of anna and bert, and two spectators."""
    match_id = table.anna.create(["account:", "account:bert"], starts_when_full=True)
    other = table.stack.client(table.first, f"onlooker{time.monotonic_ns()}")
    return table, match_id, other


def test_everybody_hears_seats_and_spectators_hear_each_other(tables_talk):
    table, match_id, other = tables_talk
    said = say(table.anna, match_id, "  hello there ")
    assert (said.account, said.seat, said.scope, said.text) == ("anna", 0, "seats", "hello there")
    assert abs(said.at_ms - time.time() * 1000) < 60_000
    whispered = say(table.spectator, match_id, "she has a plan")
    assert (whispered.HasField("seat"), whispered.scope) == (False, "spectators")
    for hear in (heard, streamed):
        for seat in (table.anna, table.anna_elsewhere, table.bert):
            assert hear(seat, match_id) == ["hello there"]
        for spectator in (table.spectator, other):
            assert hear(spectator, match_id) == ["hello there", "she has a plan"]
    assert streamed(other, match_id, chat_since=said.cursor) == ["she has a plan"]
    assert heard(other, match_id, since=whispered.cursor) == []
    assert heard(other, match_id, page_size=1) == ["hello there"]
    table.anna.call("ResignMatch", match_id=match_id)
    assert heard(table.bert, match_id) == ["hello there", "she has a plan"]


def test_a_player_who_is_away_does_not_hear_spectators_either(table):
    match_id = table.anna.create(["account:", "account:bert"], starts_when_full=True, absence="substitute")
    table.bert.call("ResignMatch", match_id=match_id)
    say(table.spectator, match_id, "bert had it won")
    assert heard(table.bert, match_id) == []
    assert say(table.bert, match_id, "back soon").seat == 1


def test_what_is_said_comes_as_it_is_said_and_once(tables_talk):
    """A stream on another replica gets every message once, in order, while actions come too."""
    table, match_id, _ = tables_talk
    got, ready = [], threading.Event()

    def listen():
        stream = table.anna_elsewhere.watch(match_id)
        try:
            for item in stream:
                ready.set()
                if item.HasField("chat"):
                    got.append(item.chat.text)
                if len(got) == 12:
                    stream.cancel()
        except grpc.RpcError:
            return

    thread = threading.Thread(target=listen, daemon=True)
    thread.start()
    assert ready.wait(20)
    for number in range(12):
        say(table.bert, match_id, f"message {number}")
        decision = table.bert.decision(match_id)
        if decision.is_asked:
            table.bert.submit(match_id, decision.version, orjson.loads(decision.legal_actions)[0]["action"])
    thread.join(20)
    assert got == [f"message {number}" for number in range(12)]


def test_a_seat_is_muted_for_oneself_alone(tables_talk):
    table, match_id, other = tables_talk
    say(table.bert, match_id, "hurry up")
    assert list(table.anna.call("MuteSeat", match_id=match_id, seat=1, is_muted=True).muted_seats) == [1]
    say(table.bert, match_id, "I said hurry up")
    assert heard(table.anna_elsewhere, match_id) == streamed(table.anna, match_id) == []
    assert len(heard(other, match_id)) == 2
    assert list(table.anna.call("MuteSeat", match_id=match_id, seat=1, is_muted=False).muted_seats) == []
    assert len(heard(table.anna, match_id)) == 2
    assert refusal(table.anna.call, "MuteSeat", match_id=match_id, seat=7, is_muted=True).error == "BadRequest"
    bots = table.anna.create(["account:", "bot:random"])
    assert refusal(table.anna.call, "MuteSeat", match_id=bots, seat=1, is_muted=True).error == "BadRequest"


def test_the_host_switches_it_off(tables_talk):
    table, match_id, _ = tables_talk
    say(table.bert, match_id, "before")
    assert refusal(table.bert.call, "SwitchChat", match_id=match_id, has_chat=False).error == "NotYourMatch"
    for _ in range(2):
        assert not table.anna.call("SwitchChat", match_id=match_id, has_chat=False).match.settings.has_chat
    for client in (table.anna, table.bert, table.spectator):
        assert refusal(say, client, match_id, "after").error == "ChatOff"
    assert heard(table.bert, match_id) == ["before"]
    assert table.anna.call("SwitchChat", match_id=match_id, has_chat=True).match.settings.has_chat
    say(table.bert, match_id, "again")
    quiet = table.anna.create(["account:", "open"], has_chat=False)
    assert refusal(say, table.anna, quiet, "x").error == "ChatOff"


def test_it_has_limits(tables_talk):
    """A message has a length, a form and a pace; each refusal names what was passed."""
    table, match_id, other = tables_talk
    for text in (
        "",
        "   ",
        "two\nlines",
        "bell\x07",
        "turned \u202e round",
        "two\u2028lines",
        "two\u2029lines",
        "\u200b\u200d",
        "\u3164",
    ):
        assert refusal(say, other, match_id, text).error == "BadRequest", text
    too_long = refusal(say, other, match_id, "x" * (limits().chat_chars_max + 1))
    assert (too_long.error, too_long.detail.limit) == ("LimitExceeded", "chat_chars_max")
    most = limits().chat_messages_per_minute_max
    for number in range(most):
        say(other, match_id, f"ünïcödé 😀 {number}")
    fast = refusal(say, other, match_id, "more")
    assert (fast.error, fast.detail.limit, fast.detail.limit_max) == (
        "LimitExceeded",
        "chat_messages_per_minute_max",
        most,
    )
    assert 0 < fast.detail.retry_after_ms <= 60_000
    assert say(table.anna, match_id, "others still may")
    assert refusal(heard, other, match_id, since="yesterday").error == "BadRequest"
    assert refusal(heard, other, match_id, page_size=101).error == "LimitExceeded"


def test_a_repetition_is_said_once(tables_talk):
    table, match_id, _ = tables_talk
    first = say(table.anna, match_id, "once", idempotency_key="a")
    assert say(table.anna, match_id, "once", idempotency_key="a").cursor == first.cursor
    say(table.anna, match_id, "twice", idempotency_key="b")
    assert heard(table.bert, match_id) == ["once", "twice"]


def test_a_key_is_not_taken_for_another_message(tables_talk):
    table, match_id, _ = tables_talk
    say(table.anna, match_id, "first: of two", idempotency_key="k")
    again = refusal(say, table.anna, match_id, "second", idempotency_key="k")
    assert again.error == "KeyReused"
    assert say(table.anna, match_id, "first: of two", idempotency_key="k").text == "first: of two"


def test_it_is_in_no_log_and_no_record_and_goes_with_the_match(tables_talk):
    table, match_id, other = tables_talk
    marker = f"marker{time.monotonic_ns()}"
    said = say(table.anna, match_id, marker)
    refusal(say, other, match_id, marker + "\x00")
    log = table.stack.redis.lrange(keys.log(match_id), 0, -1)
    table.anna.call("ResignMatch", match_id=match_id)
    record = table.anna.record(match_id)
    verify(record)
    assert marker not in orjson.dumps(record).decode()
    assert marker.encode() not in b"".join(log)
    assert marker not in table.stack.logs()
    with pytest.raises(Refused):
        say(table.anna, "nowhere", marker)
    assert heard(other, match_id) == [marker]
    assert 0 < table.stack.redis.ttl(keys.chat(match_id)) <= limits().chat_kept_s
    assert said.cursor
    waiting = table.anna.create(["account:", "open"])
    say(table.anna, waiting, "anybody?")
    table.anna.call("LeaveMatch", match_id=waiting)
    until(lambda: not table.stack.redis.exists(keys.chat(waiting)))


def test_others_hear_nothing_of_a_private_table(table):
    seats = [match_pb2.Seat(kind=match_pb2.SEAT_KIND_ACCOUNT), match_pb2.Seat(kind=match_pb2.SEAT_KIND_OPEN)]
    match_id = table.anna.call("CreateMatch", game="roll", seats=seats, is_private=True).match.match_id
    say(table.anna, match_id, "psst")
    for call, fields in (
        ("PostChat", {"text": "?"}),
        ("ListChat", {}),
        ("MuteSeat", {"seat": 0, "is_muted": True}),
        ("SwitchChat", {}),
    ):
        assert refusal(table.bert.call, call, match_id=match_id, **fields).error == "UnknownMatch"
