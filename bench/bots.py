"""Benchmarks of the bots: search iterations, decisions over budget, arena matches, instant decisions."""

from __future__ import annotations

import hashlib
import random
import tempfile
import time
from array import array
from pathlib import Path
from typing import TYPE_CHECKING

from ai import levels
from ai.arena.schedule import Plan
from ai.arena.series import run_series
from ai.evaluate import policy_of
from ai.evaluate.features import ENCODERS
from ai.evaluate.network import Network, numbers_of
from ai.evaluate.weights import network_of
from ai.measure import judge_ns
from ai.playout import play_matches
from ai.search.run import search
from bench import Figure, bench
from engine.registry import GAMES, find_game

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.contract.game import Game
    from engine.contract.state import InformationSet

ITERATIONS_TARGETS = {"roll": 15_000.0}
THREADS_TARGET = 1.7
WORKERS_TARGET = 1.8
INSTANT_TARGET = 5_000.0
JUDGE_TARGET_US = 3.0
EVALUATE_TARGET_MS = 2.0
OVER_MS = 50.0
SOAK_DECISIONS = 20_000
SOAK_BUDGETS_MS = (5.0, 10.0, 20.0)


def decisions_of(game: Game, seats: int, level: str, seed: int) -> Iterator[InformationSet]:
    """Yield the information sets of all decisions of a match between bots of a level."""
    state = game.setup(seats, hashlib.sha256(f"bench {seed}".encode()).digest())
    while not state.is_over:
        for seat in state.deciding_seats():
            information_set = state.information_set(seat)
            yield information_set
            state.apply(seat, levels.choose(information_set, level))


@bench("bots.iterations")
def iterations(scale: float) -> Iterator[Figure]:
    """Search iterations per second, playouts to the end, over positions of whole matches; one and two threads."""
    for name, game in GAMES.items():
        seats = max(2, game.seats_min)
        settings = levels.find_level("level8", name).settings
        matches = max(50, int(2000 * scale))
        started = time.perf_counter()
        play_matches(game, policy_of(name), seats, matches, 1)
        playouts = matches / (time.perf_counter() - started)
        positions = list(decisions_of(game, seats, "greedy", 1))[:: max(1, int(8 / min(scale, 1.0)))]
        rates: dict[int, float] = {}
        busy_rates: dict[int, float] = {}
        for threads in (1, 2):
            count, spent, busy = 0, 0.0, time.process_time()
            for information_set in positions:
                found = search(information_set, settings, budget_ms=100, threads=threads, stop_early=False)
                count += found.iterations
                spent += found.think_ms / 1000
            rates[threads] = count / spent
            busy_rates[threads] = count / (time.process_time() - busy)
        beside = "whole matches by the policy per second"
        target = ITERATIONS_TARGETS.get(name)
        yield Figure(f"iterations, {name}, {seats} seats", rates[1], "1/s", target, beside=playouts, beside_what=beside)
        # On a shared machine processor time shows what the code can do.
        yield Figure(f"iterations, {name}, {seats} seats, per second of processor", busy_rates[1], "1/s", target)
        yield Figure(f"two threads, {name}", rates[2] / rates[1], "times one", THREADS_TARGET)


def some_network(name: str) -> Network:
    """Return the network of a game that comes with the package, or one with random weights: it is as fast."""
    encoder = ENCODERS[name]
    chance = random.Random(1)  # noqa: S311 - repeatable on purpose
    weights = array("f", (chance.gauss(0.0, 0.1) for _ in range(numbers_of(encoder))))
    return network_of(name, 2) or Network(encoder, weights.tobytes(), {})


@bench("bots.network")
def network(scale: float) -> Iterator[Figure]:
    """Measure how fast networks judge, and searches with them beside those with playouts, per second of processor."""
    for name, game in GAMES.items():
        judge, settings = some_network(name), levels.find_level("level8", name).settings
        positions = list(decisions_of(game, 2, "greedy", 1))[::8]
        state = game.setup(2, bytes(32))
        took = judge_ns(judge, state, max(1000, int(100_000 * scale))) / 1000
        yield Figure(f"judging a leaf, {name}", took, "us", JUDGE_TARGET_US, is_cost=True)
        if network_of(name, 2) is not None:
            busy = time.process_time()
            for information_set in positions:
                levels.evaluate(information_set)
            took = 1000 * (time.process_time() - busy) / len(positions)
            yield Figure(f"evaluating a decision, {name}", took, "ms", EVALUATE_TARGET_MS, is_cost=True)
        rates = []
        for used in (judge, None):
            busy, count = time.process_time(), 0
            for information_set in positions:
                count += search(information_set, settings, iterations=300, network=used, stop_early=False).iterations
            rates.append(count / (time.process_time() - busy))
        yield Figure(f"with a network, {name}", rates[0], "1/s", beside=rates[1], beside_what="iterations by playouts")


@bench("bots.instant")
def instant(scale: float) -> Iterator[Figure]:
    """Decisions per second of instant levels through the Python door, one process."""
    for name, game in GAMES.items():
        for level in ("random", "greedy", "level1", "level2"):
            count, started = 0, time.perf_counter()
            seed = 0
            while time.perf_counter() - started < 2 * scale:
                count += sum(1 for _ in decisions_of(game, max(2, game.seats_min), level, seed))
                seed += 1
            yield Figure(
                f"decisions, {level}, {name}", count / (time.perf_counter() - started), "1/s", INSTANT_TARGET / 2
            )


@bench("bots.arena")
def arena(scale: float) -> Iterator[Figure]:
    """Arena matches per second with one and with two workers, records and file included."""
    for level, pairs in (("random", 60), ("greedy", 60), ("level3", 12)):
        rates = {}
        for workers in (1, 2):
            plan = Plan("roll", (level, level), pairs=max(2, int(pairs * scale * workers)), seed=workers)
            with tempfile.TemporaryDirectory() as folder:
                started: list[float] = []
                # The clock starts with the first match that ends: workers have loaded by then.
                standing = run_series(
                    plan,
                    Path(folder) / "bench.jsonl",
                    workers=workers,
                    progress=lambda *_: started.append(time.perf_counter()),  # noqa: B023 - called within this turn of the loop
                )
            rates[workers] = (standing.matches - 1) / (started[-1] - started[0])
            yield Figure(f"arena, {level}, {workers} workers", rates[workers], "matches/s")
        yield Figure(f"arena, {level}, two workers", rates[2] / rates[1], "times one", WORKERS_TARGET)


@bench("bots.budget", is_soak=True)
def over_budget(scale: float) -> Iterator[Figure]:
    """Decisions that take more than 50 ms longer than their budget, out of 20,000 (four minutes).

    Beside it are those whose own work took so long; the others were suspended by a busy machine.
    """
    settings = levels.find_level("level8", "roll").settings
    late, own, worst, count, seed = 0, 0, 0.0, 0, 0
    wanted = max(100, int(SOAK_DECISIONS * scale))
    while count < wanted:
        for information_set in decisions_of(find_game("roll"), 2 + seed % 4, "greedy", seed):
            budget_ms = SOAK_BUDGETS_MS[count % len(SOAK_BUDGETS_MS)]
            started, busy = time.perf_counter(), time.thread_time()
            search(information_set, settings, budget_ms=budget_ms, stop_early=False)
            own += (time.thread_time() - busy) * 1000 - budget_ms > OVER_MS
            over = (time.perf_counter() - started) * 1000 - budget_ms
            late += over > OVER_MS
            worst = max(worst, over)
            count += 1
            if count == wanted:
                break
        seed += 1
    yield Figure(
        f"of {count} decisions over budget by more than 50 ms",
        late,
        "decisions",
        0,
        is_cost=True,
        beside=own,
        beside_what="by processor time",
    )
    yield Figure("latest of them after its budget", worst, "ms")
