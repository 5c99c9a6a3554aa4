"""The JSON-able picture of a hidden table.

It is the table's description without what only the rules need, and with numbers that a player would work out.
"""

import cython
from cython.cimports.engine.roll.description import describe_table
from cython.cimports.engine.roll.phases.develop import development_cost
from cython.cimports.engine.roll.phases.settle import world_cost
from cython.cimports.engine.roll.powers import GOODS_COLORS
from cython.cimports.engine.roll.state import Table, room

from engine.roll import catalog

#: what stands in a description for the rules to go on, and tells a viewer nothing
FOR_RULES = ("bag", "shown", "stage", "giver_place", "has_given")


def picture_table(table):
    """Return the picture."""
    seat: cython.int
    words = describe_table(table)
    for name in FOR_RULES:
        words.pop(name, None)
    words["bag_count"] = table.bag_count
    words["pile_count"] = table.pile_count
    words["player_order"] = [table.order[seat] for seat in range(table.head.seats)]
    for seat in range(table.head.seats):
        words["seats"][seat] |= _work_out(table, seat)
    return words


@cython.cfunc
def _work_out(table: cython.pointer(Table), seat: cython.int):
    """Return what a player would work out: start tiles, squares, room for goods, costs of the top tiles."""
    at = cython.address(table.seat[seat])
    faction = catalog.FACTIONS[at.faction - 1]
    return {
        "start_tiles": [faction.left.id, faction.right.id, catalog.HOME_WORLDS[at.home_world - 1].id],
        "squares": at.squares,
        "room": {catalog.WORLD_COLORS[color]: room(at, color) for color in range(GOODS_COLORS) if at.worlds[color]},
        "stack_cost": {
            "development": development_cost(at, at.zone[0][0]) if at.zone_count[0] else None,
            "world": world_cost(at, at.zone[1][0]) if at.zone_count[1] else None,
        },
    }
