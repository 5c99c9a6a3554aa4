"""Playouts, which go through the rules by the C door, against the same matches by the Python door."""

import itertools
from collections.abc import Iterator

import pytest

from ai.evaluate import UNIFORM
from ai.playout import play_matches
from engine.registry import GAMES
from tests.support.matches import seed_bytes

SEATS = [(game, seats) for game in GAMES.values() for seats in range(game.seats_min, game.seats_max + 1)]
MASK = 2**64 - 1
#: standing answers, which playouts leave out: they only spare people questions
STANDING = frozenset({"never", "ask"})


def draw_fast(state: int) -> Iterator[int]:
    """The numbers of SplitMix64."""
    while True:
        state = (state + 0x9E3779B97F4A7C15) & MASK
        z = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9 & MASK
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK
        yield z ^ (z >> 31)


def count_decisions(game, seats: int, seed: int, most: int) -> int:
    """The decisions of a match played by chance, with the actions that the Python door offers in their order."""
    state, chance = game.setup(seats, seed_bytes(seed)), draw_fast(seed)
    state.reseed(next(chance))
    for count in itertools.count():
        if state.is_over or count == most:
            return count
        seat = state.deciding_seats()[0]
        legal = [action for action in state.legal_actions(seat) if action.kind not in STANDING]
        state.apply(seat, legal[((next(chance) >> 32) * len(legal)) >> 32])
    raise AssertionError


@pytest.mark.parametrize(("game", "seats"), SEATS, ids=lambda each: getattr(each, "name", each))
def test_a_playout_offers_what_the_python_door_offers(game, seats):
    """Whoever decides next, and among what, is the same by both doors: a difference leads to another match."""
    for seed in range(3):
        played = play_matches(game, UNIFORM, seats, 1, seed)
        assert played["decisions"] == count_decisions(game, seats, seed, 4096)
