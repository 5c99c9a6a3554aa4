"""Things that a seat can't know (Roll R14-R17): forgetting them, and filling them in again consistently.

Secret are all tiles below the top of the others' stacks, the others' drawn and abandoned tiles, the
bag, and everything others do in a simultaneous step. A seat knows the tiles in its own stacks, in its
hand, and those it abandoned itself as long as they lie in the pile.
"""

import cython
from cython.cimports.engine.contract.state import FULL
from cython.cimports.engine.rng import below, seed_fast
from cython.cimports.engine.roll.powers import TILES
from cython.cimports.engine.roll.state import (
    ALL_TILES_COUNT,
    STREAM_BAG,
    UNKNOWN,
    Seat,
    Step,
    Table,
    roll_cup,
    zone_mask,
)
from cython.cimports.libc.stdint import uint8_t, uint64_t
from cython.cimports.libc.string import memcpy

ONE = cython.declare(uint64_t, 1)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _hide_tiles(at: cython.pointer(Seat)) -> cython.void:
    """Forget which tiles another seat has, but not how many."""
    stack: cython.int
    i: cython.int
    for stack in range(2):
        for i in range(1, at.zone_count[stack]):
            at.zone[stack][i] = UNKNOWN
    at.hand = 0
    at.abandoned = 0


def hide(table, viewer):
    """Forget, in place, all that *viewer* can't know."""
    seat: cython.int
    table.bag = 0
    for seat in range(table.head.seats):
        if seat == viewer:
            continue
        if table.head.is_simultaneous:
            # The others are seen as they stood when the step began.
            memcpy(cython.address(table.seat[seat]), cython.address(table.shown[seat]), cython.sizeof(Seat))
        _hide_tiles(cython.address(table.seat[seat]))
        if table.head.is_simultaneous:
            memcpy(cython.address(table.shown[seat]), cython.address(table.seat[seat]), cython.sizeof(Seat))


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _find_known(table: cython.pointer(Table)) -> uint64_t:
    """Return the tiles whose place is known, as a mask."""
    seat: cython.int
    mask: uint64_t = 0
    for seat in range(table.head.seats):
        at = cython.address(table.seat[seat])
        mask |= at.developments_built | at.worlds_built | at.hand | at.abandoned | zone_mask(at)
    return mask


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _draw_one(
    table: cython.pointer(Table), pool: cython.pointer(uint8_t), left: cython.pointer(cython.int)
) -> cython.int:
    """Take a random tile out of the pool of unknown ones."""
    i: cython.int = below(cython.address(table.head.rng), STREAM_BAG, left[0])
    tile: cython.int = pool[i]
    left[0] -= 1
    pool[i] = pool[left[0]]
    return tile


def imagine(table, seed):
    """Fill in, in place, what the viewer of a hidden table can't know; each possibility equally likely."""
    pool = cython.declare(uint8_t[TILES])
    left: cython.int = 0
    seat: cython.int
    stack: cython.int
    i: cython.int
    viewer: cython.int = table.head.viewer
    known: uint64_t = _find_known(table)
    for i in range(ALL_TILES_COUNT):
        if not (known >> i) & 1:
            pool[left] = i
            left += 1
    seed_fast(cython.address(table.head.rng), seed)
    for seat in range(table.head.seats):
        if seat == viewer:
            continue
        at = cython.address(table.seat[seat])
        for stack in range(2):
            for i in range(1, at.zone_count[stack]):
                at.zone[stack][i] = _draw_one(table, pool, cython.address(left))
        for i in range(at.hand_count):
            at.hand |= ONE << _draw_one(table, pool, cython.address(left))
        for i in range(at.abandoned_count):
            at.abandoned |= ONE << _draw_one(table, pool, cython.address(left))
        if table.head.is_simultaneous:
            memcpy(cython.address(table.shown[seat]), at, cython.sizeof(Seat))
        if table.step == Step.ASSIGN:
            roll_cup(table, seat)
    for i in range(left):
        table.bag |= ONE << pool[i]
    table.head.viewer = FULL
