"""Streams are woken by what is announced, and ask Redis nothing as long as nothing is: with hardly any heartbeats."""

from __future__ import annotations

import threading
import time

import grpc
import orjson
import pytest

from protos.astrarium.v1 import director_pb2, match_pb2, series_pb2, series_pb2_grpc
from services.shared.tokens import Accounts
from tests.support.hall import CONFIG, Caller
from tests.support.stack import Client, free_port, until

#: what is not announced would come only then
HEARTBEAT = {"ASTRARIUM_LIMIT_HEARTBEAT_MS": "600000"}
SILENCE_S = 2.0
PLAN = {"game": "roll", "players": ["random", "greedy"], "pairs": 1}
READS = ("xrange", "lrange", "hget", "hmget")


class Heard(threading.Thread):
    """What comes by a stream, until it is cancelled."""

    def __init__(self, stream):
        super().__init__(daemon=True)
        self.stream, self.items = stream, []
        self.start()

    def run(self):
        try:
            self.items.extend(self.stream)
        except grpc.RpcError:
            return

    def wait_for(self, is_it):
        until(lambda: any(is_it(item) for item in list(self.items)))


@pytest.fixture
def services(own_stack):
    """A game_state and a director, and their callers of two accounts."""
    _, game_state = own_stack.game_state(**HEARTBEAT)
    director = f"127.0.0.1:{free_port()}"
    own_stack._run(
        "services.director",
        ASTRARIUM_DIRECTOR_LISTEN=director,
        ASTRARIUM_GAME_STATE_TARGET=game_state,
        **HEARTBEAT,
    )
    with grpc.insecure_channel(director) as channel:
        grpc.channel_ready_future(channel).result(timeout=120)
        tokens = [Accounts(own_stack.redis).create(name) for name in ("anna", "bert")]
        yield own_stack.redis, channel, [(Client(game_state, each), Caller(director, each)) for each in tokens]


def reads(redis):
    stats = redis.info("commandstats")
    return sum(stats.get(f"cmdstat_{name}", {"calls": 0})["calls"] for name in READS)


def test_streams_of_all_kinds_are_woken_by_what_is_announced_and_silent_otherwise(services):
    redis, channel, ((anna, host), (bert, guest)) = services
    match_id = anna.create(["account:anna", "open"], starts_when_full=True)
    cup = host.create(**CONFIG)
    series = series_pb2_grpc.SeriesServiceStub(channel)
    ours = series.CreateSeries(
        series_pb2.CreateSeriesRequest(plan=orjson.dumps(PLAN)), metadata=host.metadata
    ).series_id
    streams = match, account, tournament, matches = [
        Heard(anna.matches.WatchEvents(match_pb2.WatchEventsRequest(match_id=match_id), metadata=anna.metadata)),
        Heard(anna.matches.WatchAccount(match_pb2.WatchAccountRequest(), metadata=anna.metadata)),
        Heard(
            host.tournaments.WatchTournament(
                director_pb2.WatchTournamentRequest(tournament_id=cup), metadata=host.metadata
            )
        ),
        Heard(series.WatchSeries(series_pb2.WatchSeriesRequest(series_id=ours), metadata=host.metadata)),
    ]
    for stream in (match, tournament, matches):
        stream.wait_for(lambda _: True)
    series.CancelSeries(series_pb2.CancelSeriesRequest(series_id=ours), metadata=host.metadata)
    matches.wait_for(lambda item: orjson.loads(item.entry)["kind"] == "cancelled")
    before = reads(redis)
    time.sleep(SILENCE_S)
    # The director looks for results to rate now and then. Four streams that looked by themselves would look often.
    assert reads(redis) - before < 2 * len(streams)
    bert.call("JoinMatch", match_id=match_id)
    match.wait_for(lambda item: item.items[-1].match.status == match_pb2.MATCH_STATUS_RUNNING)
    account.wait_for(lambda item: item.kind == "match_started")
    for caller in (host, guest):
        caller.change(cup, "enter")
    tournament.wait_for(lambda item: b'"entered"' in item.entry)
    host.change(cup, "start")
    # Told by the director, heard by game_state.
    account.wait_for(lambda item: item.kind == "round_paired")
