"""The OpenSpiel games pass that project's own test, and their positions are the engine's."""

import random

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel, of the extra `rl`, is not installed")

from ai.environments import openspiel
from engine.registry import GAMES
from tests.support.environments import FEW, TABLES


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


def test_parameters_that_can_not_be_are_refused():
    with pytest.raises(Exception, match="it can be win, margin, points, gain"):
        load("race", 2, reward="fun")
