"""Reveal: which phases are played, and what goes back to the cups at once (Roll R34-R36)."""

import cython
from cython.cimports.engine.contract.state import report
from cython.cimports.engine.rng import below
from cython.cimports.engine.roll.events import EventIndex
from cython.cimports.engine.roll.powers import COLORS, FACE, PHASES
from cython.cimports.engine.roll.state import NONE, STREAM_SPARE_DIE, Step, Table, close_step, move_all

HOME = cython.declare(cython.int, 0)


def reveal(table):
    """Lift the screens: selectors join their columns, unplayed workers return (Roll R21, R34-R36)."""
    seat: cython.int
    phase: cython.int
    close_step(table)
    for seat in range(table.head.seats):
        at = cython.address(table.seat[seat])
        if at.selector != NONE:
            table.played |= 1 << at.selected
            at.column[at.selected][at.selector] += 1
        _show(table, seat)
        at.selector = NONE
    if table.head.seats == 2:
        # The spare Home die has no wild face.
        table.spare_face = FACE[HOME][below(cython.address(table.head.rng), STREAM_SPARE_DIE, 6)]
        table.played |= 1 << table.spare_face
        report(cython.address(table.head), EventIndex.SPARE_DIE, -1, table.spare_face, 0, 0, 0)
    for seat in range(table.head.seats):
        at = cython.address(table.seat[seat])
        move_all(at.dictated, at.cup)
        for phase in range(PHASES):
            if not (table.played >> phase) & 1:
                move_all(at.column[phase], at.cup)
    table.step = Step.EXPLORE
    table.stage = 0
    table.turn = 0


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _show(table: cython.pointer(Table), seat: cython.int) -> cython.void:
    """Report a seat's selection and workers."""
    phase: cython.int
    color: cython.int
    at = cython.address(table.seat[seat])
    head = cython.address(table.head)
    if head.log == cython.NULL or at.selector == NONE:
        return
    report(head, EventIndex.SELECTED, seat, at.selected, at.selector, 0, 0)
    for phase in range(PHASES):
        for color in range(COLORS):
            if at.column[phase][color] > 0:
                report(head, EventIndex.WORKERS, seat, phase, color, at.column[phase][color], 0)
