"""Parts die and come back in mid-match; nothing that was accepted is lost, and the match goes on."""

from __future__ import annotations

import random
import signal
from concurrent.futures import ThreadPoolExecutor

import grpc
import orjson
import pytest

from engine.replay import verify
from protos.astrarium.v1 import match_pb2
from services.shared import keys
from tests.support.stack import Refused, free_port, play_random, until


def begun(client, seats):
    match_id = client.create(seats)
    client.call("StartMatch", match_id=match_id)
    return match_id


def pictures(clients, match_id):
    return [client.call("GetView", match_id=match_id, seat=seat) for seat, client in clients.items()]


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_game_state_killed_and_restarted_in_mid_match_loses_nothing(own_stack, number):
    port = free_port()
    process, target = own_stack.game_state(port)
    clients = {0: own_stack.client(target, "anna"), 1: own_stack.client(target, "bert")}
    match_id = begun(clients[0], ["account:", "account:bert"])
    rng = random.Random(1)
    for _ in range(2):
        play_random(clients, match_id, rng, 40)
        before = pictures(clients, match_id)
        events = clients[0].events(match_id)
        code = own_stack.stop(process, number)
        assert code == (0 if number == signal.SIGTERM else -signal.SIGKILL)
        process, _ = own_stack.game_state(port)
        assert pictures(clients, match_id) == before
        assert clients[0].events(match_id) == events
    play_random(clients, match_id, rng)
    verify(clients[0].record(match_id))


def test_a_submission_whose_answer_was_lost_is_repeated_safely(own_stack):
    """The process dies around a submission; the client sends the same one, with its key, until it is answered."""
    port = free_port()
    process, target = own_stack.game_state(port)
    client = own_stack.client(target, "anna")
    match_id = begun(client, ["account:", "account:"])
    rng = random.Random(1)
    for taken in range(1, 4):
        decision = until(lambda: next((d for d in (client.decision(match_id, s) for s in (0, 1)) if d.is_asked), None))
        notation = rng.choice(orjson.loads(decision.legal_actions))["notation"]

        def insist(decision=decision, notation=notation, key=f"k{taken}"):
            while True:
                try:
                    return client.submit(match_id, decision.version, notation, seat=decision.seat, key=key)
                except Refused as refused:
                    if refused.code.name not in {"UNAVAILABLE", "CANCELLED"}:
                        raise

        with ThreadPoolExecutor(1) as pool:
            answered = pool.submit(insist)
            process.kill()
            process.wait()
            process, _ = own_stack.game_state(port)
            assert answered.result(60).version > decision.version
        assert own_stack.redis.llen(keys.log(match_id)) == taken


@pytest.mark.parametrize("how", ["stop", "terminate"])
def test_valkey_restarted_with_persistence_loses_nothing(own_stack, how):
    """Ordered or by SIGKILL: seats, log, asks and streams are there again, and everybody reconnects."""
    targets = [own_stack.game_state()[1], own_stack.game_state()[1]]
    own_stack.bots()
    clients = {0: own_stack.client(targets[0], "anna"), 1: own_stack.client(targets[1], "bert")}
    match_id = begun(clients[0], ["account:", "account:bert", "bot:random"])
    rng = random.Random(1)
    stream = clients[1].watch(match_id)
    seen = []
    with ThreadPoolExecutor(1) as pool:
        reader = pool.submit(lambda: [seen.append(item) for item in stream])
        for _ in range(2):
            play_random(clients, match_id, rng, 40)
            log = own_stack.redis.lrange(keys.log(match_id), 0, -1)
            getattr(own_stack.valkey, how)()
            own_stack.valkey._desired_port = int(own_stack.redis_url.split(":")[2].split("/")[0])
            own_stack.valkey.start()
            until(own_stack.redis.ping)
            assert own_stack.redis.lrange(keys.log(match_id), 0, len(log) - 1) == log
        play_random(clients, match_id, rng)
        reader.result(60)
    numbers = [item.event.cursor for item in seen if item.HasField("event")]
    assert numbers == list(range(1, len(clients[1].events(match_id)) + 1))
    assert seen[-1].match.status == match_pb2.MATCH_STATUS_OVER
    verify(clients[0].record(match_id))


def test_while_redis_is_away_calls_are_refused_as_unavailable(own_stack):
    _, target = own_stack.game_state()
    client = own_stack.client(target, "anna")
    match_id = begun(client, ["account:", "account:"])
    client.decision(match_id, 0)
    own_stack.valkey.stop()
    with pytest.raises(Refused) as refused:
        client.call("GetMatch", match_id=match_id)
    assert refused.value.error == "Unavailable"
    assert refused.value.detail.retry_after_ms > 0


def test_matches_that_nobody_began_are_cleared_away(own_stack):
    _, target = own_stack.game_state(ASTRARIUM_LIMIT_WAITING_MATCH_S="3", ASTRARIUM_LIMIT_CLEAN_MS="200")
    client = own_stack.client(target, "anna")
    running = begun(client, ["account:", "account:"])
    waiting = client.create(["account:", "open"])
    until(lambda: not own_stack.redis.exists(keys.match(waiting)))
    assert own_stack.redis.exists(keys.match(running))
    assert own_stack.redis.zcard(keys.open_index("anna")) == 1


def test_an_account_makes_only_so_many_matches(own_stack):
    _, target = own_stack.game_state(ASTRARIUM_LIMIT_MATCHES_OPEN_PER_ACCOUNT_MAX="2")
    client = own_stack.client(target, "anna")
    first = client.create(["account:", "account:"])
    client.create(["account:", "open"])
    with pytest.raises(Refused) as refused:
        client.create(["account:", "open"])
    assert (refused.value.error, refused.value.detail.limit) == ("LimitExceeded", "matches_open_per_account_max")
    client.call("StartMatch", match_id=first)
    client.call("ResignMatch", match_id=first, seat=0)
    client.create(["account:", "open"])


@pytest.mark.parametrize("damage", ["lost", "changed"])
def test_a_match_that_a_disk_has_damaged_is_refused_alone(own_stack, damage):
    """Its chained digest tells; everybody is told what is wrong, and other matches, and their clocks, go on."""
    port = free_port()
    process, target = own_stack.game_state(port)
    clients = {0: own_stack.client(target, "anna"), 1: own_stack.client(target, "bert")}
    hurt, sound = (begun(clients[0], ["account:", "account:bert"]) for _ in range(2))
    for match_id in (hurt, sound):
        play_random(clients, match_id, random.Random(1), 20)
    own_stack.stop(process)
    log = own_stack.redis.lrange(keys.log(hurt), 0, -1)
    if damage == "lost":
        own_stack.redis.rpop(keys.log(hurt))
    else:
        own_stack.redis.lset(keys.log(hurt), 3, log[4])
    own_stack.redis.zadd(keys.CLOCKS, {hurt: 1})
    own_stack.redis.zadd(keys.DEADLINES, {f"{hurt}:0:1": 1})
    own_stack.game_state(port)
    for call in ("GetView", "GetDecision", "GetRecord"):
        with pytest.raises(Refused, match="only a backup") as refused:
            clients[0].call(call, match_id=hurt)
        assert (refused.value.code.name, refused.value.error) == ("DATA_LOSS", "MatchDamaged")
    until(lambda: own_stack.redis.zscore(keys.CLOCKS, hurt) > 1e12)
    until(lambda: own_stack.redis.zscore(keys.DEADLINES, f"{hurt}:0:1") > 1e12)
    play_random(clients, sound, random.Random(2))
    verify(clients[0].record(sound))


def test_who_has_seen_what_a_failover_lost_is_told_so(own_stack):
    """As after a failover to a replica that was behind: no later cursor or version passes for one of the new log."""
    _, target = own_stack.game_state(ASTRARIUM_LIMIT_HEARTBEAT_MS="200")
    clients = {0: own_stack.client(target, "anna"), 1: own_stack.client(target, "bert")}
    match_id = begun(clients[0], ["account:", "account:bert"])
    play_random(clients, match_id, random.Random(1), 20)
    names = (keys.match(match_id), keys.log(match_id))
    earlier = {name: own_stack.redis.dump(name) for name in names}
    before = len(clients[0].events(match_id, 0))
    play_random(clients, match_id, random.Random(1), 20)
    seen = clients[0].events(match_id, 0)
    decisions = {seat: client.decision(match_id, seat) for seat, client in clients.items()}
    seat, decision = next((seat, each) for seat, each in decisions.items() if each.is_asked)
    assert len(seen) > before
    with ThreadPoolExecutor(1) as pool:
        reader = pool.submit(list, clients[0].watch(match_id, 0, len(seen)))
        # Together, as a failover is: nobody sees a match of one time with a log of another.
        with own_stack.redis.pipeline() as together:
            for name, dumped in earlier.items():
                together.restore(name, 0, dumped, replace=True)
            together.execute()
        with pytest.raises(grpc.RpcError) as ended:
            reader.result(30)
    assert ended.value.code() == grpc.StatusCode.INVALID_ARGUMENT, "an open stream sends nothing of another course"
    with pytest.raises(Refused, match=f"the events so far are numbered 1 to {before}") as refused:
        clients[0].events(match_id, 0, len(seen))
    assert refused.value.error == "BadRequest"
    with pytest.raises(Refused) as refused:
        clients[seat].submit(match_id, decision.version, orjson.loads(decision.legal_actions)[0]["action"], seat=seat)
    assert refused.value.error in {"StaleVersion", "NotYourDecision"}
    assert clients[0].events(match_id, 0) == seen[:before]
    play_random(clients, match_id, random.Random(2))
    verify(clients[0].record(match_id))
