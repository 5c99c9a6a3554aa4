"""The consequences of an action, as far as its own seat can say beforehand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.errors import EngineError

if TYPE_CHECKING:
    import random

    from engine.contract.action import Action
    from engine.contract.state import InformationSet

#: worlds that have to agree; each is some microseconds
WORLDS = 4


def foresee(
    information_set: InformationSet, action: Action, rng: random.Random, actor: int | None = None, worlds: int = WORLDS
) -> InformationSet | None:
    """Return the viewer's information set after a legal *action*, or None if the action brings it something new.

    New is the outcome of a draw (seen by the generator having moved) and whatever differs between
    imagined worlds: what others hold or have chosen, the order of a shuffled pile. The action is the viewer's
    own, or that of the seat *actor*: then it is new, too, that the actor could do it, if that was not certain.
    Raises EngineError for a spectator's information set without an actor.
    """
    seat = information_set.seat if actor is None else actor
    if seat is None:
        raise EngineError("a spectator does not act; name the actor")
    after: InformationSet | None = None
    for _ in range(worlds):
        world = information_set.imagine(rng)
        if actor is not None and (seat not in world.deciding_seats() or action not in world.legal_actions(seat)):
            return None
        chance = world.describe_rng()
        world.apply(seat, action)
        if world.describe_rng() != chance:
            return None
        seen = world.information_set(information_set.seat)
        if after is not None and seen != after:
            return None
        after = seen
    return after
