"""Benchmarks of other projects' environments, as far as they are installed (`pip install pgx rlcard`)."""

from __future__ import annotations

import importlib
import time
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from bench import Figure, bench

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

#: games with chance, and of pgx one with hidden tiles
PGX = ("backgammon", "sparrow_mahjong")
RLCARD = ("uno", "mahjong")
TABLES = 256
REPEATS = 3
STEPS = 200_000
RLCARD_STEPS = 20_000


@bench("environments.peers")
def peers_steps(scale: float) -> Iterator[Figure]:
    """Step other projects' games by chance: steps per second of processor, best of three."""
    measures: tuple[tuple[str, tuple[str, ...], Callable[[str, int], float], int], ...] = (
        ("pgx", PGX, time_pgx, STEPS),
        ("rlcard", RLCARD, time_rlcard, RLCARD_STEPS),
    )
    for project, names, measure, steps in measures:
        for name in names if find_spec(project) is not None else ():
            yield Figure(f"steps, {project} {name}", measure(name, int(steps * scale)), "/s of processor", None)


def time_pgx(name: str, steps: int) -> float:
    """Return the rate of a game of pgx: many tables at once, compiled for this processor, ended ones begun anew."""
    jax, pgx, wrappers = (importlib.import_module(each) for each in ("jax", "pgx", "pgx.experimental.wrappers"))
    game = pgx.make(name)
    begin, step = jax.vmap(game.init), jax.vmap(wrappers.auto_reset(game.step, game.init))

    def play(table: Any, key: Any) -> Any:  # noqa: ANN401 - another project's own
        chance, deal = jax.random.split(key)
        odds = jax.numpy.log(table.legal_action_mask.astype(jax.numpy.float32))
        return step(table, jax.random.categorical(chance, odds, axis=1), jax.random.split(deal, TABLES)), None

    rounds = max(10, steps // TABLES)
    run = jax.jit(lambda table, keys: jax.lax.scan(play, table, keys)[0])
    table = jax.jit(begin)(jax.random.split(jax.random.key(0), TABLES))
    keys = jax.random.split(jax.random.key(1), rounds)
    best = 0.0
    for each in range(REPEATS + 1):
        started = time.process_time()
        table = jax.block_until_ready(run(table, keys))
        # The first time it is compiled.
        best = max(best, rounds * TABLES / (time.process_time() - started)) if each else 0.0
    return best


def time_rlcard(name: str, steps: int) -> float:
    """Return the rate of a game of RLCard: one table after the other, chance at every seat."""
    rlcard, agents = (importlib.import_module(each) for each in ("rlcard", "rlcard.agents"))
    game = rlcard.make(name)
    chance = agents.RandomAgent(num_actions=game.num_actions)
    best = 0.0
    for _ in range(REPEATS):
        started, done = time.process_time(), 0
        while done < steps:
            state, _ = game.reset()
            while not game.is_over():
                state, _ = game.step(chance.step(state))
                done += 1
        best = max(best, done / (time.process_time() - started))
    return best
