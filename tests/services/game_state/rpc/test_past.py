"""Finished matches seen again by gRPC: any version, any seat, all hands open; and what running ones refuse."""

from __future__ import annotations

import random

import grpc
import orjson
import pytest

from engine.registry import find_game
from engine.replay import replay
from protos.astrarium.v1 import match_pb2
from tests.support.stack import Refused, play_random


def refused(do, **fields):
    with pytest.raises(Refused) as error:
        do("GetView", **fields)
    return error.value.error


def past_events(client, match_id, **look):
    """Return number, version and event of what a finished match's stream tells; it ends with the match."""
    request = match_pb2.WatchEventsRequest(match_id=match_id, **look)
    try:
        items = [item for told in client.matches.WatchEvents(request, metadata=client.metadata) for item in told.items]
    except grpc.RpcError as wrong:
        raise Refused(wrong) from None
    assert items[-1].match.status == match_pb2.MATCH_STATUS_OVER
    return [(item.event.cursor, item.event.version, orjson.loads(item.event.event)) for item in items[:-1]]


def test_anybody_sees_a_finished_match_with_all_eyes_at_any_version(table):
    match_id = table.anna.create(["account:anna", "account:bert"], starts_when_full=True)
    play_random({0: table.anna, 1: table.bert}, match_id, random.Random(5))
    record = table.anna.record(match_id)
    game, last = find_game("roll"), len(record["actions"])
    for version in (0, 1, last // 2, last):
        actions = [(seat, game.Action.parse(text)) for seat, text in record["actions"][:version]]
        state = replay(game, 2, bytes.fromhex(record["seed"]), record["options"], actions)
        for client, seat in ((table.spectator, 0), (table.spectator, 1), (table.anna, 1)):
            seen = client.call("GetView", match_id=match_id, version=version, seat=seat)
            assert (seen.seat, seen.version, seen.has_open_hands) == (seat, version, False)
            assert orjson.loads(seen.view) == state.view(seat)
            assert len(past_events(client, match_id, version=version, seat=seat)) == seen.cursor
        seen = table.spectator.call("GetView", match_id=match_id, version=version, has_open_hands=True)
        assert (seen.HasField("seat"), seen.version, seen.has_open_hands) == (False, version, True)
        assert orjson.loads(seen.view) == orjson.loads(orjson.dumps(state.reveal()))
    told = past_events(table.spectator, match_id, has_open_hands=True)
    assert [number for number, *_ in told] == list(range(1, len(told) + 1))
    assert [version for _, version, _ in told] == sorted(version for _, version, _ in told)
    assert past_events(table.spectator, match_id, has_open_hands=True, since=10) == told[10:]
    # Another's seat alone is a look at the past too; one's own is not, and goes on as ever.
    assert past_events(table.spectator, match_id, seat=1) == past_events(table.anna, match_id, seat=1)
    assert [event for *_, event in past_events(table.anna, match_id, seat=1)] == [
        e for _, e in table.bert.events(match_id)
    ]
    for wrong in ({"version": last + 1}, {"seat": 2}, {"version": 0, "seat": 0, "has_open_hands": True}):
        assert refused(table.spectator.call, match_id=match_id, **wrong) == "BadRequest"


def test_a_running_match_shows_nothing_of_the_kind(table):
    match_id = table.anna.create(["account:anna", "account:bert"], starts_when_full=True)
    for client in (table.anna, table.spectator):
        assert refused(client.call, match_id=match_id, version=0) == "MatchNotOver"
        assert refused(client.call, match_id=match_id, has_open_hands=True) == "MatchNotOver"
        assert refused(client.call, match_id=match_id, seat=1) == "NotYourSeat"
        with pytest.raises(Refused) as error:
            past_events(client, match_id, has_open_hands=True)
        assert error.value.error == "MatchNotOver"
    table.anna.call("ResignMatch", match_id=match_id)
    assert table.spectator.call("GetView", match_id=match_id, has_open_hands=True).version == 0


def test_a_private_match_is_unknown_to_strangers_after_its_end_too(table):
    match_id = table.anna.create(["account:anna", "bot:random"], starts_when_full=True, is_private=True)
    table.anna.call("ResignMatch", match_id=match_id)
    assert refused(table.spectator.call, match_id=match_id, version=0) == "UnknownMatch"
    assert table.anna.call("GetView", match_id=match_id, version=0, seat=1).seat == 1
