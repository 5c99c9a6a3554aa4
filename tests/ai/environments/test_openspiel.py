"""The OpenSpiel games pass that project's own test, and their positions are the engine's."""

import random
from pathlib import Path

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel, of the extra `rl`, is not installed")

from absl import flags
from open_spiel.python.algorithms import generate_playthrough

from ai.environments import openspiel
from engine.registry import GAMES
from tests.support.environments import FEW, TABLES

# The playthroughs have options of a command line, which nobody reads here.
flags.FLAGS.mark_as_parsed()
RECORDED = Path(__file__).parent / "playthroughs"


def load(name, seats, **parameters):
    words = ",".join(f"{key}={value}" for key, value in {"players": seats, **parameters}.items())
    return pyspiel.load_game(f"{openspiel.name_game(GAMES[name])}({words})")


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_openspiels_own_test_passes(name, seats):
    """Random matches with serialization: some cut short, one longer or whole."""
    pyspiel.random_sim_test(load(name, seats, max_decisions=60), num_sims=3, serialize=True, verbose=False)
    pyspiel.random_sim_test(
        load(name, seats, max_decisions=800, reward="margin"), num_sims=1, serialize=True, verbose=False
    )


@pytest.mark.parametrize(("name", "seats"), FEW)
def test_a_state_is_the_engines(name, seats):
    """Seats, actions, words, arrays and returns; the same deal gives the same match."""
    chance = random.Random(1)
    game = load(name, seats, max_decisions=10_000)
    state, twin = game.new_initial_state(), game.new_initial_state()
    observer = game.make_py_observer()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(share for _, share in outcomes) == pytest.approx(1)
            action = chance.choice(outcomes)[0]
        else:
            seat, real = state.current_player(), state.course.state
            assert seat == real.deciding_seats()[0]
            words = {state.action_to_string(seat, number) for number in state.legal_actions()}
            assert words <= {str(each) for each in real.legal_actions(seat)}
            observer.set_from(state, seat)
            assert (observer.tensor == state.setting.see(real, seat)).all()
            assert observer.string_from(state, seat) == real.information_set(seat).to_text()
            action = chance.choice(state.legal_actions())
        state.apply_action(action)
        twin.apply_action(action)
    assert twin.course.state == state.course.state
    ranks = state.course.state.ranks()
    best = max(state.returns()) if seats > 1 else 1
    assert [reward == best for reward in state.returns()] == [rank == 1 for rank in ranks]


def test_no_seat_is_shown_what_is_not_its_own():
    """What is asked for in other forms, such as the public part alone, is not there, instead of answered with a hand."""
    game = load("race", 2)
    nothing = pyspiel.PrivateInfoType.NONE
    for kind in (
        pyspiel.IIGObservationType(perfect_recall=True),
        pyspiel.IIGObservationType(public_info=True, perfect_recall=False, private_info=nothing),
        pyspiel.IIGObservationType(public_info=False, perfect_recall=False),
    ):
        assert game.make_py_observer(kind) is None
    assert game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=False)).tensor is not None


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_openspiels_playthrough_plays_again(name, seats, tmp_path):
    """Line by line: states, arrays, texts, legal actions, returns."""
    words = f"{openspiel.name_game(GAMES[name])}(max_decisions=30,players={seats})"
    (file := tmp_path / "playthrough.txt").write_text(generate_playthrough.playthrough(words, None, seed=seats))
    told, again = generate_playthrough.replay(file)
    assert told == again
    assert "IsTerminal() = True" in told


@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_playthrough_plays_again(name):
    """Of two seats; `generate_playthrough.update_path` of OpenSpiel writes it anew after an intended change."""
    told, again = generate_playthrough.replay(RECORDED / f"{name}.txt")
    assert told == again


def test_parameters_that_can_not_be_are_refused():
    with pytest.raises(Exception, match="it can be win, margin, points, gain"):
        load("race", 2, reward="fun")
