"""Phase I, Explore: Scout, Stock, and the powers that shape the construction zone (Roll R48-R61)."""

import cython
from cython.cimports.engine.contract.state import report
from cython.cimports.engine.roll.actions import ActionKind, Explorer, pack
from cython.cimports.engine.roll.events import EventIndex
from cython.cimports.engine.roll.phases.close import close_phase, open_phase
from cython.cimports.engine.roll.powers import COLORS, TILES
from cython.cimports.engine.roll.state import (
    NONE,
    Asked,
    Seat,
    Table,
    gain_credits,
    pile_to_bag,
    pop_bit,
    put_on_stack,
    remove_from_zone,
    show_top,
    take_from_bag,
    total,
    zone_mask,
)
from cython.cimports.libc.stdint import int32_t, uint64_t
from cython.cimports.libc.string import memset

PHASE = cython.declare(cython.int, 0)
STOCK_CREDITS = cython.declare(cython.int, 2)
GIVE_FROM_TILES = cython.declare(cython.int, 3)
ALIEN = cython.declare(cython.int, 6)
ONE = cython.declare(uint64_t, 1)
# The stages of the phase.
BEGINNING = cython.declare(cython.int, 0)
TASKS = cython.declare(cython.int, 1)
GIVING_UP = cython.declare(cython.int, 2)
EXTRA_DRAW = cython.declare(cython.int, 3)


def run_explore(table):
    """Go on until a seat is asked something; return whether the phase is over."""
    if table.stage == BEGINNING:
        open_phase(table, PHASE)
    while table.stage == TASKS or table.stage == GIVING_UP:
        if table.stage == GIVING_UP:
            if _ask_giver(table):
                return False
            continue
        if table.turn == table.head.seats:
            table.turn = 0
            table.stage = EXTRA_DRAW
            break
        if _ask_explorer(table, table.order[table.turn]):
            return False
        if table.stage == TASKS:
            table.turn += 1
    while table.turn < table.head.seats:
        if _ask_extra(table, table.order[table.turn]):
            return False
        table.turn += 1
    close_phase(table, PHASE)
    pile_to_bag(table)
    return True


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _explorers(at: cython.pointer(Seat)) -> cython.int:
    return total(at.column[PHASE]) + total(at.virtual_worker)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _ask_explorer(table: cython.pointer(Table), seat: cython.int) -> cython.bint:
    """Ask the exploring seat what comes next; return False if it is through or others must give tiles up."""
    at = cython.address(table.seat[seat])
    if at.to_draw > 0 and at.hand_count == 0:
        _draw(table, seat)
        if table.stage == GIVING_UP:
            return False
    if at.hand_count > 0:
        at.asked = Asked.ASK_PLACE
        return True
    at.cursor = 0
    if _explorers(at) > 0:
        at.asked = Asked.ASK_EXPLORE
        return True
    # Without explorers left only Advanced Logistics is of use (Roll R102).
    if at.power.rearrange and not at.has_finished and not at.has_rearranged and zone_mask(at) != 0:
        at.asked = Asked.ASK_EXPLORE
        return True
    return False


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _draw(table: cython.pointer(Table), seat: cython.int) -> cython.void:
    """Draw the tiles still owed; with bag and pile used up, make the others give (Roll R56-R58)."""
    at = cython.address(table.seat[seat])
    head = cython.address(table.head)
    drawn: cython.int = 0
    while at.to_draw > 0:
        if table.bag_count == 0 and table.pile_count > 0:
            pile_to_bag(table)
        if table.bag_count == 0:
            break
        tile = take_from_bag(table)
        at.hand |= ONE << tile
        at.hand_count += 1
        at.to_draw -= 1
        drawn += 1
        at.cursor = 0
        report(head, EventIndex.TILE_SEEN, seat, tile, 0, 0, 0)
    if drawn > 0:
        report(head, EventIndex.TILES_DRAWN, seat, drawn, 0, 0, 0)
    elif at.to_draw > 0:
        # What has been drawn is placed first; only then are the others asked (Roll R57).
        table.stage = GIVING_UP
        table.giver = 0
        table.gave = 0


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _ask_giver(table: cython.pointer(Table)) -> cython.bint:
    """Ask the next seat with three or more zone tiles; when all have given, go back to drawing (Roll R57, R149)."""
    while table.giver < table.head.seats:
        at = cython.address(table.seat[table.order[table.giver]])
        table.giver += 1
        if at.zone_count[0] + at.zone_count[1] >= GIVE_FROM_TILES:
            at.asked = Asked.ASK_GIVE_UP
            table.gave = 1
            return True
    if not table.gave:
        table.seat[table.order[table.turn]].to_draw = 0
    table.stage = TASKS
    return False


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _ask_extra(table: cython.pointer(Table), seat: cython.int) -> cython.bint:
    """Draw Alien Research Team's tile and ask where it goes (Roll R104, R148)."""
    at = cython.address(table.seat[seat])
    if not at.is_extra_draw and at.power.extra_tiles > 0:
        at.is_extra_draw = 1
        at.to_draw = at.power.extra_tiles
        at.cursor = 0
        while at.to_draw > 0:
            at.to_draw -= 1
            if table.bag_count == 0 and table.pile_count > 0:
                pile_to_bag(table)
            if table.bag_count > 0:
                tile = take_from_bag(table)
                at.hand |= ONE << tile
                at.hand_count += 1
                report(cython.address(table.head), EventIndex.TILE_SEEN, seat, tile, 0, 0, 0)
                report(cython.address(table.head), EventIndex.TILES_DRAWN, seat, 1, 0, 0, 0)
    if at.hand_count > 0:
        at.asked = Asked.ASK_PLACE
        return True
    at.is_extra_draw = 0
    at.cursor = 0
    return False


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _legal_tasks(at: cython.pointer(Seat), out: cython.pointer(int32_t)) -> cython.int:
    """Write Stock and Scout, by explorer where its colour makes a difference (Roll R60, R103, R137)."""
    n: cython.int = 0
    matters: cython.bint = at.power.stock_bonus[ALIEN] > 0 or at.power.scouted_income[ALIEN] > 0
    alien: cython.int = at.column[PHASE][ALIEN] + at.virtual_worker[ALIEN]
    others: cython.int = _explorers(at) - alien
    if not matters and alien + others > 0:
        out[0] = pack(ActionKind.STOCK, Explorer.EXPLORER_ANY, 0, 0)
        out[1] = pack(ActionKind.SCOUT, Explorer.EXPLORER_ANY, 0, 0)
        n = 2
    if matters and alien > 0:
        out[0] = pack(ActionKind.STOCK, Explorer.EXPLORER_ALIEN, 0, 0)
        out[1] = pack(ActionKind.SCOUT, Explorer.EXPLORER_ALIEN, 0, 0)
        n = 2
    if matters and others > 0:
        out[n] = pack(ActionKind.STOCK, Explorer.EXPLORER_OTHER, 0, 0)
        out[n + 1] = pack(ActionKind.SCOUT, Explorer.EXPLORER_OTHER, 0, 0)
        n += 2
    if at.power.rearrange and not at.has_rearranged and zone_mask(at) != 0:
        out[n] = ActionKind.REARRANGE
        n += 1
    if alien + others == 0:
        out[n] = ActionKind.END_EXPLORE
        n += 1
    return n


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _rank(stack: cython.int, i: cython.int) -> cython.int:
    """Return when a zone tile is asked for: from the bottom of the development stack to the top of the world stack."""
    return stack * TILES + TILES - 1 - i


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _rank_of(at: cython.pointer(Seat), tile: cython.int) -> cython.int:
    """Return the rank of a tile that lies in the zone."""
    stack: cython.int
    i: cython.int
    for stack in range(2):
        for i in range(at.zone_count[stack]):
            if at.zone[stack][i] == tile:
                return _rank(stack, i)
    return 0


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _legal_zone(at: cython.pointer(Seat), out: cython.pointer(int32_t)) -> cython.int:
    """Write the zone tiles that may be abandoned or given up; abandoning goes from the bottom up, once through.

    So a top tile goes last, and no tile comes to the top, for all to see, that is abandoned itself (Roll R15).
    """
    n: cython.int = 0
    stack: cython.int
    i: cython.int
    kind: cython.int = ActionKind.ABANDON if at.asked == Asked.ASK_ABANDON else ActionKind.GIVE_UP
    for stack in range(2):
        for i in range(at.zone_count[stack]):
            if kind == ActionKind.GIVE_UP or _rank(stack, i) >= at.cursor:
                out[n] = pack(kind, at.zone[stack][i], 0, 0)
                n += 1
    if kind == ActionKind.ABANDON:
        out[n] = ActionKind.DRAW
        n += 1
    return n


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _count_on_top(at: cython.pointer(Seat), stack: cython.int) -> cython.int:
    """Return how many of the tiles drawn together lie on top of what lay on the stack before (see _place)."""
    return at.cursor % TILES if at.cursor // TILES == stack else 0


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _legal_places(at: cython.pointer(Seat), out: cython.pointer(int32_t)) -> cython.int:
    """Write where the drawn tiles may go; a stack on which nothing else lies has one end."""
    n: cython.int = 0
    tile: cython.int
    stack: cython.int
    tiles: uint64_t = at.hand
    while tiles != 0:
        tile = pop_bit(cython.address(tiles))
        for stack in range(at.cursor // TILES, 2):
            out[n] = pack(ActionKind.PLACE, tile, stack, 0)
            n += 1
            if at.power.place_on_top and not at.is_extra_draw and at.zone_count[stack] > _count_on_top(at, stack):
                out[n] = pack(ActionKind.PLACE, tile, stack, 1)
                n += 1
    return n


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _legal_arrangements(at: cython.pointer(Seat), out: cython.pointer(int32_t)) -> cython.int:
    """Write which tile comes next on which stack (Roll R102)."""
    n: cython.int = 0
    tile: cython.int
    stack: cython.int
    tiles: uint64_t = at.hand
    while tiles != 0:
        tile = pop_bit(cython.address(tiles))
        for stack in range(at.cursor, 2):
            out[n] = pack(ActionKind.ARRANGE, tile, stack, 0)
            n += 1
    return n


def legal_explore(table, seat, out):
    """Write the legal actions of a seat in Explore."""
    at = cython.address(table.seat[seat])
    if at.asked == Asked.ASK_EXPLORE:
        return _legal_tasks(at, out)
    if at.asked == Asked.ASK_PLACE:
        return _legal_places(at, out)
    if at.asked == Asked.ASK_ARRANGE:
        return _legal_arrangements(at, out)
    return _legal_zone(at, out)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _explorer_color(at: cython.pointer(Seat), explorer: cython.int) -> cython.int:
    """Return the colour of a real or virtual explorer of the sort."""
    color: cython.int
    if explorer == Explorer.EXPLORER_ALIEN:
        return ALIEN
    for color in range(COLORS):
        if explorer == Explorer.EXPLORER_OTHER and color == ALIEN:
            continue
        if at.column[PHASE][color] + at.virtual_worker[color] > 0:
            return color
    return NONE


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _task(table: cython.pointer(Table), seat: cython.int, kind: cython.int, explorer: cython.int) -> cython.void:
    """Use an explorer up for a Stock or begin its Scout (Roll R41, R45, R48)."""
    at = cython.address(table.seat[seat])
    color: cython.int = _explorer_color(at, explorer)
    at.has_rearranged = 0
    if at.virtual_worker[color] > 0:
        at.virtual_worker[color] -= 1
    else:
        at.column[PHASE][color] -= 1
        at.citizenry[color] += 1
    if kind == ActionKind.STOCK:
        report(
            cython.address(table.head),
            EventIndex.STOCKED,
            seat,
            STOCK_CREDITS + at.power.stock_bonus[color],
            0,
            0,
            0,
        )
        gain_credits(table, seat, STOCK_CREDITS + at.power.stock_bonus[color])
        return
    at.has_scouted[color] = 1
    at.to_draw = 1
    at.cursor = 0
    if at.zone_count[0] + at.zone_count[1] > 0:
        at.asked = Asked.ASK_ABANDON


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _leave_zone(table: cython.pointer(Table), seat: cython.int, tile: cython.int) -> cython.void:
    """Take a tile out of the zone and show what lies on top then."""
    at = cython.address(table.seat[seat])
    was_top_0: cython.int = at.zone[0][0]
    was_top_1: cython.int = at.zone[1][0]
    stack = remove_from_zone(at, tile)
    if (was_top_0 if stack == 0 else was_top_1) == tile:
        show_top(table, seat, stack)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _place(
    table: cython.pointer(Table), seat: cython.int, tile: cython.int, stack: cython.int, on_top: cython.bint
) -> cython.void:
    """Put a drawn tile underneath a stack or on top of it (Roll R50, R141).

    Those on top come from the top down, each beneath the one before: none is shown but the one that stays
    there (Roll R15). The cursor counts them, after TILES for each stack that is done with.
    """
    at = cython.address(table.seat[seat])
    above: cython.int = _count_on_top(at, stack)
    depth: cython.int = above if on_top else at.zone_count[stack]
    at.hand &= ~(ONE << tile)
    at.hand_count -= 1
    at.cursor = stack * TILES + above + (1 if depth == above else 0)
    report(cython.address(table.head), EventIndex.TILE_PLACED, seat, stack, on_top, tile, 0)
    put_on_stack(table, seat, stack, tile, depth)


def apply_explore(table, seat, kind, a, b, c):
    """Carry out an action of Explore."""
    at = cython.address(table.seat[seat])
    head = cython.address(table.head)
    stack: cython.int
    if kind == ActionKind.STOCK or kind == ActionKind.SCOUT:
        _task(table, seat, kind, a)
    elif kind == ActionKind.ABANDON:
        report(head, EventIndex.TILES_ABANDONED, seat, a, 0, 0, 0)
        at.cursor = _rank_of(at, a) + 1
        _leave_zone(table, seat, a)
        at.abandoned |= ONE << a
        at.abandoned_count += 1
        table.pile_count += 1
        at.to_draw += 1
        if at.zone_count[0] + at.zone_count[1] > 0:
            at.asked = Asked.ASK_ABANDON
    elif kind == ActionKind.GIVE_UP:
        report(head, EventIndex.TILE_GIVEN_UP, seat, a, 0, 0, 0)
        _leave_zone(table, seat, a)
        table.bag |= ONE << a
        table.bag_count += 1
    elif kind == ActionKind.PLACE:
        _place(table, seat, a, b, c == 1)
    elif kind == ActionKind.REARRANGE:
        at.has_rearranged = 1
        at.hand = zone_mask(at)
        at.hand_count = at.zone_count[0] + at.zone_count[1]
        memset(at.zone_count, 0, cython.sizeof(at.zone_count))
        memset(at.zone, 0, cython.sizeof(at.zone))
        at.cursor = 0
        at.asked = Asked.ASK_ARRANGE
    elif kind == ActionKind.ARRANGE:
        at.hand &= ~(ONE << a)
        at.hand_count -= 1
        at.cursor = b
        at.zone[b][at.zone_count[b]] = a
        at.zone_count[b] += 1
        if at.hand_count > 0:
            at.asked = Asked.ASK_ARRANGE
        else:
            report(head, EventIndex.ZONE_REARRANGED, seat, at.zone_count[0], at.zone_count[1], 0, 0)
            for stack in range(2):
                show_top(table, seat, stack)
    elif kind == ActionKind.END_EXPLORE:
        at.has_finished = 1
