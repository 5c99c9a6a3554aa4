"""Benchmark of a hosted tournament of bots at full pace, beside the command line in the same run."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from bench import Figure, bench
from client import Client
from deploy.local.stack import Stack

if TYPE_CHECKING:
    from collections.abc import Iterator

LEVELS = ("level1", "level3")
BOTS = 64
ROUNDS = 7
SEATS = 4
WORKERS = 2
SERVER_S_MAX = 20.0
POLL_S = 0.1
#: after so long it is broken
OVER_S_MAX = 600.0


def _play_hosted(client: Client, bots: int, rounds: int) -> float:
    """Return how many seconds a tournament takes from its start to its end."""
    config = {"name": "bench", "game": "roll", "format": "swiss", "seats": SEATS, "rounds": rounds, "pace": "fast"}
    path = f"/tournaments/{client.post('/tournaments', config)['id']}"
    for level in LEVELS:
        client.post(f"{path}/bots", {"level": level, "count": bots // len(LEVELS)})
    began = time.perf_counter()
    client.post(f"{path}/start", {})
    while client.get(path)["status"] != "over":
        if time.perf_counter() - began > OVER_S_MAX:
            raise RuntimeError(f"a tournament was not over within {OVER_S_MAX:.0f} s")
        time.sleep(POLL_S)
    return time.perf_counter() - began


def _play_here(folder: Path, bots: int, rounds: int) -> float:
    """Return how many seconds the command line takes for such a tournament, its own start included."""
    file = folder / "bench.toml"
    entrants = "".join(f'[[entrants]]\nlevel = "{level}"\ncount = {bots // len(LEVELS)}\n' for level in LEVELS)
    file.write_text(f'game = "roll"\nformat = "swiss"\nseats = {SEATS}\nrounds = {rounds}\n{entrants}')
    command = [sys.executable, "-m", "cli", "tournament", str(file)]
    began = time.perf_counter()
    command += ["--out", str(folder / "out"), "--workers", str(WORKERS)]
    subprocess.run(command, check=True, capture_output=True)  # noqa: S603 - our own command
    return time.perf_counter() - began


@bench("tournaments.fast")
def bots_at_full_pace(scale: float) -> Iterator[Figure]:
    """Seconds of a Swiss of 64 bots of two levels at tables of four, on a server at full pace, start to standings."""
    rounds = max(1, round(ROUNDS * scale))
    with tempfile.TemporaryDirectory() as data:
        here_s = _play_here(Path(data), BOTS, rounds)
    # Their workers import, and offer levels, before the clock runs.
    with tempfile.TemporaryDirectory() as data, Stack(Path(data), bots=WORKERS) as stack, Client(stack.url) as client:
        client.create_account("bench")
        taken_s = _play_hosted(client, BOTS, rounds)
    what = f"{BOTS} bots, {rounds} Swiss rounds, tables of {SEATS}, {os.cpu_count()} cores: on a server at full pace"
    target_s = SERVER_S_MAX * rounds / ROUNDS
    yield Figure(what, taken_s, "s", target_s, is_cost=True, beside=here_s, beside_what="s by the command line")
