"""The opening: start worlds and hands are dealt, and everybody discards two of six cards (Race R1 to R9)."""

import cython
from cython.cimports.engine.race.events import EventIndex
from cython.cimports.engine.race.powers import WINDFALL_WORLDS, fold
from cython.cimports.engine.race.state import (
    STREAM_SETUP,
    WHOLE_DEVELOPMENTS,
    Asked,
    Phase,
    Pile,
    Table,
    ask_all,
    discard_aside,
    draw,
    lowest,
    note_answer,
    place_good,
    put,
    put_aside,
    seat_at,
    size_of,
    subtract,
    take,
    tell,
)
from cython.cimports.engine.rng import below
from cython.cimports.libc.stdint import uint64_t

from engine.race import catalog

HAND = cython.declare(cython.int, catalog.OPENING_DRAW)
DISCARDS = cython.declare(cython.int, catalog.OPENING_DISCARDS)
POOL_PER_SEAT = cython.declare(cython.int, catalog.VP_POOL_PER_SEAT)
START_WORLDS = cython.declare(cython.int, 5)
#: by start world, the first game's hand (Race R6)
PRESET = cython.declare(Pile[5])


def _fill_presets() -> None:
    """Start worlds are the first cards of the catalogue, in the order of their numbers."""
    index: cython.int
    hand: cython.int
    if [card.start_world for card in catalog.CARDS[:START_WORLDS]] != list(range(START_WORLDS)):
        raise ValueError("the catalogue does not begin with the start worlds")
    for index in range(len(catalog.CARDS)):
        hand = catalog.CARDS[index].preset_hand
        if hand > 0:
            put(cython.address(PRESET[hand]), index)


_fill_presets()


def deal(table, seats, is_preset):
    """Build the deck, deal start worlds and hands (Race R1 to R7), and ask for the discards."""
    place: cython.int
    seat: cython.int
    table.head.seats = seats
    table.pool = POOL_PER_SEAT * seats
    table.deck.worlds = ~cython.cast(uint64_t, 0)
    table.deck.developments = WHOLE_DEVELOPMENTS
    _deal_start_worlds(table, is_preset)
    table.deck_count = size_of(cython.address(table.deck))
    for place in range(seats):
        seat = seat_at(table, place)
        at = cython.address(table.seat[seat])
        if is_preset:
            at.hand = PRESET[lowest(at.tableau.worlds)]
            at.hand_count = size_of(cython.address(at.hand))
            subtract(cython.address(table.deck), cython.address(at.hand))
            table.deck_count -= at.hand_count
        else:
            draw(table, seat, HAND)
    if is_preset:
        table.phase = Phase.OPENING
        _finish(table)
    else:
        begin_opening(table)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _deal_start_worlds(table: cython.pointer(Table), is_preset: cython.bint) -> cython.void:
    """Give each seat one; the first game uses the numbers from 1 to the number of seats (Race R3, R5, R9)."""
    seat: cython.int
    world: cython.int
    lowest_world: cython.int = START_WORLDS
    # A bit for each start world still to be had; preset games leave Old Earth out.
    left: cython.int = ((1 << table.head.seats) - 1) << 1 if is_preset else (1 << START_WORLDS) - 1
    count: cython.int = table.head.seats if is_preset else START_WORLDS
    for seat in range(table.head.seats):
        at = cython.address(table.seat[seat])
        skip: cython.int = below(cython.address(table.head.rng), STREAM_SETUP, count)
        rest: cython.int = left
        while skip > 0:
            rest &= rest - 1
            skip -= 1
        world = lowest(rest)
        left &= ~(1 << world)
        count -= 1
        take(cython.address(table.deck), world)
        put(cython.address(at.tableau), world)
        at.tableau_count = 1
        fold(cython.address(at.power), world, 1)
        if world < lowest_world:
            lowest_world = world
            table.first = seat


def begin_opening(table):
    """Ask everybody for two discards, unseen (Race R4)."""
    seat: cython.int
    seats: cython.int = 0
    table.phase = Phase.OPENING
    for seat in range(table.head.seats):
        at = cython.address(table.seat[seat])
        at.quota = min(at.hand_count, DISCARDS)
        if at.quota > 0:
            seats |= 1 << seat
    if not ask_all(table, Asked.ASK_OPENING_DISCARD, seats):
        _finish(table)


def apply_opening(table, seat, card):
    """Put a card aside; when all have done so, the cards are discarded."""
    put_aside(table, seat, card)
    if table.seat[seat].quota == 0 and note_answer(table, seat):
        _finish(table)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _finish(table: cython.pointer(Table)) -> cython.void:
    """Discard what was put aside, then lay goods on the start worlds that begin with one (Race R8)."""
    place: cython.int
    seat: cython.int
    discard_aside(table)
    for place in range(table.head.seats):
        seat = seat_at(table, place)
        at = cython.address(table.seat[seat])
        empty = at.tableau.worlds & WINDFALL_WORLDS & ~at.goods
        while empty:
            if place_good(table, seat, lowest(empty)):
                tell(table, EventIndex.GOOD_PLACED, seat, lowest(empty), 0)
            empty &= empty - 1
    table.asked = Asked.NOTHING
