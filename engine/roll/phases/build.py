"""The common part of Develop and Settle: placing workers and completing tiles (Roll R62-R78).

`what` is 0 for developments and 1 for worlds, and with it the phase, the column and the stack.
Order is only asked for where it can matter: while all dice at hand go on the same tile, or are of
one colour, they are placed without a question.
"""

import cython
from cython.cimports.engine.contract.state import report
from cython.cimports.engine.roll.actions import ActionKind, DiePlace, pack
from cython.cimports.engine.roll.events import EventIndex
from cython.cimports.engine.roll.phases.close import close_phase, open_phase
from cython.cimports.engine.roll.phases.develop import development_cost
from cython.cimports.engine.roll.phases.settle import world_cost
from cython.cimports.engine.roll.powers import (
    BUILD_DEVELOPMENT,
    COLORS,
    DEVELOPMENT,
    NO_PIECE,
    WORLD,
    EffectKind,
)
from cython.cimports.engine.roll.state import (
    Asked,
    Seat,
    Step,
    Table,
    add_development,
    add_world,
    gain_credits,
    gain_die,
    move_all,
    only_color,
    remove_from_zone,
    show_top,
    total,
)
from cython.cimports.libc.stdint import uint8_t

SAVED_MAX = cython.declare(cython.int, 2)


def run_build(table, what):
    """Go on until a seat is asked something; return whether the phase is over."""
    if table.stage == 0:
        open_phase(table, 1 + what)
    while table.turn < table.head.seats:
        if _go_on(table, table.order[table.turn], what):
            return False
        table.turn += 1
    close_phase(table, 1 + what)
    return True


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _cost(at: cython.pointer(Seat), what: cython.int) -> cython.int:
    """Return the current cost of the top tile (Roll R69)."""
    return development_cost(at, at.zone[0][0]) if what == BUILD_DEVELOPMENT else world_cost(at, at.zone[1][0])


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _go_on(table: cython.pointer(Table), seat: cython.int, what: cython.int) -> cython.bint:
    """Build until the seat is asked something (True) or has used all it can."""
    at = cython.address(table.seat[seat])
    workers = cython.address(at.column[1 + what][0])
    on_stack = cython.address(at.zone_dice[what][0])
    color: cython.int
    while True:
        if at.building != NO_PIECE:
            if _finish_tile(table, seat, what):
                return True
            continue
        if at.zone_count[what] == 0:
            # Nothing to build: workers and dice on the empty spot go home (Roll R65).
            move_all(workers, at.cup)
            move_all(on_stack, at.cup)
            return False
        cost: cython.int = _cost(at, what)
        lying: cython.int = total(on_stack) + total(at.used)
        if lying > cost:
            if _use_up(at, on_stack, cost):
                return True
        elif lying == cost:
            move_all(on_stack, at.used)
        else:
            left: cython.int = total(workers)
            if left == 0:
                return False
            color = only_color(workers)
            if lying + left <= cost:
                for color in range(COLORS):
                    while workers[color] > 0:
                        _place(table, seat, what, color)
            elif color >= 0:
                _place(table, seat, what, color)
            else:
                at.asked = Asked.ASK_WORKER
                return True
            continue
        at.building = at.zone[what][0]
        at.saved = 0
        at.effect_next = 0
        at.cup_bonus = 0


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _place(table: cython.pointer(Table), seat: cython.int, what: cython.int, color: cython.int) -> cython.void:
    """Put a worker on the top tile (Roll R63)."""
    at = cython.address(table.seat[seat])
    at.column[1 + what][color] -= 1
    at.zone_dice[what][color] += 1
    report(cython.address(table.head), EventIndex.DIE_ON_STACK, seat, what, color, 0, 0)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _use_up(at: cython.pointer(Seat), on_stack: cython.pointer(uint8_t), cost: cython.int) -> cython.bint:
    """Choose the dice used up where more lie than the tile costs (Roll R62); return whether to ask."""
    color: cython.int = only_color(on_stack)
    needed: cython.int = cost - total(at.used)
    if needed > 0 and color < 0:
        at.asked = Asked.ASK_USE_UP
        return True
    if needed > 0:
        on_stack[color] -= needed
        at.used[color] += needed
    return False


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _finish_tile(table: cython.pointer(Table), seat: cython.int, what: cython.int) -> cython.bint:
    """Carry a completion on: dice, tableau, incomes, effects (Roll R66); return whether the seat is asked."""
    at = cython.address(table.seat[seat])
    head = cython.address(table.head)
    if at.zone_count[what] > 0 and at.zone[what][0] == at.building:
        if _ask_save(table, seat, what):
            return True
        move_all(at.used, at.citizenry)
        tile: cython.int = at.building
        remove_from_zone(at, tile)
        # A tile's own power does not count for its completion (Roll R43): incomes are read before it is added.
        if what == BUILD_DEVELOPMENT:
            report(head, EventIndex.DEVELOPMENT_BUILT, seat, tile, 0, 0, 0)
            gain_credits(table, seat, at.power.build_income[0][0])
            add_development(at, tile)
        else:
            report(head, EventIndex.WORLD_SETTLED, seat, tile, 0, 0, 0)
            gain_credits(table, seat, at.power.build_income[1][WORLD[tile].color])
            add_world(at, tile)
        show_top(table, seat, what)
    return _effects(table, seat, what)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _save(table: cython.pointer(Table), seat: cython.int, color: cython.int) -> cython.void:
    """Send one of the dice used to the cup."""
    at = cython.address(table.seat[seat])
    at.used[color] -= 1
    at.cup[color] += 1
    report(cython.address(table.head), EventIndex.DIE_SAVED, seat, color, 0, 0, 0)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _ask_save(table: cython.pointer(Table), seat: cython.int, what: cython.int) -> cython.bint:
    """Send dice used to the cup as powers say (Roll R71, R151); return whether the seat has a choice.

    All dice of a colour go by New Galactic Order; one or two of the owner's choice by Galactic
    Federation and Galactic Exchange, where dice sent by the former count as the first (`cup_bonus`).
    """
    at = cython.address(table.seat[seat])
    color: cython.int
    if at.saved == 0:
        for color in range(COLORS):
            while at.power.cup_color[what][color] and at.used[color] > 0:
                _save(table, seat, color)
                at.cup_bonus = 1
    if not at.power.cup_choice[what] or at.saved >= SAVED_MAX or total(at.used) == 0:
        return False
    if at.saved == 0 and not at.cup_bonus and total(at.used) == 1:
        _save(table, seat, only_color(at.used))
        return False
    at.asked = Asked.ASK_SAVE
    return True


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _effects(table: cython.pointer(Table), seat: cython.int, what: cython.int) -> cython.bint:
    """Carry out the tile's one-off effects in order; return whether the seat is asked for a die (Roll R73, R76)."""
    at = cython.address(table.seat[seat])
    piece = (
        cython.address(DEVELOPMENT[at.building]) if what == BUILD_DEVELOPMENT else cython.address(WORLD[at.building])
    )
    i: cython.int
    while at.effect_next < piece.effect_count:
        effect = cython.address(piece.effect[at.effect_next])
        at.effect_next += 1
        if effect.kind == EffectKind.GAIN_CREDITS:
            gain_credits(table, seat, effect.amount)
        elif effect.kind == EffectKind.GAIN_DIE:
            for i in range(effect.amount):
                gain_die(table, seat, effect.color, effect.destination, piece.color)
        elif effect.kind == EffectKind.REMOVE_DIE and _has_dice(at):
            at.asked = Asked.ASK_REMOVE
            return True
    at.building = NO_PIECE
    at.effect_next = 0
    at.saved = 0
    at.cup_bonus = 0
    return False


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _dice_at(at: cython.pointer(Seat), place: cython.int) -> cython.pointer(uint8_t):
    """Return the dice lying at a place, by colour."""
    if place == DiePlace.PLACE_CUP:
        return cython.address(at.cup[0])
    if place == DiePlace.PLACE_CITIZENRY:
        return cython.address(at.citizenry[0])
    if place < DiePlace.PLACE_STACK:
        return cython.address(at.column[place - DiePlace.PLACE_COLUMN][0])
    if place < DiePlace.PLACE_GOOD:
        return cython.address(at.zone_dice[place - DiePlace.PLACE_STACK][0])
    return cython.address(at.goods[place - DiePlace.PLACE_GOOD][0])


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _has_dice(at: cython.pointer(Seat)) -> cython.bint:
    place: cython.int
    for place in range(DiePlace.DIE_PLACES):
        if total(_dice_at(at, place)) > 0:
            return True
    return False


def legal_build(table, seat, out):
    """Write the legal actions of a seat in Develop or Settle."""
    at = cython.address(table.seat[seat])
    what: cython.int = table.step - Step.DEVELOP
    color: cython.int
    place: cython.int
    n: cython.int = 0
    if at.asked == Asked.ASK_REMOVE:
        for place in range(DiePlace.DIE_PLACES):
            dice = _dice_at(at, place)
            for color in range(COLORS):
                if dice[color] > 0:
                    out[n] = pack(ActionKind.REMOVE, color, place, 0)
                    n += 1
        return n
    if at.asked == Asked.ASK_WORKER:
        dice = cython.address(at.column[1 + what][0])
        kind: cython.int = ActionKind.WORKER
    elif at.asked == Asked.ASK_USE_UP:
        dice = cython.address(at.zone_dice[what][0])
        kind = ActionKind.USE_UP
    else:
        dice = cython.address(at.used[0])
        kind = ActionKind.SAVE
    for color in range(COLORS):
        if dice[color] > 0:
            out[n] = pack(kind, color, 0, 0)
            n += 1
    if kind == ActionKind.SAVE and (at.saved > 0 or at.cup_bonus):
        out[n] = ActionKind.SAVE_NO_MORE
        n += 1
    return n


def apply_build(table, seat, kind, a, b):
    """Carry out an action of Develop or Settle."""
    at = cython.address(table.seat[seat])
    what: cython.int = table.step - Step.DEVELOP
    if kind == ActionKind.WORKER:
        _place(table, seat, what, a)
    elif kind == ActionKind.USE_UP:
        at.zone_dice[what][a] -= 1
        at.used[a] += 1
    elif kind == ActionKind.SAVE:
        _save(table, seat, a)
        at.saved += 1
    elif kind == ActionKind.SAVE_NO_MORE:
        at.saved = SAVED_MAX
    elif kind == ActionKind.REMOVE:
        _dice_at(at, b)[a] -= 1
        report(cython.address(table.head), EventIndex.DIE_REMOVED, seat, a, b, 0, 0)
