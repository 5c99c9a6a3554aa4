"""Tournaments at full pace: bots alone, each match as one job, and records like all others."""

from __future__ import annotations

import os
import signal

import grpc
import pytest

from ai.arena.match import play_match
from ai.arena.players import BotPlayer
from engine.registry import find_game
from engine.replay import verify
from protos.astrarium.v1 import match_pb2
from services.shared import keys
from tests.support.hall import Caller, refused
from tests.support.stack import Refused, children_of, free_port, until

FAST = {"pace": "fast", "rounds": 1}


def play(hall, *levels, **config):
    """A tournament of bots at full pace, when it is over."""
    tournament_id = hall.anna.create(**FAST, **config)
    for level in levels:
        hall.anna.change(tournament_id, "add_bots", level=level, count=2)
    hall.anna.change(tournament_id, "start")
    until(lambda: hall.anna.get(tournament_id)["status"] == "over", 120)
    return tournament_id, hall.anna.get(tournament_id)


def matches_of(full):
    return [match_id for each in full["rounds"] for table in each["tables"] for match_id in table["matches"]]


def replay_with_levels(record):
    """The actions that the record's levels take on this machine, from the record's seed."""
    players = [BotPlayer(seat["level"], record["game"]) for seat in record["players"]]
    game, seed = find_game(record["game"]), bytes.fromhex(record["seed"])
    return play_match(game, players, seed, record["options"]).record["actions"]


@pytest.mark.parametrize("game", ["roll", "race", "tiny_epic"])
def test_a_fast_match_is_the_one_that_its_seed_and_levels_give(hall, game):
    """Records verify, and the arena plays the same match from the seed; a level that searches is among the players."""
    tournament_id, full = play(hall, "level1", "level4", game=game)
    assert full["config"]["pace"] == "fast"
    assert full["config"]["players"] == ["bot"]
    found = matches_of(full)
    assert len(set(found)) == 2
    for match_id in found:
        record = hall.table.anna.record(match_id)
        assert record["actions"] == replay_with_levels(record)
        state = verify(record)
        match = hall.table.anna.call("GetMatch", match_id=match_id).match
        assert (match.settings.pace, list(match.scores)) == ("fast", list(state.scores()))
        assert match.settings.tournament.tournament_id == tournament_id
        owed = hall.table.stack.redis.zrange(keys.DEADLINES, 0, -1)
        assert not [job for job in owed if job.startswith(match_id.encode())]


def test_a_live_match_is_the_same_as_a_fast_one(hall):
    """Levels that don't search choose alike, decision by decision or in one go."""
    tournament_id = hall.anna.create(rounds=1, game="race")
    hall.anna.change(tournament_id, "add_bots", level="level1", count=2)
    hall.anna.change(tournament_id, "start")
    until(lambda: hall.anna.get(tournament_id)["status"] == "over", 120)
    (match_id,) = matches_of(hall.anna.get(tournament_id))
    record = hall.table.anna.record(match_id)
    of_seats = [[notation for seat, notation in record["actions"] if seat == each] for each in range(2)]
    again = replay_with_levels(record)
    assert of_seats == [[notation for seat, notation in again if seat == each] for each in range(2)]


def test_boards_of_a_deal_are_played_at_full_pace(hall):
    _, full = play(hall, "level3", is_duplicate=True)
    (table,) = full["rounds"][0]["tables"]
    first, second = (hall.table.anna.record(match_id) for match_id in table["matches"])
    assert first["seed"] == second["seed"]
    assert first["commitment"] != second["commitment"]


def test_only_bots_enter(hall):
    """Whoever else is named or wants to enter is refused, and says why."""
    assert refused(hall.anna.create, **FAST, players=["bot", "program"]) == "BadConfig"
    assert refused(hall.anna.create, pace="swift") == "BadConfig"
    tournament_id = hall.anna.create(**FAST)
    for caller in (hall.bert, hall.robot):
        with pytest.raises(Refused) as refusal:
            caller.change(tournament_id, "enter")
        assert (refusal.value.error, refusal.value.detail.reason) == ("NotAdmitted", "player")
    wish = match_pb2.MatchSettings(game="roll", pace="fast", starts_when_full=True)
    seats = [{"kind": match_pb2.SEAT_KIND_BOT, "level": "greedy"}] * 2
    assert refused(hall.table.anna.call, "CreateMatch", settings=wish, seats=seats) == "BadRequest"


def test_boards_take_turns_and_outlive_their_worker(own_stack):
    """Two long matches share a worker, which is killed: the next one plays both to the end that their seeds give."""
    target = own_stack.game_state()[1]
    listen = f"127.0.0.1:{free_port()}"
    own_stack._run("services.director", ASTRARIUM_DIRECTOR_LISTEN=listen, ASTRARIUM_GAME_STATE_TARGET=target)
    with grpc.insecure_channel(listen) as channel:
        grpc.channel_ready_future(channel).result(timeout=60)
    turns = {"ASTRARIUM_BOTS_QUEUES": "series", "ASTRARIUM_LIMIT_SERIES_CHUNK_MS": "50"}
    worker = own_stack.bots(**turns)
    game_state = own_stack.client(target, "anna")
    anna = Caller(listen, own_stack._tokens["anna"])
    tournament_id = anna.create(**FAST, game="race")
    anna.change(tournament_id, "add_bots", level="level7", count=4)
    anna.change(tournament_id, "start")
    leases = f"{keys.CHUNKS}*"
    until(lambda: len(own_stack.redis.keys(leases)) == 2, 60)
    assert not [entry for entry in anna.entries(tournament_id, is_snapshot=True) if entry[1]["kind"] == "result"]
    for child in children_of(worker.pid):
        os.kill(child, signal.SIGKILL)
    own_stack.stop(worker, signal.SIGKILL)
    own_stack.bots(**turns)
    until(lambda: anna.get(tournament_id)["status"] == "over", 120)
    found = matches_of(anna.get(tournament_id))
    assert len(set(found)) == 2
    for match_id in found:
        record = game_state.record(match_id)
        verify(record)
        assert record["actions"] == replay_with_levels(record)
