"""A description of one table that looks as a view says: what the viewer can't know is filled in somehow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.contract.vocabulary import HIDDEN, OF_VIEW, OF_VIEWED_SEAT
from engine.errors import BadDescription
from engine.tiny_epic.catalog import MISSION_IDS

if TYPE_CHECKING:
    from random import Random

    Words = dict[str, Any]

#: what the view of the table, and of a seat, has more than a description
WORKED_OUT = {*OF_VIEW, "deck_count"}
SEAT_WORKED_OUT = {*OF_VIEWED_SEAT, "asks", "ships", "dice", "resource_max"}


def complete_view(view: Words, rng: Random) -> Words:
    """Return the description of a table that *view* may show; raise BadDescription or what comes of malformed parts."""
    words = {key: value for key, value in view.items() if key not in WORKED_OUT}
    seats = words["seats"] = [
        {key: value for key, value in seat.items() if key not in SEAT_WORKED_OUT} for seat in view["seats"]
    ]
    if view["rogue"] is not None:
        words["rogue"] = {key: value for key, value in view["rogue"].items() if key not in SEAT_WORKED_OUT}
    known = {mission for seat in seats for mission in seat["missions"]}
    pool = [mission for mission in MISSION_IDS if mission not in known]
    rng.shuffle(pool)
    for seat in seats:
        seat["missions"] = [_deal(pool) if mission == HIDDEN else mission for mission in seat["missions"]]
    return words


def _deal(pool: list[str]) -> str:
    if not pool:
        raise BadDescription("more missions are hidden than the game has left")
    return pool.pop()
