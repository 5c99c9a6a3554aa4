"""The JSON-able picture of a hidden table: its description without what only a full state holds, and points."""

import cython
from cython.cimports.engine.tiny_epic.description import describe_table
from cython.cimports.engine.tiny_epic.powers import LEVEL, MAT_LEVELS
from cython.cimports.engine.tiny_epic.state import is_rogue, points_of, ships_of


def picture_of(table):
    """Return the picture; a mission that the viewer can't know is "unknown"."""
    galaxy: cython.int
    words = describe_table(table)
    words["deck"] = len(words["deck"])
    for galaxy in range(table.galaxies):
        at = cython.address(table.galaxy[galaxy])
        shown = words["galaxies"][galaxy]
        shown["points"] = points_of(at)
        shown["ships"] = ships_of(table, galaxy)
        shown["resource_max"] = at.resource_max
        shown["is_rogue"] = bool(is_rogue(table, galaxy))
        if shown["is_rogue"]:
            shown["dice"] = table.mat.dice[min(at.level, MAT_LEVELS) - 1]
        else:
            shown["dice"] = LEVEL[at.level].dice
    return words
