"""Phase V, Ship: Trade and Consume (Roll R84-R91)."""

import cython
from cython.cimports.engine.contract.state import report
from cython.cimports.engine.roll.actions import VIRTUAL, ActionKind, pack
from cython.cimports.engine.roll.events import EventIndex
from cython.cimports.engine.roll.phases.close import close_phase, open_phase
from cython.cimports.engine.roll.powers import COLORS, GOODS_COLORS
from cython.cimports.engine.roll.state import (
    Asked,
    Seat,
    Table,
    gain_credits,
    gain_vp,
    goods_on,
    move_all,
    total,
)
from cython.cimports.libc.string import memset

PHASE = cython.declare(cython.int, 4)
CONSUMPTION = cython.declare(cython.int, 2)
FIRST_GOODS_DIE = cython.declare(cython.int, 3)  # the die colour that matches world colour 0
FIRST_TRADE_VALUE = cython.declare(cython.int, 3)  # of world colour 0; each further colour is worth 1 more


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _goods(at: cython.pointer(Seat)) -> cython.int:
    world: cython.int
    n: cython.int = 0
    for world in range(GOODS_COLORS):
        n += goods_on(at, world)
    return n


def run_ship(table):
    """Go on until a seat is asked something; return whether the phase is over."""
    if table.stage == 0:
        open_phase(table, PHASE)
    while table.turn < table.head.seats:
        at = cython.address(table.seat[table.order[table.turn]])
        if total(at.column[PHASE]) + total(at.virtual_worker) > 0 and _goods(at) > 0:
            at.asked = Asked.ASK_SHIP
            return False
        move_all(at.column[PHASE], at.cup)
        memset(at.virtual_worker, 0, COLORS)
        table.turn += 1
    close_phase(table, PHASE)
    return True


def legal_ship(table, seat, out):
    """Write the legal actions of a seat in Ship."""
    at = cython.address(table.seat[seat])
    world: cython.int
    color: cython.int
    n: cython.int = 0
    if at.asked == Asked.ASK_SHIP:
        for world in range(GOODS_COLORS):
            for color in range(COLORS):
                if at.goods[world][color] > 0:
                    out[n] = pack(ActionKind.TRADE, world, color, 0)
                    out[n + 1] = pack(ActionKind.CONSUME, world, color, 0)
                    n += 2
        return n
    if at.asked == Asked.ASK_BANK:
        out[0] = ActionKind.BUY_VP
        out[1] = ActionKind.KEEP_CREDIT
        return 2
    for color in range(COLORS):
        if at.column[PHASE][color] > 0:
            out[n] = pack(ActionKind.SHIPPER, color, 0, 0)
            n += 1
    for color in range(COLORS):
        if at.virtual_worker[color] > 0:
            out[n] = pack(ActionKind.SHIPPER, VIRTUAL + color, 0, 0)
            n += 1
    return n


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _matches(color: cython.int, world: cython.int) -> cython.int:
    """Return 1 if a die matches a world's colour (Roll R86)."""
    return 1 if color == CONSUMPTION or color == FIRST_GOODS_DIE + world else 0


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _ship(table: cython.pointer(Table), seat: cython.int, shipper: cython.int) -> cython.void:
    """Trade or Consume the chosen good with a shipper (Roll R84-R87)."""
    at = cython.address(table.seat[seat])
    head = cython.address(table.head)
    world: cython.int = at.good_world
    good: cython.int = at.good_color
    color: cython.int = shipper - VIRTUAL if shipper >= VIRTUAL else shipper
    if shipper >= VIRTUAL:
        at.virtual_worker[color] -= 1
    else:
        at.column[PHASE][color] -= 1
        at.citizenry[color] += 1
    at.goods[world][good] -= 1
    at.citizenry[good] += 1
    at.good_world = 0
    at.good_color = 0
    if at.is_trade:
        at.is_trade = 0
        amount: cython.int = FIRST_TRADE_VALUE + world + at.power.trade_bonus[world]
        report(head, EventIndex.TRADED, seat, world, good, shipper, amount)
        gain_credits(table, seat, amount)
        if at.power.trade_vp > 0:
            at.asked = Asked.ASK_BANK
        return
    vp: cython.int = 1 + _matches(good, world) + _matches(color, world) + at.power.consume_vp[world]
    report(head, EventIndex.CONSUMED, seat, world, good, shipper, vp)
    gain_vp(table, seat, vp)
    gain_credits(table, seat, at.power.consume_credits[world])


def apply_ship(table, seat, kind, a, b):
    """Carry out an action of Ship."""
    at = cython.address(table.seat[seat])
    if kind == ActionKind.TRADE or kind == ActionKind.CONSUME:
        at.good_world = a
        at.good_color = b
        at.is_trade = kind == ActionKind.TRADE
        at.asked = Asked.ASK_SHIPPER
    elif kind == ActionKind.SHIPPER:
        _ship(table, seat, a)
    elif kind == ActionKind.BUY_VP:
        # Paid out of the income just received (Roll R88).
        at.credits -= 1
        report(cython.address(table.head), EventIndex.VP_BOUGHT, seat, 0, 0, 0, 0)
        gain_vp(table, seat, at.power.trade_vp)
