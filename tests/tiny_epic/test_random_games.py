"""Random matches: what must hold after every step."""

import random

import pytest

from engine.replay import replay
from engine.tiny_epic.catalog import MATS
from engine.tiny_epic.rules import TINY_EPIC
from tests.conformance.pieces import tiny_epic_pieces
from tests.tiny_epic.scenario import galaxies_of

ACTIONS_MAX = 40_000


def seed_of(number):
    return number.to_bytes(32, "little")


def check(state, chance):
    """Pieces, ranges, decisions, and what each seat may know."""
    words = state.describe()
    tiny_epic_pieces(words)
    deciding = state.deciding_seats()
    assert bool(deciding) != state.is_over
    assert len(deciding) == 1 or state.is_simultaneous or state.is_over
    for seat in range(state.seats):
        legal = state.legal_actions(seat)
        assert bool(legal) == (seat in deciding)
        assert len(set(legal)) == len(legal)
    for viewer in [*range(state.seats), None]:
        info = state.information_set(viewer)
        assert info.imagine(chance).information_set(viewer) == info
    assert TINY_EPIC.from_description(words) == state
    assert TINY_EPIC.from_bytes(state.to_bytes()) == state
    assert state.clone() == state


def play(seats, number, every, options=None):
    chance = random.Random(number)
    state = TINY_EPIC.setup(seats, seed_of(number), options)
    log = []
    while not state.is_over:
        if len(log) % every == 0:
            check(state, chance)
        seat = chance.choice(state.deciding_seats())
        action = chance.choice(state.legal_actions(seat))
        state.submit(seat, action)
        log.append((seat, action))
        assert len(log) < ACTIONS_MAX
    check(state, chance)
    return state, log


@pytest.mark.parametrize("seats", range(1, 6))
@pytest.mark.parametrize("number", range(3))
def test_invariants_hold_at_every_step(seats, number):
    """Every position is sound, and the log plays again to the same end."""
    state, log = play(seats, number, 1 if seats == 1 else 11)
    again = replay(TINY_EPIC, seats, seed_of(number), {}, log)
    assert again.fingerprint() == state.fingerprint()
    assert again.ranks() == state.ranks()


@pytest.mark.parametrize("mat", [mat.id for mat in MATS])
def test_solo_against_each_mat(mat):
    """Every built-in mat plays to the end."""
    results = {play(1, number, 5, {"rogue_mat": mat})[0].ranks() for number in range(10)}
    assert results <= {(1,), (2,)}


@pytest.mark.parametrize("option", ["rogue_rerolls_unusable", "extra_turn_is_followed"])
def test_solo_options(option):
    """With each option, too."""
    for number in range(5):
        play(1, number, 3, {option: not TINY_EPIC.options[option].default})


def test_points_only_ever_rise():
    """R66."""
    chance = random.Random(1)
    state = TINY_EPIC.setup(3, seed_of(5))
    before = [0, 0, 0]
    assert not state.is_over
    while not state.is_over:
        seat = chance.choice(state.deciding_seats())
        state.apply(seat, chance.choice(state.legal_actions(seat)))
        now = [galaxy["points"] for galaxy in galaxies_of(state.view(None))]
        assert all(new >= old for new, old in zip(now, before, strict=True))
        before = now
