"""What dies or stalls in mid-match costs a pause, never an action."""

from __future__ import annotations

import itertools
import random
import threading
import time
from types import SimpleNamespace

import grpc
import httpx
import pytest
from redis import Redis

from protos.astrarium.v1 import match_pb2
from protos.astrarium.v1.match_pb2_grpc import MatchServiceStub
from services.gateway.problems import detail_of
from tests.e2e.support import (
    ME,
    OPEN,
    bot,
    end,
    kill,
    new_client,
    next_decision,
    paused,
    play_on,
    restart_gently,
    table_for,
    verified,
)
from tests.support.stack import quiet_s

GOES_ON_S_MAX = 5.0
THINKER = "level6"
#: of the stack's bots so many take jobs of players' matches
WORKERS = 2
#: for whatever has to happen, however busy the machine
SOON_S = 60
#: a store that is silent is waited for 3 s, on a quiet machine
SAY_REPEAT_S_MAX = 6.0
#: a program may take a stream for dead that says nothing for 15 s
SILENCE_S_MAX = 7.0


@pytest.fixture
def client(breakable):
    with new_client(breakable.url) as one:
        yield one
    for process in breakable.dead():
        process.start()
        process.wait_ready()


class Player(threading.Thread):
    """Plays on whatever happens, as a program would: it repeats what was not answered. Gives up when told to."""

    def __init__(self, client, match_id):
        super().__init__(daemon=True)
        self.client = client
        self.match_id = match_id
        self.accepted = []
        self.interruptions = 0
        self.fault = None
        self.is_told_to_end = False

    def run(self):
        chance = random.Random(self.match_id)
        number = 0
        try:
            while not (asked := self.repeat(self.client.match(self.match_id).decision, 5))["is_over"]:
                if self.is_told_to_end:
                    self.client.post(f"/matches/{self.match_id}/resign")
                elif asked["is_asked"]:
                    number += 1
                    choice = chance.choice(asked["legal_actions"])
                    submit = self.client.match(self.match_id).submit
                    self.repeat(submit, asked["version"], choice["action"], key=f"n-{number}")
                    self.accepted.append(choice["notation"])
        except Exception as fault:  # noqa: BLE001 (the test looks at it)
            self.fault = fault

    def repeat(self, call, *args, **options):
        until = time.monotonic() + 60
        while True:
            try:
                return call(*args, **options)
            except httpx.TransportError:
                self.interruptions += 1
                assert time.monotonic() < until
            except Exception as refused:
                if getattr(refused, "status", 0) != 503 or time.monotonic() > until:
                    raise
                self.interruptions += 1
            time.sleep(0.1)

    def finish(self, seconds=60):
        self.is_told_to_end = True
        self.join(seconds)
        assert self.fault is None, self.fault
        assert not self.is_alive()


def version_of(client, match_id):
    return client.match(match_id).read()["version"]


def wait_for_progress(client, match_id, beyond, seconds):
    """Wait until the match has more than *beyond* actions; return how long it took."""
    began = time.monotonic()
    while version_of(client, match_id) <= beyond:
        assert time.monotonic() - began < seconds, f"no action for {seconds} s"
        time.sleep(0.05)
    return time.monotonic() - began


def own_notations(record, seat):
    return [notation for who, notation in record["actions"] if who == seat]


def owed_by_bots(client, match_ids):
    """Let the client finish its part so that a bot is to decide in each match; return the versions then."""
    versions = {}
    for match_id in match_ids:
        for _ in range(200):
            asked = client.match(match_id).decision(wait_s=0)
            if not asked["is_asked"]:
                break
            client.match(match_id).submit(asked["version"], asked["legal_actions"][0]["action"])
        versions[match_id] = version_of(client, match_id)
    return versions


def searched_by_all(breakable, client):
    """Begin a match for each worker until all of them search at once; return what each match had by then.

    A worker may still be starting, and a search that finds nothing better ends early.
    """
    redis = Redis.from_url(breakable.redis_url)
    for _ in range(40):
        versions = owed_by_bots(client, [table_for(client, ME, bot(THINKER)) for _ in range(WORKERS)])
        until = time.monotonic() + 0.5
        while time.monotonic() < until:
            if redis.hlen("unacked") >= WORKERS:
                return versions
            time.sleep(0.005)
        for match_id in versions:
            next_decision(client, match_id)
            end(client, match_id)
    raise AssertionError("the workers never searched at once")


def test_a_worker_killed_in_mid_search_is_stood_in_for_within_5_s(breakable, client):
    versions = searched_by_all(breakable, client)
    kill(breakable, "bots.0")
    for match_id, version in versions.items():
        took = wait_for_progress(client, match_id, version, 60)
        assert took < quiet_s(GOES_ON_S_MAX)
    assert breakable.select("bots.0")[0].pid is None


def test_all_workers_killed_and_started_again(breakable, client):
    match_id = table_for(client, ME, bot(THINKER), bot("random"))
    versions = owed_by_bots(client, [match_id])
    kill(breakable, "bots")
    breakable.start_role("bots")
    assert wait_for_progress(client, match_id, versions[match_id], SOON_S) < SOON_S + 1


def test_game_state_killed_in_mid_match_loses_nothing(breakable, client):
    match_id = table_for(client, ME, bot("random"), bot("random"))
    player = Player(client, match_id)
    player.start()
    for round_ in range(3):
        wait_for_progress(new_watcher(breakable, client), match_id, 25 * (round_ + 1), 60)
        kill(breakable, "game_state")
        time.sleep(0.3)
        breakable.start_role("game_state")
    player.finish()
    assert own_notations(verified(client, match_id), 0) == player.accepted


def new_watcher(breakable, client):
    """Another connection of the same account, so that the player's is left alone."""
    from client import Client  # noqa: PLC0415

    return Client(breakable.url, client.token, patience_s=0)


def test_valkey_restarted_in_mid_match_loses_nothing(breakable, client):
    match_id = table_for(client, ME, bot("random"), bot("random"))
    watcher = new_watcher(breakable, client)
    player = Player(client, match_id)
    player.start()
    wait_for_progress(watcher, match_id, 40, 60)
    restart_gently(breakable, "valkey")
    wait_for_progress(watcher, match_id, version_of(watcher, match_id), SOON_S)
    kill(breakable, "valkey")
    breakable.start_role("valkey")
    wait_for_progress(watcher, match_id, version_of(watcher, match_id), SOON_S)
    player.finish()
    assert own_notations(verified(client, match_id), 0) == player.accepted


def test_what_was_answered_survives_a_kill_of_everything(breakable, client):
    match_id = table_for(client, ME, OPEN)
    other = new_client(breakable.url)
    other.post(f"/matches/{match_id}/join")
    asked = next_decision(client, match_id)
    done = client.match(match_id).submit(asked["version"], asked["legal_actions"][0]["action"], key="last-words")
    for role in ("valkey", "game_state", "gateway", "bots"):
        kill(breakable, role)
    for role in ("valkey", "game_state", "gateway", "bots"):
        breakable.start_role(role)
    assert client.get(f"/matches/{match_id}/view")["version"] == done["version"]
    again = client.match(match_id).submit(asked["version"], asked["legal_actions"][0]["action"], key="last-words")
    assert again == done


def test_the_gateway_killed_in_mid_match_loses_nothing(breakable, client):
    match_id = table_for(client, ME, bot("random"))
    player = Player(client, match_id)
    player.start()
    wait_for_progress(new_watcher(breakable, client), match_id, 30, 60)
    kill(breakable, "gateway")
    breakable.start_role("gateway")
    wait_for_progress(client, match_id, version_of(client, match_id) + 10, 60)
    player.finish()
    assert own_notations(verified(client, match_id), 0) == player.accepted


def test_a_stream_goes_on_while_game_state_is_killed_and_started_again(breakable, client):
    match_id = table_for(client, ME, bot("random"))
    lines = []
    stream = threading.Thread(
        target=lambda: lines.extend(new_watcher(breakable, client)._lines(f"/matches/{match_id}/events", {"since": 0})),
        daemon=True,
    )
    stream.start()
    play_on(client, match_id, turns=10)
    kill(breakable, "game_state")
    time.sleep(0.5)
    breakable.start_role("game_state")
    play_on(client, match_id, turns=10)
    end(client, match_id)
    stream.join(60)
    assert not stream.is_alive()
    cursors = [line["cursor"] for line in lines if line["type"] == "event"]
    whole = [line for line in client.match(match_id).events(follow=False) if line["type"] == "event"]
    assert cursors == [line["cursor"] for line in whole]


def test_while_game_state_is_paused_streams_stay_alive_and_calls_say_repeat(breakable, client):
    match_id = table_for(client, ME, OPEN)
    heard = []
    watcher = new_watcher(breakable, client)

    def listen():
        for line in watcher._lines(f"/matches/{match_id}/events", {"since": 0}):
            heard.append((time.monotonic(), line["type"]))
            if len(heard) > 4:
                return

    stream = threading.Thread(target=listen, daemon=True)
    stream.start()
    until = time.monotonic() + SOON_S
    while not heard:
        assert time.monotonic() < until
        time.sleep(0.05)
    with paused(breakable, "game_state"):
        began = time.monotonic()
        got = client.http.get(f"/matches/{match_id}")
        assert (got.status_code, got.json()["error"]) == (503, "Unavailable")
        assert time.monotonic() - began < quiet_s(15)
        stream.join(12)
    gaps = [after - before for (before, _), (after, _) in itertools.pairwise(heard)]
    assert "heartbeat" in [kind for _, kind in heard]
    assert max(gaps) <= quiet_s(SILENCE_S_MAX)
    assert client.match(match_id).read()["id"] == match_id


def say_repeat(client, calls, reason="away"):
    """Each call is answered within seconds: not now, for that reason, and when to come again."""
    for method, path, body in calls:
        began = time.monotonic()
        got = client.http.request(method, path, json=body)
        assert time.monotonic() - began < quiet_s(SAY_REPEAT_S_MAX), (method, path)
        assert (got.status_code, got.json()["error"]) == (503, "Unavailable")
        assert got.json()["reason"] == reason
        assert 0 < got.json()["retry_after_s"] <= 5
        assert 1 <= int(got.headers["Retry-After"]) <= 5


def asks_of(match_id):
    return [
        ("GET", f"/matches/{match_id}", None),
        ("GET", f"/matches/{match_id}/decision?wait_s=20", None),
        ("POST", f"/matches/{match_id}/actions", {"version": 0, "actions": ["done"]}),
    ]


def refusal_by_grpc(breakable, client, match_id):
    """How game_state itself answers, asked by a channel that does not repeat, and how long it took."""
    began = time.monotonic()
    with grpc.insecure_channel(breakable.grpc_target) as channel, pytest.raises(grpc.RpcError) as failed:
        MatchServiceStub(channel).GetMatch(
            match_pb2.GetMatchRequest(match_id=match_id), metadata=(("authorization", f"Bearer {client.token}"),)
        )
    return failed.value, time.monotonic() - began


def test_while_valkey_is_paused_calls_say_repeat_within_seconds(breakable, client):
    match_id = table_for(client, ME, OPEN)
    with paused(breakable, "valkey"):
        say_repeat(client, asks_of(match_id))
        with httpx.Client(base_url=f"{breakable.url}/v1", timeout=40) as stranger:
            say_repeat(SimpleNamespace(http=stranger), [("POST", "/accounts", {"name": "stranger"})])
        assert client.http.get(f"{breakable.url}/healthz").status_code == 503
        refusal, took_s = refusal_by_grpc(breakable, client, match_id)
        assert (refusal.code(), took_s < quiet_s(SAY_REPEAT_S_MAX)) == (grpc.StatusCode.UNAVAILABLE, True)
        assert detail_of(refusal).error == "Unavailable"
        assert detail_of(refusal).retry_after_ms > 0
    until = time.monotonic() + SOON_S
    while client.http.get(f"/matches/{match_id}").status_code != 200:
        assert time.monotonic() < until
        time.sleep(0.2)


def test_while_valkey_is_gone_calls_say_repeat_within_seconds(breakable, client):
    match_id = table_for(client, ME, OPEN)
    kill(breakable, "valkey")
    try:
        say_repeat(client, asks_of(match_id))
    finally:
        breakable.start_role("valkey")
    until = time.monotonic() + SOON_S
    while client.http.get(f"/matches/{match_id}").status_code != 200:
        assert time.monotonic() < until
        time.sleep(0.2)


#: what can be read, with a token and without
READ = ("/games", "/bots", "/matches", "/matches/{id}", "/matches/{id}/view")
READ += ("/matches/{id}/decision?wait_s=0", "/tournaments", "/series", "/ratings?game=roll&seats=2", "/problems")


def test_while_valkey_is_full_everything_is_read_writes_are_told_why_and_nothing_is_lost(breakable, client):
    match_id = table_for(client, ME, bot("random"))
    asked = next_decision(client, match_id)
    redis = Redis.from_url(getattr(breakable, "watcher_redis_url", breakable.redis_url))
    before = redis.config_get("maxmemory")["maxmemory"]
    workers = {each.name: each.pid for each in breakable.select("bots")}
    redis.config_set("maxmemory", 1)
    try:
        action = asked["legal_actions"][0]["action"]
        body = {"version": asked["version"], "actions": [action]}
        for _ in range(5):
            say_repeat(client, [("POST", f"/matches/{match_id}/actions", body)], reason="full")
        for path in READ:
            got = client.http.get(path.format(id=match_id))
            assert got.status_code == 200, (path, got.text)
        with httpx.Client(base_url=f"{breakable.url}/v1", timeout=40) as stranger:
            assert stranger.get("/games").status_code == 200
            say_repeat(SimpleNamespace(http=stranger), [("POST", "/accounts", {"name": "stranger"})], reason="full")
        health = client.http.get(f"{breakable.url}/healthz")
        assert (health.status_code, health.json()["status"], health.json()["parts"]["redis"]) == (200, "full", "full")
    finally:
        redis.config_set("maxmemory", before)
    assert client.http.get(f"{breakable.url}/healthz").json()["status"] == "serving"
    client.match(match_id).submit(asked["version"], action)
    wait_for_progress(client, match_id, asked["version"] + 1, SOON_S)
    assert {each.name: each.pid for each in breakable.select("bots")} == workers
