"""I Explore: see more cards than you keep (Race R23 to R26, R93)."""

import cython
from cython.cimports.engine.race.actions import ActionCard, pack
from cython.cimports.engine.race.events import EventIndex
from cython.cimports.engine.race.powers import WORLDS
from cython.cimports.engine.race.state import (
    Asked,
    Table,
    ask_all,
    clear,
    designs,
    draw_card,
    lowest,
    merge,
    note_answer,
    put,
    seat_at,
    size_of,
    take,
    tell,
)
from cython.cimports.libc.stdint import uint64_t

DRAW = cython.declare(cython.int, 2)
KEEP = cython.declare(cython.int, 1)


def begin_explore(table):
    """Deal to everybody in player order before anybody chooses (Race R24)."""
    place: cython.int
    seats: cython.int = 0
    for place in range(table.head.seats):
        seats |= _deal(table, seat_at(table, place))
    ask_all(table, Asked.ASK_KEEP, seats)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _deal(table: cython.pointer(Table), seat: cython.int) -> cython.int:
    """Deal to one seat; return its bit if it has to choose. Both Explore cards add up (Race R93)."""
    at = cython.address(table.seat[seat])
    card: cython.int
    cards: cython.int = DRAW + at.power.explore_draw
    keep: cython.int = KEEP + at.power.explore_keep
    if (at.actions >> ActionCard.EXPLORE_5) & 1:
        cards += 5
    if (at.actions >> ActionCard.EXPLORE_1_1) & 1:
        cards += 1
        keep += 1
    cards = min(cards, table.deck_count + table.discard_count)
    tell(table, EventIndex.CARDS_DEALT, seat, cards, min(keep, cards))
    while cards > 0:
        cards -= 1
        card = draw_card(table)
        put(cython.address(at.drawn), card)
        at.drawn_count += 1
        tell(table, EventIndex.CARD_DEALT, seat, card, 0)
    if at.drawn_count > keep:
        at.quota = keep
        return 1 << seat
    # Nothing to choose (Race R26).
    merge(cython.address(at.hand), cython.address(at.drawn))
    at.hand_count += at.drawn_count
    clear(cython.address(at.drawn))
    at.drawn_count = 0
    return 0


def write_cards(pile, kind, out):
    """Write an action of that kind for each design in a pile; return their number."""
    n: cython.int = 0
    rest: uint64_t = pile.worlds
    while rest:
        out[n] = pack(kind, lowest(rest), 0)
        n += 1
        rest &= rest - 1
    rest = designs(pile)
    while rest:
        out[n] = pack(kind, WORLDS + lowest(rest), 0)
        n += 1
        rest &= rest - 1
    return n


def apply_explore(table, seat, card):
    """Keep one card; when all have chosen, the kept ones join the hands and the others are discarded."""
    at = cython.address(table.seat[seat])
    take(cython.address(at.drawn), card)
    put(cython.address(at.aside), card)
    at.drawn_count -= 1
    at.quota -= 1
    tell(table, EventIndex.CARD_KEPT, seat, card, 0)
    if at.quota > 0 or not note_answer(table, seat):
        return
    place: cython.int
    for place in range(table.head.seats):
        _close(table, seat_at(table, place))
    table.asked = Asked.NOTHING


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _close(table: cython.pointer(Table), seat: cython.int) -> cython.void:
    """Take the kept cards into the hand and discard the rest (Race R25)."""
    at = cython.address(table.seat[seat])
    if at.drawn_count == 0:
        return
    at.hand_count += size_of(cython.address(at.aside))
    merge(cython.address(at.hand), cython.address(at.aside))
    merge(cython.address(table.discards), cython.address(at.drawn))
    merge(cython.address(at.put_away), cython.address(at.drawn))
    table.discard_count += at.drawn_count
    tell(table, EventIndex.CARDS_DISCARDED, seat, at.drawn_count, 0)
    clear(cython.address(at.aside))
    clear(cython.address(at.drawn))
    at.drawn_count = 0
