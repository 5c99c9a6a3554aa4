"""The table (its structs stand in state.pxd), and the few ways in which it changes.

The deck has no order: drawing at random from what is left of it is the same as drawing from a
shuffled deck, and leaves nothing to be hidden but its contents. A good's face is a card drawn when the
good is placed; nobody sees it (Race R10).
"""

import cython
from cython.cimports.engine.contract.state import begin_simultaneous, end_simultaneous
from cython.cimports.engine.race.events import EventIndex
from cython.cimports.engine.race.powers import DEVELOPMENTS, TWINS, WORLDS, fold
from cython.cimports.engine.race.state import (
    NONE,
    SECOND,
    STREAM_DECK,
    Asked,
    Table,
    bit,
    clear,
    nth_bit,
    ones,
    put,
    seat_at,
    size_of,
    take,
    tell,
)
from cython.cimports.engine.rng import below
from cython.cimports.libc.stdint import uint64_t

FIRST_COPIES = cython.declare(uint64_t, 0xFFFFFFFF)
WHOLE_DEVELOPMENTS = (bit(DEVELOPMENTS) - 1) | ((bit(TWINS) - 1) << SECOND)


def count_of(pile, card):
    """Return how many copies of a card lie in a pile."""
    if card < WORLDS:
        return (pile.worlds >> card) & 1
    return ((pile.developments >> (card - WORLDS)) & 1) + ((pile.developments >> (card - WORLDS + SECOND)) & 1)


def merge(into, pile):
    """Add a pile's cards to another."""
    both: uint64_t = into.developments & pile.developments & FIRST_COPIES
    into.worlds |= pile.worlds
    into.developments |= pile.developments | (both << SECOND)


def subtract(from_pile, pile):
    """Take a pile's cards out of another, which must hold them."""
    had: uint64_t = from_pile.developments
    first: uint64_t = had & FIRST_COPIES & ~pile.developments
    kept_second: uint64_t = (had >> SECOND) & ~(pile.developments >> SECOND)
    second: uint64_t = (had >> SECOND) & ~(pile.developments & FIRST_COPIES)
    from_pile.worlds &= ~pile.worlds
    from_pile.developments = first | kept_second | (second << SECOND)


def pick(pile, n):
    """Take the n-th card, counting copies, out of a pile and return it."""
    worlds: cython.int = ones(pile.worlds)
    place: cython.int
    if n < worlds:
        place = nth_bit(pile.worlds, n)
        pile.worlds &= ~bit(place)
        return place
    place = nth_bit(pile.developments, n - worlds) & (SECOND - 1)
    take(pile, WORLDS + place)
    return WORLDS + place


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _reshuffle(table: cython.pointer(Table)) -> cython.void:
    """The discards become the deck (Race R21); who put which of them away no longer matters."""
    seat: cython.int
    if table.discard_count == 0:
        return
    table.deck = table.discards
    table.deck_count = table.discard_count
    clear(cython.address(table.discards))
    table.discard_count = 0
    for seat in range(table.head.seats):
        clear(cython.address(table.seat[seat].put_away))
    tell(table, EventIndex.DECK_RESHUFFLED, -1, table.deck_count, 0)


def draw_card(table):
    """Take the deck's top card, or return NONE if no card is left to draw (Race R21, R22)."""
    if table.deck_count == 0:
        _reshuffle(table)
        if table.deck_count == 0:
            return NONE
    card = pick(cython.address(table.deck), below(cython.address(table.head.rng), STREAM_DECK, table.deck_count))
    table.deck_count -= 1
    if table.deck_count == 0:
        _reshuffle(table)
    return card


def draw(table, seat, cards):
    """Draw cards into a seat's hand (Race R20)."""
    at = cython.address(table.seat[seat])
    card: cython.int
    while cards > 0:
        cards -= 1
        card = draw_card(table)
        if card == NONE:
            return
        put(cython.address(at.hand), card)
        at.hand_count += 1
        tell(table, EventIndex.CARD_DRAWN, seat, card, 0)


def discard(table, seat, card):
    """Lay a card that the seat knows face down on the discard pile."""
    put(cython.address(table.discards), card)
    put(cython.address(table.seat[seat].put_away), card)
    table.discard_count += 1


def discard_hand_card(table, seat, card):
    """Discard a card from the hand."""
    take(cython.address(table.seat[seat].hand), card)
    table.seat[seat].hand_count -= 1
    discard(table, seat, card)


def place_good(table, seat, world):
    """Lay the deck's top card unseen on a world as a good; without a card there is none (Race R22, R49)."""
    card: cython.int = draw_card(table)
    if card == NONE:
        return False
    table.face[world] = card
    table.seat[seat].goods |= bit(world)
    return True


def discard_good(table, seat, world):
    """Lay the good of a world, unseen, on the discard pile (Race R68)."""
    put(cython.address(table.discards), table.face[world])
    table.discard_count += 1
    table.face[world] = NONE
    table.seat[seat].goods &= ~bit(world)


def gain_vp(table, seat, amount):
    """Move VP chips from the pool, which pays in full even when it runs dry (Race R67)."""
    if amount <= 0:
        return
    table.seat[seat].vp += amount
    table.pool = table.pool - amount if table.pool > amount else 0
    tell(table, EventIndex.VP_GAINED, seat, amount, 0)


def ask_all(table, asked, seats):
    """Ask several seats at once, unseen by each other; return whether there is anybody to ask."""
    table.asked = asked if seats else Asked.NOTHING
    table.owing = seats
    table.asked_seats = seats
    if seats:
        begin_simultaneous(cython.address(table.head))
    return seats != 0


def note_answer(table, seat):
    """Note that a seat has answered; return whether all have."""
    table.owing &= ~(1 << seat)
    if table.owing:
        return False
    table.asked_seats = 0
    end_simultaneous(cython.address(table.head))
    return True


def ask_one(table, asked, seat):
    """Ask one seat, before everybody's eyes."""
    table.asked = asked
    table.owing = 1 << seat


def put_aside(table, seat, card):
    """Choose a hand card to be discarded when all have chosen."""
    at = cython.address(table.seat[seat])
    take(cython.address(at.hand), card)
    put(cython.address(at.aside), card)
    at.hand_count -= 1
    at.quota -= 1
    tell(table, EventIndex.CARD_PUT_ASIDE, seat, card, 0)


def discard_aside(table):
    """Discard what every seat has put aside."""
    place: cython.int
    seat: cython.int
    cards: cython.int
    for place in range(table.head.seats):
        seat = seat_at(table, place)
        at = cython.address(table.seat[seat])
        cards = size_of(cython.address(at.aside))
        if cards == 0:
            continue
        merge(cython.address(table.discards), cython.address(at.aside))
        merge(cython.address(at.put_away), cython.address(at.aside))
        clear(cython.address(at.aside))
        table.discard_count += cards
        tell(table, EventIndex.CARDS_DISCARDED, seat, cards, 0)


def enter_tableau(table, seat, card):
    """Move the selected card from the hand to the tableau; its powers wait for the next phase (Race R15)."""
    at = cython.address(table.seat[seat])
    take(cython.address(at.hand), card)
    at.hand_count -= 1
    put(cython.address(at.tableau), card)
    at.tableau_count += 1
    tell(table, EventIndex.CARD_PLACED, seat, card, 0)


def fold_placed(table):
    """Close a Develop or Settle phase: from here on the placed cards' powers count (Race R15)."""
    seat: cython.int
    for seat in range(table.head.seats):
        at = cython.address(table.seat[seat])
        if at.selected != NONE:
            fold(cython.address(at.power), at.selected, 1)
            at.selected = NONE
    table.place = 0
    table.asked = Asked.NOTHING
    table.owing = 0
