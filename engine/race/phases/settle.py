"""III Settle: place a world, bought or conquered (Race R32 to R50, R94, R95, R99 to R101)."""

import cython
from cython.cimports.engine.contract.state import LEGAL_MAX
from cython.cimports.engine.race.actions import ActionCard, ActionKind, pack
from cython.cimports.engine.race.events import EventIndex
from cython.cimports.engine.race.phases.payment import begin_payment, pay
from cython.cimports.engine.race.powers import (
    CARD,
    REBEL,
    TACTICS,
    WINDFALL_WORLDS,
    WORLDS,
    ZERO_COST,
    fold,
)
from cython.cimports.engine.race.state import (
    NONE,
    Asked,
    Table,
    ask_all,
    ask_one,
    bit,
    discard,
    draw,
    enter_tableau,
    fold_placed,
    lowest,
    note_answer,
    place_good,
    seat_at,
    take,
    tell,
)
from cython.cimports.libc.stdint import int32_t


def begin_settle(table):
    """Ask everybody with cards for a world, unseen (Race R32)."""
    seat: cython.int
    seats: cython.int = 0
    for seat in range(table.head.seats):
        if table.seat[seat].hand_count > 0:
            seats |= 1 << seat
    ask_all(table, Asked.ASK_WORLD, seats)


def strength_against(table, seat, world):
    """Return a seat's strength against a military world, cards discarded in this phase included (Race R37, R38)."""
    at = cython.address(table.seat[seat])
    row = cython.address(CARD[world])
    strength: cython.int = at.power.military + at.power.military_vs[row.kind]
    if row.is_rebel:
        strength += at.power.military_vs[REBEL]
    if table.place < table.head.seats and seat_at(table, table.place) == seat:
        strength += table.temporary
    return strength


def can_be_bought(table, seat, world):
    """Whether cards can pay for the world at all: a military one needs a power for its kind (Race R39, R42)."""
    row = cython.address(CARD[world])
    return not row.is_military or table.seat[seat].power.pay_for_military[row.kind] > 0


def world_price(table, seat, world):
    """Return the price in cards of a world that can be bought (Race R35, R36, R42, R99, R100)."""
    at = cython.address(table.seat[seat])
    row = cython.address(CARD[world])
    price: cython.int = row.cost - at.power.settle_discount[0]
    if row.kind != 0:
        price -= at.power.settle_discount[row.kind]
    if row.is_military:
        price -= at.power.military_discount
    return max(0, price)


def can_be_placed(table, seat, world):
    """Whether a hand card can be placed, optional powers and all other hand cards considered (Race R34)."""
    at = cython.address(table.seat[seat])
    row = cython.address(CARD[world])
    if row.is_military and strength_against(table, seat, world) + at.power.tactics >= row.cost:
        return True
    if not can_be_bought(table, seat, world):
        return False
    return at.power.zero_cost[row.kind] > 0 or world_price(table, seat, world) < at.hand_count


def legal_world(table, seat, out):
    """Write passing and the worlds that can be placed."""
    n: cython.int = 1
    world: cython.int
    rest = table.seat[seat].hand.worlds
    out[0] = ActionKind.PASS
    while rest:
        world = lowest(rest)
        rest &= rest - 1
        if can_be_placed(table, seat, world):
            out[n] = pack(ActionKind.PLACE, world, 0)
            n += 1
    return n


def select_world(table, seat, card):
    """Select a card or NONE; when all have selected, reveal, lay windfall goods, then place in player order."""
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
        card = table.seat[seat].selected
        if card == NONE:
            tell(table, EventIndex.PASSED, seat, 0, 0)
            continue
        enter_tableau(table, seat, card)
        if WINDFALL_WORLDS & bit(card) and place_good(table, seat, card):
            tell(table, EventIndex.GOOD_PLACED, seat, card, 0)
    table.place = 0
    table.temporary = 0
    _go_on(table)


def legal_way(table, seat, out):
    """Write the ways to place the revealed world, and the cards that may be discarded for it (Race R33, R40 to R47)."""
    at = cython.address(table.seat[seat])
    world: cython.int = at.selected
    row = cython.address(CARD[world])
    n: cython.int = 0
    rest = at.tableau.developments & TACTICS
    if row.is_military and strength_against(table, seat, world) >= row.cost:
        out[n] = ActionKind.CONQUER
        n += 1
    if can_be_bought(table, seat, world):
        if world_price(table, seat, world) <= at.hand_count:
            out[n] = ActionKind.BUY
            n += 1
        rest |= at.tableau.developments & ZERO_COST[row.kind]
    while rest:
        out[n] = pack(ActionKind.DISCARD_FROM_TABLEAU, WORLDS + lowest(rest), 0)
        n += 1
        rest &= rest - 1
    return n


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _go_on(table: cython.pointer(Table)) -> cython.void:
    """Let the seats place their worlds in player order until one has to choose (Race R98)."""
    ways = cython.declare(int32_t[LEGAL_MAX])
    seat: cython.int
    while table.place < table.head.seats:
        seat = seat_at(table, table.place)
        if table.seat[seat].selected == NONE:
            table.place += 1
        elif legal_way(table, seat, ways) > 1:
            ask_one(table, Asked.ASK_WAY, seat)
            return
        elif _use_way(table, seat, ways[0] & 0xFF, ways[0] >> 8):
            return
    fold_placed(table)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _use_way(table: cython.pointer(Table), seat: cython.int, kind: cython.int, card: cython.int) -> cython.bint:
    """Carry out a way to place the world; return whether a payment has to be waited for."""
    at = cython.address(table.seat[seat])
    world: cython.int = at.selected
    if kind == ActionKind.CONQUER:
        tell(table, EventIndex.CONQUERED, seat, world, strength_against(table, seat, world))
    elif kind == ActionKind.BUY:
        if begin_payment(table, seat, world_price(table, seat, world)):
            return True
    else:
        take(cython.address(at.tableau), card)
        at.tableau_count -= 1
        fold(cython.address(at.power), card, -1)
        discard(table, seat, card)
        tell(table, EventIndex.TABLEAU_DISCARDED, seat, card, 0)
        if CARD[card].strength_if_discarded:
            # The strength lasts for the phase; the world is still to be placed (Race R40).
            table.temporary += CARD[card].strength_if_discarded
            return False
        begin_payment(table, seat, 0)
    _close(table, seat)
    return False


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _close(table: cython.pointer(Table), seat: cython.int) -> cython.void:
    """The world is placed: draw the bonus and what powers give (Race R48)."""
    at = cython.address(table.seat[seat])
    bonus: cython.int = ActionCard.SETTLE_AGAIN if table.is_second else ActionCard.SETTLE_CARD
    draw(table, seat, ((at.actions >> bonus) & 1) + at.power.draw_after_settle)
    table.temporary = 0
    table.place += 1


def apply_way(table, seat, kind, card):
    """Carry out the chosen way and go on."""
    if not _use_way(table, seat, kind, card):
        _go_on(table)


def pay_world(table, seat, card):
    """Pay with a card; after the last one the world is placed."""
    if pay(table, seat, card):
        _close(table, seat)
        _go_on(table)
