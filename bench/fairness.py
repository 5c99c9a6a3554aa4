"""The time that one account waits for a bot while another one keeps all bots busy."""

from __future__ import annotations

import contextlib
import random
import secrets
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import grpc
import orjson

from bench import Figure
from bench.floors import percentile
from client import Client
from protos.astrarium.v1 import match_pb2, match_pb2_grpc
from services.shared.json import dump_json

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from deploy.local.stack import Stack

SETTINGS = match_pb2.MatchSettings(game="roll", starts_when_full=True)
BOT = match_pb2.Seat(kind=match_pb2.SEAT_KIND_BOT, level="random")
PATIENCE_MS = 30_000
TARGET_MS = 200.0


@dataclass
class Caller:
    """An account that calls by gRPC."""

    name: str
    stub: match_pb2_grpc.MatchServiceAsyncStub
    token: str

    async def ask(self, method: str, request: object) -> Any:  # noqa: ANN401 - of several types
        """Call a method of the match service."""
        return await getattr(self.stub, method)(request, metadata=(("authorization", f"Bearer {self.token}"),))

    async def submit(
        self, match_id: str, asked: match_pb2.GetDecisionResponse, chance: random.Random
    ) -> match_pb2.GetDecisionResponse:
        """Take some legal action; return what is asked next."""
        action = chance.choice(orjson.loads(asked.legal_actions))["action"]
        request = match_pb2.SubmitActionsRequest(
            match_id=match_id, expected_version=asked.version, actions=[dump_json(action)], with_decision=True
        )
        answer: match_pb2.SubmitActionsResponse = await self.ask("SubmitActions", request)
        return answer.decision

    async def play(self, until: float, chance: random.Random) -> list[float]:
        """Play against bots until the time is up; return how long they were waited for, each time."""
        waited: list[float] = []
        own = match_pb2.Seat(kind=match_pb2.SEAT_KIND_ACCOUNT, account=self.name)
        while time.perf_counter() < until:
            made = await self.ask("CreateMatch", match_pb2.CreateMatchRequest(settings=SETTINGS, seats=[own, BOT]))
            status = made.match.status
            while status != match_pb2.MATCH_STATUS_OVER and time.perf_counter() < until:
                began = time.perf_counter()
                request = match_pb2.GetDecisionRequest(match_id=made.match.match_id, wait_ms=PATIENCE_MS)
                asked = await self.ask("GetDecision", request)
                waited.append(time.perf_counter() - began)
                status = asked.status
                while asked.is_asked:
                    asked = await self.submit(made.match.match_id, asked, chance)
        return waited

    async def play_for(self, seconds: float) -> list[float]:
        """Play against bots for so long; return as `play` does."""
        return await self.play(time.perf_counter() + seconds, random.Random(1))  # noqa: S311 (play, not secrecy)

    async def keep_busy(self, matches: int) -> list[str]:
        """Have bots play that many matches among themselves; return their ids."""
        request = match_pb2.CreateMatchesRequest(
            settings=SETTINGS, tables=[match_pb2.Seats(seats=[BOT, BOT])] * matches
        )
        return list((await self.ask("CreateMatches", request)).match_ids)

    async def count_running(self, match_ids: list[str]) -> int:
        """Return how many of the matches go on."""
        found = [await self.ask("GetMatch", match_pb2.GetMatchRequest(match_id=each)) for each in match_ids]
        return sum(each.match.status == match_pb2.MATCH_STATUS_RUNNING for each in found)


@contextlib.asynccontextmanager
async def new_caller(stack: Stack) -> AsyncIterator[Caller]:
    """Make an account, and a connection of its own."""
    with Client(stack.url) as made:
        name = made.create_account(f"load-{secrets.token_hex(4)}")["name"]
        async with grpc.aio.insecure_channel(stack.grpc_target) as channel:
            yield Caller(name, match_pb2_grpc.MatchServiceStub(channel), made.token)


async def bystander(stack: Stack, matches: int, seconds: float) -> list[Figure]:
    """Play against a bot, first alone, then while another account has so many matches among bots going on."""
    async with new_caller(stack) as greedy, new_caller(stack) as caller:
        alone = await caller.play_for(seconds)
        made = await greedy.keep_busy(matches)
        beside = await caller.play_for(seconds)
        running = await greedy.count_running(made)
    return list(_figures(f"beside {matches} bot matches of another account", alone, beside, running))


def _figures(what: str, alone: list[float], beside: list[float], running: int) -> Iterator[Figure]:
    yield Figure(f"{what}: still running at the end", running, "")
    for name, share in (("p50", 0.5), ("p99", 0.99), ("longest", 1.0)):
        target = TARGET_MS if name == "p99" else None
        value, bare = percentile(beside, share), percentile(alone, share)
        yield Figure(
            f"{what}: bot waited for, {name}", value, "ms", target, is_cost=True, beside=bare, beside_what="ms without"
        )
