"""Move a ship: which ship, and to which surface, track or home."""

import cython
from cython.cimports.engine.tiny_epic.actions import ActionKind, first_of, kind_of, pack
from cython.cimports.engine.tiny_epic.events import EventIndex
from cython.cimports.engine.tiny_epic.state import (
    FIRST_SHIP,
    HOME,
    NO_REPEAT,
    NONE,
    OPTIONAL,
    ORBIT,
    PLACES,
    SECOND_SHIP,
    SURFACE,
    USE,
    Table,
    is_at,
    note,
    orbits_of,
    place_of_word,
    place_word,
    pop,
    push,
    relocate,
    top,
)
from cython.cimports.libc.stdint import int32_t


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _destinations(
    table: cython.pointer(Table), galaxy: cython.int, source: cython.int, out: cython.pointer(int32_t)
) -> cython.int:
    """Write where a ship that stands at *source* may go (Tiny Epic R17-R20, R23, R24)."""
    at = cython.address(table.galaxy[galaxy])
    own_slot: cython.int = -1 if source == HOME else (source - SURFACE) % 6
    slot: cython.int
    n: cython.int = 0
    if source != HOME:
        out[n] = pack(ActionKind.TO, 0, 0)
        n += 1
    orbits: cython.int = orbits_of(at)
    for slot in range(table.row_places):
        if slot == own_slot or table.row[slot] == NONE:
            continue
        out[n] = pack(ActionKind.TO, place_word(table, SURFACE + slot), 0)
        n += ~(at.surface >> slot) & 1
        out[n] = pack(ActionKind.TO, place_word(table, ORBIT + slot), 0)
        n += ~(orbits >> slot) & 1
    return n


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _ships(
    table: cython.pointer(Table), galaxy: cython.int, flags: cython.int, out: cython.pointer(int32_t)
) -> cython.int:
    """Write the ships that can go somewhere; the second of two moves takes another ship (Tiny Epic P24)."""
    at = cython.address(table.galaxy[galaxy])
    there = cython.declare(int32_t[16])
    place: cython.int
    n: cython.int = 0
    for place in range(PLACES):
        if not is_at(at, place):
            continue
        if flags & SECOND_SHIP and at.marked == place and (place != HOME or at.home == 1):
            continue
        if place == HOME and _destinations(table, galaxy, place, there) == 0:
            continue
        out[n] = pack(ActionKind.SHIP, place_word(table, place), 0)
        n += 1
    return n


def can_move(table, galaxy):
    """Whether any ship can move: home from anywhere else, or out from home (Tiny Epic R15)."""
    at = cython.address(table.galaxy[galaxy])
    slot: cython.int
    if at.surface != 0 or orbits_of(at) != 0:
        return True
    for slot in range(table.row_places):
        # With all ships at home every planet of the row is open to them.
        if at.home > 0 and table.row[slot] != NONE:
            return True
    return False


def can_move_second(table, galaxy):
    """Whether another ship than the marked one can move."""
    out = cython.declare(int32_t[16])
    return _ships(table, galaxy, SECOND_SHIP, out) > 0


def legal_ship(table, out):
    """Choose the ship; the second of two moves may be declined (Tiny Epic P24)."""
    frame = top(table)
    n: cython.int = _ships(table, frame.actor, frame.flags, out)
    if frame.flags & SECOND_SHIP:
        out[n] = pack(ActionKind.DECLINE, 0, 0)
        n += 1
    return n


def legal_destination(table, out):
    """Choose where the ship goes."""
    frame = top(table)
    return _destinations(table, frame.actor, frame.a, out)


def answer(table, code):
    """Take the choice of ship, then of destination; landing offers the planet's action (Tiny Epic R22)."""
    frame = top(table)
    actor: cython.int = frame.actor
    flags: cython.int = frame.flags
    if kind_of(code) == ActionKind.DECLINE:
        table.galaxy[actor].marked = NONE
        note(table, EventIndex.DECLINED, actor, 0, 0, 0)
        pop(table)
        return
    place: cython.int = place_of_word(table, first_of(code))
    if kind_of(code) == ActionKind.SHIP:
        frame.stage = 1
        frame.a = place
        return
    source: cython.int = frame.a
    note(table, EventIndex.SHIP_MOVED, actor, place_word(table, source), first_of(code), 0)
    pop(table)
    if flags & SECOND_SHIP:
        table.galaxy[actor].marked = NONE
    relocate(table, actor, source, place)
    if flags & FIRST_SHIP:
        table.galaxy[actor].marked = place
    if place != HOME and place < ORBIT:
        push(table, USE, actor, table.row[place - SURFACE]).flags = OPTIONAL | (flags & NO_REPEAT)
