"""Who is what, whom hosts let in, and open tables that suit: persons, programs, bots, and their ratings."""

from __future__ import annotations

import time
from types import SimpleNamespace

import orjson
import pytest

from protos.astrarium.v1 import match_pb2
from services.shared import keys
from tests.support.stack import SEAT_KINDS, Refused

WAITING, RUNNING = match_pb2.MATCH_STATUS_WAITING, match_pb2.MATCH_STATUS_RUNNING


def refusal(do, *arguments, **fields):
    with pytest.raises(Refused) as refused:
        do(*arguments, **fields)
    return refused.value.error, refused.value.detail.reason


@pytest.fixture
def hall(table):
    """Two persons and two programs, fresh ones, on two replicas; a clock of their own keeps their seeks apart."""
    number = time.monotonic_ns()
    names = {"ida": "person", "jan": "person", "hal": "program", "eliza": "program"}
    made = SimpleNamespace(table=table, redis=table.stack.redis, names={})
    for place, (name, kind) in enumerate(names.items()):
        made.names[name] = f"{name}{number}"
        target = (table.first, table.second)[place % 2]
        setattr(made, name, table.stack.client(target, made.names[name], kind))
    made.clock = orjson.dumps({"kind": "decision", "decision_ms": 100_000 + number % 10**7})
    return made


def rate(hall, name, rating, seats=2):
    """What the director does."""
    hall.redis.hset(keys.ratings("roll", seats), hall.names[name], rating)


def test_everybody_sees_who_is_what(hall):
    match_id = hall.ida.create(["account:", "open", "bot:random"], starts_when_full=True)
    hall.hal.call("JoinMatch", match_id=match_id)
    match = hall.table.spectator.call("GetMatch", match_id=match_id).match
    assert [seat.player for seat in match.seats] == ["person", "program", "bot"]
    hall.hal.call("ResignMatch", match_id=match_id)
    match = hall.table.spectator.call("GetMatch", match_id=match_id).match
    assert (match.seats[1].player, match.seats[1].resigned_by) == ("bot", hall.names["hal"])


def test_a_program_that_comes_back_is_one_still(hall):
    match_id = hall.ida.create(["account:", "open"], starts_when_full=True, absence="substitute")
    hall.hal.call("JoinMatch", match_id=match_id)
    gone = hall.hal.call("ResignMatch", match_id=match_id).match
    assert gone.seats[1].player == "bot"
    assert hall.hal.call("ReturnToMatch", match_id=match_id).match.seats[1].player == "program"


def test_a_record_says_who_was_what(hall):
    match_id = hall.ida.create(["account:", f"account:{hall.names['hal']}"], starts_when_full=True)
    hall.hal.call("ResignMatch", match_id=match_id)
    players = hall.ida.record(match_id)["players"]
    assert [player["player"] for player in players] == ["person", "program"]
    assert set(players[0]) == {"kind", "account", "player"}


def test_hosts_refuse_programs_or_require_them(hall):
    for admits, welcome, unwelcome in ((["person"], hall.jan, hall.hal), (["program"], hall.eliza, hall.jan)):
        match_id = hall.ida.create(["account:", "open"], admits=admits)
        assert refusal(unwelcome.call, "JoinMatch", match_id=match_id) == ("NotAdmitted", "player")
        joined = welcome.call("JoinMatch", match_id=match_id)
        assert (joined.seat, list(joined.match.settings.admits)) == (1, admits)


def test_what_the_host_seats_or_invites_has_to_fit_what_it_admits(hall):
    hal = hall.names["hal"]
    for seat, admits in (("bot:random", ["person"]), (f"account:{hal}", ["person"]), (f"invited:{hal}", ["bot"])):
        assert refusal(hall.ida.create, ["account:", seat], admits=admits) == ("NotAdmitted", "player")
        assert hall.ida.create(["account:", seat], admits=["program", "bot"])
    assert refusal(hall.ida.create, ["account:", "open"], admits=["cat"])[0] == "BadRequest"
    bulk = match_pb2.MatchSettings(game="roll", admits=["person"])
    seats = match_pb2.Seats(seats=[match_pb2.Seat(kind=SEAT_KINDS["bot"], level="random")] * 2)
    assert refusal(hall.ida.call, "CreateMatches", settings=bulk, tables=[seats]) == ("NotAdmitted", "player")


def test_a_range_of_ratings_holds_for_whoever_joins_uninvited(hall):
    for name, rating in (("jan", 12.5), ("hal", 30.0)):
        rate(hall, name, rating)
    match_id = hall.ida.create(["account:", "open"], rating_min=10.0, rating_max=20.0)
    assert refusal(hall.hal.call, "JoinMatch", match_id=match_id) == ("NotAdmitted", "rating")
    assert refusal(hall.eliza.call, "JoinMatch", match_id=match_id) == ("NotAdmitted", "rating")
    match = hall.jan.call("JoinMatch", match_id=match_id).match
    assert (match.settings.rating_min, match.settings.rating_max) == (10.0, 20.0)
    invited = hall.ida.create(["account:", f"invited:{hall.names['hal']}"], rating_min=10.0, rating_max=20.0)
    assert hall.hal.call("JoinMatch", match_id=invited).seat == 1
    for wrong in ({"rating_min": 2.0, "rating_max": 1.0}, {"rating_min": float("nan")}):
        assert refusal(hall.ida.create, ["account:", "open"], **wrong)[0] == "BadRequest"


def test_ratings_of_other_tables_do_not_count(hall):
    rate(hall, "jan", 15.0, seats=3)
    match_id = hall.ida.create(["account:", "open"], rating_min=10.0)
    assert refusal(hall.jan.call, "JoinMatch", match_id=match_id) == ("NotAdmitted", "rating")


def seek(hall, client, seats=2, **fields):
    return client.call("SeekMatch", game="roll", seats=seats, clock=hall.clock, **fields).match


def test_those_who_seek_meet_only_whom_both_admit(hall):
    first = seek(hall, hall.ida, admits=["person"])
    second = seek(hall, hall.hal)
    assert second.match_id != first.match_id
    met = seek(hall, hall.jan)
    assert (met.match_id, met.status) == (first.match_id, RUNNING)
    third = seek(hall, hall.eliza, admits=["program"])
    assert (third.match_id, third.status) == (second.match_id, RUNNING)


def test_a_later_wish_holds_for_those_who_come_after_it(hall):
    first = seek(hall, hall.ida, seats=3)
    second = seek(hall, hall.jan, seats=3, admits=["person"])
    assert (second.match_id, list(second.settings.admits)) == (first.match_id, ["person"])
    assert seek(hall, hall.hal, seats=3).match_id != first.match_id
    assert seek(hall, hall.jan, seats=3, admits=["person"]).match_id == first.match_id


def test_ratings_bound_seeks_both_ways(hall):
    rate(hall, "ida", 5.0)
    rate(hall, "jan", 15.0)
    first = seek(hall, hall.ida, rating_min=10.0)
    assert seek(hall, hall.hal).match_id != first.match_id
    wary = seek(hall, hall.jan, rating_max=-1.0)
    assert wary.match_id != first.match_id
    hall.jan.call("LeaveMatch", match_id=wary.match_id)
    assert seek(hall, hall.jan, rating_min=4.0).match_id == first.match_id


def listed(client, **fields):
    page = client.call("ListMatches", status=WAITING, page_size=100, **fields)
    return [match.match_id for match in page.matches]


def test_open_tables_are_found_by_what_matters(hall):
    rate(hall, "ida", 20.0, seats=3)
    rate(hall, "hal", 10.0, seats=2)
    pair = hall.hal.create(["account:", "open"], clock=hall.clock)
    three = hall.ida.create(["account:", "open", "open"], admits=["person"])
    race = hall.ida.create(["account:", "open"], game="race", rating_min=50.0)
    ours = {pair, three, race}

    def found(client=hall.table.spectator, **fields):
        return {each for each in listed(client, **fields) if each in ours}

    assert found() == ours
    assert found(seats=3) == {three}
    assert found(game="race") == {race}
    assert found(clock="decision") == {pair}
    assert found(clock="none") == {three, race}
    assert found(clock="bank") == set()
    assert found(admits=["bot"]) == {pair, race}
    assert found(admits=["program", "person"]) == {pair, race}
    assert found(rating_min=15.0) == {three}
    assert found(rating_min=5.0, rating_max=15.0) == {pair}
    assert found(rating_max=0.0) == {race}
    assert found(hall.jan, joinable=True) == {pair, three}
    assert found(hall.eliza, joinable=True) == {pair}
    assert found(hall.ida, joinable=True) == {pair}
    assert refusal(hall.ida.call, "ListMatches", admits=["cat"])[0] == "BadRequest"


def test_filtered_lists_have_pages(hall):
    """What a filter leaves comes whole, newest first, over several pages."""
    mine = [hall.ida.create(["account:", "open"], clock=hall.clock, rating_min=float(n)) for n in range(5)]
    found, token = [], ""
    for _ in range(20):
        page = hall.ida.call("ListMatches", own=True, clock="decision", page_size=2, page_token=token)
        found += [match.match_id for match in page.matches]
        token = page.next_page_token
        if not token:
            break
    assert found == mine[::-1]
