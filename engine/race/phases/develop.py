"""II Develop: place a development and pay for it (Race R27 to R31, R94, R95)."""

import cython
from cython.cimports.engine.race.actions import ActionCard, ActionKind, pack
from cython.cimports.engine.race.events import EventIndex
from cython.cimports.engine.race.phases.payment import begin_payment, pay
from cython.cimports.engine.race.powers import CARD, COST_MAX, DEVELOPMENTS_UP_TO, WORLDS
from cython.cimports.engine.race.state import (
    NONE,
    Asked,
    Table,
    ask_all,
    designs,
    draw,
    enter_tableau,
    fold_placed,
    lowest,
    note_answer,
    seat_at,
    tell,
)


def begin_develop(table):
    """Draw what is drawn first, then ask everybody with cards for a development, unseen (Race R27)."""
    place: cython.int
    seat: cython.int
    seats: cython.int = 0
    for place in range(table.head.seats):
        seat = seat_at(table, place)
        at = cython.address(table.seat[seat])
        draw(table, seat, at.power.draw_at_start)
        if at.hand_count > 0:
            seats |= 1 << seat
    ask_all(table, Asked.ASK_DEVELOPMENT, seats)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _discount(table: cython.pointer(Table), seat: cython.int) -> cython.int:
    """Return how much less developments cost; in a second phase the bonus needs a second card (Race R94)."""
    at = cython.address(table.seat[seat])
    bonus: cython.int = ActionCard.DEVELOP_AGAIN if table.is_second else ActionCard.DEVELOP_CARD
    return at.power.develop_discount + ((at.actions >> bonus) & 1)


def development_price(table, seat, card):
    """Return the price in cards (Race R30)."""
    price: cython.int = CARD[card].cost - _discount(table, seat)
    return max(0, price)


def legal_development(table, seat, out):
    """Write passing and the developments that can be paid with the other cards (Race R28, R29)."""
    at = cython.address(table.seat[seat])
    affordable: cython.int = at.hand_count - 1 + _discount(table, seat)
    affordable = min(affordable, COST_MAX)
    rest = designs(cython.address(at.hand)) & ~at.tableau.developments & DEVELOPMENTS_UP_TO[affordable]
    n: cython.int = 1
    out[0] = ActionKind.PASS
    while rest:
        out[n] = pack(ActionKind.PLACE, WORLDS + lowest(rest), 0)
        n += 1
        rest &= rest - 1
    return n


def select_development(table, seat, card):
    """Select a card or NONE; when all have selected, reveal, place and pay."""
    place: cython.int
    table.seat[seat].selected = card
    if card == NONE:
        tell(table, EventIndex.NOTHING_SELECTED, seat, 0, 0)
    else:
        tell(table, EventIndex.CARD_SELECTED, seat, card, 0)
    if not note_answer(table, seat):
        return
    for place in range(table.head.seats):
        seat = seat_at(table, place)
        if table.seat[seat].selected == NONE:
            tell(table, EventIndex.PASSED, seat, 0, 0)
        else:
            enter_tableau(table, seat, table.seat[seat].selected)
    table.place = 0
    _go_on(table)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _go_on(table: cython.pointer(Table)) -> cython.void:
    """Let the seats pay in player order until one has to choose (Race R98)."""
    seat: cython.int
    while table.place < table.head.seats:
        seat = seat_at(table, table.place)
        at = cython.address(table.seat[seat])
        if at.selected != NONE:
            if begin_payment(table, seat, development_price(table, seat, at.selected)):
                return
            draw(table, seat, at.power.draw_after_develop)
        table.place += 1
    fold_placed(table)


def pay_development(table, seat, card):
    """Pay with a card; after the last one draw, then the next seat pays (Race R31)."""
    if pay(table, seat, card):
        draw(table, seat, table.seat[seat].power.draw_after_develop)
        table.place += 1
        _go_on(table)
