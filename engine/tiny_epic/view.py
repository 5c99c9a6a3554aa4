"""The JSON-able picture of a hidden table.

It is the table's description with a count for the deck, and with numbers that a player would work out.
"""

import cython
from cython.cimports.engine.tiny_epic.description import describe_table
from cython.cimports.engine.tiny_epic.powers import LEVEL, MAT_LEVELS
from cython.cimports.engine.tiny_epic.state import ROGUE, Table, points_of, ships_of


def picture_table(table):
    """Return the picture."""
    seat: cython.int
    words = describe_table(table)
    words["deck_count"] = len(words.pop("deck"))
    words["player_order"] = [(table.first + seat) % table.head.seats for seat in range(table.head.seats)]
    for seat in range(table.head.seats):
        words["seats"][seat] |= _work_out(table, seat, LEVEL[table.galaxy[seat].level].dice)
    if words["rogue"] is not None:
        dice: cython.int = table.mat.dice[min(table.galaxy[ROGUE].level, MAT_LEVELS) - 1]
        words["rogue"] |= {"points": points_of(cython.address(table.galaxy[ROGUE])), **_work_out(table, ROGUE, dice)}
    return words


@cython.cfunc
def _work_out(table: cython.pointer(Table), galaxy: cython.int, dice: cython.int):
    """Return what the level gives: ships, dice, room for resources."""
    return {"ships": ships_of(table, galaxy), "dice": dice, "resource_max": table.galaxy[galaxy].resource_max}
