"""The end of a round: hands are brought down to ten cards, unseen (Race R80)."""

import cython
from cython.cimports.engine.race.state import (
    HAND_LIMIT,
    Asked,
    Phase,
    ask_all,
    discard_aside,
    note_answer,
    put_aside,
)


def begin_round_end(table):
    """Ask everybody with more than ten cards for discards."""
    seat: cython.int
    seats: cython.int = 0
    table.phase = Phase.ROUND_END
    for seat in range(table.head.seats):
        at = cython.address(table.seat[seat])
        if at.hand_count > HAND_LIMIT:
            at.quota = at.hand_count - HAND_LIMIT
            seats |= 1 << seat
    ask_all(table, Asked.ASK_HAND_LIMIT, seats)


def apply_round_end(table, seat, card):
    """Put a card aside; when all have done so, the cards are discarded."""
    put_aside(table, seat, card)
    if table.seat[seat].quota == 0 and note_answer(table, seat):
        discard_aside(table)
        table.asked = Asked.NOTHING
