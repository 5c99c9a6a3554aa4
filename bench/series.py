"""Benchmarks of series on the server: decisions of instant levels per second, whole matches inside the workers."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from bench import Figure, bench
from bench.bots import decisions_of
from client import Client
from deploy.local.stack import Stack
from engine.registry import GAMES, find_game

if TYPE_CHECKING:
    from collections.abc import Iterator

INSTANT_TARGET = 5_000.0
WORKERS = 2
SECONDS = 8.0
READY_S_MAX = 60.0
#: chunks have their final size by then
WARM_S = 3.0
POLL_S = 0.2


def _rate(client: Client, game: str, level: str, seconds: float) -> tuple[float, float]:
    """Return decisions and matches per second of a series at full speed."""
    made = client.post("/series", {"game": game, "players": [level, level], "pairs": 10_000})
    path = f"/series/{made['id']}"
    until = time.monotonic() + READY_S_MAX
    while not client.get(path)["played"]:
        if time.monotonic() > until:
            raise RuntimeError(f"no match of {game} was played within {READY_S_MAX:.0f} s")
        time.sleep(POLL_S)
    time.sleep(WARM_S)
    first, began = client.get(path), time.monotonic()
    while time.monotonic() < began + seconds and client.get(path)["status"] == "running":
        time.sleep(POLL_S)
    last, took = client.get(path), time.monotonic() - began
    client.post(f"{path}/cancel")
    return (last["decisions"] - first["decisions"]) / took, (last["played"] - first["played"]) / took


def _alone(game: str, level: str, seconds: float) -> float:
    """Return the decisions per second of one process that does nothing else and makes no records."""
    count, seed, began = 0, 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        count += sum(1 for _ in decisions_of(find_game(game), 2, level, seed))
        seed += 1
    return count / (time.perf_counter() - began)


@bench("bots.series")
def instant_in_workers(scale: float) -> Iterator[Figure]:
    """Decisions per second of instant levels in series, two workers, records in Valkey and director included."""
    seconds = max(2.0, SECONDS * scale)
    beside = "1/s in one process, nothing else"
    with tempfile.TemporaryDirectory() as data, Stack(Path(data), bots=WORKERS) as stack, Client(stack.url) as client:
        client.create_account("bench")
        for game in GAMES:
            for level in ("random", "level1", "greedy"):
                alone = _alone(game, level, seconds / 8)
                decisions, matches = _rate(client, game, level, seconds)
                name = f"series, {level}, {game}, {WORKERS} workers"
                yield Figure(name, decisions, "decisions/s", INSTANT_TARGET, beside=alone, beside_what=beside)
                yield Figure(name, matches, "matches/s")
