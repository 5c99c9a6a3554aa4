"""Many tables at once are as many matches: each array says what that table's position says."""

import threading

import numpy as np
import pytest

from ai.environments.numbering import REWARDS
from ai.environments.vector import VectorEnvironment
from engine.errors import BadAction, BadOptions
from tests.support.environments import FEW, TABLES

ARRAYS = ("mask", "seat", "inputs", "rewards", "ended", "scores")


def arrays(environment):
    return {name: getattr(environment, name).copy() for name in ARRAYS}


def assert_same(one, other, rows=slice(None)):
    for name in ARRAYS:
        assert (one[name][rows] == other[name][rows]).all(), name


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_step_is_an_action_at_every_table(name, seats):
    """The position goes on as `apply` has it, and seat, mask, inputs, rewards and end are the position's."""
    environment = VectorEnvironment(name, 5, seats, reward="gain", seed=1, max_decisions=90)
    setting = environment.setting
    for step in range(1, 200):
        states = [environment.state_of(table) for table in range(5)]
        for table, state in enumerate(states):
            seat = int(environment.seat[table])
            assert seat == state.deciding_seats()[0]
            assert (environment.mask[table] == setting.mask(state, seat)).all()
            assert (environment.inputs[table] == setting.see(state, seat)).all()
        asked, actions = environment.seat.copy(), environment.sample()
        environment.step(actions)
        for table, state in enumerate(states):
            before = state.scores()
            state.apply(int(asked[table]), setting.numbering.action_of(int(actions[table])))
            assert [*environment.rewards[table]] == [b - a for a, b in zip(before, state.scores(), strict=True)]
            kind = 1 if state.is_over else 2 if state.version == 90 else 0
            assert environment.ended[table] == kind
            if kind:
                assert tuple(environment.scores[table]) == state.scores()
                assert environment.state_of(table).version == 0
            else:
                assert environment.state_of(table) == state
        assert step < 90 or environment.ended.any() or environment.state_of(0).version < 90


@pytest.mark.parametrize("reward", REWARDS)
def test_rewards_are_those_of_single_matches(reward):
    """Each kind of reward, at the end and before it."""
    environment = VectorEnvironment("race", 8, 3, reward=reward, seed=2)
    numbering, kind = environment.setting.numbering, environment.setting.reward
    ends = 0
    while ends < 8:
        states = [environment.state_of(table) for table in range(8)]
        asked, actions = environment.seat.copy(), environment.sample()
        environment.step(actions)
        for table, state in enumerate(states):
            before = state.scores()
            state.apply(int(asked[table]), numbering.action_of(int(actions[table])))
            assert [*environment.rewards[table]] == pytest.approx(numbering.rewards(state, kind, before))
        ends += int(environment.ended.astype(bool).sum())
    assert ends >= 8


@pytest.mark.parametrize(("name", "seats"), FEW)
def test_the_seed_decides_and_tables_do_not_depend_on_each_other(name, seats):
    """The same seed and actions give the same arrays, at the same table also among more tables."""
    one, same, more = (VectorEnvironment(name, tables, seats, seed=7) for tables in (4, 4, 9))
    for _ in range(200):
        assert_same(arrays(one), arrays(same))
        assert_same(arrays(one), arrays(more), slice(4))
        actions = one.sample()
        one.step(actions)
        same.step(actions)
        more.step(np.concatenate([actions, more.sample()[4:]]))
    later = one.inputs.copy()
    one.reset(7)
    again, other = VectorEnvironment(name, 4, seats, seed=7), VectorEnvironment(name, 4, seats, seed=8)
    assert (one.mask == again.mask).all()
    assert (one.inputs == again.inputs).all()
    assert (one.inputs != later).any()
    assert one.state_of(0) == again.state_of(0) != other.state_of(0)


def test_matches_differ():
    """Tables among each other, and a table's matches."""
    environment = VectorEnvironment("race", 50, 2, seed=3)
    dealt = {environment.state_of(table).fingerprint() for table in range(50)}
    assert len(dealt) == 50
    while not environment.ended[0]:
        environment.step(environment.sample())
    assert environment.state_of(0).fingerprint() not in dealt


def test_what_is_not_legal_is_refused_and_nothing_is_played():
    """At the first table whose action can't be; and what are no actions at all."""
    environment = VectorEnvironment("roll", 4, 2, seed=4)
    before, states = arrays(environment), [environment.state_of(table) for table in range(4)]
    legal = environment.sample()
    for number in (-1, environment.actions, int(np.flatnonzero(environment.mask[2] == 0)[0])):
        wrong = legal.copy()
        wrong[2] = number
        with pytest.raises(BadAction, match=f"table 2: action {number} is not legal for seat"):
            environment.step(wrong)
    for shapeless in (legal[:3], [*legal, 0], 1, "x", None, [None] * 4, [[0]] * 4, [1 << 40] * 4):
        with pytest.raises(BadAction, match="actions"):
            environment.step(shapeless)
    assert_same(before, arrays(environment))
    assert [environment.state_of(table) for table in range(4)] == states


def test_settings_of_a_vector_that_can_not_be_are_refused():
    for wrong, message in (
        ({"tables": 0}, "tables is 0"),
        ({"tables": "4"}, "tables is '4'"),
        ({"seed": -1}, "seed is -1"),
        ({"seats": 9}, "takes 2 to 4"),
        ({"reward": "x"}, "it can be win"),
    ):
        with pytest.raises(BadOptions, match=message):
            VectorEnvironment("race", **wrong)
    with pytest.raises(BadOptions, match="table is 4"):
        VectorEnvironment("race", 4).state_of(4)


def test_without_inputs_all_else_is_the_same():
    full, bare = VectorEnvironment("race", 6, 4, seed=5), VectorEnvironment("race", 6, 4, seed=5, inputs=False)
    assert bare.inputs is None
    for _ in range(300):
        actions = full.sample()
        full.step(actions)
        bare.step(actions)
        assert (full.mask == bare.mask).all()
        assert (full.rewards == bare.rewards).all()


def test_several_run_in_threads_as_they_do_alone():
    """Stepping lets the others go on; nothing is shared."""

    def run(seed, into):
        environment = VectorEnvironment("race", 64, 2, seed=seed)
        for _ in range(300):
            environment.step(environment.sample())
        into[seed] = arrays(environment)

    together, alone = {}, {}
    threads = [threading.Thread(target=run, args=(seed, together)) for seed in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for seed in range(3):
        run(seed, alone)
        assert_same(together[seed], alone[seed])
