"""A description of one table that looks as a view says: what the viewer can't know is filled in somehow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.contract.vocabulary import HIDDEN, OF_VIEW, OF_VIEWED_SEAT
from engine.errors import BadDescription
from engine.roll.catalog import COLORS, PHASES, TILE_IDS, TILES

if TYPE_CHECKING:
    from random import Random

    Words = dict[str, Any]

#: what the view of the table, and of a seat, has more than a description
WORKED_OUT = {*OF_VIEW, "bag_count", "pile_count"}
SEAT_WORKED_OUT = {*OF_VIEWED_SEAT, "start_tiles", "squares", "room", "stack_cost"}

DEVELOPMENT_TILES = {tile.development.id: name for tile, name in zip(TILES, TILE_IDS, strict=True)}
WORLD_TILES = {tile.world.id: name for tile, name in zip(TILES, TILE_IDS, strict=True)}
#: stages of Explore that its view shows otherwise
GIVING_UP = 2
EXTRA_DRAW = 3


def complete_view(view: Words, rng: Random) -> Words:
    """Return the description of a table that *view* may show; raise BadDescription or what comes of malformed parts."""
    words = {key: value for key, value in view.items() if key not in WORKED_OUT}
    seats = words["seats"] = [
        {key: value for key, value in seat.items() if key not in SEAT_WORKED_OUT} for seat in view["seats"]
    ]
    pool = _find_unknown(seats)
    rng.shuffle(pool)
    for seat in seats:
        for place in ("hand", "abandoned"):
            seat[place] = [_deal(pool) if tile == HIDDEN else tile for tile in seat[place]]
        seat["stacks"] = {
            name: [_deal(pool) if tile == HIDDEN else tile for tile in stack] for name, stack in seat["stacks"].items()
        }
    for number, seat in enumerate(seats):
        if number != view["viewer"]:
            _go_back(view["step"], seat)
    if view["step"] in PHASES:
        words |= _find_stage(view)
    return words


def _find_unknown(seats: list[Words]) -> list[str]:
    """Return the tiles that the viewer does not see."""
    left = list(TILE_IDS)
    for seat in seats:
        built = [DEVELOPMENT_TILES.get(side) or WORLD_TILES[side] for side in seat["tableau"]]
        seen = [*seat["hand"], *seat["abandoned"], *(tile for stack in seat["stacks"].values() for tile in stack)]
        for tile in [*built, *seen]:
            if tile != HIDDEN:
                left.remove(tile)
    return left


def _deal(pool: list[str]) -> str:
    if not pool:
        raise BadDescription("more tiles are hidden than the game has left")
    return pool.pop()


def _go_back(step: str, seat: Words) -> None:
    """Let another seat decide still in a simultaneous step, as it stood when the step began."""
    if step == "setup":
        seat["asks"] = "begin"
    elif step == "assign" and seat["cup"]:
        # Its dice have been rolled, unseen.
        seat |= {"asks": "select", "columns": {PHASES[0]: seat["cup"]}, "cup": {}}
    elif step == "manage" and seat["asks"] is None:
        has_dice_out = any(seat["stack_dice"].values()) or bool(seat["goods"])
        is_recruiting = seat["progress"].get("recruit_color", 0) < len(COLORS)
        seat["asks"] = "recruit" if is_recruiting else "recall" if has_dice_out else None


def _find_stage(view: Words) -> Words:
    """Return how far a phase has come."""
    if view["asks"] == "give_up":
        giver = view["player_order"].index(view["deciding_seats"][0])
        return {"stage": GIVING_UP, "giver_place": giver + 1, "has_given": True}
    is_extra = view["step"] == "explore" and any(seat["progress"].get("is_extra_draw") for seat in view["seats"])
    return {"stage": EXTRA_DRAW if is_extra else 1}
