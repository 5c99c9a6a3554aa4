"""Play random matches through every door of the engine; meant for a build with sanitizers (sanitize.sh)."""

from __future__ import annotations

import json
import random
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from engine.errors import EngineError
from tests.support.matches import Table, all_tables, random_choice, seed_bytes
from tests.support.mutations import mutate

LOOK_EVERY = 100
MUTATIONS = 4
STEPS = 20


def look(state: Any, table: Table, chance: random.Random) -> None:
    """Use all that reads a position: views, bytes, words, imagination, refusals."""
    game = table.game
    assert game.from_bytes(state.to_bytes()) == state
    assert game.from_description(state.describe()).fingerprint() == state.fingerprint()
    for viewer in table.viewers():
        info = state.information_set(viewer)
        info.view()
        assert info.imagine(chance).information_set(viewer) == info
    for kind in game.Action.KINDS:
        action = game.Action.from_dict({"kind": kind.name} | {f.name: chance.choice(f.values) for f in kind.fields})
        seat = chance.randrange(table.seats)
        if action not in state.legal_actions(seat):
            try:
                state.submit(seat, action)
            except EngineError:
                continue
            raise AssertionError(f"{action} was taken though not legal")


def read_nearly_right(state: Any, table: Table, chance: random.Random) -> None:
    """Read changed descriptions; play on from those that are taken."""
    for _ in range(MUTATIONS):
        words = json.loads(json.dumps(state.describe()))
        mutate(words, chance)
        try:
            other = table.game.from_description(words)
        except EngineError:
            continue
        for _ in range(STEPS):
            if other.is_over:
                break
            other.submit(*random_choice(other, chance))
        other.information_set(None).imagine(chance)


def play(table: Table, number: int) -> int:
    """Play one match; return the number of actions."""
    chance = random.Random(number)
    state = table.game.setup(seats=table.seats, seed=seed_bytes(number), options=table.options)
    while not state.is_over:
        if state.version % LOOK_EVERY == number % LOOK_EVERY:
            look(state, table, chance)
            read_nearly_right(state, table, chance)
        state.submit(*random_choice(state, chance))
    look(state, table, chance)
    return int(state.version)


def play_number(number: int) -> int:
    """Play the match of that number at the table whose turn it is."""
    tables = all_tables()
    return play(tables[number % len(tables)], number)


def main() -> None:
    matches = int(sys.argv[1])
    began = time.monotonic()
    # A process that a sanitizer ends breaks the pool, and so ends this one with a status other than 0.
    with ProcessPoolExecutor() as pool:
        actions = sum(pool.map(play_number, range(matches), chunksize=10))
    seconds = time.monotonic() - began
    tables = len(all_tables())
    sys.stdout.write(f"{matches} matches at {tables} tables, {actions} actions in {seconds:.0f} s: no fault\n")


if __name__ == "__main__":
    main()
