"""Things that a seat can't know (Race R10): forgetting them, and filling them in again consistently.

Secret are the others' hands, what they are dealt and choose in a simultaneous step, the deck, the
discards and the faces of all goods. A seat knows its own cards, and which cards it put away itself as
long as they lie in the discard pile.
"""

import cython
from cython.cimports.engine.contract.state import FULL
from cython.cimports.engine.race.state import (
    NONE,
    STREAM_DECK,
    UNKNOWN,
    WHOLE_DEVELOPMENTS,
    Phase,
    Pile,
    Table,
    clear,
    lowest,
    merge,
    pick,
    put,
    size_of,
    subtract,
)
from cython.cimports.engine.rng import below, seed_fast
from cython.cimports.libc.stdint import uint64_t


def hide(table, viewer):
    """Forget, in place, all that *viewer* can't know."""
    seat: cython.int
    own: cython.int = 1 << viewer if viewer >= 0 else 0
    clear(cython.address(table.deck))
    clear(cython.address(table.discards))
    for seat in range(table.head.seats):
        at = cython.address(table.seat[seat])
        goods = at.goods
        while goods:
            table.face[lowest(goods)] = UNKNOWN
            goods &= goods - 1
        if seat == viewer:
            continue
        if table.head.is_simultaneous:
            _rewind(table, seat)
        clear(cython.address(at.hand))
        clear(cython.address(at.drawn))
        clear(cython.address(at.put_away))
    if table.head.is_simultaneous:
        table.owing = (table.asked_seats & ~own) | (table.owing & own)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _rewind(table: cython.pointer(Table), seat: cython.int) -> cython.void:
    """Show another seat as it stood when the simultaneous step began: what it chose is not to be seen."""
    at = cython.address(table.seat[seat])
    chosen: cython.int = size_of(cython.address(at.aside))
    at.quota += chosen
    if table.phase == Phase.EXPLORE:
        at.drawn_count += chosen
    else:
        at.hand_count += chosen
    clear(cython.address(at.aside))
    at.selected = NONE
    if table.phase == Phase.CHOOSE:
        at.actions = 0


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _fill(
    table: cython.pointer(Table), into: cython.pointer(Pile), unknown: cython.pointer(Pile), cards: cython.int
) -> cython.void:
    """Move that many random cards out of the unknown ones."""
    left: cython.int = size_of(unknown)
    while cards > 0:
        put(into, pick(unknown, below(cython.address(table.head.rng), STREAM_DECK, left)))
        left -= 1
        cards -= 1


def imagine(table, seed):
    """Fill in, in place, what the viewer of a hidden table can't know; each possibility equally likely."""
    unknown = cython.declare(Pile)
    seat: cython.int
    to_discard: cython.int = table.discard_count
    rest = cython.address(unknown)
    unknown.worlds = ~cython.cast(uint64_t, 0)
    unknown.developments = WHOLE_DEVELOPMENTS
    seed_fast(cython.address(table.head.rng), seed)
    for seat in range(table.head.seats):
        at = cython.address(table.seat[seat])
        # Hidden piles are empty, so this takes away what the viewer sees.
        subtract(rest, cython.address(at.tableau))
        subtract(rest, cython.address(at.hand))
        subtract(rest, cython.address(at.drawn))
        subtract(rest, cython.address(at.aside))
        subtract(rest, cython.address(at.put_away))
        merge(cython.address(table.discards), cython.address(at.put_away))
        to_discard -= size_of(cython.address(at.put_away))
    for seat in range(table.head.seats):
        at = cython.address(table.seat[seat])
        if seat != table.head.viewer:
            _fill(table, cython.address(at.hand), rest, at.hand_count)
            _fill(table, cython.address(at.drawn), rest, at.drawn_count)
        _fill_goods(table, at.goods, rest)
    if to_discard <= table.deck_count:
        _fill(table, cython.address(table.discards), rest, to_discard)
        table.deck = unknown
    else:
        _fill(table, cython.address(table.deck), rest, table.deck_count)
        merge(cython.address(table.discards), rest)
    table.head.viewer = FULL


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _fill_goods(table: cython.pointer(Table), goods: uint64_t, unknown: cython.pointer(Pile)) -> cython.void:
    """Give each good a random face."""
    while goods:
        table.face[lowest(goods)] = pick(unknown, below(cython.address(table.head.rng), STREAM_DECK, size_of(unknown)))
        goods &= goods - 1
