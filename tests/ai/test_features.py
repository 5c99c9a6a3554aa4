"""What networks are fed follows from what a seat may know."""

import math
import random

import pytest

from ai.evaluate.features import ENCODERS
from engine.errors import EngineError
from engine.registry import GAMES, find_game
from tests.support.beginners import beginners_match

TABLES = [
    *(("roll", seats) for seats in (2, 3, 5)),
    *(("race", seats) for seats in (2, 3, 4)),
    *(("tiny_epic", seats) for seats in (1, 2, 5)),
]


def test_every_game_has_an_encoder():
    assert set(ENCODERS) == set(GAMES)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_seat_is_fed_what_it_may_know(name, seats):
    """The same inputs from the full state, the hidden one and an imagined one, in each step of a match."""
    chance = random.Random(3)
    encoder = ENCODERS[name]
    worlds = 0
    for state, decider in beginners_match(name, seats, 7):
        for seat in {decider, chance.randrange(seats)}:
            info = state.information_set(seat)
            other = info.imagine(chance)
            on, dense = encoder.observe(state, seat)
            assert encoder.observe(info.state, seat) == (on, dense), info.state.describe()
            assert encoder.observe(other, seat) == (on, dense)
            assert all(0 <= number < encoder.sparse for number in on)
            assert len(dense) == encoder.dense
            assert all(math.isfinite(value) and abs(value) < 20 for value in dense)
            worlds += other.describe() != state.describe()
    assert worlds > 10


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_quiet_positions_come_again_and_again(name, seats):
    """Rounds or turns begin quietly; what is quiet in the full state is quiet to those who imagine it."""
    chance = random.Random(4)
    encoder = ENCODERS[name]
    quiet = seen = 0
    for state, seat in beginners_match(name, seats, 8):
        seen += 1
        if encoder.quiet(state):
            quiet += 1
            assert encoder.quiet(state.information_set(seat).imagine(chance))
    assert 5 <= quiet < seen


def test_the_game_of_two_actions_is_told_from_the_other():
    """One input is on in all its positions and never in an ordinary match."""

    def inputs(options):
        return [set(ENCODERS["race"].observe(state, seat)[0]) for state, seat in beginners_match("race", 2, 5, options)]

    assert len(set.intersection(*inputs({"advanced": True})) - set.union(*inputs({}))) == 1


@pytest.mark.parametrize("seat", [-1, 2, 9])
def test_a_seat_that_isnt_there_is_refused(seat):
    state = find_game("race").setup(2, bytes(32))
    with pytest.raises(EngineError):
        ENCODERS["race"].observe(state, seat)
