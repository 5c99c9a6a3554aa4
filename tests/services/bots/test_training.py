"""A training whose matches are played by an installation's workers comes to the same network as one at home."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ai.evaluate.features import ENCODERS
from ai.train.orders import BadOrder, Order, PositionChunk, play_order
from services.bots.training import NoWorkers, Workers
from services.shared import jobs, keys
from services.shared.settings import Settings
from tests.support.stack import free_port, until

ROOT = Path(__file__).parents[3]
#: two generations: matches of the light policy, then of the search with the first champion
PLAN = {
    "generations": 2,
    "light_matches": 120,
    "search_matches": 8,
    "search_iterations": 5,
    "chunk_matches": 20,
    "held_out": 10,
    "epochs": 1,
    "gate_sets": 0,
}


def hear_nothing(_done, _of):
    pass


def order(seed, **changed):
    return Order(
        **{"game": "race", "seats": 2, "inputs": ENCODERS["race"].version, "matches": 2, "seed": seed} | changed
    )


@pytest.fixture
def workers(own_stack):
    return Workers(Settings(redis_url=own_stack.redis_url))


def test_four_workers_train_the_same_network(own_stack, tmp_path):
    """One of them is killed at once; the other queues' work is not theirs."""
    torch = pytest.importorskip("torch")
    assert torch
    processes = [own_stack.bots(ASTRARIUM_BOTS_QUEUES="train", ASTRARIUM_BOTS_CONCURRENCY="1") for _ in range(4)]
    words = [word for name, value in PLAN.items() for word in (f"--{name.replace('_', '-')}", str(value))]
    command = [sys.executable, "-m", "cli", "train", "race", *words]
    away = subprocess.Popen(
        [*command, "--workers", "--folder", str(tmp_path / "away")],
        cwd=ROOT,
        env=os.environ | {"ASTRARIUM_REDIS_URL": own_stack.redis_url},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    until(lambda: own_stack.redis.keys(f"{keys.PREFIX}:chunk:train-*") or away.poll() is not None, 60)
    own_stack.stop(processes[0], signal.SIGKILL)
    said, wrong = away.communicate(timeout=200)
    assert away.returncode == 0, wrong
    subprocess.run([*command, "--folder", str(tmp_path / "home")], cwd=ROOT, check=True, capture_output=True)
    for part in ("generation-0/candidate.net", "generation-1/candidate.net", "champion.net"):
        one, two = ((tmp_path / where / part).read_bytes().partition(b"\n") for where in ("away", "home"))
        assert one[2] == two[2], part
        assert json.loads(one[0])["matches"] == json.loads(two[0])["matches"]
    assert said.startswith("generation 0: {")
    assert not own_stack.redis.keys(f"{keys.PREFIX}:trained:*"), "what was fetched is not kept"


def test_a_chunk_whose_worker_died_is_handed_out_again(own_stack, workers, monkeypatch):
    """A lease that nobody renews lapses; a chunk that was lost with its worker comes back from another one."""
    monkeypatch.setattr("services.bots.training.MISSING_S", 0.5)
    orders = {number: order(number) for number in range(3)}
    expected = {number: play_order(each, b"") for number, each in orders.items()}
    playing = workers.play(orders, b"", hear_nothing)
    lost = own_stack.bots(ASTRARIUM_BOTS_QUEUES="train", ASTRARIUM_BOTS_CONCURRENCY="1")
    first, chunk = next(playing)
    assert same(chunk, expected[first])
    own_stack.stop(lost, signal.SIGKILL)
    own_stack.redis.delete(jobs.queue_name(jobs.TRAINING))
    for name in own_stack.redis.keys(f"{keys.PREFIX}:trained:*") + own_stack.redis.keys(f"{keys.PREFIX}:chunk:*"):
        own_stack.redis.delete(name)
    own_stack.bots(ASTRARIUM_BOTS_QUEUES="train", ASTRARIUM_BOTS_CONCURRENCY="1")
    found = dict(playing)
    assert found.keys() | {first} == orders.keys()
    assert all(same(chunk, expected[number]) for number, chunk in found.items())


def same(chunk: PositionChunk, other: PositionChunk):
    return chunk.to_bytes() != b"" and (chunk.on, chunk.dense, chunk.outcome) == (other.on, other.dense, other.outcome)


def test_a_refusal_ends_the_training_in_a_line(own_stack, workers):
    """A worker of another build can't play the chunk; without a store there are no workers."""
    own_stack.bots(ASTRARIUM_BOTS_QUEUES="train", ASTRARIUM_BOTS_CONCURRENCY="1")
    with pytest.raises(BadOrder, match="a worker refused a chunk: race with inputs 999"):
        list(workers.play({0: order(1, inputs=999)}, b"", hear_nothing))
    assert len(list(workers.play({0: order(1)}, b"", hear_nothing))) == 1
    nowhere = Workers(Settings(redis_url=f"redis://127.0.0.1:{free_port()}/0"))
    with pytest.raises(NoWorkers, match="can't be reached"):
        list(nowhere.play({0: order(1)}, b"", hear_nothing))
