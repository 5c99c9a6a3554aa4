"""Matches of a light policy with some chance, as beginners play."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from ai.levels import choose
from engine.registry import find_game

if TYPE_CHECKING:
    from collections.abc import Iterator


def beginners_match(
    name: str, seats: int, seed: int, options: dict[str, Any] | None = None
) -> Iterator[tuple[Any, int]]:
    """Yield the state and the seat that decides next, decision by decision; the state is over at the end."""
    chance = random.Random(seed)
    state = find_game(name).setup(seats, chance.randbytes(32), options)
    while not state.is_over:
        seat = chance.choice(state.deciding_seats())
        yield state, seat
        state.apply(seat, choose(state.information_set(seat), "level2"))
