"""Practice: going on from a moment of a finished match, with bots and for nobody else."""

from __future__ import annotations

import random

import orjson
import pytest

from engine.replay import verify
from protos.astrarium.v1 import match_pb2
from tests.support.stack import Client, Refused, play_random, until

OVER = match_pb2.MATCH_STATUS_OVER
MOMENT = 11
SEATS = ["account:anna", "bot:random"]


def refused(do, *arguments, **fields):
    with pytest.raises(Refused) as error:
        do(*arguments, **fields)
    return error.value


@pytest.fixture(params=["roll", "race", "tiny_epic"])
def finished(table, request):
    """A finished match of two accounts: its id and record."""
    match_id = table.anna.create(["account:anna", "account:bert"], game=request.param, starts_when_full=True)
    play_random({0: table.anna, 1: table.bert}, match_id, random.Random(5))
    return match_id, table.anna.record(match_id)


@pytest.fixture
def ended(table):
    """A match that was resigned after some actions."""
    match_id = table.anna.create(["account:anna", "account:bert"], starts_when_full=True)
    play_random({0: table.anna, 1: table.bert}, match_id, random.Random(5), actions_max=20)
    table.anna.call("ResignMatch", match_id=match_id)
    return match_id


def go_on(client, match_id, seats=SEATS, version=MOMENT, game="roll", **more):
    start = match_pb2.MatchMoment(match_id=match_id, version=version)
    return client.create(seats, game=game, start=start, starts_when_full=True, **more)


def test_a_practice_match_begins_where_the_other_one_was(table, finished):
    """With the same table before everybody's eyes; it is played to its end, and its record verifies."""
    match_id, record = finished
    practice = go_on(table.anna, match_id, game=record["game"])
    asked = {"match_id": match_id, "version": MOMENT, "seat": 0}
    before = orjson.loads(table.anna.call("GetView", **asked).view)
    match = table.anna.call("GetMatch", match_id=practice).match
    assert (match.start.match_id, match.start.version) == (match_id, MOMENT)
    assert (match.settings.is_private, match.settings.is_rated) == (True, False)
    assert orjson.loads(match.settings.options) == record["options"]
    assert refused(table.bert.call, "GetMatch", match_id=practice).error == "UnknownMatch"
    played = {0: table.anna_elsewhere}
    play_random(played, practice, random.Random(2))
    until(lambda: table.anna.call("GetMatch", match_id=practice).match.status == OVER)
    told = table.anna.record(practice)
    assert (told["start"]["match_id"], told["start"]["version"]) == (match_id, MOMENT)
    assert told["seed"] != record["seed"]
    assert verify(told).is_over
    first = orjson.loads(table.anna.call("GetView", match_id=practice, version=0, seat=0).view)
    assert {**first, "version": 0} == {**before, "version": 0}
    assert table.anna.analyse(practice, version=0, seat=told["actions"][0][0], iterations=20).version == 0


def test_the_same_request_makes_one_match(table, ended):
    one, other = (go_on(table.anna, ended, idempotency_key="again") for _ in range(2))
    assert one == other
    different = refused(go_on, table.anna, ended, version=MOMENT - 1, idempotency_key="again")
    assert different.error == "KeyReused"
    table.anna.call("ResignMatch", match_id=one)


@pytest.mark.parametrize(
    ("wish", "error", "says"),
    [
        ({"seats": ["account:anna", "invited:bert"]}, "BadRequest", "seat 1: only you and bots"),
        ({"seats": ["account:anna", "open"]}, "BadRequest", "seat 1: only you and bots"),
        ({"seats": [*SEATS, "bot:random"]}, "BadRequest", "has 2 seats, not 3"),
        ({"game": "race"}, "BadRequest", "is of roll, not of race"),
        ({"version": 900}, "BadRequest", "the match has the versions 0 to 20"),
        ({"version": -1}, "BadRequest", "the match has the versions 0 to 20"),
        ({"match_id": "nowhere"}, "UnknownMatch", "nowhere"),
        ({"match_id": "a:b"}, "UnknownMatch", "a:b"),
        ({"seats": ["account:anna", "bot:nobody"]}, "UnknownLevel", "nobody"),
    ],
)
def test_what_does_not_fit_is_refused(table, ended, wish, error, says):
    wrong = refused(go_on, table.anna, **{"match_id": ended} | wish)
    assert wrong.error == error
    assert says in str(wrong)


def test_nobody_goes_on_from_a_match_that_runs_or_is_over_there(table, finished):
    match_id, record = finished
    last = len(record["actions"])
    wrong = refused(go_on, table.anna, match_id, version=last, game=record["game"])
    assert (wrong.error, "is over at version" in str(wrong)) == ("BadRequest", True)
    running = table.anna.create(["account:anna", "account:bert"], game=record["game"], starts_when_full=True)
    assert refused(go_on, table.anna, running, version=0, game=record["game"]).error == "MatchNotOver"
    table.anna.call("ResignMatch", match_id=running)


def test_nobody_goes_on_from_a_private_match_of_others(table):
    seats = ["account:anna", "bot:random"]
    match_id = table.anna.create(seats, is_private=True, starts_when_full=True)
    table.anna.call("ResignMatch", match_id=match_id)
    other: Client = table.bert
    assert refused(go_on, other, match_id, ["account:bert", "bot:random"], version=0).error == "UnknownMatch"
