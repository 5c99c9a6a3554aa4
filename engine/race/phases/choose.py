"""Choosing action cards: one each, or two of nine in the advanced game, unseen (Race R11 to R13, R92)."""

import cython
from cython.cimports.engine.race.actions import ActionCard, ActionKind, pack
from cython.cimports.engine.race.events import EventIndex
from cython.cimports.engine.race.state import NONE, Asked, Phase, Table, ask_all, note_answer, tell

CARDS = cython.declare(cython.int, 7)
NO_SECOND = cython.declare(cython.int, 7)


def begin_choose(table):
    """Begin a round: action cards come back, and everybody picks (Race R13, R81)."""
    seat: cython.int
    table.phase = Phase.CHOOSE
    table.round += 1
    for seat in range(table.head.seats):
        table.seat[seat].actions = 0
    tell(table, EventIndex.ROUND_BEGINS, -1, table.round, 0)
    ask_all(table, Asked.ASK_TWO_ACTIONS if table.is_advanced else Asked.ASK_ACTION, (1 << table.head.seats) - 1)


def legal_choose(table, out):
    """Write the action cards, or the pairs of them, each pair once."""
    first: cython.int
    second: cython.int
    n: cython.int = 0
    for first in range(CARDS):
        if not table.is_advanced:
            out[n] = pack(ActionKind.CHOOSE, first, 0)
            n += 1
            continue
        for second in range(first, CARDS):
            if first != second or first == ActionCard.DEVELOP_CARD or first == ActionCard.SETTLE_CARD:
                out[n] = pack(ActionKind.CHOOSE_TWO, first, second)
                n += 1
    return n


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _tell_actions(table: cython.pointer(Table), seat: cython.int, event: cython.int) -> cython.void:
    """Report which cards a seat has picked."""
    first: cython.int = NO_SECOND
    second: cython.int = NO_SECOND
    actions: cython.int = table.seat[seat].actions
    card: cython.int
    for card in range(CARDS):
        if (actions >> card) & 1:
            second = card
            if first == NO_SECOND:
                first = card
                second = NO_SECOND
    if (actions >> ActionCard.DEVELOP_AGAIN) & 1:
        second = ActionCard.DEVELOP_CARD
    if (actions >> ActionCard.SETTLE_AGAIN) & 1:
        second = ActionCard.SETTLE_CARD
    tell(table, event, seat, first, second)


def apply_choose(table, seat, first, second):
    """Pick *first* and, if it is not NONE, *second*; when all have picked, reveal."""
    each: cython.int
    actions: cython.int = 1 << first
    if second == first:
        actions |= 1 << (ActionCard.DEVELOP_AGAIN if first == ActionCard.DEVELOP_CARD else ActionCard.SETTLE_AGAIN)
    elif second != NONE:
        actions |= 1 << second
    table.seat[seat].actions = actions
    if table.head.log != cython.NULL:
        _tell_actions(table, seat, EventIndex.ACTIONS_CHOSEN)
    if not note_answer(table, seat):
        return
    table.asked = Asked.NOTHING
    if table.head.log != cython.NULL:
        for each in range(table.head.seats):
            _tell_actions(table, each, EventIndex.ACTIONS_REVEALED)
