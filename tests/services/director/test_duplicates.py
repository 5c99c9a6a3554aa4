"""Duplicate tables on the server: all boards at once, sealed until the last is over, counted as one result."""

from __future__ import annotations

import random
import signal
import time
from types import SimpleNamespace

import grpc
import orjson
import pytest

from cli.operator_access import make_access
from engine.replay import verify
from protos.astrarium.v1 import match_pb2, operator_pb2, operator_pb2_grpc
from services.director.run import deal_of
from services.shared import keys
from tests.support.hall import Caller, refused, start_director
from tests.support.stack import until
from tournaments.tournament import Tournament

RUNNING = match_pb2.MATCH_STATUS_RUNNING
DUPLICATE = {"is_duplicate": True, "rounds": 1}


def log_of(hall, tournament_id):
    return [orjson.loads(raw) for raw in hall.table.stack.redis.lrange(keys.tournament_log(tournament_id), 0, -1)]


def entries(hall, tournament_id, kind):
    return [entry for entry in log_of(hall, tournament_id) if entry["kind"] == kind]


def begun(hall, tournament_id, count):
    """The matches of a tournament by board, once there are so many."""
    found = until(lambda: (e := entries(hall, tournament_id, "begun"))[count - 1 :] and e, 60)
    return {entry["board"]: entry["match_id"] for entry in found}


def program(hall, name):
    """A program's clients: of game_state, and of the director."""
    unique = f"{name}{time.monotonic_ns()}"
    client = hall.table.stack.client(hall.table.first, unique, "program")
    return unique, client, Caller(hall.target, hall.table.stack._tokens[unique])


def pair(hall, **config):
    """Two programs at a duplicate table: tournament, their names and clients, matches by board."""
    tournament_id = hall.anna.create(**DUPLICATE, **config)
    players = [program(hall, name) for name in ("ada", "bob")]
    for _, _, caller in players:
        caller.change(tournament_id, "enter")
    hall.anna.change(tournament_id, "start")
    return tournament_id, players, begun(hall, tournament_id, 2)


def rated(hall, tournament_id):
    raw = hall.table.stack.redis.lrange(keys.RESULTS, 0, -1)
    return [each for each in map(orjson.loads, raw) if each["source"].startswith(tournament_id)]


def over(hall, tournament_id):
    until(lambda: hall.anna.get(tournament_id)["status"] == "over", 120)
    return hall.anna.get(tournament_id)


def restart(hall):
    hall.table.stack.stop(hall.process, signal.SIGKILL)
    hall.process = hall.start()


def test_who_may_play_duplicates(hall):
    """Persons remember a deal: they are refused, by name and by default; talk is refused as well."""
    wanted = {**DUPLICATE, "players": ["person", "bot"]}
    assert refused(hall.anna.create, **wanted) == "BadConfig"
    assert refused(hall.anna.create, **DUPLICATE, has_chat=True) == "BadConfig"
    tournament_id = hall.anna.create(**DUPLICATE)
    assert hall.anna.get(tournament_id)["config"]["players"] == ["program", "bot"]
    assert refused(hall.bert.change, tournament_id, "enter") == "NotAdmitted"
    assert hall.robot.change(tournament_id, "enter")["entrants"] == 1


def test_bots_play_duplicates_while_the_director_is_killed(hall):
    """Two rounds of tables of three: one deal per table, everybody in every seat, one rated result, all opened."""
    stack = hall.table.stack
    tournament_id = hall.anna.create(seats=3, rounds=2, is_duplicate=True)
    hall.anna.change(tournament_id, "add_bots", level="random", count=4)
    hall.anna.change(tournament_id, "add_bots", level="greedy", count=2)
    hall.anna.change(tournament_id, "start")
    for length in (9, 12, 17, 22):
        until(lambda n=length: stack.redis.llen(keys.tournament_log(tournament_id)) >= n, 120)
        restart(hall)
    full = over(hall, tournament_id)
    until(lambda: len(entries(hall, tournament_id, "released")) >= 4, 60)
    log = log_of(hall, tournament_id)
    assert Tournament(log).to_release() == []
    matches = {(e["round"], e["table"], e["board"]): e["match_id"] for e in log if e["kind"] == "begun"}
    assert len(set(matches.values())) == len(matches) == 12
    seeds = {}
    for (number, table, board), match_id in matches.items():
        record = hall.table.anna.record(match_id)
        verify(record)
        seeds.setdefault((number, table), set()).add(record["seed"])
        seats = hall.anna.get(tournament_id)["rounds"][number - 1]["tables"][table]["seats"]
        levels = [full_level(full, seats[(seat - board) % 3]) for seat in range(3)]
        assert [each["level"] for each in record["players"]] == levels
    assert [len(each) for each in seeds.values()] == [1] * 4
    assert len(set.union(*seeds.values())) == 4
    assert sum(row["points"] for row in full["standings"]) == 2 * 2 * 3
    assert all(table["is_released"] for each in full["rounds"] for table in each["tables"])
    results = rated(hall, tournament_id)
    assert {each["source"] for each in results} == {deal_of(tournament_id, n, t) for n in (1, 2) for t in (0, 1)}
    assert len(results) == 4
    for each in results:
        number, place = map(int, each["source"].split("-")[1:])
        assert each["ranks"] == full["rounds"][number - 1]["tables"][place]["ranks"]
        assert {player.partition(":")[0] for player in each["players"]} == {"bot"}
    assert all(stack.redis.zscore(keys.RATED, each) for each in matches.values())
    counted = {orjson.loads(raw)["source"] for raw in stack.redis.lrange(keys.RESULTS, 0, -1)}
    assert not counted & set(matches.values())


def full_level(full, entrant):
    return next(row["level"] for row in full["standings"] if row["entrant"] == entrant)


def test_an_entrant_learns_nothing_that_its_own_seats_do_not_show(hall):
    """One board over, the other running: no record, no watching; a second later all is open and one result counted."""
    tournament_id, players, matches = pair(hall)
    (_, ada, _), (_, bob, caller) = players
    config = hall.watcher.get(tournament_id)["config"]
    assert (config["is_duplicate"], "seed" in config) == (True, False)
    ada.call("ResignMatch", match_id=matches[0])
    until(lambda: entries(hall, tournament_id, "result"))
    for client in (ada, bob, hall.table.spectator):
        with pytest.raises(Exception, match="MatchSealed"):
            client.record(matches[0])
    for match_id in matches.values():
        with pytest.raises(Exception, match="MatchSealed"):
            hall.table.spectator.call("GetView", match_id=match_id)
    assert rated(hall, tournament_id) == []
    restart(hall)
    time.sleep(2.5)
    assert entries(hall, tournament_id, "released") == []
    heard = [orjson.dumps(entry) for _, entry in hall.watcher.entries(tournament_id, is_snapshot=True)]
    heard += [orjson.dumps(caller.get(tournament_id))]
    for form in ("csv", "trf", "markdown"):
        heard += [hall.watcher.call("ExportTournament", tournament_id=tournament_id, form=form).text.encode()]
    bob.call("ResignMatch", match_id=matches[1])
    over(hall, tournament_id)
    until(lambda: entries(hall, tournament_id, "released"))
    records = [hall.table.spectator.record(match_id) for match_id in matches.values()]
    assert records[0]["seed"] == records[1]["seed"]
    heard += [orjson.dumps(entry) for _, entry in hall.watcher.entries(tournament_id, is_snapshot=True)]
    whole = b"".join(heard)
    assert records[0]["seed"].encode() not in whole
    (result,) = rated(hall, tournament_id)
    assert (result["ranks"], result["absent"]) == ([1, 1], [])
    trf = hall.watcher.call("ExportTournament", tournament_id=tournament_id, form="trf").text
    assert [line.split()[-1] for line in trf.splitlines() if line.startswith("001")] == ["=", "="]
    assert hall.watcher.get(tournament_id)["rounds"][0]["tables"][0]["points"] == [0.5, 0.5]


def test_a_host_decides_a_board_that_runs(hall):
    """Corrected before its end: the table is done, the match adjudicated, all is opened; and corrected once more."""
    tournament_id, players, matches = pair(hall)
    (first, ada, _), (second, _, _) = players
    ada.call("ResignMatch", match_id=matches[0])
    until(lambda: entries(hall, tournament_id, "result"))
    seats = hall.anna.get(tournament_id)["rounds"][0]["tables"][0]["seats"]
    hall.anna.change(
        tournament_id, "correct", round=1, table=0, board=1, ranks=[1, 2], scores=[9, 5], reason="the hall closes"
    )
    full = over(hall, tournament_id)
    until(lambda: entries(hall, tournament_id, "released"))
    match = hall.table.spectator.call("GetMatch", match_id=matches[1]).match
    assert (match.status, match.ended, match.is_sealed) == (match_pb2.MATCH_STATUS_OVER, "adjudicated", False)
    for match_id in matches.values():
        verify(hall.table.spectator.record(match_id))
    # On board 1 the seats are rotated: its first seat is the table's second entrant's.
    assert sorted(seats) == sorted((first, second))
    better = [0, 0]
    better[seats.index(first)] += 2
    better[1 - seats.index(first)] += 1
    better[1] += 1
    better[0] += 2
    expected = [1 + sum(other < mine for other in better) for mine in better]
    assert full["rounds"][0]["tables"][0]["ranks"] == expected
    (result,) = rated(hall, tournament_id)
    assert result["ranks"] == expected
    fixed = hall.anna.change(
        tournament_id, "correct", round=1, table=0, board=0, ranks=[1, 1], scores=[0, 0], reason="cut off"
    )
    assert len(fixed["audit"]) == 2
    assert len(entries(hall, tournament_id, "released")) == len(rated(hall, tournament_id)) == 1


def test_a_host_ends_it_while_boards_run(hall):
    """Ended before its time, the director dead just then: later all boards are over and open, and nothing is rated."""
    tournament_id, _, matches = pair(hall)
    hall.anna.change(tournament_id, "finish", reason="rain")
    hall.table.stack.stop(hall.process, signal.SIGKILL)
    spectator = hall.table.spectator
    sealed = [spectator.call("GetMatch", match_id=each).match.is_sealed for each in matches.values()]
    # It may have died before the release, after it, or between the boards; one that is open means that all are over.
    running = [spectator.call("GetMatch", match_id=each).match.status == RUNNING for each in matches.values()]
    assert all(sealed) or not any(running)
    hall.process = hall.start()
    until(lambda: entries(hall, tournament_id, "released"))
    for match_id in matches.values():
        assert hall.table.spectator.record(match_id)["ended"] == "adjudicated"
    until(lambda: tournament_id.encode() not in hall.table.stack.redis.smembers(keys.TOURNAMENTS_RUNNING))
    time.sleep(2.5)
    assert rated(hall, tournament_id) == []
    counted = hall.table.stack.redis.lrange(keys.RESULTS, 0, -1)
    assert not {orjson.loads(raw)["source"] for raw in counted} & set(matches.values())


def test_withdrawn_and_absent_entrants_leave_the_others_unharmed(hall):
    """One withdraws and lets its time run out on both boards: it is last, the table is one result, all is opened."""
    clock = {"kind": "decision", "decision_ms": 15_000}
    tournament_id, players, matches = pair(hall, clock=clock)
    (gone, _, caller), (stays, bob, _) = players
    caller.change(tournament_id, "withdraw")
    chance = random.Random(4)
    until(lambda: _moved(bob, matches, chance) or hall.anna.get(tournament_id)["status"] == "over", 60)
    full = over(hall, tournament_id)
    until(lambda: entries(hall, tournament_id, "released"))
    assert [row["points"] for row in full["standings"] if row["entrant"] == stays] == [1]
    assert {each["cause"] for each in full["rounds"][0]["tables"][0]["boards"]} == {"forfeit"}
    (result,) = rated(hall, tournament_id)
    assert result["absent"] == [result["players"].index(gone)]
    for match_id in matches.values():
        verify(hall.table.spectator.record(match_id))


def _moved(client, matches, chance):
    """Answer whatever the client owes; return whether all its matches are over."""
    is_over = True
    for match_id in matches.values():
        asked = client.decision(match_id)
        is_over &= asked.status == match_pb2.MATCH_STATUS_OVER
        if asked.is_asked:
            client.submit(match_id, asked.version, chance.choice(orjson.loads(asked.legal_actions))["action"])
    return is_over


def operate(hall, *match_ids):
    """Let the operator end matches whose logs a disk has damaged."""
    token = make_access(hall.table.stack.redis_url, "", "", 1).token
    with grpc.insecure_channel(hall.table.first) as channel:
        for match_id in match_ids:
            hall.table.stack.redis.rpush(keys.log(match_id), b'[0,"x",1]')
            operator_pb2_grpc.OperatorServiceStub(channel).EndMatch(
                operator_pb2.EndMatchRequest(match_id=match_id),
                metadata=[("authorization", f"Bearer {token}")],
                timeout=60,
            )


def test_a_void_board_does_not_count_in_ratings(hall):
    """Neither its tie nor what the host makes of it: ratings see the other board alone, and who was absent there."""
    tournament_id, players, matches = pair(hall)
    (first, ada, _), (second, _, _) = players
    operate(hall, matches[0])
    until(lambda: entries(hall, tournament_id, "result"))
    seats = hall.anna.get(tournament_id)["rounds"][0]["tables"][0]["seats"]
    winner = [1 + (seat == first) for seat in seats]
    better = [3 - rank for rank in winner]
    hall.anna.change(
        tournament_id, "correct", round=1, table=0, board=0, ranks=better, scores=[0, 0], reason="a disk failed"
    )
    ada.call("ResignMatch", match_id=matches[1])
    full = over(hall, tournament_id)
    until(lambda: entries(hall, tournament_id, "released"))
    assert full["rounds"][0]["tables"][0]["ranks"] == [1, 1]
    (result,) = rated(hall, tournament_id)
    assert dict(zip(result["players"], result["ranks"], strict=True)) == {first: 2, second: 1}
    assert [result["players"][seat] for seat in result["absent"]] == [first]


def test_a_table_of_void_boards_is_not_rated(hall):
    tournament_id, _, matches = pair(hall)
    operate(hall, *matches.values())
    over(hall, tournament_id)
    until(lambda: entries(hall, tournament_id, "released"))
    assert rated(hall, tournament_id) == []
    assert all(hall.table.stack.redis.zscore(keys.RATED, each) for each in matches.values())


@pytest.mark.parametrize("is_begun", [True, False])
def test_a_board_lost_by_time_soon_after_downtime_does_not_count_in_ratings(own_stack, is_begun):
    """Whether it had begun before or not; what counts in the tournament is for its host."""
    target = own_stack.game_state()[1]
    listen = start_director(own_stack, target)

    def caller_of(name, kind="person"):
        own_stack.client(target, name, kind)
        return Caller(listen, own_stack._tokens[name])

    anna, players = caller_of("anna"), [caller_of(name, "program") for name in ("ada", "bob")]
    clock = {"kind": "decision", "decision_ms": 10_000 if is_begun else 1_000}
    tournament_id = anna.create(**DUPLICATE, clock=clock)
    for player in players:
        player.change(tournament_id, "enter")
    hall = SimpleNamespace(table=SimpleNamespace(stack=own_stack), anna=anna)
    if not is_begun:
        _note_downtime(own_stack)
    anna.change(tournament_id, "start")
    matches = begun(hall, tournament_id, 2)
    if is_begun:
        _note_downtime(own_stack)
    full = over(hall, tournament_id)
    until(lambda: entries(hall, tournament_id, "released"), 60)
    assert [each["cause"] for each in full["rounds"][0]["tables"][0]["boards"]] == ["forfeit"] * 2
    assert rated(hall, tournament_id) == []
    assert all(own_stack.redis.zscore(keys.RATED, each) for each in matches.values())


def _note_downtime(stack):
    """Let the service have been away until now."""
    now = int(time.time() * 1000)
    stack.redis.zadd(keys.DOWNTIMES, {f"{now - 6_000}:{now}": now})
