"""Benchmarks of the services: round trips of a submission by gRPC and REST, compared with those of bare parts."""

from __future__ import annotations

import random
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc
from redis import Redis

from bench import Figure, bench
from client import Client
from deploy.local.stack import Stack
from protos.astrarium.v1 import match_pb2, match_pb2_grpc
from services.shared.json import dump_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from client.models import SeatChoice

SUBMISSIONS = 1500
GRPC_P99_TARGET_MS = 15.0
REST_P99_TARGET_MS = 25.0
GAME = "roll"
#: the minimum for an accepted action: compare a version and append, in one script
APPEND = """
if redis.call('HGET', KEYS[1], 'version') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'version', ARGV[2])
redis.call('RPUSH', KEYS[2], ARGV[3])
return 1
"""


def _percentiles(times: list[float]) -> tuple[float, float]:
    """Return median and 99th percentile in milliseconds."""
    ordered = sorted(times)
    return ordered[len(ordered) // 2] * 1000, ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)] * 1000


def _time(call: Callable[[], Any], times: int) -> tuple[float, float]:
    """Return median and 99th percentile of *times* calls in milliseconds."""
    taken = []
    for _ in range(times):
        started = time.perf_counter()
        call()
        taken.append(time.perf_counter() - started)
    return _percentiles(taken)


def time_appends(stack: Stack, times: int) -> tuple[float, float]:
    """Time a bare compare-and-append on the stack's own Valkey, durable as its writes are."""
    redis: Any = Redis.from_url(stack.redis_url)
    script = redis.register_script(APPEND)
    redis.hset("bench:match", "version", "0")
    number = iter(range(times + 1))

    def append() -> None:
        at = next(number)
        if script(keys=["bench:match", "bench:log"], args=[at, at + 1, '[0,"done",0]']) != 1:
            raise RuntimeError("the append was refused")

    found = _time(append, times)
    redis.delete("bench:match", "bench:log")
    return found


class _Player:
    """One account that holds both seats of one match after another, choosing at random."""

    def __init__(self, client: Client, name: str) -> None:
        self.client = client
        self.name = name
        self.chance = random.Random(1)  # noqa: S311 - a benchmark's choices
        self.match_id = ""

    def next_submission(self) -> tuple[int, int, Any]:
        """Return seat, version and action of a submission that will be accepted."""
        while True:
            match = self.client.match(self.match_id).read() if self.match_id else None
            if match is None or match["status"] == "over":
                own: SeatChoice = {"kind": "account", "account": self.name}
                self.match_id = self.client.create_match(GAME, [own] * 2)["id"]
                continue
            seat = self.chance.choice(match["deciding_seats"])
            asked = self.client.match(self.match_id).decision(wait_s=0, seat=seat)
            if asked["is_asked"]:
                return seat, asked["version"], self.chance.choice(asked["legal_actions"])["action"]


def _submissions(player: _Player, submit: Callable[[int, int, Any], Any], times: int) -> tuple[float, float]:
    """Time only accepted submissions, without preparing them."""
    taken = []
    for _ in range(times):
        seat, version, action = player.next_submission()
        started = time.perf_counter()
        submit(seat, version, action)
        taken.append(time.perf_counter() - started)
    return _percentiles(taken)


def _rows(
    what: str, found: tuple[float, float], target: float, floor: tuple[float, float], floor_what: str
) -> list[Figure]:
    return [
        Figure(f"{what}, median", found[0], "ms", is_cost=True, beside=floor[0], beside_what=f"ms median {floor_what}"),
        Figure(
            f"{what}, p99", found[1], "ms", target, is_cost=True, beside=floor[1], beside_what=f"ms p99 {floor_what}"
        ),
    ]


@bench("services.submit")
def submissions(scale: float) -> Iterator[Figure]:
    """Round trips of accepted submissions, one at a time, by gRPC and REST."""
    times = max(50, int(SUBMISSIONS * scale))
    # Limits guard against clients in haste; here haste is the point.
    with tempfile.TemporaryDirectory() as data, Stack(Path(data), bots=1) as stack:
        channel = grpc.insecure_channel(stack.grpc_target)
        health: Any = health_pb2_grpc.HealthStub(channel)
        with Client(stack.url) as client:
            name = client.create_account("bench")["name"]
            player = _Player(client, name)
            append = time_appends(stack, times)
            empty_grpc = _time(lambda: health.Check(health_pb2.HealthCheckRequest()), times)
            empty_rest = _time(lambda: client.http.get(f"{stack.url}/healthz"), times)
            yield Figure("bare compare-and-append in Valkey, fsync, median", append[0], "ms")
            yield Figure("bare compare-and-append in Valkey, fsync, p99", append[1], "ms")
            matches = match_pb2_grpc.MatchServiceStub(channel)
            metadata = (("authorization", f"Bearer {client.token}"),)

            def by_grpc(seat: int, version: int, action: dict[str, object]) -> None:
                matches.SubmitActions(
                    match_pb2.SubmitActionsRequest(
                        match_id=player.match_id, seat=seat, expected_version=version, actions=[dump_json(action)]
                    ),
                    metadata=metadata,
                )

            def by_rest(seat: int, version: int, action: dict[str, object]) -> None:
                body = {"seat": seat, "version": version, "action": action}
                client.post(f"/matches/{player.match_id}/actions", body)

            found = _submissions(player, by_grpc, times)
            yield from _rows("submit by gRPC", found, GRPC_P99_TARGET_MS, empty_grpc, "of an empty gRPC call")
            found = _submissions(player, by_rest, times)
            yield from _rows("submit by REST", found, REST_P99_TARGET_MS, empty_rest, "of an empty REST call")
        channel.close()
