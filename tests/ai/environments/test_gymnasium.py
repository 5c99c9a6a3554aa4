"""The Gymnasium environment passes that project's own test; the other seats play as they are told."""

import copy
import warnings

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium", reason="the extra `rl` is not installed")
from gymnasium.utils.env_checker import check_env

from ai.environments.gymnasium import OneSeatEnv
from ai.levels import NoSuchLevel
from engine.errors import BadAction, BadOptions
from tests.support.environments import FEW, TABLES


def play(environment, seed):
    """A match of an agent that chooses by chance: all it was shown, its rewards, and the last infos."""
    chance = np.random.default_rng(seed)
    shown, info = environment.reset(seed=seed)
    seen, rewards, ended = [shown], [], False
    while not ended:
        assert (info["action_mask"] == environment.action_masks()).all()
        action = int(chance.choice(np.flatnonzero(info["action_mask"])))
        shown, reward, is_over, is_truncated, info = environment.step(action)
        seen.append(shown)
        rewards.append(reward)
        ended = is_over or is_truncated
    return seen, rewards, info


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_gymnasiums_own_test_passes(name, seats):
    """Without a warning."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        made = gymnasium.make(f"astrarium/{name}-v0", seats=seats, opponents="greedy", render_mode="ansi")
        check_env(made.unwrapped)
    assert [str(each.message) for each in said] == []


@pytest.mark.parametrize(("name", "seats"), FEW)
def test_a_seed_gives_a_match(name, seats):
    """Opponents included, at whichever seat; the rewards are those of the seat."""
    drawn = set()
    for seed in range(4):
        environment = OneSeatEnv(name, seats, seat=None, opponents="level1", reward="points", illegal="raise")
        seen, rewards, info = play(environment, seed)
        again = play(OneSeatEnv(name, seats, seat=None, opponents="level1", reward="points"), seed)
        assert all((one == other).all() for one, other in zip(seen, again[0], strict=True))
        assert rewards == again[1]
        assert sum(rewards) == (info["scores"][environment.seat] if environment.course.is_over else 0)
        drawn.add(environment.seat)
    assert len(drawn) > 1 or seats == 1


def test_each_opponent_plays_its_seat():
    """Levels and functions, in seat order without the agent's; a function gets what its seat may know."""
    asked = set()

    def opponent(info):
        asked.add(info.seat)
        return info.legal_actions()[0]

    play(OneSeatEnv("roll", 3, seat=1, opponents=["random", opponent], max_decisions=80), 1)
    assert asked == {2}


def test_a_match_of_gymnasium_is_broken_off():
    """After so many decisions of all seats; there is no reward for winning then."""
    environment = OneSeatEnv("roll", 2, opponents="random", max_decisions=30)
    _, rewards, _ = play(environment, 1)
    assert environment.course.decisions == 30
    assert not any(rewards)


def test_what_is_not_legal_loses_or_raises():
    """As it was asked for; the position stays as it was."""
    environment = OneSeatEnv("race", 2, opponents="random")
    _, info = environment.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    before = environment.course.state.to_bytes()
    _, reward, is_over, is_truncated, info = environment.step(wrong)
    assert (reward, is_over, is_truncated) == (-1, True, False)
    assert info["illegal"]
    strict = OneSeatEnv("race", 2, opponents="random", illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(BadAction, match="no action of race"):
        strict.step(10_000)
    assert environment.course.state.to_bytes() == before == strict.course.state.to_bytes()


def test_an_environment_copies():
    """Both go on by themselves, alike."""
    environment = OneSeatEnv("race", 2, opponents="level1")
    _, info = environment.reset(seed=3)
    twin = copy.deepcopy(environment)
    action = int(np.flatnonzero(info["action_mask"])[0])
    assert (environment.step(action)[0] == twin.step(action)[0]).all()
    assert environment.course.state == twin.course.state


def test_settings_of_a_seat_that_can_not_be_are_refused():
    for wrong, error in (
        ({"seat": 2}, BadOptions),
        ({"opponents": ["random", "random"]}, BadOptions),
        ({"opponents": "level99"}, NoSuchLevel),
        ({"illegal": "x"}, BadOptions),
        ({"render_mode": "x"}, BadOptions),
    ):
        with pytest.raises(error):
            OneSeatEnv("race", 2, **wrong)
    with pytest.raises(gymnasium.error.ResetNeeded):
        OneSeatEnv("race", 2).step(0)
