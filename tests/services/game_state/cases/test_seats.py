"""Matches before their start, over real gRPC."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

import grpc
import orjson
import pytest
from google.protobuf.descriptor_pool import DescriptorPool
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase

from engine.registry import find_game
from protos.astrarium.v1 import catalog_pb2, match_pb2
from services.shared import keys
from tests.support.stack import Client, Refused


def refusal(do, *arguments, **fields):
    with pytest.raises(Refused) as refused:
        do(*arguments, **fields)
    return refused.value


def match_of(client, match_id):
    return client.call("GetMatch", match_id=match_id).match


def test_a_match_is_made_joined_and_begun(table):
    match_id = table.anna.create(["account:", "open", "bot:random"], options=b"{}")
    match = match_of(table.bert, match_id)
    assert [seat.kind for seat in match.seats] == [
        match_pb2.SEAT_KIND_ACCOUNT,
        match_pb2.SEAT_KIND_OPEN,
        match_pb2.SEAT_KIND_BOT,
    ]
    assert (match.status, match.creator, list(match.own_seats)) == (match_pb2.MATCH_STATUS_WAITING, "anna", [])
    assert len(match.commitment) == 64
    assert refusal(table.anna.call, "StartMatch", match_id=match_id).error == "SeatsOpen"
    joined = table.bert.call("JoinMatch", match_id=match_id)
    assert (joined.seat, list(joined.match.own_seats)) == (1, [1])
    assert refusal(table.bert.call, "StartMatch", match_id=match_id).error == "NotYourMatch"
    begun = table.anna.call("StartMatch", match_id=match_id).match
    assert begun.status == match_pb2.MATCH_STATUS_RUNNING
    assert begun.commitment == match.commitment
    assert list(begun.deciding_seats) == [0, 1, 2]
    assert table.anna.call("StartMatch", match_id=match_id).match.started_ms == begun.started_ms
    for call in ("JoinMatch", "LeaveMatch"):
        client = table.spectator if call == "JoinMatch" else table.bert
        assert refusal(client.call, call, match_id=match_id).error == "MatchNotWaiting"


def test_joining_again_returns_the_seat_already_held(table):
    match_id = table.anna.create(["account:", "open", "open"])
    assert table.bert.call("JoinMatch", match_id=match_id, seat=2).seat == 2
    assert table.bert.call("JoinMatch", match_id=match_id).seat == 2
    assert table.anna.call("JoinMatch", match_id=match_id).seat == 0


def test_a_taken_seat_is_refused_and_a_seat_that_is_none_too(table):
    match_id = table.anna.create(["account:", "account:bert"])
    refused = refusal(table.spectator.call, "JoinMatch", match_id=match_id)
    assert (refused.error, refused.code) == ("SeatTaken", grpc.StatusCode.ALREADY_EXISTS)
    assert refusal(table.spectator.call, "JoinMatch", match_id=match_id, seat=1).error == "SeatTaken"
    assert refusal(table.spectator.call, "JoinMatch", match_id=match_id, seat=5).error == "BadRequest"


def test_of_many_who_join_at_once_one_gets_the_last_seat(table):
    stack = table.stack
    match_id = table.anna.create(["account:", "open"])
    clients = [stack.client((table.first, table.second)[n % 2], f"crowd{n}") for n in range(8)]

    def join(client):
        try:
            return client.call("JoinMatch", match_id=match_id).seat
        except Refused as refused:
            return refused.error

    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(join, clients))
    assert sorted(map(str, results)) == ["1"] + ["SeatTaken"] * 7


def test_a_match_may_start_by_itself_when_full(table):
    match_id = table.anna.create(["account:", "open"], starts_when_full=True)
    assert table.bert.call("JoinMatch", match_id=match_id).match.status == match_pb2.MATCH_STATUS_RUNNING
    full = table.anna.create(["account:", "bot:random"], starts_when_full=True)
    assert match_of(table.anna, full).status == match_pb2.MATCH_STATUS_RUNNING


def test_a_seat_is_given_back_and_an_empty_match_is_gone(table):
    match_id = table.anna.create(["account:", "open"])
    table.bert.call("JoinMatch", match_id=match_id)
    table.anna.call("LeaveMatch", match_id=match_id)
    assert [seat.kind for seat in match_of(table.anna, match_id).seats] == [
        match_pb2.SEAT_KIND_OPEN,
        match_pb2.SEAT_KIND_ACCOUNT,
    ]
    assert refusal(table.spectator.call, "LeaveMatch", match_id=match_id).error == "NotYourSeat"
    table.bert.call("LeaveMatch", match_id=match_id)
    assert refusal(match_of, table.bert, match_id).error == "UnknownMatch"
    assert table.stack.redis.keys(f"*{match_id}*") == []


def test_the_same_key_gives_the_same_match(table):
    first = table.anna.create(["account:", "open"], idempotency_key="once")
    assert table.anna.create(["account:", "open"], idempotency_key="once") == first
    assert table.bert.create(["account:", "open"], idempotency_key="once") != first
    assert table.anna.create(["account:", "open"], idempotency_key="twice") != first


@pytest.mark.parametrize(
    ("seats", "fields", "error"),
    [
        (["account:", "open"], {"game": "chess"}, "UnknownGame"),
        (["account:"] * 9, {}, "BadOptions"),
        ([], {}, "BadOptions"),
        (["account:", "open"], {"options": b'{"speed": 3}'}, "BadOptions"),
        (["account:", "open"], {"options": b"[1]"}, "BadRequest"),
        (["account:", "open"], {"options": b"{"}, "BadRequest"),
        (["account:", "bot:genius"], {}, "UnknownLevel"),
        (["account:", "bot:"], {}, "BadRequest"),
        (["account:", "account:nobody"], {}, "UnknownAccount"),
        (["account:", "open"], {"idempotency_key": "k" * 81}, "LimitExceeded"),
    ],
)
def test_a_wrong_wish_is_refused_with_its_reason(table, seats, fields, error):
    refused = refusal(table.anna.create, seats, **fields)
    assert refused.error == error
    assert refused.detail.message


def test_a_seat_of_no_kind_is_refused(table):
    seats = [match_pb2.Seat(), match_pb2.Seat()]
    assert refusal(table.anna.call, "CreateMatch", game="roll", seats=seats).error == "BadRequest"


def test_without_a_good_token_nothing_is_told(table):
    match_id = table.anna.create(["account:", "open"])
    for token in (None, "wrong"):
        stranger = Client(table.first, token)
        refused = refusal(match_of, stranger, match_id)
        assert (refused.error, refused.code) == ("Unauthenticated", grpc.StatusCode.UNAUTHENTICATED)
        with pytest.raises(grpc.RpcError) as stream:
            next(iter(stranger.watch(match_id)))
        assert stream.value.code() == grpc.StatusCode.UNAUTHENTICATED


def test_a_token_for_watching_does_not_play(table):
    accounts = table.stack.accounts
    if not table.stack.redis.exists(keys.account("viewer")):
        accounts.create("viewer")
    viewer = Client(table.first, accounts.create_token("viewer", ["watch"]))
    match_id = table.anna.create(["account:", "open"])
    assert match_of(viewer, match_id).match_id == match_id
    for call, fields in (
        ("JoinMatch", {}),
        ("LeaveMatch", {}),
        ("StartMatch", {}),
        ("SubmitActions", {}),
        ("ResignMatch", {}),
    ):
        assert refusal(viewer.call, call, match_id=match_id, **fields).error == "MissingScope"
    assert refusal(viewer.create, ["account:", "open"]).error == "MissingScope"


def test_an_unknown_match_is_unknown_to_every_call(table):
    for call in (
        "JoinMatch",
        "LeaveMatch",
        "StartMatch",
        "GetMatch",
        "GetDecision",
        "SubmitActions",
        "ResignMatch",
        "GetView",
        "GetRecord",
    ):
        fields = {"actions": [b'"x"']} if call == "SubmitActions" else {}
        refused = refusal(table.anna.call, call, match_id="nowhere", **fields)
        assert (call, refused.error, refused.code) == (call, "UnknownMatch", grpc.StatusCode.NOT_FOUND)
    assert refusal(table.anna.events, "nowhere").error == "UnknownMatch"


def test_matches_are_listed_by_status_game_and_account_in_pages(table):
    lister = table.stack.client(table.second, f"lister{time.time_ns() % 10**9}")
    mine = [lister.create(["account:", "open"]) for _ in range(5)]
    waiting = match_pb2.MATCH_STATUS_WAITING
    page = lister.call("ListMatches", own=True, status=waiting, page_size=2)
    assert [match.match_id for match in page.matches] == [mine[4], mine[3]]
    rest = lister.call("ListMatches", own=True, status=waiting, page_size=9, page_token=page.next_page_token)
    assert [match.match_id for match in rest.matches] == [mine[2], mine[1], mine[0]]
    assert rest.next_page_token == ""
    listed = lister.call("ListMatches", status=waiting, game="roll", page_size=100).matches
    assert set(mine) <= {match.match_id for match in listed}
    assert not lister.call("ListMatches", status=waiting, game="nothing").matches
    assert not lister.call("ListMatches", own=True, status=match_pb2.MATCH_STATUS_OVER).matches
    assert refusal(lister.call, "ListMatches", page_size=101).error == "LimitExceeded"
    for wrong in ({"page_token": "x"}, {"page_token": "20"}, {"page_size": -1}):
        assert refusal(lister.call, "ListMatches", **wrong).error == "BadRequest"


def test_a_list_that_changes_while_it_is_read_shows_each_match_once(table):
    """A match begun meanwhile doesn't push others into the next page, and one that has gone pulls none out of it."""
    lister = table.stack.client(table.second, f"lister{time.time_ns() % 10**9}")
    mine = [lister.create(["account:", "open"]) for _ in range(6)]
    waiting = match_pb2.MATCH_STATUS_WAITING
    seen, token = [], ""
    while True:
        page = lister.call("ListMatches", own=True, status=waiting, page_size=2, page_token=token)
        seen += [match.match_id for match in page.matches]
        if not (token := page.next_page_token):
            break
        lister.create(["account:", "open"])
        lister.call("LeaveMatch", match_id=seen[-1])
    assert seen == mine[::-1]


def test_the_catalog_needs_no_token(table):
    stranger = Client(table.first, None).catalog
    games = {game.name: game for game in stranger.ListGames(catalog_pb2.ListGamesRequest()).games}
    roll = find_game("roll")
    assert (games["roll"].seats_min, games["roll"].seats_max) == (roll.seats_min, roll.seats_max)
    details = stranger.GetGame(catalog_pb2.GetGameRequest(name="roll"))
    assert orjson.loads(details.catalog) == orjson.loads(orjson.dumps(roll.catalog()))
    assert [kind["kind"] for kind in orjson.loads(details.actions)] == [kind.name for kind in roll.Action.KINDS]
    assert set(orjson.loads(details.decisions)) == set(roll.decisions)
    assert {event["kind"] for event in orjson.loads(details.events)} == {kind.name for kind in roll.events}
    assert "random" in [bot.level for bot in stranger.ListBots(catalog_pb2.ListBotsRequest()).bots]
    with pytest.raises(grpc.RpcError) as wrong:
        stranger.GetGame(catalog_pb2.GetGameRequest(name="chess"))
    assert Refused(wrong.value).error == "UnknownGame"


def test_health_and_reflection_answer(table):
    """Whoever has only the address learns that it serves, and what."""
    with grpc.insecure_channel(table.first) as channel:
        stub = health_pb2_grpc.HealthStub(channel)
        for service in ("", "astrarium.v1.MatchService", "astrarium.v1.CatalogService"):
            answer = stub.Check(health_pb2.HealthCheckRequest(service=service))
            assert answer.status == health_pb2.HealthCheckResponse.SERVING
        database = ProtoReflectionDescriptorDatabase(channel)
        assert "astrarium.v1.MatchService" in database.get_services()
        service = DescriptorPool(database).FindServiceByName("astrarium.v1.MatchService")
        assert "SubmitActions" in service.methods_by_name
