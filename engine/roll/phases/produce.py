"""Phase IV, Produce: producers become goods (Roll R80-R83).

While there is room for all, each producer in turn is asked for its world; where room is short, each
space in turn is asked for its producer. Goods on worlds of one colour are alike (see state.py).
"""

import cython
from cython.cimports.engine.contract.state import report
from cython.cimports.engine.roll.actions import ActionKind, pack
from cython.cimports.engine.roll.events import EventIndex
from cython.cimports.engine.roll.phases.close import close_phase, open_phase
from cython.cimports.engine.roll.powers import COLORS, GOODS_COLORS
from cython.cimports.engine.roll.state import Asked, Seat, move_all, room, total

PHASE = cython.declare(cython.int, 3)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _room(at: cython.pointer(Seat)) -> cython.int:
    """Return how many goods more the seat's worlds can hold."""
    world: cython.int
    n: cython.int = 0
    for world in range(GOODS_COLORS):
        n += room(at, world)
    return n


def run_produce(table):
    """Go on until a seat is asked something; return whether the phase is over."""
    if table.stage == 0:
        open_phase(table, PHASE)
    while table.turn < table.head.seats:
        at = cython.address(table.seat[table.order[table.turn]])
        if total(at.column[PHASE]) > 0 and _room(at) > 0:
            at.asked = Asked.ASK_PRODUCE
            return False
        move_all(at.column[PHASE], at.cup)
        table.turn += 1
    close_phase(table, PHASE)
    return True


def legal_produce(table, seat, out):
    """Write the legal actions of a seat in Produce."""
    at = cython.address(table.seat[seat])
    color: cython.int = 0
    world: cython.int = 0
    n: cython.int = 0
    if total(at.column[PHASE]) <= _room(at):
        while at.column[PHASE][color] == 0:
            color += 1
        for world in range(GOODS_COLORS):
            if room(at, world) > 0:
                out[n] = pack(ActionKind.PRODUCE, color, world, 0)
                n += 1
        return n
    while room(at, world) <= 0:
        world += 1
    for color in range(COLORS):
        if at.column[PHASE][color] > 0:
            out[n] = pack(ActionKind.PRODUCE, color, world, 0)
            n += 1
    return n


def apply_produce(table, seat, a, b):
    """Carry out an action of Produce."""
    at = cython.address(table.seat[seat])
    at.column[PHASE][a] -= 1
    at.goods[b][a] += 1
    report(cython.address(table.head), EventIndex.GOOD_PRODUCED, seat, a, b, 0, 0)
