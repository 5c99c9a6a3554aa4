"""Benchmarks of the environments for reinforcement learning."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from ai.environments.vector import VectorEnvironment
from ai.evaluate import UNIFORM
from ai.playout import play_matches
from bench import Figure, bench
from engine.registry import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

#: game, whether with inputs -> target of steps per second on one core
STEP_TARGETS = {("race", False): 1_000_000.0, ("race", True): 300_000.0}
TABLES = 256
SEATS = 2
REPEATS = 3
STEPS = 1_000_000
BARE_MATCHES = 1000


@bench("environments.vector")
def vector_steps(scale: float) -> Iterator[Figure]:
    """Step many tables at once on one core: steps per second, best of three."""
    for name, game in GAMES.items():
        bare = 0.0
        for seed in range(REPEATS):
            started = time.process_time()
            played = play_matches(game, UNIFORM, SEATS, max(20, int(BARE_MATCHES * scale)), seed)
            bare = max(bare, played["decisions"] / (time.process_time() - started))
        for inputs in (False, True):
            environment = VectorEnvironment(name, TABLES, SEATS, inputs=inputs)
            rounds = max(100, int(STEPS * scale / TABLES))
            best = 0.0
            for _ in range(REPEATS):
                # The processor's time: what else this machine does must not count.
                started = time.process_time()
                for _ in range(rounds):
                    environment.step(environment.sample())
                best = max(best, rounds * TABLES / (time.process_time() - started))
            yield Figure(
                f"steps, {name}, {SEATS} seats, {'masks and inputs' if inputs else 'masks'}",
                best,
                "/s of processor",
                STEP_TARGETS.get((name, inputs)),
                beside=bare,
                beside_what="decisions /s of bare random matches",
            )
