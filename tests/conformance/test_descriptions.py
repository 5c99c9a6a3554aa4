"""Any description is a position or refused in words: never a crash."""

import json
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.errors import BadDescription
from engine.registry import GAMES
from tests.conformance.checks import assert_sound
from tests.support.matches import Table, position, random_choice
from tests.support.mutations import JUNK, mutate


def tables():
    return [Table(game, seats) for game in GAMES.values() for seats in range(game.seats_min, game.seats_max + 1)]


def check_mutated(table, number, changes, chance, *, is_thorough=False):
    words = json.loads(json.dumps(position(table, number, chance.randrange(150)).describe()))
    for _ in range(changes):
        mutate(words, chance)
    before = repr(words)
    try:
        state = table.game.from_description(words)
    except BadDescription:
        return False
    finally:
        assert repr(words) == before, "a description is read, not changed"
    again = state.describe()
    assert table.game.from_description(json.loads(json.dumps(again))).describe() == again
    assert_sound(state)
    for viewer in [*range(state.seats), None]:
        info = state.information_set(viewer)
        json.dumps(info.view())
        assert info.imagine(chance).information_set(viewer) == info
    for _ in range(80):
        if state.is_over:
            break
        state.submit(*random_choice(state, chance))
        assert_sound(state)
        if is_thorough:
            again = state.describe()
            assert table.game.from_description(again).describe() == again, "what is made of a position is one, too"
    return True


@pytest.mark.parametrize("plain_table", tables(), ids=str)
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(number=st.integers(0, 5), changes=st.integers(1, 3), chance=st.randoms(use_true_random=True))
def test_a_changed_description_is_a_position_or_refused(plain_table, number, changes, chance):
    """Up to three places of a real description are changed; what is taken can be seen, imagined and played on."""
    check_mutated(plain_table, number, changes, chance)


@pytest.mark.soak
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("plain_table", tables(), ids=str)
def test_thousands_of_changed_descriptions_are_positions_or_refused(plain_table):
    """The same, many times, and so is every position that follows."""
    taken = sum(
        check_mutated(plain_table, n % 20, 1 + n % 3, random.Random(n), is_thorough=True) for n in range(20_000)
    )
    assert taken


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
class TestJunk:
    @pytest.mark.parametrize(
        "junk", [*JUNK, b"x", (), {"seats": 2}, {"game": "roll"}, object()], ids=lambda j: repr(j)[:20]
    )
    def test_no_position_at_all_is_refused(self, game, junk):
        """Nothing that is no description, or a part of one, is taken."""
        with pytest.raises(BadDescription):
            game.from_description(junk)

    @settings(max_examples=100, deadline=None)
    @given(
        words=st.recursive(
            st.none() | st.booleans() | st.integers() | st.text(max_size=5),
            lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
        )
    )
    def test_any_json_is_refused_or_a_position(self, game, words):
        """Whatever JSON can say."""
        try:
            game.from_description(words)
        except BadDescription:
            return
        assert isinstance(words, dict)
