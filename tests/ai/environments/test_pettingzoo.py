"""The PettingZoo environments pass that project's own tests, and seats that decide at once act at once."""

import warnings

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="the extra `rl` is not installed")
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from ai.environments.pettingzoo import env, parallel_env, raw_env
from engine.errors import BadAction, BadOptions, IllegalAction
from tests.support.environments import FEW, TABLES

#: what the tests say of every environment with masks
HARMLESS = ("Observation is not a NumPy array", "Observation space for each agent probably should be")


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_pettingzoos_own_tests_pass(name, seats):
    """Both environments: 1,000 cycles of the API test, and the same seed twice; without a warning of theirs."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        api_test(env(name, seats), num_cycles=1000)
        api_test(raw_env(name, seats, reward="gain", max_decisions=50), num_cycles=1000)
        seed_test(lambda: env(name, seats))
        parallel_api_test(parallel_env(name, seats), num_cycles=1000)
        parallel_seed_test(lambda: parallel_env(name, seats))
    assert [str(each.message) for each in said if not str(each.message).startswith(HARMLESS)] == []


def choose_legal(environment, shown, chance):
    return {agent: int(chance.choice(np.flatnonzero(shown[agent]["action_mask"]))) for agent in environment.agents}


@pytest.mark.parametrize(("name", "seats"), FEW)
def test_both_play_the_same_matches(name, seats):
    """What the parallel environment does in one step the other does seat by seat, with the same rewards."""
    together, apart = parallel_env(name, seats, reward="gain"), raw_env(name, seats, reward="gain")
    chance = np.random.default_rng(1)
    shown, _ = together.reset(seed=5)
    apart.reset(seed=5)
    owed = {agent: [] for agent in together.agents}
    got = [dict.fromkeys(owed, 0.0), dict.fromkeys(owed, 0.0)]
    at_once = waits = 0
    while together.agents:
        deciding = [f"seat_{seat}" for seat in together.course.state.deciding_seats()]
        assert [agent for agent in owed if not shown[agent]["action_mask"][-1]] == deciding
        at_once += len(deciding) > 1
        waits += len(deciding) < seats
        actions = choose_legal(together, shown, chance)
        for agent in deciding:
            owed[agent].append(actions[agent])
        shown, rewards, ended, truncated, _ = together.step(actions)
        for agent, reward in rewards.items():
            got[0][agent] += reward
        # Of those who decide at once, here the first gives all its answers before the next is asked.
        while owed[apart.agent_selection] and not any(apart.terminations.values()):
            apart.step(owed[apart.agent_selection].pop(0))
            for agent, reward in apart.rewards.items():
                got[1][agent] += reward
        if not any(owed.values()):
            assert apart.course.state == together.course.state
            assert (apart.terminations, apart.truncations) == (ended, truncated)
    assert got[0] == got[1]
    assert apart.course.state == together.course.state
    assert seats == 1 or (at_once > 0 and waits > 0)


def test_a_long_match_is_broken_off():
    """Truncated, not over, and without a reward."""
    environment = raw_env("roll", 2, max_decisions=7)
    environment.reset(seed=1)
    for _ in range(7):
        assert not any(environment.truncations.values())
        environment.step(int(np.flatnonzero(environment.last()[0]["action_mask"])[0]))
    assert environment.truncations == {"seat_0": True, "seat_1": True}
    assert not any(environment.terminations.values())
    assert environment.rewards == {"seat_0": 0, "seat_1": 0}


def test_who_does_what_is_not_legal_has_lost():
    """In the wrapped and in the parallel environment."""
    wrapped = env("race", 2)
    wrapped.reset(seed=1)
    wrapped.step(int(np.flatnonzero(wrapped.last()[0]["action_mask"] == 0)[0]))
    assert wrapped.unwrapped.rewards == {"seat_0": -1, "seat_1": 0}
    assert all(wrapped.terminations.values())
    together = parallel_env("race", 2)
    shown, _ = together.reset(seed=1)
    wrong = choose_legal(together, shown, np.random.default_rng(1)) | {"seat_1": together.action_space("seat_1").n - 1}
    _, rewards, ended, _, infos = together.step(wrong)
    assert (rewards, ended) == ({"seat_0": 0, "seat_1": -1}, {"seat_0": True, "seat_1": True})
    assert "no action of race" in infos["seat_1"]["illegal"]
    assert together.agents == []


def test_what_is_not_legal_raises_where_it_was_asked_for():
    """The raw environment always; then the position is as it was."""
    raw = raw_env("race", 2)
    raw.reset(seed=1)
    before = raw.course.state.to_bytes()
    with pytest.raises(IllegalAction):
        raw.step(int(np.flatnonzero(raw.last()[0]["action_mask"] == 0)[0]))
    with pytest.raises(BadAction, match="an action is a number, not 'x'"):
        raw.step("x")
    assert raw.course.state.to_bytes() == before
    strict = parallel_env("race", 2, illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(BadAction, match="seat_0 owes a decision"):
        strict.step({})


def test_the_table_is_drawn(capsys):
    """As text, or printed."""
    environment = raw_env("race", 2, render_mode="ansi")
    environment.reset(seed=1)
    assert environment.render() == environment.course.state.to_text()
    human = raw_env("race", 2, render_mode="human")
    human.reset(seed=1)
    assert human.render() is None
    assert capsys.readouterr().out == environment.render() + "\n"
    with pytest.raises(BadOptions, match="render_mode is 'rgb_array'; it can be 'ansi', 'human', None"):
        raw_env("race", 2, render_mode="rgb_array")
    with pytest.raises(BadOptions, match="illegal is 'x'"):
        parallel_env("race", 2, illegal="x")
