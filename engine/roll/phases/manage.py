"""Manage Empire: Recruit, Recall, and whether the match ends (Roll R92-R97)."""

import cython
from cython.cimports.engine.contract.state import report
from cython.cimports.engine.roll.actions import ActionKind, DiePlace, pack
from cython.cimports.engine.roll.events import EventIndex
from cython.cimports.engine.roll.powers import COLORS, GOODS_COLORS
from cython.cimports.engine.roll.state import (
    SQUARES_END,
    Asked,
    Seat,
    Step,
    Table,
    close_step,
    open_step,
    pop_color,
    total,
    total_after,
    word,
)
from cython.cimports.libc.stdint import uint64_t


def begin_manage(table):
    """Recruit what needs no choice, then let all seats choose at once, unseen (Roll R17)."""
    seat: cython.int
    table.step = Step.MANAGE
    for seat in range(table.head.seats):
        at = cython.address(table.seat[seat])
        at.recruit_color = 0
        _recruit_on(table, seat, True)
    open_step(table)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _recruit(table: cython.pointer(Table), seat: cython.int, color: cython.int, count: cython.int) -> cython.void:
    at = cython.address(table.seat[seat])
    at.citizenry[color] -= count
    at.cup[color] += count
    at.credits -= count


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _range(at: cython.pointer(Seat), color: cython.int, low: cython.p_int, high: cython.p_int) -> cython.void:
    """Return the fewest and most dice of a colour that can be recruited, later colours following (Roll R92)."""
    later: cython.int = total_after(at.citizenry, color)
    have: cython.int = at.citizenry[color]
    purse: cython.int = at.credits
    high[0] = have if have < purse else purse
    low[0] = purse - later if purse > later else 0
    low[0] = min(low[0], high[0])


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _recruit_on(table: cython.pointer(Table), seat: cython.int, is_open: cython.bint) -> cython.void:
    """Recruit colour after colour up to the next choice, then go on to Recall."""
    at = cython.address(table.seat[seat])
    low: cython.int = 0
    high: cython.int = 0
    color: cython.int
    while at.recruit_color < COLORS:
        color = at.recruit_color
        _range(at, color, cython.address(low), cython.address(high))
        if low < high:
            at.asked = Asked.ASK_RECRUIT
            return
        if is_open and low > 0:
            report(cython.address(table.head), EventIndex.RECRUITED, seat, color, low, 0, 0)
        _recruit(table, seat, color, low)
        at.recruit_color += 1
    if at.credits == 0:
        at.credits = 1
    _ask_recall(at)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _ask_recall(at: cython.pointer(Seat)) -> cython.void:
    """Ask for a die to recall if there is any; dice are recalled in order of place and colour, once through."""
    i: cython.int
    color: cython.int
    rest: uint64_t
    at.asked = Asked.NOTHING
    for i in range(2 + GOODS_COLORS):
        rest = word(at.zone_dice[i]) if i < 2 else word(at.goods[i - 2])
        while rest != 0:
            color = pop_color(cython.address(rest))
            if i * COLORS + color >= at.cursor:
                at.asked = Asked.ASK_RECALL
                return


def legal_manage(table, seat, out):
    """Write the legal actions of a seat in Manage Empire."""
    at = cython.address(table.seat[seat])
    n: cython.int = 0
    i: cython.int
    color: cython.int
    rest: uint64_t
    low: cython.int = 0
    high: cython.int = 0
    if at.asked == Asked.ASK_RECRUIT:
        _range(at, at.recruit_color, cython.address(low), cython.address(high))
        for i in range(low, high + 1):
            out[n] = pack(ActionKind.RECRUIT, at.recruit_color, i, 0)
            n += 1
        return n
    if total(at.cup) > 0:
        # With an empty cup at least one die must be recalled (Roll R95).
        out[0] = ActionKind.DONE
        n = 1
    for i in range(2 + GOODS_COLORS):
        dice = cython.address(at.zone_dice[i][0]) if i < 2 else cython.address(at.goods[i - 2][0])
        rest = word(dice)
        while rest != 0:
            color = pop_color(cython.address(rest))
            if i * COLORS + color >= at.cursor:
                out[n] = pack(ActionKind.RECALL, color, DiePlace.PLACE_STACK + i, 0)
                n += 1
    return n


def apply_manage(table, seat, kind, a, b):
    """Carry out an action of Manage Empire."""
    at = cython.address(table.seat[seat])
    if kind == ActionKind.RECRUIT:
        _recruit(table, seat, a, b)
        at.recruit_color += 1
        _recruit_on(table, seat, False)
    elif kind == ActionKind.RECALL:
        place: cython.int = b - DiePlace.PLACE_STACK
        at.cursor = place * COLORS + a
        if place < 2:
            at.zone_dice[place][a] -= 1
        else:
            at.goods[place - 2][a] -= 1
        at.cup[a] += 1
        _ask_recall(at)
    else:
        at.asked = Asked.NOTHING


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _show_choices(table: cython.pointer(Table), seat: cython.int) -> cython.void:
    """Report what a seat chose, now that all have: the difference to what it showed before."""
    head = cython.address(table.head)
    now = cython.address(table.seat[seat])
    before = cython.address(table.shown[seat])
    i: cython.int
    color: cython.int
    if head.log == cython.NULL:
        return
    for color in range(COLORS):
        if before.citizenry[color] > now.citizenry[color]:
            report(head, EventIndex.RECRUITED, seat, color, before.citizenry[color] - now.citizenry[color], 0, 0)
    for i in range(2 + GOODS_COLORS):
        for color in range(COLORS):
            was: cython.int = before.zone_dice[i][color] if i < 2 else before.goods[i - 2][color]
            has: cython.int = now.zone_dice[i][color] if i < 2 else now.goods[i - 2][color]
            if was > has:
                report(head, EventIndex.RECALLED, seat, color, DiePlace.PLACE_STACK + i, was - has, 0)


def end_manage(table):
    """Show what all have chosen and return whether the match is over (Roll R97)."""
    seat: cython.int
    is_over: cython.bint = table.pool <= 0
    for seat in range(table.head.seats):
        _show_choices(table, seat)
        if table.seat[seat].squares >= SQUARES_END:
            is_over = True
    close_step(table)
    report(cython.address(table.head), EventIndex.ROUND_ENDS, -1, table.round, 0, 0, 0)
    for seat in range(table.head.seats):
        table.seat[seat].recruit_color = 0
        table.seat[seat].cursor = 0
    return is_over
