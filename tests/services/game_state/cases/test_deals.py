"""Deals that several matches share: one seed, and nobody but who plays sees anything of it before the last is over."""

from __future__ import annotations

import random
import secrets
import threading
import time

import grpc
import orjson
import pytest

from engine.replay import commitment, verify
from protos.astrarium.v1 import match_pb2
from services.shared import keys
from services.shared.tokens import digest_of
from tests.support.stack import Client, Refused, play_random

OVER = match_pb2.MATCH_STATUS_OVER


def refusal(do, *arguments, **fields):
    with pytest.raises(Refused) as refused:
        do(*arguments, **fields)
    return refused.value.error


@pytest.fixture
def server(table):
    """A client with an account of the server's own, as the director has one."""
    token = secrets.token_urlsafe(32)
    fields = {"account": "~test", "scopes": "play", "expires_s": int(time.time()) + 3600}
    table.stack.redis.hset(keys.account("~test"), "created_ms", 1)
    table.stack.redis.hset(keys.server_token(digest_of(token)), mapping=fields)
    return Client(table.first, token)


@pytest.fixture
def deal():
    return f"test-{secrets.token_hex(4)}"


def two_boards(server, deal, **more):
    seats = [["account:anna", "account:bert"], ["account:bert", "account:anna"]]
    return [server.create(each, deal=deal, starts_when_full=True, **more) for each in seats]


def seed_of(table, match_id):
    return table.stack.redis.hget(keys.match(match_id), "seed").decode()


def is_sealed(client, match_id):
    return client.call("GetMatch", match_id=match_id).match.is_sealed


def test_boards_have_one_seed_and_their_records_open_together(table, server, deal):
    """Played to the end by both; until the release not even the players get a record, afterwards it verifies."""
    first, second = two_boards(server, deal)
    assert seed_of(table, first) == seed_of(table, second)
    match = table.spectator.call("GetMatch", match_id=first).match
    assert (match.settings.deal, match.is_sealed, match.settings.allows_analysis) == (deal, True, False)
    assert match.commitment != table.spectator.call("GetMatch", match_id=second).match.commitment
    play_random({0: table.anna, 1: table.bert}, first, random.Random(1))
    for client in (table.anna, table.bert, table.spectator, server):
        assert refusal(client.record, first) == "MatchSealed"
        assert refusal(client.analyse, first, version=0) == "MatchSealed"
        assert refusal(client.evaluate, first) == "MatchSealed"
    assert refusal(table.anna.record, second) == "MatchNotOver"
    play_random({0: table.bert, 1: table.anna}, second, random.Random(2))
    assert refusal(table.anna.record, first) == "MatchSealed"
    server.call("ReleaseDeal", deal=deal)
    for match_id in (first, second):
        record = table.spectator.record(match_id)
        verify(record)
        assert record["commitment"] == commitment(bytes.fromhex(record["seed"]), match_id)
        assert not is_sealed(table.spectator, match_id)
        assert table.spectator.call("GetView", match_id=match_id).view
        assert table.spectator.events(match_id)
    assert table.anna.record(first)["seed"] == table.anna.record(second)["seed"]


def test_nobody_watches_a_sealed_match_but_from_its_own_seat(table, server, deal):
    """Strangers, its creator and whoever gave a seat up see neither table nor events; the seats play as ever."""
    match_id = server.create(
        ["account:anna", "account:bert", "bot:random"], deal=deal, starts_when_full=True, absence="substitute"
    )
    for client in (table.spectator, server):
        assert refusal(client.call, "GetView", match_id=match_id) == "MatchSealed"
        assert refusal(client.events, match_id) == "MatchSealed"
        assert refusal(client.decision, match_id) == "NotYourSeat"
        assert refusal(client.submit, match_id, 0, "done") == "NotYourSeat"
        assert refusal(client.analyse, match_id) == "NotYourSeat"
    assert table.anna.call("GetView", match_id=match_id).seat == 0
    assert list(table.anna.watch(match_id, is_snapshot=True))
    table.anna.call("ResignMatch", match_id=match_id)
    assert refusal(table.anna_elsewhere.call, "GetView", match_id=match_id) == "MatchSealed"
    assert refusal(table.anna.events, match_id) == "MatchSealed"
    table.anna.call("ReturnToMatch", match_id=match_id)
    assert table.anna.call("GetView", match_id=match_id).seat == 0
    assert match_id in {
        match.match_id for match in table.spectator.call("ListMatches", game="roll", page_size=100).matches
    }


def test_a_release_ends_what_still_runs_and_may_be_repeated(table, server, deal):
    """One board over, one running, one waiting: the running one is adjudicated, the waiting one gone, all is open."""
    first, second = two_boards(server, deal)
    waiting = server.create(["account:anna", "open"], deal=deal)
    table.anna.call("ResignMatch", match_id=first)
    for _ in range(2):
        server.call("ReleaseDeal", deal=deal)
        match = table.anna.call("GetMatch", match_id=second).match
        assert (match.status, match.ended, match.is_sealed) == (OVER, "adjudicated", False)
        assert refusal(table.anna.call, "GetMatch", match_id=waiting) == "UnknownMatch"
    for match_id in (first, second):
        verify(table.spectator.record(match_id))
    assert table.spectator.record(first)["ended"] == "resigned"
    assert refusal(two_boards, server, deal) == "BadRequest"
    kept = table.stack.redis
    assert kept.ttl(keys.deal(deal)) > 0
    assert kept.ttl(keys.deal_matches(deal)) > 0


def test_a_release_that_died_on_the_way_opened_nothing_too_early(table, server, deal):
    """Marked as released, nothing else done: all stays sealed until the release is repeated; no new match begins."""
    first, second = two_boards(server, deal)
    table.anna.call("ResignMatch", match_id=first)
    table.stack.redis.hset(keys.deal(deal), "released", 1)
    assert refusal(table.anna.record, first) == "MatchSealed"
    assert refusal(server.create, ["account:anna", "account:bert"], deal=deal) == "BadRequest"
    server.call("ReleaseDeal", deal=deal)
    assert table.anna.record(first)["seed"] == table.anna.record(second)["seed"]


def test_seats_and_watchers_learn_of_the_release(table, server, deal):
    """A stream from a seat ends with the match; the spectator who was refused is let in afterwards."""
    first, second = two_boards(server, deal)
    items = []
    stream = threading.Thread(target=lambda: items.extend(table.anna.watch(first)))
    stream.start()
    with pytest.raises(grpc.RpcError) as sealed:
        list(table.spectator.watch(first))
    assert sealed.value.code() == grpc.StatusCode.FAILED_PRECONDITION
    server.call("ReleaseDeal", deal=deal)
    stream.join(20)
    assert not stream.is_alive()
    assert items[-1].match.ended == "adjudicated"
    seed = seed_of(table, first)
    whole = b"".join(item.SerializeToString() for item in items)
    assert seed.encode() not in whole
    assert bytes.fromhex(seed) not in whole
    assert list(table.spectator.watch(second, is_snapshot=True))


def test_deals_are_for_the_server_alone(table, server, deal):
    two_boards(server, deal)
    assert refusal(table.anna.create, ["account:", "open"], deal=deal) == "BadRequest"
    assert refusal(table.anna.call, "ReleaseDeal", deal=deal) == "BadRequest"
    assert refusal(server.call, "ReleaseDeal") == "BadRequest"
    common = match_pb2.MatchSettings(game="roll", deal=deal)
    tables = [match_pb2.Seats(seats=[match_pb2.Seat(kind=match_pb2.SEAT_KIND_BOT, level="random")] * 2)]
    assert refusal(server.call, "CreateMatches", settings=common, tables=tables) == "BadRequest"
    assert is_sealed(server, table.stack.redis.smembers(keys.deal_matches(deal)).pop().decode())


def test_the_seed_is_in_no_answer_before_the_release(table, server, deal):
    """Everything that any account can ask for while a board runs and another is over is searched for the seed."""
    first, second = two_boards(server, deal)
    play_random({0: table.anna, 1: table.bert}, first, random.Random(3))
    seed = seed_of(table, first)
    fingerprint = orjson.loads(table.stack.redis.hget(keys.match(first), "match"))["fingerprint"]
    heard = []
    asked = ["GetMatch", "GetView", "GetRecord", "GetDecision", "ListChat", "ReturnToMatch", "RematchMatch"]
    for client in (table.anna, table.bert, table.spectator, server):
        for match_id in (first, second):
            for name in asked:
                try:
                    heard.append(client.call(name, match_id=match_id).SerializeToString())
                except Refused as refused:
                    heard.append(refused.raw)
            try:
                heard += [item.SerializeToString() for item in client.watch(match_id, is_snapshot=True)]
            except grpc.RpcError as refused:
                heard.append(str(refused).encode())
        events = client.matches.WatchAccount(
            match_pb2.WatchAccountRequest(is_snapshot=True), metadata=client.metadata, timeout=20
        )
        heard += [item.SerializeToString() for item in events]
    whole = b"".join(heard)
    assert len(whole) > 10_000
    for secret in (seed.encode(), bytes.fromhex(seed), fingerprint.encode()):
        assert secret not in whole
    server.call("ReleaseDeal", deal=deal)
    assert seed.encode() in table.spectator.call("GetRecord", match_id=first).record
