"""Tournaments on the server: rounds run themselves, a killed director goes on, hosts and entrants have their say."""

from __future__ import annotations

import signal
import time
from types import SimpleNamespace

import grpc
import httpx
import orjson
import pytest

from engine.replay import verify
from protos.astrarium.v1 import match_pb2
from services.director.results import result_of
from services.director.run import lane_for_host
from services.shared import keys
from services.shared.limits import limits
from tests.support.hall import CONFIG, Caller, refused, start_director
from tests.support.stack import Refused, free_port, until
from tournaments.ratings import Ratings
from tournaments.tournament import Tournament


def test_rounds_run_themselves_and_a_killed_director_goes_on(hall):
    """Bots play two rounds while the director is killed twice; every record holds, the log folds, ratings follow."""
    tournament_id = hall.anna.create(seats=3)
    hall.anna.change(tournament_id, "add_bots", level="random", count=6)
    hall.anna.change(tournament_id, "start")
    for entries in (8, 14):
        until(lambda n=entries: hall.table.stack.redis.llen(keys.tournament_log(tournament_id)) >= n, 60)
        hall.table.stack.stop(hall.process, signal.SIGKILL)
        hall.process = hall.start()
    until(lambda: hall.anna.get(tournament_id)["status"] == "over", 120)
    full = hall.anna.get(tournament_id)
    assert [len(each["tables"]) for each in full["rounds"]] == [2, 2]
    assert sum(row["points"] for row in full["standings"]) == 2 * 2 * 3
    raw = hall.table.stack.redis.lrange(keys.tournament_log(tournament_id), 0, -1)
    log = [orjson.loads(each) for each in raw]
    assert Tournament(log).finished == "all played"
    begun = [entry["match_id"] for entry in log if entry["kind"] == "begun"]
    assert len(set(begun)) == len(begun) == 4
    for match_id in begun:
        verify(hall.table.anna.record(match_id))
    until(lambda: all(hall.table.stack.redis.zscore(keys.RATED, each) for each in begun))
    row = hall.watcher.call("GetHistory", player="bot:random", game="roll", seats=3).rating
    results = [orjson.loads(each) for each in hall.table.stack.redis.lrange(keys.RESULTS, 0, -1)]
    again = Ratings()
    for number, each in enumerate(results):
        again.add(result_of(number, each))
    assert row.mean == again.of("roll", 3, "bot:random").mean
    shown = {b"bot:random": row.shown}

    def published():
        found = hall.table.stack.redis.hgetall(keys.ratings("roll", 3))
        return shown.items() <= {player: float(raw) for player, raw in found.items()}.items()

    until(published)
    history = hall.watcher.call("GetHistory", player="bot:random", game="roll", seats=3)
    assert history.changes[-1].mean == history.rating.mean
    assert not hall.watcher.call("GetHistory", player="anna", game="race", seats=4).changes
    for nobody in ("nobody-at-all", "bot:nothing", "anna:tokens", "Ann A"):
        assert refused(hall.watcher.call, "GetHistory", player=nobody, game="roll", seats=3) == "UnknownAccount"
    assert [cursor for cursor, _ in hall.watcher.entries(tournament_id)] == list(range(1, len(log) + 1))
    assert [entry["kind"] for _, entry in hall.watcher.entries(tournament_id, since=len(log) - 1)] == ["finished"]


@pytest.mark.parametrize("game", ["roll", "race", "tiny_epic"])
def test_a_tournament_has_a_clock_unless_it_says_otherwise(hall, game):
    bank_ms = {"roll": 1_800_000, "race": 1_200_000, "tiny_epic": 1_800_000}[game]
    by_default = hall.anna.get(hall.anna.create(game=game))["config"]["clock"]
    assert by_default == {"kind": "bank", "bank_ms": bank_ms, "increment_ms": 10_000}
    without = {"kind": "none"}
    assert hall.anna.get(hall.anna.create(game=game, clock=without))["config"]["clock"] == without


def test_people_play_and_absence_costs_the_absent_alone(hall):
    """Two accounts are paired, one resigns: the other has the point, the cause is kept."""
    tournament_id = hall.anna.create(rounds=1)
    hall.anna.change(tournament_id, "enter")
    hall.bert.change(tournament_id, "enter")
    assert hall.bert.change(tournament_id, "enter")["entrants"] == 2
    hall.anna.change(tournament_id, "start")
    log = keys.tournament_log(tournament_id)
    raw = until(lambda: [e for e in hall.table.stack.redis.lrange(log, 0, -1) if b'"begun"' in e])
    match_id = orjson.loads(raw[0])["match_id"]
    match = hall.table.anna.call("GetMatch", match_id=match_id).match
    assert (match.settings.allows_take_back, match.settings.has_chat) == (False, False)
    assert hall.anna.get(tournament_id)["rounds"][0]["tables"][0]["matches"] == [match_id]
    place = {"tournament_id": tournament_id, "round": 1, "table": 0}
    assert match.settings.tournament == match_pb2.TournamentPlace(**place, lane=lane_for_host("anna"))
    hall.table.bert.call("ResignMatch", match_id=match_id)
    assert not hall.table.anna.call("RematchMatch", match_id=match_id).match.settings.HasField("tournament")
    pretended = match_pb2.MatchSettings(game="roll", tournament=place)
    assert refused(hall.table.anna.call, "CreateMatch", settings=pretended, seats=[{}, {}]) == "BadRequest"
    until(lambda: hall.anna.get(tournament_id)["status"] == "over")
    full = hall.anna.get(tournament_id)
    assert [(row["entrant"], row["points"]) for row in full["standings"]] == [("anna", 1), ("bert", 0)]
    assert full["rounds"][0]["tables"][0]["boards"][0]["cause"] == "forfeit"
    text = hall.watcher.call("ExportTournament", tournament_id=tournament_id, form="csv").text
    assert text.splitlines()[1].startswith("1,anna,anna,person")
    assert "001    1" in hall.watcher.call("ExportTournament", tournament_id=tournament_id, form="trf").text
    assert hall.watcher.call("ExportTournament", tournament_id=tournament_id, form="markdown").text.startswith("# Cup")
    fixed = hall.anna.change(
        tournament_id, "correct", round=1, table=0, ranks=[1, 1], scores=[0, 0], reason="both were cut off"
    )
    assert {row["points"] for row in fixed["standings"]} == {0.5}
    assert (fixed["audit"][0]["by"], fixed["audit"][0]["reason"]) == ("anna", "both were cut off")


def test_game_state_is_not_asked_about_boards_that_are_played(own_stack):
    """Whoever hosts many tournaments would else keep it from those who play."""
    port = free_port()
    target = own_stack.game_state(ASTRARIUM_METRICS_PORT=str(port))[1]
    listen = start_director(own_stack, target)
    clients = {name: own_stack.client(target, name) for name in ("anna", "bert")}
    callers = {name: Caller(listen, own_stack._tokens[name]) for name in clients}
    tournament_id = callers["anna"].create(rounds=1)
    for caller in callers.values():
        caller.change(tournament_id, "enter")
    callers["anna"].change(tournament_id, "start")
    log = keys.tournament_log(tournament_id)
    raw = until(lambda: [e for e in own_stack.redis.lrange(log, 0, -1) if b'"begun"' in e])
    match_id = orjson.loads(raw[0])["match_id"]

    def calls(method):
        page = httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=30).text
        told = [line for line in page.splitlines() if "rpc_seconds_count" in line and f'/{method}"' in line]
        return sum(float(line.rsplit(" ", 1)[1]) for line in told)

    # It looks for results to rate as well, four times more rarely than after its boards.
    looked, asked = calls("ListMatches"), calls("GetMatch")
    until(lambda: calls("ListMatches") >= looked + 3, 60)
    assert calls("GetMatch") <= asked + 1
    clients["anna"].call("ResignMatch", match_id=match_id)
    until(lambda: callers["anna"].get(tournament_id)["status"] == "over", 60)
    assert calls("GetMatch") > asked


def test_who_may_do_what(hall):
    """Hosts host, entrants enter and leave, and every refusal is typed."""
    tournament_id = hall.anna.create(players=["person", "bot"], entrants_max=3)
    assert "seed" not in hall.watcher.get(tournament_id)["config"]
    assert refused(hall.bert.change, tournament_id, "start") == "NotYourTournament"
    assert refused(hall.robot.change, tournament_id, "enter") == "NotAdmitted"
    rated = hall.anna.create(rating_min=500)
    assert refused(hall.bert.change, rated, "enter") == "NotAdmitted"
    assert refused(hall.bert.change, tournament_id, "dance") == "BadRequest"
    assert refused(hall.anna.change, tournament_id, "add_bots", level="random", count=4) == "BadEntry"
    assert hall.anna.get(tournament_id)["entrants"] == 0
    assert refused(hall.anna.change, tournament_id, "start") == "BadEntry"
    assert hall.bert.change(tournament_id, "enter")["entrants"] == 1
    assert hall.bert.change(tournament_id, "return")["entrants"] == 1
    assert refused(hall.robot.change, tournament_id, "return") == "BadEntry"
    assert hall.bert.change(tournament_id, "withdraw")["entrants"] == 0
    assert refused(hall.anna.change, "nowhere", "start") == "UnknownTournament"
    for config in ({"seats": 9}, {"format": "cup"}, {"is_duplicate": True, "players": ["person"]}, {"luck": 1}):
        assert refused(hall.anna.create, **config) == "BadConfig"
    assert refused(hall.anna.call, "CreateTournament", config=b"{") == "BadRequest"
    assert refused(hall.anna.call, "ExportTournament", tournament_id=tournament_id, form="pdf") == "BadRequest"
    assert refused(Caller(f"127.0.0.1:{free_port()}", "x").get, "y").startswith("untyped")
    listed = hall.watcher.call("ListTournaments", page_size=1)
    assert orjson.loads(listed.tournaments[0])["id"] == rated
    further = hall.watcher.call("ListTournaments", page_size=100, page_token=listed.next_page_token)
    assert tournament_id in (ids := [orjson.loads(row)["id"] for row in further.tournaments])
    assert rated not in ids
    assert further.next_page_token == ""


def test_a_tournament_that_could_never_play_is_refused(hall):
    """Its game, seats, options, absence and levels are known before anybody enters, not when no match can be made."""
    for error, config in (
        ("UnknownGame", {"game": "chess"}),
        ("BadOptions", {"options": {"luck": 1}}),
        ("BadConfig", {"game": "race", "seats": 5}),
        ("BadConfig", {"absence": "level3"}),
        ("BadConfig", {"clock": {"kind": "decision", "decision_ms": 5}}),
        ("BadConfig", {"rating_min": 20, "rating_max": 10}),
    ):
        assert refused(hall.anna.create, **config) == error
    tournament_id = hall.anna.create(absence="substitute")
    assert refused(hall.anna.change, tournament_id, "add_bots", level="level99") == "UnknownLevel"
    for wish in ({"kind": ["start"]}, {"kind": "remove", "entrant": ["anna"]}, {"kind": "remove"}):
        change = orjson.dumps(wish)
        call = {"tournament_id": tournament_id, "change": change}
        assert refused(hall.anna.call, "ChangeTournament", **call) == "BadRequest"


def test_matches_left_lying_by_some_stop_no_other_tournament(own_stack):
    """What an account may leave open is not what all tournaments together may: they are limited by their entrants."""
    _, target = own_stack.game_state(ASTRARIUM_LIMIT_MATCHES_OPEN_PER_ACCOUNT_MAX="1")
    hall = f"127.0.0.1:{free_port()}"
    own_stack._run("services.director", ASTRARIUM_DIRECTOR_LISTEN=hall, ASTRARIUM_GAME_STATE_TARGET=target)
    with grpc.insecure_channel(hall) as channel:
        grpc.channel_ready_future(channel).result(timeout=60)
    callers = []
    for name in ("anna", "bert", "cleo", "dora"):
        own_stack.client(target, name)
        callers.append(Caller(hall, own_stack._tokens[name]))
    for pair in (callers[:2], callers[2:]):
        tournament_id = pair[0].create(rounds=1)
        for caller in pair:
            caller.change(tournament_id, "enter")
        pair[0].change(tournament_id, "start")
        log = keys.tournament_log(tournament_id)
        until(lambda log=log: [each for each in own_stack.redis.lrange(log, 0, -1) if b'"begun"' in each], 30)


def test_boards_that_nobody_plays_hold_no_round_up(own_stack):
    """At one table both have withdrawn, at the other both are silent, without a clock: it is over all the same."""
    _, target = own_stack.game_state()
    hall = f"127.0.0.1:{free_port()}"
    soon = {"ASTRARIUM_LIMIT_LEFT_BOARD_MS": "1", "ASTRARIUM_LIMIT_SILENT_BOARD_MS": "2000"}
    own_stack._run("services.director", ASTRARIUM_DIRECTOR_LISTEN=hall, ASTRARIUM_GAME_STATE_TARGET=target, **soon)
    with grpc.insecure_channel(hall) as channel:
        grpc.channel_ready_future(channel).result(timeout=60)
    clients = {name: own_stack.client(target, name) for name in ("anna", "bert", "cleo", "dora")}
    callers = {name: Caller(hall, own_stack._tokens[name]) for name in clients}
    tournament_id = callers["anna"].create(rounds=1, clock={"kind": "none"})
    for caller in callers.values():
        caller.change(tournament_id, "enter")
    callers["anna"].change(tournament_id, "start")
    tables = until(
        lambda: [table["seats"] for each in callers["anna"].get(tournament_id)["rounds"] for table in each["tables"]]
    )
    for name in tables[0]:
        callers[name].change(tournament_id, "withdraw")
    until(lambda: callers["anna"].get(tournament_id)["status"] == "over", 60)
    boards = [board for table in callers["anna"].get(tournament_id)["rounds"][0]["tables"] for board in table["boards"]]
    assert [board["cause"] for board in boards] == ["forfeit", "forfeit"]
    assert boards[0]["absent"] == [0, 1]
    assert boards[1]["absent"]
    match = clients[tables[1][0]].call("GetMatch", match_id=boards[1]["match_id"]).match
    assert orjson.loads(match.settings.clock) == {"kind": "decision", "decision_ms": 2_000}


def test_an_entrant_whose_account_is_disabled_holds_no_round_up(own_stack):
    """Its table is lost for it, and it is paired no more; enabled again, it may come back."""
    _, target = own_stack.game_state()
    hall = f"127.0.0.1:{free_port()}"
    own_stack._run("services.director", ASTRARIUM_DIRECTOR_LISTEN=hall, ASTRARIUM_GAME_STATE_TARGET=target)
    with grpc.insecure_channel(hall) as channel:
        grpc.channel_ready_future(channel).result(timeout=60)
    for name in ("anna", "bert"):
        own_stack.client(target, name)
    callers = {name: Caller(hall, own_stack._tokens[name]) for name in ("anna", "bert")}
    tournament_id = callers["anna"].create(rounds=1)
    for caller in callers.values():
        caller.change(tournament_id, "enter")
    own_stack.redis.hset(keys.account("bert"), "disabled_ms", 1)
    callers["anna"].change(tournament_id, "start")
    until(lambda: callers["anna"].get(tournament_id)["status"] == "over", 60)
    table = callers["anna"].get(tournament_id)["rounds"][0]["tables"][0]
    gone = table["seats"].index("bert")
    board = table["boards"][0]
    assert (board["cause"], board["absent"], board["ranks"][gone]) == ("forfeit", [gone], 2)


def account_events(client, tournament_id):
    """What an account's own stream says of a tournament."""
    request = match_pb2.WatchAccountRequest(is_snapshot=True)
    items = client.matches.WatchAccount(request, metadata=client.metadata, timeout=20)
    return [item for item in items if item.tournament_id == tournament_id]


def test_rounds_come_into_the_accounts_streams_once(hall):
    """Three entrants, three rounds, a director killed after every entry: each is told of each table or bye once."""
    stack = hall.table.stack
    people = {f"{name}{time.monotonic_ns()}": None for name in ("uma", "vic", "wim")}
    tournament_id = hall.anna.create(rounds=3)
    for name in people:
        people[name] = stack.client(hall.table.first, name)
        Caller(hall.target, stack._tokens[name]).change(tournament_id, "enter")
    hall.anna.change(tournament_id, "start")
    log = keys.tournament_log(tournament_id)
    told = {}
    for number in (1, 2, 3):
        for name, client in people.items():
            until(lambda c=client, n=number: [e for e in account_events(c, tournament_id) if e.round == n])
            told[name] = [e for e in account_events(client, tournament_id) if e.round == number]
        stack.stop(hall.process, signal.SIGKILL)
        hall.process = hall.start()
        resting = [name for name in people if told[name][0].kind == "bye"]
        playing = [name for name in people if told[name][0].kind == "round_paired"]
        assert (len(resting), len(playing)) == (1, 2)
        for name in playing:
            until(
                lambda c=people[name], n=number: [e.kind for e in account_events(c, tournament_id) if e.round == n][1:]
            )
        matches = {
            e.match_id
            for n in playing
            for e in account_events(people[n], tournament_id)
            if e.kind == "tournament_match" and e.round == number
        }
        assert len(matches) == 1
        people[playing[0]].call("ResignMatch", match_id=matches.pop())
    until(lambda: hall.anna.get(tournament_id)["status"] == "over")
    for client in people.values():
        events = account_events(client, tournament_id)
        assert len({item.cursor for item in events}) == len(events)
        kinds = [(item.round, item.kind) for item in events]
        assert len(set(kinds)) == len(kinds)
        assert {number for number, _ in kinds} == {1, 2, 3}
        assert sum(kind == "bye" for _, kind in kinds) == 1
    full = hall.anna.get(tournament_id)
    for name, client in people.items():
        for item in account_events(client, tournament_id):
            if item.kind == "round_paired":
                assert full["rounds"][item.round - 1]["tables"][item.table]["seats"][item.seat] == name
    raw = stack.redis.lrange(log, 0, -1)
    assert len(raw) == len({bytes(each) for each in raw})


def test_a_leaderboard_lists_whoever_has_met_enough_different_opponents(hall):
    """Ten wins against one and the same list nobody; one against each of five others does."""
    redis = hall.table.stack.redis
    # Accounts of its own: other tests' results stand on the same leaderboard.
    lena, lars, olga = (program(hall, name).name for name in ("lena", "lars", "olga"))
    pairs = [(lena, lars)] * 10 + [(olga, f"guest{number}") for number in range(5)]
    for number, players in enumerate(pairs):
        result = {
            "game": "race",
            "players": players,
            "ranks": (1, 2),
            "absent": (),
            "at_ms": 1,
            "source": f"{olga}{number}",
        }
        redis.rpush(keys.RESULTS, orjson.dumps(result))
    board = hall.watcher.call("GetLeaderboard", game="race", seats=2, page_size=100)
    assert board.opponents_min == 5
    assert all(row.opponents >= 5 for row in board.ratings)
    shown = {row.player: row for row in board.ratings}
    assert shown[olga].opponents == 5
    assert lena not in shown
    alone = hall.watcher.call("GetHistory", player=lena, game="race", seats=2).rating
    assert (alone.opponents, alone.results) == (1, 10)
    assert alone.shown > shown[olga].shown


def test_what_is_not_rated_counts_for_nobody(hall):
    """A tournament's single match, one of the lobby, several at once, a rematch, a private one; beside a rated one."""
    stack, (ada, bob) = hall.table.stack, [program(hall, name) for name in ("ada", "bob")]
    seats = [f"account:{ada.name}", f"account:{bob.name}"]
    tournament_id = hall.anna.create(rounds=1, is_rated=False)
    for each in (ada, bob):
        each.caller.change(tournament_id, "enter")
    hall.anna.change(tournament_id, "start")
    log = keys.tournament_log(tournament_id)
    raw = until(lambda: [e for e in stack.redis.lrange(log, 0, -1) if b'"begun"' in e], 60)
    unrated = [orjson.loads(raw[0])["match_id"], ada.client.create(seats, starts_when_full=True, is_rated=False)]
    common = match_pb2.MatchSettings(game="roll", starts_when_full=True, is_rated=False)
    wished = [match_pb2.Seat(kind=match_pb2.SEAT_KIND_ACCOUNT, account=name) for name in (ada.name, bob.name)]
    unrated += ada.client.call("CreateMatches", settings=common, tables=[match_pb2.Seats(seats=wished)]).match_ids
    bob.client.call("JoinMatch", match_id=unrated[-1])
    for match_id in unrated:
        assert not ada.client.call("ResignMatch", match_id=match_id).match.settings.is_rated
    ada.client.call("RematchMatch", match_id=unrated[1])
    unrated.append(bob.client.call("RematchMatch", match_id=unrated[1]).match.match_id)
    unrated.append(ada.client.create(seats, starts_when_full=True, is_private=True))
    for match_id in unrated[-2:]:
        assert not ada.client.call("ResignMatch", match_id=match_id).match.settings.is_rated
    rated = ada.client.create(seats, starts_when_full=True)
    assert ada.client.call("ResignMatch", match_id=rated).match.settings.is_rated
    until(lambda: stack.redis.zscore(keys.RATED, rated), 60)
    until(lambda: hall.anna.get(tournament_id)["status"] == "over", 60)
    # Looked at, every one but the private one: whatever is to be counted is counted by then.
    until(lambda: all(stack.redis.zscore(keys.RATED, each) for each in unrated[:-1]), 60)
    counted = {orjson.loads(each)["source"] for each in stack.redis.lrange(keys.RESULTS, 0, -1)}
    assert counted & {*unrated, rated} == {rated}
    history = hall.watcher.call("GetHistory", player=ada.name, game="roll", seats=2)
    assert [change.match_id for change in history.changes] == [rated]


def program(hall, name):
    """A new program: its name, and its clients of game_state and of the director."""
    unique = f"{name}{time.monotonic_ns()}"
    client = hall.table.stack.client(hall.table.first, unique, "program")
    return SimpleNamespace(name=unique, client=client, caller=Caller(hall.target, hall.table.stack._tokens[unique]))


def test_an_account_hosts_only_so_many_tournaments_that_are_not_over(hall):
    """The one that ends makes room; the request that made the last one may still be repeated."""
    name = f"host{time.monotonic_ns()}"
    hall.table.stack.client(hall.table.first, name)
    host, redis = Caller(hall.target, hall.table.stack._tokens[name]), hall.table.stack.redis
    most, hosted = limits().tournaments_open_per_account_max, keys.open_tournaments(name)
    redis.zadd(hosted, {f"t{number}": number for number in range(most - 1)})
    asked = {"config": orjson.dumps(CONFIG), "idempotency_key": "last"}
    last = host.call("CreateTournament", **asked).tournament_id
    with pytest.raises(Refused) as error:
        host.create()
    assert (error.value.error, error.value.code.name) == ("LimitExceeded", "RESOURCE_EXHAUSTED")
    assert (error.value.detail.limit, error.value.detail.limit_max) == ("tournaments_open_per_account_max", most)
    assert host.call("CreateTournament", **asked).tournament_id == last
    host.change(last, "finish", reason="rain")
    assert redis.zcard(hosted) == most - 1
    assert host.create()
