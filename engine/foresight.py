"""What an action leads to, as far as its own seat can say beforehand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import random

    from engine.contract.state import InformationSet

#: worlds that have to agree; each is some microseconds
WORLDS = 4


def foresee(information_set: InformationSet, action: Any, rng: random.Random) -> InformationSet | None:
    """Return the viewer's information set after its legal *action*, or None if the action brings it something new.

    New is the outcome of a draw (seen by the generator having moved) and whatever differs between
    imagined worlds: what others hold or have chosen, the order of a shuffled pile.
    """
    seat = information_set.seat
    after: InformationSet | None = None
    for _ in range(WORLDS):
        world = information_set.imagine(rng)
        chance = world.describe_rng()
        world.apply(seat, action)
        if world.describe_rng() != chance:
            return None
        seen = world.information_set(seat)
        if after is not None and seen != after:
            return None
        after = seen
    return after
