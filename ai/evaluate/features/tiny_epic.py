"""Tiny Epic Galaxies as a network sees it: planets, ships, resources, dice, whose turn it is.

The rogue of a solo match counts as another seat.
"""

import cython
from cython.cimports.ai.evaluate.features.encoder import Encoder, count_in
from cython.cimports.engine.tiny_epic.powers import CULTURE, ENERGY, FACES, MISSIONS, PLANET, PLANETS
from cython.cimports.engine.tiny_epic.scoring import mission_points
from cython.cimports.engine.tiny_epic.state import (
    ASK_TURN,
    NONE,
    PLAYING,
    Table,
    dice_in,
    points_of,
)
from cython.cimports.libc.stdint import int16_t, uint64_t

# Where each group of inputs begins; the others' groups lie OTHERS places after the seat's own.
COLONIES = cython.declare(cython.int, 0)  # 40
LANDED = cython.declare(cython.int, 40)  # 40
ORBITS = cython.declare(cython.int, 80)  # 6 by planet: steps that are left
ENERGIES = cython.declare(cython.int, 320)  # 8
CULTURES = cython.declare(cython.int, 328)  # 8
LEVEL = cython.declare(cython.int, 336)  # 7
HOME_SHIPS = cython.declare(cython.int, 343)  # 5
POINTS = cython.declare(cython.int, 348)  # 26
DICE = cython.declare(cython.int, 374)  # 8 by face: of whose turn it is
OTHERS = cython.declare(cython.int, 422)
# The table, and the seat's own alone.
MISSION = cython.declare(cython.int, 844)  # 12
ROW = cython.declare(cython.int, 856)  # 40
AWAY = cython.declare(cython.int, 896)  # 5: turns until the seat's own
PLACE = cython.declare(cython.int, 901)  # 5: after the seat that had the first turn
SEATS_COUNT = cython.declare(cython.int, 906)  # 6
TRIGGERED = cython.declare(cython.int, 912)
SPARSE_COUNT = cython.declare(cython.int, 913)
DENSE_COUNT = cython.declare(cython.int, 10)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _write_galaxy(
    table: cython.pointer(Table), galaxy: cython.int, base: cython.int, on: cython.pointer(int16_t), n: cython.int
) -> cython.int:
    """Write what everybody knows of a galaxy; return how many inputs are on then."""
    at = cython.address(table.galaxy[galaxy])
    i: cython.int
    left: cython.int
    planet: cython.int
    rest: uint64_t = at.colonies
    for i in range(PLANETS):
        if (rest >> i) & 1:
            on[n] = base + COLONIES + i
            n += 1
    for i in range(table.row_places):
        planet = table.row[i]
        if planet >= PLANETS:
            continue
        if (at.surface >> i) & 1:
            on[n] = base + LANDED + planet
            n += 1
        if at.track[i] >= 0:
            left = PLANET[planet].length - at.track[i]
            on[n] = count_in(base + ORBITS + 6 * planet, max(0, left), 5)
            n += 1
    on[n] = count_in(base + ENERGIES, at.resource[ENERGY], 7)
    on[n + 1] = count_in(base + CULTURES, at.resource[CULTURE], 7)
    on[n + 2] = count_in(base + LEVEL, at.level, 6)
    on[n + 3] = count_in(base + HOME_SHIPS, at.home, 4)
    on[n + 4] = count_in(base + POINTS, max(0, points_of(at)), 25)
    n += 5
    if table.active == galaxy:
        for i in range(FACES):
            on[n] = count_in(base + DICE + 8 * i, table.inactive[i], 7)
            n += 1
    return n


@cython.final
@cython.cclass
class TinyEpicEncoder(Encoder):
    """Encodes Tiny Epic Galaxies."""

    def __cinit__(self):
        self.version = 1
        self.sparse = SPARSE_COUNT
        self.dense = DENSE_COUNT

    def encode(self, state, seat, on, dense):
        table = cython.cast(cython.pointer(Table), state.head())
        at = cython.address(table.galaxy[seat])
        galaxies: cython.int = table.galaxies
        other: cython.int
        i: cython.int
        mine: cython.int = points_of(at)
        best: cython.int = -100
        n: cython.int = _write_galaxy(table, seat, 0, on, 0)
        for other in range(galaxies):
            if other != seat:
                n = _write_galaxy(table, other, OTHERS, on, n)
                best = max(best, points_of(cython.address(table.galaxy[other])))
        if at.has_chosen and at.mission[0] < MISSIONS:
            on[n] = MISSION + at.mission[0]
            n += 1
        for i in range(table.row_places):
            if table.row[i] < PLANETS:
                on[n] = ROW + table.row[i]
                n += 1
        on[n] = AWAY + (seat + galaxies - table.active) % galaxies
        on[n + 1] = PLACE + (seat + galaxies - table.first) % galaxies
        on[n + 2] = SEATS_COUNT + table.head.seats
        n += 3
        if table.trigger != NONE:
            on[n] = TRIGGERED
            n += 1
        dense[0] = mine * 0.05
        dense[1] = best * 0.05
        dense[2] = (mine - best) * 0.1
        dense[3] = mission_points(table, seat) * 0.3
        dense[4] = at.resource[ENERGY] * 0.15
        dense[5] = at.resource[CULTURE] * 0.15
        dense[6] = at.level * 0.2
        dense[7] = at.planets * 0.2
        dense[8] = dice_in(table.inactive) * 0.15 if table.active == seat else 0.0
        dense[9] = dice_in(table.inactive) * 0.15 if table.active != seat else 0.0
        return n

    def is_quiet(self, state):
        table = cython.cast(cython.pointer(Table), state.head())
        return (
            table.step == PLAYING
            and table.asked == ASK_TURN
            and table.asked_seat == table.active
            and table.rerolls == 0
            and table.spent == 0
            and dice_in(table.bay) == 0
        )
