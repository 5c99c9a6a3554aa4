"""Finding opponents: invitations, seeks, rematches, many matches at once, and the account's own events."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import orjson
import pytest

from protos.astrarium.v1 import match_pb2
from services.shared import keys
from services.shared.limits import limits
from tests.support.stack import Client, Refused, quiet_s, until

CROWD = 120
WAITING, RUNNING = match_pb2.MATCH_STATUS_WAITING, match_pb2.MATCH_STATUS_RUNNING


def refusal(do, *arguments, **fields):
    with pytest.raises(Refused) as refused:
        do(*arguments, **fields)
    return refused.value.error


def events(client, since="", is_snapshot=True):
    request = match_pb2.WatchAccountRequest(since=since, is_snapshot=is_snapshot)
    return list(client.matches.WatchAccount(request, metadata=client.metadata, timeout=20))


@pytest.fixture
def pair(table):
    """Two fresh accounts on two replicas: their events are theirs alone."""
    number = str(time.monotonic_ns())
    return (
        table.stack.client(table.first, f"eva{number}"),
        table.stack.client(table.second, f"max{number}"),
        f"max{number}",
    )


def test_an_invitation_is_accepted(pair):
    """Who was invited is told, joins, and the match begins."""
    eva, max_, name = pair
    match_id = eva.create(["account:", f"invited:{name}"], starts_when_full=True)
    assert eva.call("GetMatch", match_id=match_id).match.status == WAITING
    assert refusal(eva.call, "StartMatch", match_id=match_id) == "SeatsOpen"
    invited = events(max_)
    assert [(e.kind, e.match_id, e.seat) for e in invited] == [("invited", match_id, 1)]
    joined = max_.call("JoinMatch", match_id=match_id)
    assert (joined.seat, joined.match.status) == (1, RUNNING)
    assert [e.kind for e in events(max_, since=invited[-1].cursor)] == ["match_started", "decision_due"]
    assert [e.kind for e in events(eva)] == ["joined", "match_started", "decision_due"]


def test_an_invitation_is_for_one_account_and_may_be_declined(pair, table):
    eva, max_, name = pair
    match_id = eva.create(["account:", f"invited:{name}"], starts_when_full=True)
    assert refusal(table.anna.call, "JoinMatch", match_id=match_id) == "SeatTaken"
    assert refusal(table.anna.call, "DeclineMatch", match_id=match_id) == "NotYourSeat"
    assert refusal(max_.call, "DeclineMatch", match_id=match_id, reason="x" * 300) == "BadRequest"
    max_.call("DeclineMatch", match_id=match_id, reason="dinner")
    seat = eva.call("GetMatch", match_id=match_id).match.seats[1]
    assert (seat.kind, seat.account, seat.cause) == (match_pb2.SEAT_KIND_INVITED, name, "dinner")
    assert [(e.kind, e.seat) for e in events(eva)] == [("declined", 1)]
    eva.call("LeaveMatch", match_id=match_id)
    assert refusal(max_.call, "JoinMatch", match_id=match_id) == "UnknownMatch"
    assert refusal(eva.create, ["account:", "invited:nobody-at-all"]) == "UnknownAccount"


def test_seeks_meet(pair):
    """Two who want the same sit down together; another number of seats is another table."""
    eva, max_, _ = pair
    clock = orjson.dumps({"kind": "decision", "decision_ms": 60_000 + time.monotonic_ns() % 1_000_000})
    first = eva.call("SeekMatch", game="roll", seats=2, clock=clock)
    assert (first.match.status, first.seat) == (WAITING, 0)
    assert eva.call("SeekMatch", game="roll", seats=2, clock=clock).match.match_id == first.match.match_id
    other = max_.call("SeekMatch", game="roll", seats=3, clock=clock)
    assert other.match.match_id != first.match.match_id
    second = max_.call("SeekMatch", game="roll", seats=2, clock=clock)
    assert (second.match.match_id, second.match.status, second.seat) == (first.match.match_id, RUNNING, 1)
    assert max_.call("SeekMatch", game="roll", seats=2, clock=clock).match.match_id != first.match.match_id
    assert refusal(eva.call, "SeekMatch", game="roll", seats=9) == "BadRequest"
    assert refusal(eva.call, "SeekMatch", game="chess", seats=2) == "UnknownGame"


def sought(client, clock):
    """Seek as a program does: once more if told so."""
    while True:
        try:
            return client.call("SeekMatch", game="roll", seats=2, clock=clock)
        except Refused as refused:
            if refused.error != "Unavailable":
                raise
            time.sleep(refused.detail.retry_after_ms / 1000)


def test_of_many_who_seek_at_once_all_sit_two_by_two(table):
    """So many that the last have waited for longer than a single seek may take."""
    clock = orjson.dumps({"kind": "decision", "decision_ms": 70_000 + time.monotonic_ns() % 1_000_000})
    clients = [
        table.stack.client((table.first, table.second)[n % 2], f"seek{n}-{time.monotonic_ns()}") for n in range(CROWD)
    ]
    with ThreadPoolExecutor(CROWD) as pool:
        list(pool.map(lambda client: sought(client, clock), clients))
    mine = [client.call("ListMatches", own=True).matches for client in clients]
    assert all(len(each) == 1 for each in mine)
    running = [each[0].match_id for each in mine if each[0].status == RUNNING]
    assert len(running) == len(clients)
    assert all(running.count(match_id) == 2 for match_id in running)


def test_a_rematch_rotates_the_seats_and_is_one_match(pair):
    eva, max_, name = pair
    match_id = eva.create(["account:", f"account:{name}", "bot:random"], starts_when_full=True)
    assert refusal(eva.call, "RematchMatch", match_id=match_id) == "MatchNotOver"
    eva.call("ResignMatch", match_id=match_id)
    max_.call("ResignMatch", match_id=match_id)
    again = eva.call("RematchMatch", match_id=match_id).match
    assert [seat.kind for seat in again.seats] == [
        match_pb2.SEAT_KIND_BOT,
        match_pb2.SEAT_KIND_ACCOUNT,
        match_pb2.SEAT_KIND_INVITED,
    ]
    assert eva.call("RematchMatch", match_id=match_id).match.match_id == again.match_id
    joined = max_.call("RematchMatch", match_id=match_id).match
    assert (joined.match_id, joined.status, list(joined.own_seats)) == (again.match_id, RUNNING, [2])


def test_five_hundred_matches_in_one_call_all_or_none(pair, table):
    eva, _, _ = pair
    mine = match_pb2.Seat(kind=match_pb2.SEAT_KIND_ACCOUNT)
    seats = match_pb2.Seats(seats=[mine, mine])
    common = match_pb2.MatchSettings(game="roll", starts_when_full=True)
    begun = time.monotonic()
    ids = list(eva.call("CreateMatches", settings=common, tables=[seats] * 500, idempotency_key="bulk").match_ids)
    assert time.monotonic() - begun < quiet_s(5)
    assert len(set(ids)) == 500
    again = eva.call("CreateMatches", settings=common, tables=[seats] * 500, idempotency_key="bulk")
    assert list(again.match_ids) == ids
    match = eva.call("GetMatch", match_id=ids[250]).match
    assert (match.status, list(match.own_seats)) == (RUNNING, [0, 1])
    assert eva.decision(ids[499], seat=0).is_asked
    wrong = match_pb2.Seats(seats=[match_pb2.Seat(kind=match_pb2.SEAT_KIND_BOT, level="genius")] * 2)
    # Of its own: others' matches begin and end meanwhile, by their clocks or by their bots.
    own = keys.open_index(match.creator)
    before = table.stack.redis.zcard(own)
    assert (
        refusal(eva.call, "CreateMatches", settings=match_pb2.MatchSettings(game="roll"), tables=[seats, wrong])
        == "UnknownLevel"
    )
    assert refusal(eva.call, "CreateMatches", settings=common, tables=[seats] * 501) == "LimitExceeded"
    assert refusal(eva.call, "CreateMatches", settings=match_pb2.MatchSettings(game="roll")) == "BadRequest"
    assert table.stack.redis.zcard(own) == before >= 500


@pytest.mark.parametrize("game", ["roll", "race", "tiny_epic"])
def test_a_rated_seek_has_a_clock_unless_it_says_otherwise(pair, game):
    """Whoever seeks without a word of clocks can't be held up for ever; whoever names none plays without."""
    eva, max_, _ = pair
    bank_ms = {"roll": 1_800_000, "race": 1_200_000, "tiny_epic": 1_800_000}[game]
    options = {"preset_hands": True} if game == "race" else {}
    seek = {"game": game, "seats": 4, "options": orjson.dumps(options)}
    by_default = eva.call("SeekMatch", **seek).match
    assert orjson.loads(by_default.settings.clock) == {"kind": "bank", "bank_ms": bank_ms, "increment_ms": 10_000}
    assert max_.call("SeekMatch", **seek).match.match_id == by_default.match_id
    without = {"kind": "none"}
    for more in ({"clock": orjson.dumps(without)}, {"is_rated": False}):
        match = eva.call("SeekMatch", **seek, **more).match
        assert orjson.loads(match.settings.clock) == without
        assert match.match_id != by_default.match_id


def test_an_account_that_reconnects_misses_nothing_and_gets_nothing_twice(pair, table):
    """While matches begin, the stream is cut again and again: the pieces together are the whole."""
    eva, _, name = pair
    seen = []

    def listen():
        cursor = ""
        while len(seen) < 60 and time.monotonic() < deadline:
            for each in events(eva, since=cursor):
                cursor = each.cursor
                if each.kind != "decision_due":
                    seen.append(each)
            time.sleep(0.01)

    deadline = time.monotonic() + 120
    listener = threading.Thread(target=listen)
    listener.start()
    for _ in range(30):
        eva.create(["account:", f"account:{name}"], starts_when_full=True)
    listener.join()
    assert [each.kind for each in seen] == ["joined", "match_started"] * 30
    assert [each.cursor for each in seen] == [each.cursor for each in events(eva) if each.kind != "decision_due"]
    assert len({each.cursor for each in seen}) == 60


def test_the_stream_is_live_and_tells_the_end(pair):
    eva, max_, name = pair
    request = match_pb2.WatchAccountRequest()
    kinds = []

    def listen():
        for each in max_.matches.WatchAccount(request, metadata=max_.metadata, timeout=120):
            kinds.append(each.kind)
            if each.kind == "match_over":
                return

    listener = threading.Thread(target=listen)
    listener.start()
    match_id = eva.create(["account:", f"account:{name}"], starts_when_full=True)
    until(lambda: "decision_due" in kinds)
    eva.call("ResignMatch", match_id=match_id)
    listener.join(60)
    assert kinds == ["invited", "match_started", "decision_due", "match_over"]


def play(client, match_id, decisions):
    """Answer so many decisions; the match is against a bot."""
    for _ in range(decisions):
        asked = client.decision(match_id, wait_ms=20_000)
        client.submit(match_id, asked.version, orjson.loads(asked.legal_actions)[0]["action"])


def test_decisions_take_no_news_place(pair, table):
    """However many decisions fall due, news stay: what is owed is read from the matches, and told once at the start."""
    eva, max_, name = pair
    invited = max_.create(["account:", f"invited:{name.replace('max', 'eva')}"])
    played = eva.create(["account:", "bot:random"])
    eva.call("StartMatch", match_id=played)
    play(eva, played, 8)
    assert eva.decision(played, wait_ms=20_000).is_asked
    told = [(each.kind, each.match_id) for each in events(eva)]
    assert told == [("invited", invited), ("match_started", played), ("decision_due", played)]
    # Who has read all news is told again what is owed, and from the other replica as well.
    newest = events(eva)[1].cursor
    elsewhere = table.stack.client(table.second, name.replace("max", "eva"))
    for client in (eva, elsewhere):
        again = events(client, since=newest)
        assert [(each.kind, each.match_id, each.seat, each.cursor) for each in again] == [
            ("decision_due", played, 0, newest)
        ]
    eva.call("ResignMatch", match_id=played)
    assert [each.kind for each in events(eva, since=newest)] == ["match_over"]


def test_each_decision_is_told_as_it_falls_due(pair):
    """An open stream says it of every decision, those of a simultaneous step included, and of none twice."""
    eva, _, _ = pair
    versions, told = [], []

    def listen():
        for each in eva.matches.WatchAccount(match_pb2.WatchAccountRequest(), metadata=eva.metadata, timeout=120):
            told.append(each.kind)
            if each.kind == "match_over":
                return

    listener = threading.Thread(target=listen)
    listener.start()
    until(lambda: told)  # a heartbeat: nothing was there, and the stream is open
    match_id = eva.create(["account:", "bot:random"], starts_when_full=True)
    for _ in range(6):
        asked = eva.decision(match_id, wait_ms=20_000)
        versions.append(asked.version)
        until(lambda: told.count("decision_due") == len(versions))
        eva.submit(match_id, asked.version, orjson.loads(asked.legal_actions)[0]["action"])
    eva.call("ResignMatch", match_id=match_id)
    listener.join(60)
    assert len(set(versions)) == 6
    assert told.count("decision_due") in {6, 7}
    assert [kind for kind in told if kind not in {"", "decision_due"}] == ["match_started", "match_over"]


def test_where_news_are_gone_the_stream_says_so(pair, table):
    eva, max_, name = pair
    for _ in range(4):
        eva.create([f"invited:{name}", "account:"])
    kept = keys.account_events(name)
    known = events(max_)
    assert limits().account_events_kept_s - 3600 < table.stack.redis.ttl(kept) <= limits().account_events_kept_s
    assert limits().account_events_kept_s >= timedelta(days=30).total_seconds()
    assert [each.kind for each in events(max_, since=known[0].cursor)] == ["invited"] * 3
    table.stack.redis.xtrim(kept, maxlen=2, approximate=False)
    after_gap = events(max_, since=known[0].cursor)
    assert [each.kind for each in after_gap] == ["gap", "invited", "invited"]
    assert [each.cursor for each in after_gap[1:]] == [each.cursor for each in known[2:]]
    assert [each.kind for each in events(max_, since=after_gap[-1].cursor)] == []
    assert [each.kind for each in events(max_)] == ["invited"] * 2
    table.stack.redis.delete(kept)
    gap = events(max_, since=known[-1].cursor)
    assert [each.kind for each in gap] == ["gap"]
    eva.create([f"invited:{name}", "account:"])
    assert [each.kind for each in events(max_, since=gap[0].cursor)] == ["invited"]


@pytest.mark.parametrize("since", ["x", "1", "-1-0", "9" * 30 + "-0"])
def test_wrong_cursors_are_refused(table, since):
    """A cursor of no event is refused with its name."""
    request = match_pb2.WatchAccountRequest(since=since, is_snapshot=True)
    with pytest.raises(Exception, match="cursor"):
        list(table.anna.matches.WatchAccount(request, metadata=table.anna.metadata, timeout=10))
    assert isinstance(table.anna, Client)
