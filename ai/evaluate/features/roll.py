"""Roll for the Galaxy as a network sees it: tiles, dice by place and colour, goods, credits.

In a simultaneous step the others are seen as they stood when it began.
"""

import cython
from cython.cimports.ai.evaluate.features.encoder import Encoder, count_in
from cython.cimports.engine.roll.powers import (
    BONUS_ROWS,
    COLORS,
    DEVELOPMENT,
    GOODS_COLORS,
    PHASES,
    TILES,
    WORLD,
    WORLD_COLORS,
)
from cython.cimports.engine.roll.scoring import bonus_points
from cython.cimports.engine.roll.state import SQUARES_END, Seat, Step, Table, dice_owned, goods_on, pop_bit, total
from cython.cimports.libc.stdint import int16_t, uint64_t

# Where each group of inputs begins; the others' groups lie OTHERS places after the seat's own.
BUILT_DEVELOPMENTS = cython.declare(cython.int, 0)  # 63
BUILT_WORLDS = cython.declare(cython.int, 63)  # 65, home worlds beside them
TOPS = cython.declare(cython.int, 128)  # 55 by stack
CREDITS = cython.declare(cython.int, 238)  # 11
SQUARES = cython.declare(cython.int, 249)  # 16
CUP = cython.declare(cython.int, 265)  # 13, dice
CITIZENRY = cython.declare(cython.int, 278)  # 13, dice
OWNED = cython.declare(cython.int, 291)  # 5 by colour
GOODS = cython.declare(cython.int, 326)  # 4 by world's colour
WORLDS_OF = cython.declare(cython.int, 342)  # 5 by colour
STACKED = cython.declare(cython.int, 367)  # 5 by stack
MISSING = cython.declare(cython.int, 377)  # 8 by stack: dice that the top tile still needs
HOME_WORLD = cython.declare(cython.int, 393)  # 10
OTHERS = cython.declare(cython.int, 403)
# The seat's own alone.
BELOW = cython.declare(cython.int, 806)  # 55 by stack: tiles under the top
HAND = cython.declare(cython.int, 916)  # 55
COLUMNS = cython.declare(cython.int, 971)  # 7 by phase
WILD_DICE = cython.declare(cython.int, 1006)  # 7
LONGEST = cython.declare(cython.int, 1013)  # 16 squares
POOL = cython.declare(cython.int, 1029)  # 16
SEATS_COUNT = cython.declare(cython.int, 1045)  # 6
SPARSE_COUNT = cython.declare(cython.int, 1051)
DENSE_COUNT = cython.declare(cython.int, 12)
DICE_MAX = cython.declare(cython.int, 12)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _write_mask(mask: uint64_t, first: cython.int, on: cython.pointer(int16_t), n: cython.int) -> cython.int:
    """Write an input for each bit; return how many inputs are on then."""
    while mask:
        on[n] = first + pop_bit(cython.address(mask))
        n += 1
    return n


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _write_open(at: cython.pointer(Seat), base: cython.int, on: cython.pointer(int16_t), n: cython.int) -> cython.int:
    """Write what everybody knows of a seat; return how many inputs are on then."""
    i: cython.int
    top: cython.int
    cost: cython.int
    n = _write_mask(at.developments_built, base + BUILT_DEVELOPMENTS, on, n)
    n = _write_mask(at.worlds_built, base + BUILT_WORLDS, on, n)
    on[n] = count_in(base + CREDITS, at.credits, 10)
    on[n + 1] = count_in(base + SQUARES, at.squares, 15)
    on[n + 2] = count_in(base + CUP, total(at.cup), DICE_MAX)
    on[n + 3] = count_in(base + CITIZENRY, total(at.citizenry), DICE_MAX)
    on[n + 4] = count_in(base + HOME_WORLD, at.home_world, 9)
    n += 5
    for i in range(COLORS):
        on[n] = count_in(base + OWNED + 5 * i, dice_owned(at, i), 4)
        n += 1
    for i in range(GOODS_COLORS):
        on[n] = count_in(base + GOODS + 4 * i, goods_on(at, i), 3)
        n += 1
    for i in range(WORLD_COLORS):
        on[n] = count_in(base + WORLDS_OF + 5 * i, at.worlds[i], 4)
        n += 1
    for i in range(2):
        on[n] = count_in(base + STACKED + 5 * i, at.zone_count[i], 4)
        n += 1
        top = at.zone[i][0]
        if at.zone_count[i] == 0 or top >= TILES:
            continue
        cost = DEVELOPMENT[top].cost if i == 0 else WORLD[top].cost
        on[n] = base + TOPS + TILES * i + top
        on[n + 1] = count_in(base + MISSING + 8 * i, max(0, cost - total(at.zone_dice[i])), 7)
        n += 2
    return n


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _write_own(at: cython.pointer(Seat), on: cython.pointer(int16_t), n: cython.int) -> cython.int:
    """Write what a seat alone knows of itself; return how many inputs are on then."""
    i: cython.int
    j: cython.int
    n = _write_mask(at.hand, HAND, on, n)
    for i in range(2):
        for j in range(1, at.zone_count[i]):
            if at.zone[i][j] < TILES:
                on[n] = BELOW + TILES * i + at.zone[i][j]
                n += 1
    for i in range(PHASES):
        on[n] = count_in(COLUMNS + 7 * i, total(at.column[i]), 6)
        n += 1
    on[n] = count_in(WILD_DICE, total(at.wild), 6)
    return n + 1


@cython.final
@cython.cclass
class RollEncoder(Encoder):
    """Encodes Roll."""

    def __cinit__(self):
        self.version = 1
        self.sparse = SPARSE_COUNT
        self.dense = DENSE_COUNT

    def encode(self, state, seat, on, dense):
        table = cython.cast(cython.pointer(Table), state.head())
        at = cython.address(table.seat[seat])
        seats: cython.int = table.head.seats
        other: cython.int
        row: cython.int
        longest: cython.int = at.squares
        mine: cython.float = at.vp + at.printed_points
        bonus: cython.float = 0.0
        best: cython.float = -1000.0
        chips: cython.float = 0.0
        n: cython.int = _write_own(at, on, _write_open(at, 0, on, 0))
        for other in range(seats):
            if other == seat:
                continue
            seen = cython.address(table.seat[other])
            if table.head.is_simultaneous:
                seen = cython.address(table.shown[other])
            n = _write_open(seen, OTHERS, on, n)
            best = max(best, cython.cast(cython.float, seen.vp + seen.printed_points))
            chips = max(chips, cython.cast(cython.float, seen.vp))
            longest = max(longest, cython.cast(cython.int, seen.squares))
        for row in range(BONUS_ROWS):
            if at.power.bonus[row]:
                bonus += bonus_points(table, seat, row)
        on[n] = count_in(LONGEST, longest, 15)
        on[n + 1] = count_in(POOL, max(0, table.pool) * 4 // (3 * seats), 15)
        on[n + 2] = SEATS_COUNT + seats
        dense[0] = mine * 0.05
        dense[1] = best * 0.05
        dense[2] = (mine - best) * 0.1
        dense[3] = bonus * 0.1
        dense[4] = table.pool * 0.1 / seats
        dense[5] = table.round * 0.1
        dense[6] = at.vp * 0.05
        dense[7] = chips * 0.05
        dense[8] = at.credits * 0.1
        dense[9] = (SQUARES_END - longest) * 0.1
        dense[10] = total(at.cup) * 0.1
        dense[11] = total(at.citizenry) * 0.1
        return n + 3

    def is_quiet(self, state):
        table = cython.cast(cython.pointer(Table), state.head())
        return (
            table.step == Step.ASSIGN and table.head.is_simultaneous and table.head.version == table.head.step_version
        )
