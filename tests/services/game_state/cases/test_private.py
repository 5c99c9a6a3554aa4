"""Private matches: unknown to all but their players and whoever holds the invitation."""

from __future__ import annotations

import time

import grpc
import pytest

from protos.astrarium.v1 import match_pb2
from services.shared import keys
from tests.support.stack import Refused

WAITING, RUNNING = match_pb2.MATCH_STATUS_WAITING, match_pb2.MATCH_STATUS_RUNNING


def refusal(do, *arguments, **fields):
    with pytest.raises(Refused) as refused:
        do(*arguments, **fields)
    return refused.value.error


def made(client, seats=2, **fields):
    wished = [match_pb2.Seat(kind=match_pb2.SEAT_KIND_ACCOUNT)]
    wished += [match_pb2.Seat(kind=match_pb2.SEAT_KIND_OPEN)] * (seats - 1)
    return client.call("CreateMatch", game="roll", seats=wished, is_private=True, **fields)


@pytest.fixture
def guest(table):
    """An account that no other test knows."""
    return table.stack.client(table.second, f"guest{time.monotonic_ns()}")


def test_whoever_has_the_invitation_joins(table, guest):
    got = made(table.anna, starts_when_full=True)
    match_id = got.match.match_id
    assert len(got.invitation) > 40
    for wrong in ("", "x", got.invitation[:-1], got.invitation + "A", "ü"):
        assert refusal(guest.call, "JoinMatch", match_id=match_id, invitation=wrong) == "UnknownMatch"
    joined = guest.call("JoinMatch", match_id=match_id, invitation=got.invitation)
    assert (joined.seat, joined.match.status, joined.match.settings.is_private) == (1, RUNNING, True)
    assert guest.call("JoinMatch", match_id=match_id).seat == 1


def test_others_cannot_tell_it_from_one_that_is_not(table, guest):
    """Waiting, running and over: every call is refused in the words of an unknown match, and no list has it."""
    got = made(table.anna, starts_when_full=True)
    match_id = got.match.match_id
    calls = {name: {} for name in ("JoinMatch", "LeaveMatch", "StartMatch", "GetMatch", "GetDecision", "ResignMatch")}
    calls |= {name: {} for name in ("ReturnToMatch", "GetView", "GetRecord", "RematchMatch", "DeclineMatch")}
    calls |= {"SubmitActions": {"actions": [b'"pass"']}, "RenewInvitation": {}}

    def check():
        for name, fields in calls.items():
            with pytest.raises(Refused) as unknown:
                guest.call(name, match_id="nowhere", **fields)
            with pytest.raises(Refused) as hidden:
                guest.call(name, match_id=match_id, **fields)
            assert hidden.value.error == "UnknownMatch", name
            assert hidden.value.detail.message == unknown.value.detail.message.replace("nowhere", match_id)
        with pytest.raises(grpc.RpcError) as stream:
            next(iter(guest.watch(match_id)))
        assert stream.value.code() == grpc.StatusCode.NOT_FOUND
        for status in (WAITING, RUNNING, match_pb2.MATCH_STATUS_OVER):
            found = guest.call("ListMatches", status=status, page_size=100).matches
            assert match_id not in {match.match_id for match in found}

    check()
    table.bert.call("JoinMatch", match_id=match_id, invitation=got.invitation)
    check()
    table.bert.call("ResignMatch", match_id=match_id)
    check()
    for player in (table.anna, table.bert):
        assert player.record(match_id)["match_id"] == match_id
        mine = player.call("ListMatches", own=True, page_size=100).matches
        assert match_id in {match.match_id for match in mine}


def test_a_new_invitation_ends_the_old_one(table, guest):
    got = made(table.anna)
    match_id = got.match.match_id
    again = table.anna_elsewhere.call("RenewInvitation", match_id=match_id).invitation
    assert again != got.invitation
    assert refusal(guest.call, "JoinMatch", match_id=match_id, invitation=got.invitation) == "UnknownMatch"
    assert guest.call("JoinMatch", match_id=match_id, invitation=again).seat == 1
    assert refusal(guest.call, "RenewInvitation", match_id=match_id) == "NotYourMatch"
    public = table.anna.create(["account:", "open"])
    assert refusal(table.anna.call, "RenewInvitation", match_id=public) == "MatchNotPrivate"
    table.anna.call("StartMatch", match_id=match_id)
    assert refusal(table.anna.call, "RenewInvitation", match_id=match_id) == "MatchNotWaiting"


def test_an_invitation_is_kept_as_a_digest_and_shown_to_the_creator_alone(table, guest):
    got = made(table.anna, 3)
    stored = table.stack.redis.hgetall(keys.match(got.match.match_id))
    assert got.invitation.encode() not in b"".join(stored.values())
    joined = guest.call("JoinMatch", match_id=got.match.match_id, invitation=got.invitation)
    assert got.invitation.encode() not in joined.SerializeToString()
    assert got.invitation not in table.stack.logs()


def test_who_leaves_needs_it_again(table, guest):
    got = made(table.anna)
    match_id = got.match.match_id
    guest.call("JoinMatch", match_id=match_id, invitation=got.invitation)
    guest.call("LeaveMatch", match_id=match_id)
    assert refusal(guest.call, "GetMatch", match_id=match_id) == "UnknownMatch"
    assert guest.call("JoinMatch", match_id=match_id, invitation=got.invitation).seat == 1


def test_a_repetition_brings_a_new_invitation_to_the_same_match(table, guest):
    first = made(table.anna, idempotency_key=f"p{time.monotonic_ns()}-1")
    key = f"p{time.monotonic_ns()}"
    first, second = made(table.anna, idempotency_key=key), made(table.anna, idempotency_key=key)
    assert first.match.match_id == second.match.match_id
    assert first.invitation != second.invitation
    match_id = first.match.match_id
    assert refusal(guest.call, "JoinMatch", match_id=match_id, invitation=first.invitation) == "UnknownMatch"
    guest.call("JoinMatch", match_id=match_id, invitation=second.invitation)


def test_many_at_once_are_public(table):
    common = match_pb2.MatchSettings(game="roll", is_private=True)
    seats = match_pb2.Seats(seats=[match_pb2.Seat(kind=match_pb2.SEAT_KIND_OPEN)] * 2)
    assert refusal(table.anna.call, "CreateMatches", settings=common, tables=[seats]) == "BadRequest"
