"""Training: resumable after any death, the same network from the same seed, and a gate."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("torch")

from ai.evaluate import policy_of
from ai.evaluate.features import ENCODERS, encoder_of
from ai.evaluate.network import BadWeights
from ai.evaluate.weights import read_network
from ai.train.collect import RATED_SHARE, Positions, play_light
from ai.train.fit import TorchNetwork
from ai.train.generations import BadTraining, TrainingPlan, train
from ai.train.orders import ARRAYS, BadOrder, Order, PositionChunk, play_order
from ai.train.positions import read_chunks, write_chunk
from engine.errors import EngineError
from engine.registry import GAMES, find_game

ROOT = Path(__file__).parents[2]
SMALL = {
    "light_matches": 60,
    "search_matches": 4,
    "search_iterations": 5,
    "chunk_matches": 20,
    "held_out": 10,
    "epochs": 2,
    "gate_sets": 2,
    "gate_iterations": 4,
}


def weights_of(path):
    return path.read_bytes().partition(b"\n")[2]


@pytest.mark.parametrize("name", GAMES)
def test_light_matches_give_each_seat_its_outcome(tmp_path, name):
    """Rewards and wins of a match add up to one, and positions come back from a file as they went in."""
    positions = Positions(ENCODERS[name])
    assert play_light(positions, find_game(name), policy_of(name), 2, 6, 1, 0.0) == 6
    again = Positions(ENCODERS[name])
    play_light(again, find_game(name), policy_of(name), 2, 6, 1, 0.0)
    assert (again.on, again.dense, again.outcome) == (positions.on, positions.dense, positions.outcome)
    rewards = list(zip(positions.outcome[0::3], positions.outcome[1::3], positions.outcome[2::3], strict=True))
    assert len(rewards) == len(positions.counts) > 60
    for mine, other in zip(rewards[0::2], rewards[1::2], strict=True):
        assert mine[0] + other[0] == pytest.approx(1.0)
        assert mine[1] + other[1] == pytest.approx(1.0)
        assert (mine[1] > 0.5) == (mine[2] > other[2]) or mine[2] == other[2]
    arrays = {name: getattr(positions, name) for name in ARRAYS}
    whole = PositionChunk(**arrays, matches=6, seconds=1.5)
    assert PositionChunk.from_bytes(whole.to_bytes()) == whole
    write_chunk(tmp_path / "chunk.pt", whole)
    chunk = read_chunks([tmp_path / "chunk.pt", tmp_path / "chunk.pt"])
    assert (len(chunk), chunk.seconds) == (2 * len(rewards), 3.0)
    on, begins, dense, outcome, chosen = chunk.pick(chunk.counts.new_tensor([1, len(rewards) + 1]))
    count = positions.counts[1]
    first = positions.counts[0]
    assert on.tolist() == 2 * positions.on[first : first + count].tolist()
    assert begins.tolist() == [0, count]
    assert (
        dense[0].tolist()
        == dense[1].tolist()
        == positions.dense[ENCODERS[name].dense :][: ENCODERS[name].dense].tolist()
    )
    assert outcome[0].tolist() == pytest.approx(rewards[1])
    assert chosen.tolist() == 2 * [[0.0] * ENCODERS[name].choices]


def test_a_rating_counts_half_and_for_the_last_position_of_its_seat():
    """What a search says of a position is mixed into the reward there, and into nothing else."""
    state = find_game("race").setup(2, bytes(32))
    while not ENCODERS["race"].quiet(state):
        state.apply(state.deciding_seats()[0], state.legal_actions(state.deciding_seats()[0])[0])
    plain, rated = Positions(ENCODERS["race"]), Positions(ENCODERS["race"])
    for positions in (plain, rated):
        positions.see(state)
        positions.see(state)
    rated.rate(1, 0.75, [(2, 0.75), (6, 0.25)])
    while not state.is_over:
        seat = state.deciding_seats()[0]
        state.apply(seat, policy_of("race").best(state.information_set(seat)))
    for positions in (plain, rated):
        positions.see(state)
    expected = plain.outcome.tolist()
    expected[9] += RATED_SHARE * (0.75 - expected[9])
    assert len(expected) == 12
    assert rated.outcome.tolist() == pytest.approx(expected)
    assert rated.chosen.tolist() == [0.0] * 21 + [0.0, 0.0, 0.75, 0.0, 0.0, 0.0, 0.25]
    assert not any(plain.chosen)


def test_a_later_generation_is_not_outvoted_by_light_matches(tmp_path):
    """It learns from its own matches and at most as many of the generation before, and goes on from the champion."""
    plan = TrainingPlan("race", generations=2, **SMALL | {"light_matches": 200})
    train(plan, tmp_path)
    first, second = (
        read_network(tmp_path / f"generation-{number}" / "candidate.net", "race").card for number in (0, 1)
    )
    assert (first["matches"], second["matches"]) == (200, plan.search_matches + plan.chunk_matches)
    again = TorchNetwork(ENCODERS["race"])
    weights = read_network(tmp_path / "champion.net", "race").weights
    again.take(weights)
    assert again.weights() == weights == weights_of(tmp_path / "champion.net")


def test_a_training_makes_a_network_that_is_better_than_nothing(tmp_path):
    """Its error on matches it hasn't seen is below their variance; its card says what it was made from."""
    train(TrainingPlan("race", **SMALL | {"light_matches": 400, "chunk_matches": 200, "epochs": 6}), tmp_path)
    card = read_network(tmp_path / "champion.net", "race").card
    assert card["error"] < card["variance"]
    assert (card["matches"], card["generation"], card["seed"]) == (400, 0, 1)
    verdict = json.loads((tmp_path / "generation-0" / "verdict.json").read_text())
    assert verdict["is_champion"]
    assert verdict["against"] == "playouts"
    assert verdict["share"]["sets"] == 2


def test_a_variant_has_networks_of_its_own(tmp_path):
    """They are trained on matches of the variant; a plan for a variant that there is none of is refused."""
    train(TrainingPlan("race", variant="advanced", generations=2, **SMALL), tmp_path)
    network = read_network(tmp_path / "champion.net", "race", "advanced")
    assert network.card["variant"] == "advanced"
    chunk = read_chunks([tmp_path / "generation-1" / "chunk-1.pt"])
    assert chunk.chosen.shape[1] == encoder_of("race", "advanced").choices
    assert float(chunk.chosen.sum()) > 0
    with pytest.raises(BadTraining, match="no networks for it"):
        TrainingPlan("roll", variant="advanced")
    with pytest.raises(EngineError, match="advanced"):
        TrainingPlan("race", variant="advanced", seats=3)


def test_a_killed_training_comes_to_the_same_network(tmp_path):
    """Killed again and again, in whatever it is doing; with two generations."""
    train(TrainingPlan("race", generations=2, **SMALL), tmp_path / "whole")
    options = [word for name, value in SMALL.items() for word in (f"--{name.replace('_', '-')}", str(value))]
    command = [sys.executable, "-m", "cli", "train", "race", "--generations", "2", *options]
    command += ["--folder", str(tmp_path / "killed")]
    kills = 0
    for wait_s in (1.0, 2.5, 4.0, 6.0):
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(wait_s)
        if process.poll() is None:
            os.kill(process.pid, signal.SIGKILL)
            kills += 1
        process.wait()
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("generation 0: {")
    assert kills
    for part in ("generation-0/candidate.net", "generation-1/candidate.net", "champion.net"):
        assert weights_of(tmp_path / "killed" / part) == weights_of(tmp_path / "whole" / part), part
    for number in (0, 1):
        one, two = (
            (tmp_path / name / f"generation-{number}" / "gate.jsonl").read_text() for name in ("whole", "killed")
        )
        assert one == two
    assert not list((tmp_path / "killed").rglob("*.part"))


def test_an_order_for_other_inputs_is_refused():
    """Positions of two builds must not be mixed."""
    for game, inputs in (("race", 999), ("chess", 1)):
        with pytest.raises(BadOrder, match=f"{game} with inputs {inputs}"):
            play_order(Order(game, 2, inputs, 1, 1), b"")
    with pytest.raises(BadWeights, match="the champion"):
        play_order(Order("race", 2, ENCODERS["race"].version, 1, 1, iterations=2), b"")


def test_another_plan_needs_another_folder(tmp_path):
    train(TrainingPlan("race", **SMALL), tmp_path)
    train(TrainingPlan("race", **SMALL), tmp_path)
    with pytest.raises(BadTraining, match="another plan"):
        train(TrainingPlan("race", **SMALL | {"epochs": 3}), tmp_path)
    (tmp_path / "plan.json").write_text("{")
    with pytest.raises(BadTraining, match="no training's plan"):
        train(TrainingPlan("race", **SMALL), tmp_path)


@pytest.mark.parametrize(
    ("game", "changed", "said"),
    [
        ("race", {"seats": 5}, "seats is 5"),
        ("tiny_epic", {"seats": 1}, "seats is 1"),
        ("race", {"light_matches": 0}, "light_matches is 0"),
        ("race", {"seed": -1}, "seed is -1"),
        ("race", {"seed": 10**10}, "at most 1000000000"),
        ("race", {"chunk_matches": 1}, "more than 998 chunks"),
    ],
)
def test_a_plan_that_makes_no_sense_is_refused(game, changed, said):
    with pytest.raises(BadTraining, match=said):
        TrainingPlan(game, **changed)


def test_the_command_refuses_in_a_line(tmp_path):
    for words, said in ((["chess"], "chess"), (["race", "--seats", "7"], "seats is 7")):
        command = [sys.executable, "-m", "cli", "train", *words, "--folder", str(tmp_path / "x")]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (1, "")
        assert said in done.stderr
        assert "Traceback" not in done.stderr
