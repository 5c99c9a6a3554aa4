"""The beginning and the close of each of the five phases: virtual workers and incomes.

Roll R38, R45, R61, R79, R83, R89, R91.
"""

import cython
from cython.cimports.engine.contract.state import report
from cython.cimports.engine.roll.events import EventIndex
from cython.cimports.engine.roll.powers import COLORS, GOODS_COLORS
from cython.cimports.engine.roll.state import Table, gain_credits, gain_vp, goods_on
from cython.cimports.libc.string import memcpy, memset

PRODUCE = cython.declare(cython.int, 3)


def open_phase(table, phase):
    """Announce a phase and give every seat its virtual workers."""
    seat: cython.int
    report(cython.address(table.head), EventIndex.PHASE_BEGINS, -1, phase, 0, 0, 0)
    table.stage = 1
    table.turn = 0
    for seat in range(table.head.seats):
        at = cython.address(table.seat[seat])
        memcpy(at.virtual_worker, at.power.virtual_workers[phase], COLORS)
        memset(at.has_scouted, 0, COLORS)
        at.has_finished = 0


def close_phase(table, phase):
    """Pay every seat what its powers pay when the phase closes."""
    place: cython.int
    seat: cython.int
    for place in range(table.head.seats):
        seat = table.order[place]
        at = cython.address(table.seat[seat])
        memset(at.virtual_worker, 0, COLORS)
        gain_credits(table, seat, _income(table, seat, phase))
        gain_vp(table, seat, at.power.phase_vp[phase])
        memset(at.has_scouted, 0, COLORS)
        at.has_finished = 0
        at.has_rearranged = 0
    table.stage = 0
    table.turn = 0


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _income(table: cython.pointer(Table), seat: cython.int, phase: cython.int) -> cython.int:
    """Return the credits a seat is paid at the close of a phase."""
    at = cython.address(table.seat[seat])
    color: cython.int
    amount: cython.int = at.power.phase_income[phase]
    if at.power.lead_income[phase] and _has_most_developments(table, seat):
        amount += at.power.lead_income[phase]
    if at.power.highest_world_income[phase] and _has_highest_worlds(table, seat):
        amount += at.power.highest_world_income[phase]
    for color in range(COLORS):
        amount += at.power.citizenry_income[phase][color] * at.citizenry[color]
        amount += at.power.citizenry_pairs[phase][color] * ((at.citizenry[color] + 1) // 2)
        if phase == 0 and at.has_scouted[color]:
            amount += at.power.scouted_income[color]
    if phase == PRODUCE:
        amount += _good_income(table, seat)
    return amount


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _good_income(table: cython.pointer(Table), seat: cython.int) -> cython.int:
    """Return the credits for goods lying there after all producing (Roll R83)."""
    at = cython.address(table.seat[seat])
    world: cython.int
    color: cython.int
    amount: cython.int = 0
    for world in range(GOODS_COLORS):
        amount += at.power.good_income_by_world[world] * goods_on(at, world)
        for color in range(COLORS):
            amount += at.power.good_income_by_die[color] * at.goods[world][color]
    return amount


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _has_most_developments(table: cython.pointer(Table), seat: cython.int) -> cython.bint:
    """Whether the seat alone has most developments (Roll R136)."""
    other: cython.int
    for other in range(table.head.seats):
        if other != seat and table.seat[other].developments >= table.seat[seat].developments:
            return False
    return True


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _has_highest_worlds(table: cython.pointer(Table), seat: cython.int) -> cython.bint:
    """Whether all worlds of the highest printed cost are the seat's (Roll R135)."""
    other: cython.int
    for other in range(table.head.seats):
        if other != seat and table.seat[other].highest_world >= table.seat[seat].highest_world:
            return False
    return True
