"""A session by gRPC on the real stack, with nothing but the generated modules."""

from __future__ import annotations

import json
import random
import threading
import time

import grpc
import pytest
from google.rpc import error_details_pb2
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase
from grpc_status import rpc_status

from engine.replay import verify
from protos.astrarium.v1 import catalog_pb2, error_pb2, match_pb2
from protos.astrarium.v1.catalog_pb2_grpc import CatalogServiceStub
from protos.astrarium.v1.match_pb2_grpc import MatchServiceStub
from services.shared.errors import STATUS
from tests.e2e.support import Playing, new_client, play_together
from tests.support.stack import Items, until

ACCOUNT = match_pb2.Seat(kind=match_pb2.SEAT_KIND_ACCOUNT)
OPEN = match_pb2.Seat(kind=match_pb2.SEAT_KIND_OPEN)
BOT = match_pb2.Seat(kind=match_pb2.SEAT_KIND_BOT, level="random")


class Session:
    """An account at one replica."""

    def __init__(self, target, token):
        self.channel = grpc.insecure_channel(target)
        self.stub = MatchServiceStub(self.channel)
        self.metadata = (("authorization", f"Bearer {token}"),)

    def call(self, method, request, seconds=40):
        return getattr(self.stub, method)(request, timeout=seconds, metadata=self.metadata)

    def create(self, *seats):
        request = match_pb2.CreateMatchRequest(
            settings=match_pb2.MatchSettings(game="roll", starts_when_full=True), seats=seats
        )
        return self.call("CreateMatch", request).match.match_id

    def decision(self, match_id, wait_ms=20_000):
        return self.call("GetDecision", match_pb2.GetDecisionRequest(match_id=match_id, wait_ms=wait_ms))

    def submit(self, match_id, version, *actions, key=""):
        raw = [json.dumps(action).encode() for action in actions]
        request = match_pb2.SubmitActionsRequest(
            match_id=match_id, expected_version=version, actions=raw, idempotency_key=key
        )
        return self.call("SubmitActions", request)

    def resign(self, match_id):
        return self.call("ResignMatch", match_pb2.ResignMatchRequest(match_id=match_id)).match

    def turn_of(self, match_id):
        chance = random.Random(match_id)

        def turn():
            asked = self.decision(match_id, 2000)
            if asked.is_asked:
                self.submit(match_id, asked.version, chance.choice(json.loads(asked.legal_actions))["action"])
            return asked.status == match_pb2.MATCH_STATUS_OVER

        return turn


@pytest.fixture
def session(stack):
    with new_client(stack.url) as account:
        yield Session(stack.grpc_target, account.token)


@pytest.fixture
def other(stack):
    with new_client(stack.url) as account:
        yield Session(stack.grpc_targets[-1], account.token)


def refused(call, error):
    """The call must be refused with that error: in the status code, in general details and in ours."""
    with pytest.raises(grpc.RpcError) as caught:
        call()
    assert caught.value.code().name == STATUS[error].grpc
    details = rpc_status.from_call(caught.value).details
    general, ours = error_details_pb2.ErrorInfo(), error_pb2.ErrorDetail()
    assert any(each.Unpack(general) for each in details)
    assert any(each.Unpack(ours) for each in details)
    assert (general.domain, general.reason, ours.error) == ("astrarium", error, error)
    assert ours.message
    return ours


def test_a_match_across_two_replicas_with_its_stream_and_record(session, other):
    match_id = session.create(ACCOUNT, OPEN, BOT)
    joined = other.call("JoinMatch", match_pb2.JoinMatchRequest(match_id=match_id))
    assert joined.seat == 1
    items = []
    request = match_pb2.WatchEventsRequest(match_id=match_id)
    stream = threading.Thread(
        target=lambda: items.extend(Items(session.stub.WatchEvents(request, metadata=session.metadata))), daemon=True
    )
    stream.start()
    play_together(25, *(Playing(each.turn_of(match_id)) for each in (session, other)))
    other.resign(match_id)
    session.resign(match_id)
    stream.join(30)
    assert not stream.is_alive()
    cursors = [item.event.cursor for item in items if item.HasField("event")]
    assert cursors == list(range(1, len(cursors) + 1))
    assert items[-1].match.status == match_pb2.MATCH_STATUS_OVER
    record = json.loads(other.call("GetRecord", match_pb2.GetRecordRequest(match_id=match_id)).record)
    verify(record)
    assert record["commitment"] == items[-1].match.commitment


def test_a_stream_ends_when_its_account_gives_the_seat_up(session, other):
    match_id = session.create(ACCOUNT, OPEN, BOT)
    other.call("JoinMatch", match_pb2.JoinMatchRequest(match_id=match_id))
    request = match_pb2.WatchEventsRequest(match_id=match_id)
    stream = iter(Items(session.stub.WatchEvents(request, metadata=session.metadata, timeout=30)))
    while not next(stream).HasField("match"):
        pass
    session.resign(match_id)
    *_, last = stream
    assert list(last.match.own_seats) == []
    assert last.match.status == match_pb2.MATCH_STATUS_RUNNING
    other.resign(match_id)


def test_refusals(session, other):
    """By gRPC a refusal carries its name, its reason and the rule."""
    match_id = session.create(ACCOUNT, BOT)
    while not (asked := session.decision(match_id)).is_asked:
        time.sleep(0.05)
    action = json.loads(asked.legal_actions)[0]["notation"]
    refused(lambda: session.decision("nosuchmatch"), "UnknownMatch")
    refused(lambda: other.submit(match_id, asked.version, action), "NotYourSeat")
    illegal = refused(lambda: session.submit(match_id, asked.version, "done"), "IllegalAction")
    assert illegal.reason
    assert illegal.rule.startswith("Roll R")
    assert action in illegal.legal
    refused(lambda: session.submit(match_id, asked.version, "no such thing"), "BadAction")
    first = session.submit(match_id, asked.version, action, key="k")
    assert session.submit(match_id, asked.version, action, key="k") == first
    stale = refused(lambda: session.submit(match_id, asked.version, action), "StaleVersion")
    assert stale.version >= first.version
    refused(lambda: session.call("GetRecord", match_pb2.GetRecordRequest(match_id=match_id)), "MatchNotOver")
    session.resign(match_id)
    refused(lambda: session.submit(match_id, first.version, action), "MatchOver")


def test_without_a_good_token(stack, session):
    """By gRPC no token, a wrong one and no text at all are refused alike."""
    for token in ("", "wrong", "ä".encode("latin-1").hex()):
        stranger = Session(stack.grpc_target, token)
        refused(lambda stranger=stranger: stranger.decision("x"), "Unauthenticated")
    bare = MatchServiceStub(session.channel)
    refused(lambda: bare.GetMatch(match_pb2.GetMatchRequest(match_id="x"), timeout=10), "Unauthenticated")


def only_asking(view, seat):
    """Return a view if it asks that seat alone."""
    return view if view["view"]["deciding_seats"] == [seat] else None


def test_rest_and_grpc_show_the_same(stack):
    with new_client(stack.url) as account:
        session = Session(stack.grpc_target, account.token)
        match_id = session.create(ACCOUNT, BOT)
        play_together(5, Playing(session.turn_of(match_id)))
        session.decision(match_id)
        # Until the bot has chosen too: that it has is open to everybody, in between as well.
        by_rest = until(lambda: only_asking(account.get(f"/matches/{match_id}/view"), 0), 60)
        by_grpc = session.call("GetView", match_pb2.GetViewRequest(match_id=match_id))
        assert json.loads(by_grpc.view) == by_rest["view"]
        assert (by_grpc.version, by_grpc.cursor, by_grpc.seat) == (by_rest["version"], by_rest["cursor"], 0)


def test_catalog_health_and_reflection_need_no_token(session):
    games = CatalogServiceStub(session.channel).ListGames(catalog_pb2.ListGamesRequest(), timeout=10).games
    assert "roll" in [game.name for game in games]
    healthy = health_pb2_grpc.HealthStub(session.channel).Check(health_pb2.HealthCheckRequest(), timeout=10)
    assert healthy.status == health_pb2.HealthCheckResponse.SERVING
    services = ProtoReflectionDescriptorDatabase(session.channel).get_services()
    assert {"astrarium.v1.MatchService", "astrarium.v1.CatalogService"} <= set(services)
