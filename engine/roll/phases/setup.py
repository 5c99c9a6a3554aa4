"""Setup: start tiles, two game tiles, dice and credits (Roll R4-R13)."""

import cython
from cython.cimports.engine.contract.state import report
from cython.cimports.engine.rng import below
from cython.cimports.engine.roll.actions import ActionKind, pack
from cython.cimports.engine.roll.events import EventIndex
from cython.cimports.engine.roll.powers import (
    FACTION_WORLD,
    HOME_WORLD_FIRST,
    NO_PIECE,
    TILES,
    WORLD,
    EffectKind,
)
from cython.cimports.engine.roll.state import (
    ALL_TILES_COUNT,
    NONE,
    STREAM_SETUP,
    Asked,
    Step,
    Table,
    add_start_tiles,
    close_step,
    gain_die,
    open_step,
    set_order,
    take_from_bag,
)
from cython.cimports.libc.stdint import uint8_t, uint64_t

ONE = cython.declare(uint64_t, 1)
START_TILES = cython.declare(cython.int, 9)
VP_PER_SEAT = cython.declare(cython.int, 12)
HOME_DICE_IN_CUP = cython.declare(cython.int, 3)
HOME_DICE_IN_CITIZENRY = cython.declare(cython.int, 2)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _deal(table: cython.pointer(Table), out: cython.pointer(uint8_t)) -> cython.void:
    """Write numbers 1-9 in random order."""
    i: cython.int
    for i in range(START_TILES):
        out[i] = i + 1
    for i in range(START_TILES - 1):
        j: cython.int = i + below(cython.address(table.head.rng), STREAM_SETUP, START_TILES - i)
        kept: cython.int = out[i]
        out[i] = out[j]
        out[j] = kept


def begin_setup(table, seats):
    """Deal start tiles and two game tiles to every seat; all choose at once (Roll R5-R9)."""
    factions = cython.declare(uint8_t[9])
    homes = cython.declare(uint8_t[9])
    seat: cython.int
    table.head.seats = seats
    table.step = Step.SETUP
    table.spare_face = NONE
    table.pool = VP_PER_SEAT * seats
    table.bag = (ONE << ALL_TILES_COUNT) - 1
    table.bag_count = ALL_TILES_COUNT
    _deal(table, factions)
    _deal(table, homes)
    for seat in range(seats):
        at = cython.address(table.seat[seat])
        at.selected = NONE
        at.selector = NONE
        at.building = NO_PIECE
        at.faction = factions[seat]
        at.home_world = homes[seat]
        at.credits = 1
        at.cup[0] = HOME_DICE_IN_CUP
        at.citizenry[0] = HOME_DICE_IN_CITIZENRY
        add_start_tiles(at)
        _take_start_dice(table, seat)
        at.hand = (ONE << take_from_bag(table)) | (ONE << take_from_bag(table))
        at.hand_count = 2
        at.asked = Asked.ASK_BEGIN
    set_order(table)
    open_step(table)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _take_start_dice(table: cython.pointer(Table), seat: cython.int) -> cython.void:
    """Carry out the effects of the start worlds, once (Roll R8, R9)."""
    at = cython.address(table.seat[seat])
    i: cython.int
    j: cython.int
    index: cython.int
    for i in range(3):
        index = FACTION_WORLD[at.faction - 1][i] if i < 2 else HOME_WORLD_FIRST + at.home_world - 1
        if index == NO_PIECE:
            continue
        piece = cython.address(WORLD[index])
        for j in range(piece.effect_count):
            effect = cython.address(piece.effect[j])
            if effect.kind == EffectKind.SET_CREDITS:
                at.credits = effect.amount
            elif effect.kind == EffectKind.GAIN_DIE:
                for _ in range(effect.amount):
                    gain_die(table, seat, effect.color, effect.destination, piece.color)


def legal_setup(table, seat, out):
    """Write the two ways to begin."""
    tile: cython.int
    n: cython.int = 0
    for tile in range(TILES):
        if (table.seat[seat].hand >> tile) & 1:
            out[n] = pack(ActionKind.BEGIN, tile, 0, 0)
            n += 1
    return n


def apply_setup(table, seat, a):
    """Lay one tile as a development and the other as a world (Roll R6)."""
    at = cython.address(table.seat[seat])
    tile: cython.int = 0
    rest: uint64_t = at.hand & ~(ONE << a)
    while not (rest >> tile) & 1:
        tile += 1
    at.hand = 0
    at.hand_count = 0
    at.zone[0][0] = a
    at.zone[1][0] = tile
    at.zone_count[0] = 1
    at.zone_count[1] = 1
    at.asked = Asked.NOTHING
    report(cython.address(table.head), EventIndex.START_TILES, seat, a, tile, 0, 0)


def end_setup(table):
    """Turn the start tiles up together."""
    seat: cython.int
    close_step(table)
    for seat in range(table.head.seats):
        report(cython.address(table.head), EventIndex.TOP_SHOWN, seat, 0, table.seat[seat].zone[0][0], 0, 0)
        report(cython.address(table.head), EventIndex.TOP_SHOWN, seat, 1, table.seat[seat].zone[1][0], 0, 0)
