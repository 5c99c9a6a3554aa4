"""Setup: two missions each, of which one is kept, all at the same time (Tiny Epic R05)."""

import cython
from cython.cimports.engine.contract.state import begin_simultaneous, end_simultaneous, report
from cython.cimports.engine.rng import below
from cython.cimports.engine.tiny_epic.actions import ActionKind, first_of, pack
from cython.cimports.engine.tiny_epic.events import EventIndex
from cython.cimports.engine.tiny_epic.powers import MISSIONS
from cython.cimports.engine.tiny_epic.state import CHOOSING_MISSIONS, PLAYING, STREAM_MISSIONS
from cython.cimports.libc.stdint import uint8_t


def deal(table):
    """Deal two missions to each seat; the rest stays in the box unseen."""
    pile = cython.declare(uint8_t[MISSIONS])
    i: cython.int
    seat: cython.int
    drawn: cython.int
    left: cython.int = MISSIONS
    for i in range(MISSIONS):
        pile[i] = i
    for seat in range(table.head.seats):
        for i in range(2):
            drawn = below(cython.address(table.head.rng), STREAM_MISSIONS, left)
            table.galaxy[seat].mission[i] = pile[drawn]
            left -= 1
            pile[drawn] = pile[left]
    table.step = CHOOSING_MISSIONS
    begin_simultaneous(cython.address(table.head))


def legal(table, seat, out):
    """Keep the one or the other."""
    at = cython.address(table.galaxy[seat])
    out[0] = pack(ActionKind.KEEP, at.mission[0], 0)
    out[1] = pack(ActionKind.KEEP, at.mission[1], 0)
    return 2


def answer(table, seat, code):
    """Keep the mission; return whether all have chosen."""
    at = cython.address(table.galaxy[seat])
    other: cython.int = at.mission[1] if at.mission[0] == first_of(code) else at.mission[0]
    at.mission[0] = first_of(code)
    at.mission[1] = other
    at.has_chosen = 1
    each: cython.int
    report(cython.address(table.head), EventIndex.MISSION_KEPT, seat, first_of(code), other, 0, 0)
    for each in range(table.head.seats):
        if not table.galaxy[each].has_chosen:
            return False
    end_simultaneous(cython.address(table.head))
    table.step = PLAYING
    report(cython.address(table.head), EventIndex.MISSIONS_CHOSEN, -1, 0, 0, 0, 0)
    return True
