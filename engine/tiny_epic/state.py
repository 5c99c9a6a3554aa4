"""The table (its structs stand in state.pxd), and the few ways in which it changes.

Ships of one player that stand in the same place are interchangeable, and so are dice of one face:
both are kept as counts. A ship's place is counted along the row (HOME, SURFACE + n, ORBIT + n);
actions and events name the planet instead, so that their codes mean the same in every position.
"""

import cython
from cython.cimports.engine.contract.state import FULL, report
from cython.cimports.engine.rng import below
from cython.cimports.engine.tiny_epic.events import EventIndex
from cython.cimports.engine.tiny_epic.powers import CULTURE, ENERGY, LEVEL, PLANETS
from cython.cimports.engine.tiny_epic.state import (
    HOME,
    NONE,
    NOT_IN_ORBIT,
    NOTHING,
    ORBIT,
    OVER,
    PLAYING,
    RESOURCE_MAX,
    ROGUE,
    ROW_MAX,
    SHIPS,
    STREAM_PLANETS,
    SURFACE,
    WIN_POINTS,
    is_rogue,
    note,
    points_of,
    pop,
    pop_bit,
    slot_of,
)
from cython.cimports.libc.stdint import uint64_t

ONE = cython.declare(uint64_t, 1)


def count_bits(mask):
    """Return how many planets a mask holds."""
    n: cython.int = 0
    while mask != 0:
        mask &= mask - 1
        n += 1
    return n


def gain(table, galaxy, resource, amount):
    """Add units; the excess over the maximum is lost (Tiny Epic R29); return what was added."""
    at = cython.address(table.galaxy[galaxy])
    room: cython.int = at.resource_max - at.resource[resource]
    added: cython.int = amount if amount < room else room
    if added > 0:
        at.resource[resource] += added
        note(table, EventIndex.GAINED, galaxy, resource, added, at.resource[resource])
    return added


def lose(table, galaxy, resource, amount):
    """Take units away, never below 0 (Tiny Epic R29, S17); return what was lost."""
    at = cython.address(table.galaxy[galaxy])
    lost: cython.int = amount if amount < at.resource[resource] else at.resource[resource]
    if lost > 0:
        at.resource[resource] -= lost
        note(table, EventIndex.LOST, galaxy, resource, lost, at.resource[resource])
    return lost


def points_changed(table, galaxy):
    """Test for the end of the game, after every change of points (Tiny Epic R62, R64, S28)."""
    if points_of(cython.address(table.galaxy[galaxy])) < WIN_POINTS:
        return
    if table.head.seats == 1:
        finish(table)
    elif table.trigger == NONE:
        table.trigger = galaxy
        note(table, EventIndex.END_TRIGGERED, galaxy, 0, 0, 0)


def finish(table):
    """End the match; nothing that was being carried out goes on."""
    table.head.is_over = 1
    table.step = OVER
    table.asked = NOTHING
    table.asked_seat = 0
    while table.depth > 0:
        pop(table)


def ships_of(table, galaxy):
    """Return how many ships are unlocked (Tiny Epic R42, S34)."""
    return SHIPS if is_rogue(table, galaxy) else LEVEL[table.galaxy[galaxy].level].ships


def relocate(table, galaxy, source, to):
    """Take a ship from one place to another, at position 0 if that is a track (Tiny Epic R21)."""
    at = cython.address(table.galaxy[galaxy])
    # Of several ships at home another one than the marked one is taken.
    if at.marked == source and (source != HOME or at.home == 1):
        at.marked = to
    if source == HOME:
        at.home -= 1
    elif source < ORBIT:
        at.surface ^= 1 << (source - SURFACE)
    else:
        at.track[source - ORBIT] = NOT_IN_ORBIT
    if to == HOME:
        at.home += 1
    elif to < ORBIT:
        at.surface |= 1 << (to - SURFACE)
    else:
        at.track[to - ORBIT] = 0


def place_of_word(table, word):
    """Return the place along the row that an action names; its planet lies there."""
    if word == 0:
        return HOME
    if word <= PLANETS:
        return SURFACE + slot_of(table, word - 1)
    return ORBIT + slot_of(table, word - 1 - PLANETS)


def is_occupied(table, slot):
    """Whether any ship of anybody is on the card."""
    galaxy: cython.int
    for galaxy in range(table.galaxies):
        at = cython.address(table.galaxy[galaxy])
        if (at.surface >> slot) & 1 or at.track[slot] >= 0:
            return True
    return False


def discover(table, slot):
    """Fill a gap of the row from the deck; it stays if the deck is empty (Tiny Epic R36, R37)."""
    rest: uint64_t = table.deck
    table.row[slot] = NONE
    if rest == 0:
        return
    skip: cython.int = below(cython.address(table.head.rng), STREAM_PLANETS, count_bits(rest))
    while skip > 0:
        rest &= rest - 1
        skip -= 1
    planet: cython.int = pop_bit(cython.address(rest))
    table.deck ^= ONE << planet
    table.row[slot] = planet
    report(cython.address(table.head), EventIndex.DISCOVERED, -1, planet, slot, 0, 0)


def start_table(table, seats):
    """Set out mats, ships and resources as at the start (Tiny Epic R02, R03, S01)."""
    seat: cython.int
    slot: cython.int
    table.head.seats = seats
    table.head.viewer = FULL
    table.step = PLAYING
    table.galaxies = 2 if seats == 1 else seats
    table.row_places = 4 if seats <= 2 else 5 if seats == 3 else 6
    table.deck = (ONE << PLANETS) - 1
    table.trigger = NONE
    table.current = NONE
    table.rogue_face = NONE
    table.follow_price = 1
    table.mat_number = NONE
    table.extra_turn_is_followed = 1
    for slot in range(ROW_MAX):
        table.row[slot] = NONE
    for seat in range(table.galaxies):
        at = cython.address(table.galaxy[seat])
        at.level = 1
        at.resource_max = RESOURCE_MAX
        at.resource[ENERGY] = 2
        at.resource[CULTURE] = 1
        at.home = LEVEL[1].ships
        at.level_points = LEVEL[1].vp
        at.mission[0] = NONE
        at.mission[1] = NONE
        at.marked = NONE
        for slot in range(ROW_MAX):
            at.track[slot] = NOT_IN_ORBIT
    if seats == 1:
        table.galaxy[ROGUE].resource[ENERGY] = 0
        table.galaxy[ROGUE].resource[CULTURE] = 0
        table.galaxy[ROGUE].home = SHIPS
