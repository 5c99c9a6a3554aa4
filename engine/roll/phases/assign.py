"""Roll and Assign: wild dice, phase selection, Dictate and the Reassign powers (Roll R18-R33).

The order of questions: a column for each wild die, the phase, the die that selects it, then
Reassign powers one after another, each in steps (worker, destination), until the seat is done.
"""

import cython
from cython.cimports.engine.contract.state import report
from cython.cimports.engine.roll.actions import ActionKind, pack
from cython.cimports.engine.roll.events import EventIndex
from cython.cimports.engine.roll.powers import COLORS, PHASES, REASSIGN
from cython.cimports.engine.roll.state import (
    DICTATING,
    NONE,
    Asked,
    Seat,
    Step,
    Table,
    first_color,
    just_moved,
    novelty_lead,
    open_step,
    pop_bit,
    pop_color,
    roll_cup,
    total,
    word,
)
from cython.cimports.libc.stdint import int32_t, uint64_t
from cython.cimports.libc.string import memset

ALL_COLUMNS = cython.declare(cython.int, 31)


def begin_assign(table):
    """Begin a round: everybody rolls, unseen (Roll R16, R18)."""
    seat: cython.int
    table.step = Step.ASSIGN
    table.round += 1
    table.played = 0
    table.spare_face = NONE
    for seat in range(table.head.seats):
        at = cython.address(table.seat[seat])
        at.selected = NONE
        at.selector = NONE
        at.asked = Asked.ASK_SELECT if total(at.cup) > 0 else Asked.NOTHING
    open_step(table)
    for seat in range(table.head.seats):
        roll_cup(table, seat)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _moves_allowed(table: cython.pointer(Table), seat: cython.int, row: cython.int) -> cython.int:
    """Return how many workers a Reassign power may move now (Roll R129 for the conditional one)."""
    if not REASSIGN[row].needs_novelty_lead:
        return REASSIGN[row].max_workers
    lead = novelty_lead(table, seat)
    return REASSIGN[row].max_workers if lead == 2 else REASSIGN[row].max_if_tied if lead == 1 else 0


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _destinations(at: cython.pointer(Seat), column: cython.int) -> cython.int:
    """Return the columns, as a mask, to which the power in use moves a worker of *column* (Roll R24)."""
    here: cython.int = 1 << column
    if at.power_in_use == DICTATING:
        return ALL_COLUMNS & ~here
    row = cython.address(REASSIGN[at.power_in_use])
    if row.to_selected:
        return (1 << at.selected) & ~here
    return row.to_columns & ~here


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _can_take_from(at: cython.pointer(Seat), column: cython.int) -> cython.bint:
    """Whether the power in use moves workers, if of the right colour, out of that column (Roll R31)."""
    if _destinations(at, column) == 0:
        return False
    if at.power_in_use == DICTATING:
        return True
    row = cython.address(REASSIGN[at.power_in_use])
    if row.from_explore and column != 0:
        return False
    if row.same_column:
        # Both workers stand in one column (Roll R110): the first fixes it.
        return column == at.taken_column if at.moves_done > 0 else total(at.column[column]) >= 2
    return True


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _can_take(at: cython.pointer(Seat), color: cython.int, column: cython.int) -> cython.bint:
    """Whether it moves a worker of that colour out of such a column.

    A power that moves several moves different ones (Roll R121): taken back, a Dictate would have moved none (Roll R27).
    """
    if at.column[column][color] <= just_moved(at, color, column):
        return False
    return at.power_in_use == DICTATING or (REASSIGN[at.power_in_use].colors >> color) & 1


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _can_take_any(at: cython.pointer(Seat)) -> cython.bint:
    column: cython.int
    rest: uint64_t
    for column in range(PHASES):
        rest = word(at.column[column])
        if rest == 0 or not _can_take_from(at, column):
            continue
        while rest != 0:
            if _can_take(at, pop_color(cython.address(rest)), column):
                return True
    return False


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _can_use(table: cython.pointer(Table), seat: cython.int, row: cython.int) -> cython.bint:
    """Whether an owned Reassign power can be used now: unused, and with a worker to move."""
    at = cython.address(table.seat[seat])
    if at.used_powers[row] or _moves_allowed(table, seat, row) == 0:
        return False
    at.power_in_use = row
    at.moves_done = 0
    possible = _can_take_any(at)
    at.power_in_use = NONE
    return possible


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _can_dictate(at: cython.pointer(Seat)) -> cython.bint:
    """Whether Dictate can be used: one worker to pay and another to move (Roll R26, R27, R106)."""
    column: cython.int
    workers: cython.int = 0
    if at.has_dictated and not at.power.dictate_repeat:
        return False
    for column in range(PHASES):
        workers += total(at.column[column])
    return workers >= 2


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _ask_next(table: cython.pointer(Table), seat: cython.int) -> cython.void:
    """Ask the next question of Assign, or let the seat be done."""
    at = cython.address(table.seat[seat])
    at.power_in_use = NONE
    at.moves_done = 0
    at.moves_left = 0
    at.taken_color = 0
    at.taken_column = 0
    at.moved[0] = at.moved[1] = 0
    if total(at.wild) > 0:
        at.asked = Asked.ASK_WILD
    elif at.selected == NONE:
        at.asked = Asked.ASK_SELECT
    elif at.selector == NONE:
        at.asked = Asked.ASK_SELECTOR
    else:
        at.asked = Asked.ASK_REASSIGN
        if _can_dictate(at):
            return
        rows: uint64_t = at.power.reassign
        while rows != 0:
            if _can_use(table, seat, pop_bit(cython.address(rows))):
                return
        _finish(at)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _finish(at: cython.pointer(Seat)) -> cython.void:
    """The seat is done; how it got there is nobody's business."""
    at.asked = Asked.NOTHING
    at.has_dictated = 0
    at.power_in_use = 0
    memset(at.used_powers, 0, cython.sizeof(at.used_powers))


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _workers(at: cython.pointer(Seat), kind: cython.int, out: cython.pointer(int32_t)) -> cython.int:
    """Write an action for every sort of worker below the strip."""
    color: cython.int
    column: cython.int
    n: cython.int = 0
    rest: uint64_t
    for column in range(PHASES):
        rest = word(at.column[column])
        if rest == 0 or (kind == ActionKind.TAKE and not _can_take_from(at, column)):
            continue
        while rest != 0:
            color = pop_color(cython.address(rest))
            if kind != ActionKind.TAKE or _can_take(at, color, column):
                out[n] = pack(kind, color, column, 0)
                n += 1
    return n


def legal_assign(table, seat, out):
    """Write the legal actions of a seat in Assign."""
    at = cython.address(table.seat[seat])
    n: cython.int = 0
    i: cython.int
    color: cython.int
    if at.asked == Asked.ASK_WILD:
        color = first_color(at.wild)
        for i in range(PHASES):
            out[i] = pack(ActionKind.WILD_TO, color, i, 0)
        return PHASES
    if at.asked == Asked.ASK_SELECT:
        for i in range(PHASES):
            out[i] = pack(ActionKind.SELECT, i, 0, 0)
        return PHASES
    if at.asked == Asked.ASK_SELECTOR:
        return _workers(at, ActionKind.SELECTOR, out)
    if at.asked == Asked.ASK_PAY:
        return _workers(at, ActionKind.PAY, out)
    if at.asked == Asked.ASK_TAKE:
        n = _workers(at, ActionKind.TAKE, out)
        if at.moves_done >= (1 if at.power_in_use == DICTATING else REASSIGN[at.power_in_use].min_workers):
            out[n] = ActionKind.STOP
            n += 1
        return n
    if at.asked == Asked.ASK_MOVE_TO:
        to: cython.int = _destinations(at, at.taken_column)
        for i in range(PHASES):
            out[n] = pack(ActionKind.MOVE_TO, i, 0, 0)
            n += (to >> i) & 1
        return n
    out[0] = ActionKind.DONE
    n = 1
    if _can_dictate(at):
        out[n] = ActionKind.DICTATE
        n += 1
    rows: uint64_t = at.power.reassign
    while rows != 0:
        i = pop_bit(cython.address(rows))
        if _can_use(table, seat, i):
            out[n] = pack(ActionKind.USE, i, 0, 0)
            n += 1
    return n


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _move(table: cython.pointer(Table), seat: cython.int, to: cython.int) -> cython.void:
    """Move the taken worker and go on with the power if it moves more (Roll R29)."""
    at = cython.address(table.seat[seat])
    at.column[at.taken_column][at.taken_color] -= 1
    at.column[to][at.taken_color] += 1
    head = cython.address(table.head)
    report(head, EventIndex.WORKER_REASSIGNED, seat, at.taken_color, at.taken_column, to, 0)
    at.moves_done += 1
    at.moves_left -= 1
    at.moved[1] = at.moved[0]
    at.moved[0] = 1 + to * COLORS + at.taken_color
    if at.moves_left > 0 and _can_take_any(at):
        at.asked = Asked.ASK_TAKE
    else:
        _ask_next(table, seat)


def apply_assign(table, seat, kind, a, b):
    """Carry out an action of Assign."""
    at = cython.address(table.seat[seat])
    head = cython.address(table.head)
    if kind == ActionKind.WILD_TO:
        at.wild[a] -= 1
        at.column[b][a] += 1
        report(head, EventIndex.WILD_PLACED, seat, a, b, 0, 0)
        _ask_next(table, seat)
    elif kind == ActionKind.SELECT:
        at.selected = a
        report(head, EventIndex.PHASE_SELECTED, seat, a, 0, 0, 0)
        _ask_next(table, seat)
    elif kind == ActionKind.SELECTOR:
        at.column[b][a] -= 1
        at.selector = a
        report(head, EventIndex.SELECTOR_CHOSEN, seat, a, b, 0, 0)
        _ask_next(table, seat)
    elif kind == ActionKind.USE:
        at.used_powers[a] = 1
        at.power_in_use = a
        at.moves_done = 0
        at.moves_left = _moves_allowed(table, seat, a)
        at.asked = Asked.ASK_TAKE
    elif kind == ActionKind.DICTATE:
        at.has_dictated = 1
        at.asked = Asked.ASK_PAY
    elif kind == ActionKind.PAY:
        at.column[b][a] -= 1
        at.dictated[a] += 1
        report(head, EventIndex.DIE_DICTATED, seat, a, b, 0, 0)
        at.power_in_use = DICTATING
        at.moves_done = 0
        at.moves_left = 1 + at.power.dictate_extra
        at.asked = Asked.ASK_TAKE
    elif kind == ActionKind.TAKE:
        at.taken_color = a
        at.taken_column = b
        at.asked = Asked.ASK_MOVE_TO
    elif kind == ActionKind.MOVE_TO:
        _move(table, seat, a)
    elif kind == ActionKind.STOP:
        _ask_next(table, seat)
    else:
        _finish(at)
