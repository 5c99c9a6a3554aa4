"""Benchmarks of the rules: matches per second, and the C door in nanoseconds."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from ai import measure
from ai.evaluate import UNIFORM
from ai.playout import play_matches
from bench import Figure, bench
from engine.registry import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

#: game, seats -> target of random matches per second on one core
RANDOM_TARGETS = {("roll", 2): 20_000.0, ("race", 2): 60_000.0, ("tiny_epic", 2): 10_000.0}
CLONE_TARGET_NS = 100.0
REPEATS = 3
SEED = bytes(range(32))


@bench("engine.matches")
def random_matches(scale: float) -> Iterator[Figure]:
    """Whole random matches per second of one processor, best of three."""
    step = min(measure.c_step_ns(20_000_000) for _ in range(REPEATS))
    yield Figure("one step of a C loop (SplitMix64)", step, "ns")
    for name, game in GAMES.items():
        for seats in sorted({max(2, game.seats_min), min(4, game.seats_max)}):
            matches = max(50, int(2000 * scale))
            best, decisions = 0.0, 0.0
            for seed in range(REPEATS):
                # Of processor: what else runs on the machine takes no part of it.
                started = time.process_time()
                played = play_matches(game, UNIFORM, seats, matches, seed)
                best = max(best, matches / (time.process_time() - started))
                decisions = played["decisions"] / matches
            yield Figure(
                f"random matches, {name}, {seats} seats",
                best,
                "matches/s",
                RANDOM_TARGETS.get((name, seats)),
                beside=1e9 / best / decisions / step,
                beside_what=f"C steps per decision, {decisions:.0f} decisions per match",
            )


@bench("engine.door")
def c_door(scale: float) -> Iterator[Figure]:
    """Clone, imagine, legal and apply in nanoseconds, best of three."""
    times = max(1000, int(1_000_000 * scale))
    for name, game in GAMES.items():
        state = game.setup(max(2, game.seats_min), SEED)
        scratch = game.blank()
        hidden = state.information_set(0).state
        size = measure.state_size(state)
        copy = min(measure.memcpy_ns(size, times) for _ in range(REPEATS))
        clone = min(measure.clone_ns(state, scratch, times) for _ in range(REPEATS))
        imagine = min(measure.imagine_ns(hidden, scratch, times // 4) for _ in range(REPEATS))
        what = f"ns for memcpy of all its {size} bytes"
        yield Figure(
            f"clone into scratch, {name}", clone, "ns", CLONE_TARGET_NS, is_cost=True, beside=copy, beside_what=what
        )
        yield Figure(f"clone and imagine, {name}", imagine, "ns", beside=copy, beside_what=what)
        step = measure.c_step_ns(20_000_000)
        state.reseed(1)
        runs = [measure.decision_ns(state, scratch, max(20, int(1000 * scale))) for _ in range(REPEATS)]
        for part in ("legal", "apply"):
            best = min(run[part] for run in runs)
            yield Figure(f"{part}, {name}, 2 seats", best, "ns", beside=step, beside_what="ns per step of a C loop")
