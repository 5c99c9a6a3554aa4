"""Paying for a card with hand cards, one at a time (Race R30, R35)."""

import cython
from cython.cimports.engine.race.events import EventIndex
from cython.cimports.engine.race.powers import WORLDS
from cython.cimports.engine.race.state import (
    Asked,
    Table,
    ask_one,
    designs,
    discard_hand_card,
    lowest,
    tell,
)


def begin_payment(table, seat, price):
    """Ask for the payment and return True; return False if it is free or takes the whole hand."""
    at = cython.address(table.seat[seat])
    tell(table, EventIndex.PRICE_SET, seat, at.selected, price)
    if price > 0 and price < at.hand_count:
        table.price = price
        ask_one(table, Asked.ASK_PAY, seat)
        return True
    if price > 0:
        while at.hand.worlds:
            _pay_card(table, seat, lowest(at.hand.worlds))
        while at.hand.developments:
            _pay_card(table, seat, WORLDS + lowest(designs(cython.address(at.hand))))
    return False


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _pay_card(table: cython.pointer(Table), seat: cython.int, card: cython.int) -> cython.void:
    discard_hand_card(table, seat, card)
    tell(table, EventIndex.CARD_PAID, seat, card, 0)


def pay(table, seat, card):
    """Pay with a card; return whether the price is paid."""
    _pay_card(table, seat, card)
    table.price -= 1
    return table.price == 0
