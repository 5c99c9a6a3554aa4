"""Advance diplomacy, advance economy: ships on colony tracks, and colonising."""

import cython
from cython.cimports.engine.tiny_epic.actions import ActionKind, first_of, pack
from cython.cimports.engine.tiny_epic.events import EventIndex
from cython.cimports.engine.tiny_epic.powers import ANY, PLANET, Face
from cython.cimports.engine.tiny_epic.state import (
    HOME,
    NONE,
    ORBIT,
    SURFACE,
    bit,
    discover,
    note,
    orbits_of,
    place_word,
    points_changed,
    pop,
    pop_bit,
    relocate,
    slot_of,
    top,
)
from cython.cimports.libc.stdint import uint64_t


def can_advance(table, galaxy, track):
    """Whether an own ship is on a track of the type (Tiny Epic R15)."""
    orbits: uint64_t = orbits_of(cython.address(table.galaxy[galaxy]))
    if track == ANY:
        return orbits != 0
    while orbits != 0:
        if PLANET[table.row[pop_bit(cython.address(orbits))]].track == track:
            return True
    return False


def orbiting(table, galaxy, track, above, kind, out):
    """Write an action of the kind for each own ship on a track of the type, at a position over *above*."""
    at = cython.address(table.galaxy[galaxy])
    slot: cython.int
    n: cython.int = 0
    for slot in range(table.row_places):
        if at.track[slot] > above and (track == ANY or PLANET[table.row[slot]].track == track):
            out[n] = pack(kind, table.row[slot], 0)
            n += 1
    return n


def advance(table, galaxy, slot, steps):
    """Push a ship forward; the symbol colonises and left-over steps are lost (Tiny Epic R30-R32)."""
    at = cython.address(table.galaxy[galaxy])
    planet: cython.int = table.row[slot]
    position: cython.int = min(at.track[slot] + steps, PLANET[planet].length)
    at.track[slot] = position
    note(table, EventIndex.ADVANCED, galaxy, planet, position, 0)
    if position == PLANET[planet].length:
        colonise(table, galaxy, slot)


def regress(table, galaxy, slot, steps):
    """Push a ship back, not beyond the start space (Tiny Epic D06)."""
    at = cython.address(table.galaxy[galaxy])
    position: cython.int = at.track[slot] - steps
    at.track[slot] = position if position > 0 else 0
    note(table, EventIndex.REGRESSED, galaxy, table.row[slot], at.track[slot], 0)


def colonise(table, galaxy, slot):
    """Take the card: ships home, points, a new card in its gap, the end tested (Tiny Epic R25, R33-R38)."""
    planet: cython.int = table.row[slot]
    card = cython.address(PLANET[planet])
    each: cython.int
    for each in range(table.galaxies):
        if (table.galaxy[each].surface >> slot) & 1:
            relocate(table, each, SURFACE + slot, HOME)
        if table.galaxy[each].track[slot] >= 0:
            relocate(table, each, ORBIT + slot, HOME)
    at = cython.address(table.galaxy[galaxy])
    at.colonies |= bit(planet)
    at.planets += 1
    at.planet_points += card.vp
    at.track_planets[card.track] += 1
    table.row[slot] = NONE
    note(table, EventIndex.COLONIZED, galaxy, planet, 0, 0)
    discover(table, slot)
    points_changed(table, galaxy)


def jump(table, galaxy, source, to):
    """Carry a ship over to another track, keeping its position; the symbol colonises (Tiny Epic P10)."""
    position: cython.int = table.galaxy[galaxy].track[source]
    note(table, EventIndex.SHIP_MOVED, galaxy, place_word(table, ORBIT + source), place_word(table, ORBIT + to), 0)
    relocate(table, galaxy, ORBIT + source, ORBIT + to)
    advance(table, galaxy, to, position)


def legal(table, out):
    """Choose the ship that the die advances."""
    frame = top(table)
    return orbiting(table, frame.actor, frame.what - Face.ADVANCE_DIPLOMACY, -1, ActionKind.ADVANCE_SHIP, out)


def answer(table, code):
    """Advance the chosen ship by one (Tiny Epic R30)."""
    actor: cython.int = top(table).actor
    pop(table)
    advance(table, actor, slot_of(table, first_of(code)), 1)
