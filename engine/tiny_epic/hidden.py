"""Things that a seat can't know: the others' missions and the dice and planets to come.

The missions kept are shown when the match is over; the returned ones never (Tiny Epic R05, R67). The
draw pile is a set from which a random planet is drawn, so there is no order to hide.
"""

import cython
from cython.cimports.engine.rng import below, seed_fast
from cython.cimports.engine.tiny_epic.powers import MISSIONS
from cython.cimports.engine.tiny_epic.state import (
    CHOOSING_MISSIONS,
    NONE,
    OVER,
    STREAM_MISSIONS,
    UNKNOWN,
    bit,
)
from cython.cimports.libc.stdint import uint64_t


def hide(table, viewer):
    """Forget what *viewer* (a spectator below 0) can't know."""
    seat: cython.int
    for seat in range(table.head.seats):
        if seat == viewer:
            continue
        at = cython.address(table.galaxy[seat])
        if at.mission[0] != NONE and table.step != OVER:
            at.mission[0] = UNKNOWN
        if at.mission[1] != NONE:
            at.mission[1] = UNKNOWN
        if table.step == CHOOSING_MISSIONS:
            at.has_chosen = 0


def imagine(table, seed):
    """Deal the missions that nobody is known to hold, and go on with a fast generator."""
    seat: cython.int
    i: cython.int
    mission: cython.int
    skip: cython.int
    left: cython.int = MISSIONS
    known: uint64_t = 0
    seed_fast(cython.address(table.head.rng), seed)
    for seat in range(table.head.seats):
        for i in range(2):
            if table.galaxy[seat].mission[i] < MISSIONS:
                known |= bit(table.galaxy[seat].mission[i])
                left -= 1
    for seat in range(table.head.seats):
        for i in range(2):
            if table.galaxy[seat].mission[i] != UNKNOWN:
                continue
            skip = below(cython.address(table.head.rng), STREAM_MISSIONS, left)
            mission = 0
            while True:
                if not known & bit(mission):
                    if skip == 0:
                        break
                    skip -= 1
                mission += 1
            table.galaxy[seat].mission[i] = mission
            known |= bit(mission)
            left -= 1
