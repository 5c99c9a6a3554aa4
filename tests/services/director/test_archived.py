"""Tournaments that are over, and results, leave Valkey for the archive, and are read as if they had stayed."""

from __future__ import annotations

from types import SimpleNamespace

import grpc
import orjson
import pytest

from protos.astrarium.v1 import archive_pb2, archive_pb2_grpc
from services.shared import keys
from tests.support.hall import Caller, refused, start_director
from tests.support.stack import Stack, until

FORMS = ("csv", "trf", "markdown")


SOON = {"ASTRARIUM_LIMIT_FINISHED_MATCH_S": "1", "ASTRARIUM_LIMIT_ARCHIVING_MS": "200"}
#: a director that reads another tournament has this one from the archive the next time
FORGETFUL = {"ASTRARIUM_LIMIT_CACHED_TOURNAMENTS_MAX": "1"}


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """A director whose tournaments are archived a second after their end, two hosts, and a tournament that is open."""
    folder = tmp_path_factory.mktemp("hall")
    stack = Stack(folder)
    try:
        target = stack.game_state(ASTRARIUM_ARCHIVE_URL=f"sqlite:///{folder}/archive.sqlite", **SOON)[1]
        clients = {name: stack.client(target, name) for name in ("anna", "bert")}
        listen = start_director(stack, target, **SOON, **FORGETFUL)
        anna, bert = (Caller(listen, stack._tokens[name]) for name in clients)
        hall = SimpleNamespace(
            stack=stack, redis=stack.redis, target=target, clients=clients, anna=anna, bert=bert, played=0
        )
        hall.open = anna.create(rounds=1)
        yield hall
    finally:
        stack.close()


def play(hall):
    """A tournament of one match, which bert gives up; return its id once it is over."""
    hall.played += 1
    tournament_id = hall.anna.create(rounds=1)
    for caller in (hall.anna, hall.bert):
        caller.change(tournament_id, "enter")
    hall.anna.change(tournament_id, "start")
    log = keys.tournament_log(tournament_id)
    raw = until(lambda: [each for each in hall.redis.lrange(log, 0, -1) if b'"begun"' in each])
    hall.clients["bert"].call("ResignMatch", match_id=orjson.loads(raw[0])["match_id"])
    until(lambda: hall.anna.get(tournament_id)["status"] == "over")
    return tournament_id


def read_everything(caller, tournament_id):
    """What can be read of a tournament."""
    listed = caller.call("ListTournaments", page_size=100).tournaments
    return {
        "whole": caller.get(tournament_id),
        "listed": [each for each in map(orjson.loads, listed) if each["id"] == tournament_id],
        "entries": list(caller.entries(tournament_id, is_snapshot=True)),
        "exports": [caller.call("ExportTournament", tournament_id=tournament_id, form=form).text for form in FORMS],
    }


def leave(hall, tournament_id):
    """Wait until a tournament has left, and let the director forget it."""
    until(lambda: has_left(hall, tournament_id))
    hall.anna.get(hall.open)


def has_left(hall, tournament_id):
    return not hall.redis.exists(keys.tournament_log(tournament_id)) and not hall.redis.zcard(keys.TOURNAMENTS_OVER)


def test_a_tournament_that_is_over_reads_as_before(hall):
    tournament_id = play(hall)
    before = read_everything(hall.anna, tournament_id)
    leave(hall, tournament_id)
    assert read_everything(hall.anna, tournament_id) == before
    assert hall.redis.exists(keys.tournament_log(hall.open))
    assert refused(hall.anna.get, "nothing") == "UnknownTournament"


def test_a_correction_brings_it_back_until_it_is_quiet_again(hall):
    tournament_id = play(hall)
    leave(hall, tournament_id)
    place = {"round": 1, "table": 0}
    assert refused(hall.bert.change, tournament_id, "correct", **place, ranks=[1, 1]) == "NotYourTournament"
    assert refused(hall.anna.change, tournament_id, "start") == "BadEntry"
    fixed = hall.anna.change(tournament_id, "correct", **place, ranks=[1, 1], scores=[0, 0], reason="cut off")
    assert {row["points"] for row in fixed["standings"]} == {0.5}
    leave(hall, tournament_id)
    assert hall.anna.get(tournament_id) == fixed
    assert len(list(hall.anna.entries(tournament_id, is_snapshot=True))) == fixed["cursor"]


def test_a_log_from_an_older_backup_takes_nothing_from_the_archive(hall):
    tournament_id = play(hall)
    log = keys.tournament_log(tournament_id)
    entries = hall.redis.lrange(log, 0, -1)
    leave(hall, tournament_id)
    hall.redis.rpush(log, *entries[:-1])
    hall.redis.zadd(keys.TOURNAMENTS_OVER, {tournament_id: 1})
    leave(hall, tournament_id)
    assert hall.anna.get(tournament_id)["cursor"] == len(entries)


def test_a_director_that_knew_the_beginning_reads_the_end_in_the_archive(hall):
    """Another director ended it, and corrected it later, and nobody asked this one meanwhile."""
    other = Caller(start_director(hall.stack, hall.target), hall.stack._tokens["anna"])
    tournament_id = hall.anna.create(rounds=1)
    hall.anna.change(tournament_id, "enter")
    assert other.get(tournament_id)["status"] == "open"
    hall.bert.change(tournament_id, "enter")
    hall.anna.change(tournament_id, "finish")
    leave(hall, tournament_id)
    assert other.get(tournament_id) == hall.anna.get(tournament_id)
    assert other.get(tournament_id)["status"] == "over"


def test_while_the_archive_is_out_of_reach_the_caller_is_told_to_wait(hall):
    tournament_id = play(hall)
    leave(hall, tournament_id)
    alone = Caller(start_director(hall.stack, "127.0.0.1:1"), hall.stack._tokens["anna"])
    assert refused(alone.get, tournament_id) == "Unavailable"
    assert refused(alone.get, "nothing") == "UnknownTournament"
    assert alone.get(hall.open)["status"] == "open"


def test_nobody_else_reads_the_archive(hall):
    """A log has the seed of its pairings, and who is a stranger may not even ask for one."""
    tournament_id = play(hall)
    leave(hall, tournament_id)
    with grpc.insecure_channel(hall.target) as channel:
        answers = archive_pb2_grpc.ArchiveServiceStub(channel).ReadLog(
            archive_pb2.ReadLogRequest(kind="tournament", log_id=tournament_id),
            metadata=hall.clients["anna"].metadata, timeout=20,
        )  # fmt: skip
        with pytest.raises(grpc.RpcError) as refusal:
            list(answers)
    assert refusal.value.code() == grpc.StatusCode.PERMISSION_DENIED


def test_ratings_go_on_from_results_that_have_left(hall):
    """The next director reads what the ratings were, and not all results there ever were."""
    # As many as weigh more than the ratings do.
    until(lambda: hall.redis.exists(keys.RATINGS_LEFT) or not play(hall), 90)
    before = [read_all(hall, hall.anna, player) for player in ("anna", "bert")]
    again = Caller(start_director(hall.stack, hall.target, **SOON), hall.stack._tokens["anna"])
    assert [read_all(hall, again, player) for player in ("anna", "bert")] == before
    play(hall)
    after = read_all(hall, again, "bert")
    assert list(after.changes)[:-1] == list(before[1].changes)
    assert after.changes[-1].mean < before[1].rating.mean


def read_all(hall, caller, player):
    """What is told of a player's rating, once every match that was played counts."""

    def found():
        history = caller.call("GetHistory", player=player, game="roll", seats=2)
        return history if history.rating.results == hall.played else None

    history = until(found)
    assert len(history.changes) == hall.played
    return history
