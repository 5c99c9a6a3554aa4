"""Every byte sent to a seat is kept and searched, after the match, for what that seat could not know then.

What it may know is worked out here from the rules and the record alone, without the server's own
information sets: a tile is known to a seat from when it lay on top of a stack, was built, or came into
the seat's own hands; the seed from the end on.
"""

from __future__ import annotations

import base64
import json
import random
import re
import threading
import time

import grpc
import httpx
import pytest
from redis import Redis

from client import Client, Refused
from engine.registry import find_game
from engine.roll import catalog
from protos.astrarium.v1 import match_pb2
from protos.astrarium.v1.match_pb2_grpc import MatchServiceStub
from services.shared import jobs, keys, trail
from tests.e2e.support import ME, OPEN, Playing, bot, new_client, play_together
from tests.support.stack import Items

TURNS = 60
WORD = re.compile(rb"[a-z0-9_]+")
TILES = {word.encode() for word in catalog.TILE_IDS}
#: kinds that show a tile to everybody
OPENING = {"top_shown", "development_built", "world_settled"}


class Wire:
    """All that was sent to one viewer: bytes, and how many actions the match had at most by then."""

    def __init__(self, redis):
        self.redis = redis
        self.match_id = None
        self.sent = []

    def note(self, data):
        version = self.redis.llen(keys.log(self.match_id)) if self.match_id else 0
        self.sent.append((version, bytes(data)))


class Tapped(httpx.HTTPTransport):
    """A transport that keeps what it receives: status, headers and every chunk of the body."""

    def __init__(self, wire):
        super().__init__()
        self.wire = wire

    def handle_request(self, request):
        response = super().handle_request(request)
        self.wire.note(repr(response.headers.raw).encode())
        response.stream = TappedStream(response.stream, self.wire)
        return response


class TappedStream(httpx.SyncByteStream):
    def __init__(self, stream, wire):
        self.stream = stream
        self.wire = wire

    def __iter__(self):
        for chunk in self.stream:
            self.wire.note(chunk)
            yield chunk

    def close(self):
        self.stream.close()


class TappedCalls(grpc.UnaryUnaryClientInterceptor, grpc.UnaryStreamClientInterceptor):
    """Keeps every message and every refusal with its metadata."""

    def __init__(self, wire):
        self.wire = wire

    def intercept_unary_unary(self, continuation, details, request):
        call = continuation(details, request)
        if call.exception() is None:
            self.wire.note(call.result().SerializeToString())
        else:
            self.wire.note(str(call.details()).encode())
        self.wire.note(repr(call.trailing_metadata()).encode())
        return call

    def intercept_unary_stream(self, continuation, details, request):
        def kept():
            for item in continuation(details, request):
                self.wire.note(item.SerializeToString())
                yield item

        return kept()


def probe(client, match_id, seat, chance, asked):
    """Ask for everything a curious seat would ask for, legal or not."""
    paths = ["view", "decision", "record", "events?follow=false", f"view?seat={1 - min(seat, 1)}", ""]
    for path in chance.sample(paths, 3):
        client.http.get(f"/matches/{match_id}/{path}".rstrip("/"))
    for action in ("done", "dictate", {"kind": "nothing"}):
        with pytest.raises(Refused):
            client.match(match_id).submit(asked["version"] + chance.choice((1, 5)), action)
    kinds = [each["action"]["kind"] for each in asked["legal_actions"]]
    for action in {"done", "dictate", "draw"} - set(kinds):
        with pytest.raises(Refused):
            client.match(match_id).submit(asked["version"], action)


def curious_turn_of(client, match_id, seat):
    chance = random.Random(f"{match_id}{seat}")

    def turn():
        asked = client.match(match_id).decision(wait_s=2)
        if asked["is_asked"]:
            if chance.random() < 0.3:
                probe(client, match_id, seat, chance, asked)
            client.match(match_id).submit(asked["version"], chance.choice(asked["legal_actions"])["action"])
        return asked["is_over"]

    return turn


def watch(client, match_id, form):
    """Read a whole stream; what comes is kept by the transport."""
    with client.http.stream("GET", f"/matches/{match_id}/events", headers={"Accept": form}, timeout=30) as got:
        got.read()


def watch_grpc(stack, client, match_id, wire):
    channel = grpc.intercept_channel(grpc.insecure_channel(stack.grpc_target), TappedCalls(wire))
    stub = MatchServiceStub(channel)
    metadata = (("authorization", f"Bearer {client.token}"),)
    request = match_pb2.WatchEventsRequest(match_id=match_id)
    for item in Items(stub.WatchEvents(request, metadata=metadata)):
        if item.HasField("event") and item.event.cursor % 10 == 0:
            stub.GetView(match_pb2.GetViewRequest(match_id=match_id), metadata=metadata)
            stub.GetDecision(match_pb2.GetDecisionRequest(match_id=match_id), metadata=metadata)


class Jobs(threading.Thread):
    """Reads every bot job as the broker gets it; other tests' series and analyses pass by."""

    def __init__(self, redis):
        super().__init__(daemon=True)
        self.redis = redis
        self.found = []
        self.is_done = False

    def run(self):
        queues = [jobs.queue_name(each) for each in jobs.QUEUES]
        with self.redis.monitor() as monitor:
            while not self.is_done:
                command = monitor.next_command()["command"]
                if any(command.startswith(f"LPUSH {queue} ") for queue in queues):
                    envelope = json.loads(command.partition("{")[1] + command.partition("{")[2])
                    if envelope["headers"]["task"] == jobs.TASK:
                        _, named, _ = json.loads(base64.b64decode(envelope["body"]))
                        self.found += named.get("jobs") or [named["job"]]

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        """End before Valkey does, also when the match could not be played."""
        self.is_done = True
        self.redis.ping()
        self.join(5)


@pytest.fixture(scope="module")
def played(stack):
    """A match of two curious accounts and two bots with a spectator: record, wires per viewer, jobs."""
    with Jobs(Redis.from_url(getattr(stack, "watcher_redis_url", stack.redis_url))) as broker:
        record, sent = play_watched(stack, Redis.from_url(stack.redis_url))
    return record, sent, broker.found


def play_watched(stack, redis):
    """Play the match; return its record and what each viewer was sent before its end."""
    wires = {viewer: Wire(redis) for viewer in (0, 1, None)}
    clients = {viewer: new_client(stack.url, Tapped(wire)) for viewer, wire in wires.items()}
    match_id = clients[0].create_match("roll", [ME, OPEN, bot("random"), bot("random")])["id"]
    for wire in wires.values():
        wire.match_id = match_id
    clients[1].post(f"/matches/{match_id}/join")
    streams = [
        threading.Thread(target=watch, args=(fresh(stack, clients[0], wires[0]), match_id, "text/event-stream")),
        threading.Thread(
            target=watch, args=(fresh(stack, clients[None], wires[None]), match_id, "application/x-ndjson")
        ),
        threading.Thread(target=watch_grpc, args=(stack, clients[1], match_id, wires[1])),
    ]
    for thread in streams:
        thread.daemon = True
        thread.start()
    play_together(TURNS, *(Playing(curious_turn_of(clients[seat], match_id, seat)) for seat in (0, 1)))
    # From here on the seed is open: what comes later is not searched.
    lengths = {viewer: len(wire.sent) for viewer, wire in wires.items()}
    for seat in (0, 1):
        clients[seat].post(f"/matches/{match_id}/resign")
    for thread in streams:
        thread.join(30)
    time.sleep(0.2)
    record = clients[0].get(f"/matches/{match_id}/record")
    return record, {viewer: wire.sent[: lengths[viewer]] for viewer, wire in wires.items()}


def fresh(stack, client, wire):
    """Another connection of the same account, kept by the same wire."""
    return Client(stack.url, client.token, patience_s=0, transport=Tapped(wire))


def known_tiles(record, viewer):
    """For every number of actions: the tiles that *viewer* (None: a spectator) may have known by then."""
    game = find_game(record["game"])
    state = game.setup(seats=record["seats"], seed=bytes.fromhex(record["seed"]), options=record["options"])
    known, at = set(), []

    def look():
        for number, seat in enumerate(state.describe()["seats"]):
            for stack in seat["stacks"].values():
                known.update(stack if number == viewer else stack[:1])
            if number == viewer:
                known.update(seat["hand"])
                known.update(seat["abandoned"])
        at.append(frozenset(word.encode() for word in known))

    look()
    for seat, notation in record["actions"]:
        for event in state.submit(seat, game.Action.parse(notation)):
            words = event.to_dict()
            if words["kind"] in OPENING or words["seat"] == viewer:
                known.update(str(value) for name, value in words.items() if "tile" in name)
        look()
    return at


def strangers(data, known):
    """The tiles that *data* names and that are not known."""
    return {word for word in WORD.findall(data) if word in TILES} - known


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_no_tile_is_named_before_the_viewer_could_know_it(played, viewer):
    record, sent, _ = played
    known = known_tiles(record, viewer)
    assert len(sent[viewer]) > 100 or viewer is None
    named = set()
    for version, data in sent[viewer]:
        assert strangers(data, known[version]) == set(), (version, data[:2000])
        named |= {word for word in WORD.findall(data) if word in TILES}
    assert len(named) >= 6


def test_the_search_finds_a_leak_when_there_is_one(played):
    record, sent, _ = played
    first, last = known_tiles(record, 0)[0], known_tiles(record, 0)[-1]
    assert last - first, "nothing was revealed in the match: it proves nothing"
    views = [data for version, data in sent[1] if b'"viewer":1' in data]
    assert views
    assert any(strangers(data, known_tiles(record, 0)[version]) for version, data in sent[1])


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_private_events_reach_their_own_seat_alone(played, viewer):
    record, sent, _ = played
    kinds = {kind.name: kind for kind in find_game(record["game"]).events}
    seen = 0
    for _, data in sent[viewer]:
        for found in re.finditer(rb'\{"kind":"[a-z_]+","seat":[^{}]*\}', data):
            event = json.loads(found.group())
            kind = kinds.get(event["kind"])
            if kind is None or event["seat"] == viewer:
                continue
            seen += 1
            assert not kind.private, event
            assert not set(kind.secret) & event.keys(), event
    assert seen > 20


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_the_seed_is_nowhere_before_the_end(played, viewer):
    record, sent, _ = played
    whole = b"".join(data for _, data in sent[viewer])
    seed = bytes.fromhex(record["seed"])
    for form in (record["seed"].encode(), seed, base64.b64encode(seed)[:40], record["fingerprint"].encode()):
        assert form not in whole
    assert record["commitment"].encode() in whole


def test_a_bot_job_holds_the_information_set_of_its_seat_and_nothing_else(played):
    record, _, found = played
    game = find_game(record["game"])
    own = [job for job in found if job["match_id"] == record["match_id"]]
    assert len(own) > 20
    seed = bytes.fromhex(record["seed"])
    allowed = {
        "job_id",
        "match_id",
        "seat",
        "version",
        "game",
        "information_set",
        "level",
        "budget_ms",
        "queue",
        "sent_ms",
        "trail",
    }
    state = game.setup(seats=record["seats"], seed=seed, options=record["options"])
    sets = {seat: {state.information_set(seat).to_bytes()} for seat in range(record["seats"])}
    for seat, notation in record["actions"]:
        state.submit(seat, game.Action.parse(notation))
        for each, seen in sets.items():
            seen.add(state.information_set(each).to_bytes())
    for job in own:
        assert job.keys() <= allowed
        assert job["trail"].keys() <= set(trail.FIELDS)
        raw = base64.b64decode(job["information_set"])
        assert raw in sets[job["seat"]]
        assert seed not in raw
        assert game.information_set_from_bytes(raw).seat == job["seat"]
