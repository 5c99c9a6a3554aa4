"""The table (its structs stand in state.pxd), and the few ways in which it changes.

A good is kept by the colour of its world, not by the world: no rule tells two worlds of one colour
apart once they are built (Roll R80, R85, R87).
"""

import cython
from cython.cimports.engine.contract.state import begin_simultaneous, end_simultaneous, report
from cython.cimports.engine.rng import below
from cython.cimports.engine.roll.events import EventIndex
from cython.cimports.engine.roll.powers import (
    DEVELOPMENT,
    FACE,
    FACTION_DEVELOPMENT,
    FACTION_WORLD,
    GOODS_COLORS,
    HOME_WORLD_FIRST,
    NO_PIECE,
    PHASES,
    SUPPLY,
    TILES,
    WILD,
    WORLD,
    Destination,
    fold,
)
from cython.cimports.engine.roll.state import (
    CREDITS_MAX,
    STREAM_BAG,
    STREAM_DICE,
    Asked,
    Seat,
    Table,
    lowest,
    pop_color,
    word,
)
from cython.cimports.libc.stdint import uint64_t
from cython.cimports.libc.string import memcpy, memset

ONE = cython.declare(uint64_t, 1)


def gain_credits(table, seat, amount):
    """Add one event's credits, then cap at 10 (Roll R42)."""
    at = cython.address(table.seat[seat])
    if amount == 0:
        return
    report(cython.address(table.head), EventIndex.CREDITS_GAINED, seat, amount, 0, 0, 0)
    total: cython.int = at.credits + amount
    at.credits = CREDITS_MAX if total > CREDITS_MAX else total


def gain_vp(table, seat, amount):
    """Move VP chips from the pool, which may go below zero (Roll R90)."""
    if amount == 0:
        return
    report(cython.address(table.head), EventIndex.VP_GAINED, seat, amount, 0, 0, 0)
    table.seat[seat].vp += amount
    table.pool -= amount


def gain_die(table, seat, color, destination, world_color):
    """Take a die from the supply (Roll R76). No match runs out of dice (Roll R2); a table from outside may."""
    at = cython.address(table.seat[seat])
    if not _is_in_supply(table, color):
        return
    report(cython.address(table.head), EventIndex.DIE_GAINED, seat, color, destination, 0, 0)
    if destination == Destination.TO_CUP:
        at.cup[color] += 1
    elif destination == Destination.TO_CITIZENRY:
        at.citizenry[color] += 1
    else:
        at.goods[world_color][color] += 1


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _is_in_supply(table: cython.pointer(Table), color: cython.int) -> cython.bint:
    """Whether a die of the colour is left there."""
    seat: cython.int
    owned: cython.int = 0
    for seat in range(table.head.seats):
        owned += dice_owned(cython.address(table.seat[seat]), color)
    return owned < SUPPLY[color]


def add_development(seat, index):
    """Put a development into the tableau: count it and fold its powers in (Roll R43)."""
    piece = cython.address(DEVELOPMENT[index])
    if index < TILES:
        seat.developments_built |= ONE << index
    seat.squares += 1
    seat.developments += 1
    seat.printed_points += piece.cost
    seat.development_cost += piece.cost
    if piece.has_reassign:
        seat.reassign_developments += 1
        seat.reassign_cost += piece.cost
    fold(cython.address(seat.power), index)


def add_world(seat, index):
    """Put a world into the tableau and count it; its effects are carried out elsewhere."""
    piece = cython.address(WORLD[index])
    if index < TILES:
        seat.worlds_built |= ONE << index
    seat.squares += 1
    seat.worlds[piece.color] += 1
    seat.printed_points += piece.cost
    seat.world_cost[piece.color] += piece.cost
    seat.highest_world = max(seat.highest_world, piece.cost)


def take_from_bag(table):
    """Draw a tile from the bag, which must not be empty."""
    skip: cython.int = below(cython.address(table.head.rng), STREAM_BAG, table.bag_count)
    rest: uint64_t = table.bag
    while skip > 0:
        rest &= rest - 1
        skip -= 1
    tile: cython.int = lowest(rest)
    table.bag ^= ONE << tile
    table.bag_count -= 1
    return tile


def put_on_stack(table, seat, stack, tile, depth):
    """Put a tile on a stack beneath *depth* others (Roll R50, R141); dice stay on top of the stack (Roll R53)."""
    at = cython.address(table.seat[seat])
    i: cython.int = at.zone_count[stack]
    while i > depth:
        at.zone[stack][i] = at.zone[stack][i - 1]
        i -= 1
    at.zone[stack][i] = tile
    at.zone_count[stack] += 1
    if i == 0:
        report(cython.address(table.head), EventIndex.TOP_SHOWN, seat, stack, tile, 0, 0)


def remove_from_zone(seat, tile):
    """Take a tile out of whichever stack it lies in, the others keeping their order; return the stack or -1."""
    stack: cython.int
    i: cython.int
    j: cython.int
    n: cython.int
    for stack in range(2):
        n = seat.zone_count[stack]
        for i in range(n):
            if seat.zone[stack][i] == tile:
                for j in range(i, n - 1):
                    seat.zone[stack][j] = seat.zone[stack][j + 1]
                seat.zone[stack][n - 1] = 0
                seat.zone_count[stack] -= 1
                return stack
    return -1


def dice_owned(seat, color):
    """Return how many dice of the colour the seat has, wherever they are (Roll R99)."""
    i: cython.int
    n: cython.int = seat.cup[color] + seat.citizenry[color] + seat.zone_dice[0][color] + seat.zone_dice[1][color]
    n += seat.wild[color] + seat.dictated[color] + seat.used[color] + (1 if seat.selector == color else 0)
    for i in range(GOODS_COLORS):
        n += seat.goods[i][color]
    for i in range(PHASES):
        n += seat.column[i][color]
    return n


def open_step(table):
    """Begin a simultaneous step: from here on the others are seen as they stand now."""
    begin_simultaneous(cython.address(table.head))
    memcpy(table.shown, table.seat, table.head.seats * cython.sizeof(Seat))


def close_step(table):
    """All have chosen in a simultaneous step: nothing of it stays hidden."""
    end_simultaneous(cython.address(table.head))
    memset(table.shown, 0, table.head.seats * cython.sizeof(Seat))


def show_top(table, seat, stack):
    """Report the tile that has come to the top of a stack (Roll R14)."""
    at = cython.address(table.seat[seat])
    if at.zone_count[stack] > 0:
        report(cython.address(table.head), EventIndex.TOP_SHOWN, seat, stack, at.zone[stack][0], 0, 0)


def roll_cup(table, seat):
    """Roll all dice in the cup into columns, wild ones apart, and ask for the first choice (Roll R18, R19)."""
    at = cython.address(table.seat[seat])
    color: cython.int
    face: cython.int
    rest: uint64_t = word(at.cup)
    at.asked = Asked.NOTHING if rest == 0 else Asked.ASK_SELECT
    while rest != 0:
        color = pop_color(cython.address(rest))
        while at.cup[color] > 0:
            at.cup[color] -= 1
            face = FACE[color][below(cython.address(table.head.rng), STREAM_DICE + seat, 6)]
            report(cython.address(table.head), EventIndex.ROLLED, seat, color, face, 0, 0)
            lies = cython.address(at.wild[0]) if face == WILD else cython.address(at.column[face][0])
            lies[color] += 1
    if word(at.wild) != 0:
        at.asked = Asked.ASK_WILD


def pile_to_bag(table):
    """Put the whole pile into the bag (Roll R52, R56)."""
    seat: cython.int
    for seat in range(table.head.seats):
        table.bag |= table.seat[seat].abandoned
        table.seat[seat].abandoned = 0
        table.seat[seat].abandoned_count = 0
    table.bag_count += table.pile_count
    table.pile_count = 0


def novelty_lead(table, seat):
    """Return 2 if the seat alone has most Novelty worlds, 1 if it shares the lead, else 0 (Roll R129)."""
    i: cython.int
    lead: cython.int = 2
    own: cython.int = table.seat[seat].worlds[0]
    for i in range(table.head.seats):
        if i != seat:
            if table.seat[i].worlds[0] > own:
                return 0
            if table.seat[i].worlds[0] == own:
                lead = 1
    return lead


def add_start_tiles(seat):
    """Put faction and home world into the tableau: three squares in all (Roll R10, R12)."""
    i: cython.int
    if FACTION_DEVELOPMENT[seat.faction - 1] != NO_PIECE:
        add_development(seat, FACTION_DEVELOPMENT[seat.faction - 1])
    for i in range(2):
        if FACTION_WORLD[seat.faction - 1][i] != NO_PIECE:
            add_world(seat, FACTION_WORLD[seat.faction - 1][i])
    add_world(seat, HOME_WORLD_FIRST + seat.home_world - 1)


def set_order(table):
    """Set the player order: clockwise from the lowest faction number (Roll R13)."""
    seat: cython.int
    first: cython.int = 0
    for seat in range(table.head.seats):
        if table.seat[seat].faction < table.seat[first].faction:
            first = seat
    for seat in range(table.head.seats):
        table.order[seat] = (first + seat) % table.head.seats
