"""Every byte that leaves game_state for a seat is made of what that seat may know.

A match is played over gRPC, the test taking the bot's part as well, and everything sent is kept with
the moment it was sent. When the record is public, the match is replayed, and each answer is compared with
what the seat's information set alone gives; each refusal with those of other worlds the seat can't tell
from the real one.
"""

from __future__ import annotations

import base64
import json
import random
from dataclasses import dataclass
from typing import Any

import orjson
import pytest

from engine.errors import EngineError, NotYourDecision
from engine.registry import GAMES
from protos.astrarium.v1 import match_pb2
from services.shared import jobs, keys
from tests.support.stack import Refused, until

BOT_SEAT = 2
WORLDS = 3


@dataclass
class Sent:
    """Something that was sent to a viewer when the log had so many actions."""

    at: int
    viewer: int | None
    kind: str
    data: Any
    raw: bytes
    about: Any = None


class Session:
    """Plays a match at random and keeps all that is sent."""

    def __init__(self, stack, game):
        _, target = stack.game_state()
        row = {"name": "random", "title": "", "think_ms_max": 60_000, "queue": "instant"}
        stack.redis.hset(keys.LEVELS, "random", orjson.dumps(row))
        self.stack = stack
        self.game = GAMES[game]
        self.clients = {
            0: stack.client(target, "anna"),
            1: stack.client(target, "bert"),
            None: stack.client(target, "eve"),
        }
        self.match_id = self.clients[0].create(["account:", "account:bert", "bot:random"], game=game)
        self.clients[0].call("StartMatch", match_id=self.match_id)
        self.rng = random.Random(11)
        self.sent: list[Sent] = []

    @property
    def at(self):
        return self.stack.redis.llen(keys.log(self.match_id))

    def keep(self, viewer, kind, message, about=None):
        self.sent.append(Sent(self.at, viewer, kind, message, message.SerializeToString(), about))
        return message

    def look(self):
        for viewer, client in self.clients.items():
            self.keep(viewer, "view", client.call("GetView", match_id=self.match_id))
            self.keep(viewer, "match", client.call("GetMatch", match_id=self.match_id))
            if viewer is not None:
                self.keep(viewer, "decision", client.decision(self.match_id))

    def provoke(self, seat):
        """Ask for something that is likely to be illegal."""
        client = self.clients[seat]
        action = self._any_action()
        try:
            client.submit(self.match_id, client.decision(self.match_id).version, action.to_dict())
        except Refused as refused:
            self.sent.append(Sent(self.at, seat, "refusal", refused.detail, refused.raw, action))

    def _any_action(self):
        while True:
            try:
                return self.game.Action(
                    self.rng.getrandbits(13) if self.rng.random() < 0.5 else self.rng.getrandbits(6)
                )
            except ValueError:
                continue

    def act(self, seat):
        client = self.clients[seat]
        decision = client.decision(self.match_id)
        if not decision.is_asked:
            return
        action = self.rng.choice(orjson.loads(decision.legal_actions))["notation"]
        answer = client.submit(self.match_id, decision.version, action)
        self.sent.append(Sent(self.at, seat, "answer", answer, answer.SerializeToString()))

    def act_for_bot(self):
        owed = [ask for ask in self.stack.redis.zrange(keys.DEADLINES, 0, -1) if ask.startswith(self.match_id.encode())]
        if not owed:
            return
        job = until(lambda: self._job(owed[0].decode()))
        before = self.at
        self.sent.append(Sent(self.at, BOT_SEAT, "job", job, orjson.dumps(job)))
        raw = base64.b64decode(job["information_set"])
        legal = self.game.information_set_from_bytes(raw).legal_actions()
        fields = {name: job[name] for name in ("match_id", "seat", "version", "job_id")}
        self.stack.redis.xadd(keys.ANSWERS, fields | {"actions": orjson.dumps([str(self.rng.choice(legal))])})
        until(lambda: self.at > before)

    def _job(self, job_id):
        for raw in self.stack.redis.lrange(jobs.queue_name("instant"), 0, -1):
            task = json.loads(base64.b64decode(json.loads(raw)["body"]))[1]
            for job in task.get("jobs") or [task["job"]]:
                if job["job_id"] == job_id:
                    return job
        return None

    def play(self, actions_max):
        while self.at < actions_max:
            match = self.clients[0].call("GetMatch", match_id=self.match_id).match
            if match.status == match_pb2.MATCH_STATUS_OVER:
                return
            seat = self.rng.choice(list(match.deciding_seats))
            if self.rng.random() < 0.3:
                self.look()
                self.provoke(self.rng.randrange(2))
            if seat == BOT_SEAT:
                self.act_for_bot()
            else:
                self.act(seat)

    def end(self):
        """Resign, unless the match has come to its end."""
        match = self.clients[0].call("GetMatch", match_id=self.match_id).match
        if match.status != match_pb2.MATCH_STATUS_OVER:
            for seat in (0, 1):
                self.clients[seat].call("ResignMatch", match_id=self.match_id)


def refusals(info, seat, action, rng):
    """Return how the engine refuses an action in worlds that the seat can't tell apart."""
    told = set()
    for _ in range(WORLDS):
        world = info.imagine(rng)
        try:
            world.submit(seat, action)
        except NotYourDecision as refusal:
            # Who has finished is open; no imagined world tells it.
            told.add((type(refusal).__name__, str(NotYourDecision(seat, info.deciding_seats()))))
        except EngineError as refusal:
            told.add((type(refusal).__name__, str(refusal)))
    return told


@pytest.mark.parametrize("game", sorted(GAMES))
def test_everything_sent_follows_from_the_viewers_information_set(own_stack, game):
    session = Session(own_stack, game)
    session.play(250)
    spectator = session.clients[None].events(session.match_id)
    session.end()
    record = session.clients[0].record(session.match_id)
    seed = bytes.fromhex(record["seed"])
    state = session.game.setup(record["seats"], seed, record["options"])
    rng = random.Random(1)
    kinds = set()
    private = set()
    for at in range(len(record["actions"]) + 1):
        for sent in [each for each in session.sent if each.at == at]:
            kinds.add(sent.kind)
            for form in (
                seed,
                seed.hex().encode(),
                base64.b64encode(seed),
                base64.urlsafe_b64encode(seed).rstrip(b"="),
            ):
                assert form not in sent.raw
            info = state.information_set(sent.viewer)
            if sent.kind == "view":
                assert orjson.loads(sent.data.view) == orjson.loads(orjson.dumps(info.view()))
                assert sent.data.version == info.version
            elif sent.kind == "match":
                assert sent.data.match.version == info.version
                assert tuple(sent.data.match.deciding_seats) == state.deciding_seats()
            elif sent.kind == "decision":
                legal = [each["notation"] for each in orjson.loads(sent.data.legal_actions or b"[]")]
                assert legal == [str(action) for action in info.legal_actions()]
                assert sent.data.version == info.version
            elif sent.kind == "job":
                assert base64.b64decode(sent.data["information_set"]) == info.to_bytes()
            elif sent.kind == "refusal":
                assert {(sent.data.error, sent.data.message)} == refusals(info, sent.viewer, sent.about, rng)
        if at < len(record["actions"]):
            seat, notation = record["actions"][at]
            for event in state.submit(seat, session.game.Action.parse(notation)):
                if event.kind.private:
                    private.add(repr(event.to_dict()))
    assert kinds == {"view", "match", "decision", "job", "refusal", "answer"}
    assert private
    assert not private & {repr(event) for _, event in spectator}
