"""IV Consume: first the sales of those who chose Trade, then everybody's powers (Race R51 to R69, R96, R102)."""

import cython
from cython.cimports.engine.race.actions import ActionCard, ActionKind, pack
from cython.cimports.engine.race.events import EventIndex
from cython.cimports.engine.race.phases.explore import write_cards
from cython.cimports.engine.race.powers import (
    CARD,
    CONSUME,
    CONSUME_POWERS,
    KINDS,
    PRICE,
    WORLDS,
    WORLDS_OF,
    ConsumeRow,
    Form,
)
from cython.cimports.engine.race.state import (
    NONE,
    Asked,
    Seat,
    Table,
    ask_one,
    discard,
    discard_good,
    discard_hand_card,
    draw,
    draw_card,
    gain_vp,
    lowest,
    ones,
    put,
    seat_at,
    tell,
)
from cython.cimports.libc.stdint import int32_t, uint64_t
from cython.cimports.libc.string import memcpy, memset

NUMBERS = cython.declare(cython.int, 7)


def begin_consume(table):
    """Begin with the sales (Race R52)."""
    table.place = 0
    table.is_selling = 1
    _go_on(table)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _go_on(table: cython.pointer(Table)) -> cython.void:
    """Go through sales and powers in player order until a seat has to choose (Race R52, R98)."""
    seat: cython.int
    while table.is_selling:
        if table.place == table.head.seats:
            table.is_selling = 0
            table.place = 0
            _begin_part(table)
            break
        seat = seat_at(table, table.place)
        at = cython.address(table.seat[seat])
        if at.goods and (at.actions >> ActionCard.CONSUME_TRADE) & 1:
            if at.goods & (at.goods - 1):
                ask_one(table, Asked.ASK_SALE, seat)
                return
            _sell(table, seat, lowest(at.goods))
        table.place += 1
    while table.place < table.head.seats:
        if _use_forced(table, seat_at(table, table.place)):
            return
        table.place += 1
        _begin_part(table)
    table.place = 0
    table.asked = Asked.NOTHING
    table.owing = 0


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _begin_part(table: cython.pointer(Table)) -> cython.void:
    """Lay out the powers of the seat whose turn it is; each works once (Race R56)."""
    if table.place < table.head.seats:
        memcpy(table.left, table.seat[seat_at(table, table.place)].power.consume, CONSUME_POWERS)
    else:
        memset(table.left, 0, CONSUME_POWERS)


# -- sales -----------------------------------------------------------------------------------------


def sale_price(table, seat, world, with_powers):
    """Return the cards that the good on a world is worth, with or without Trade powers (Race R53, R54, R62)."""
    power = cython.address(table.seat[seat].power)
    row = cython.address(CARD[world])
    cards: cython.int = PRICE[row.kind]
    if with_powers:
        cards += power.trade_bonus[0] + power.trade_bonus[row.kind] + row.trade_bonus_here
    return cards


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _sell(table: cython.pointer(Table), seat: cython.int, world: cython.int) -> cython.void:
    """Sell a good; that is no consume power (Race R51, R55)."""
    cards: cython.int = sale_price(table, seat, world, True)
    discard_good(table, seat, world)
    tell(table, EventIndex.GOOD_SOLD, seat, world, cards)
    draw(table, seat, cards)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _write_worlds(worlds: uint64_t, kind: cython.int, out: cython.pointer(int32_t)) -> cython.int:
    """Write an action of that kind for each world."""
    n: cython.int = 0
    while worlds:
        out[n] = pack(kind, lowest(worlds), 0)
        n += 1
        worlds &= worlds - 1
    return n


def legal_sale(table, seat, out):
    """Write the goods that can be sold: any (Race R51)."""
    return _write_worlds(table.seat[seat].goods, ActionKind.SELL, out)


def apply_sale(table, seat, world):
    """Sell the chosen good; the next seller follows."""
    _sell(table, seat, world)
    table.place += 1
    _go_on(table)


# -- powers ----------------------------------------------------------------------------------------


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _kinds_of(goods: uint64_t) -> cython.int:
    """Return how many kinds of goods there are."""
    kind: cython.int
    n: cython.int = 0
    for kind in range(1, KINDS):
        if goods & WORLDS_OF[kind]:
            n += 1
    return n


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _is_usable(at: cython.pointer(Seat), row: cython.pointer(ConsumeRow)) -> cython.bint:
    """Whether a power can be used now, by the goods and cards that are there now (Race R57, R59 to R61, R102)."""
    if row.form == Form.DRAW or row.form == Form.GAMBLE:
        return True
    if row.form == Form.HAND_CARDS:
        return at.hand_count > 0
    goods: uint64_t = at.goods & WORLDS_OF[row.kind]
    if row.least == 1 or goods == 0:
        return goods != 0
    return (_kinds_of(goods) if row.different_kinds else ones(goods)) >= row.least


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _use_forced(table: cython.pointer(Table), seat: cython.int) -> cython.bint:
    """Use powers as long as there is exactly one choice; return whether a choice has to be waited for."""
    at = cython.address(table.seat[seat])
    sort: cython.int
    only: cython.int
    mandatory: cython.int
    optional: cython.int
    while True:
        mandatory = 0
        optional = 0
        only = 0
        for sort in range(CONSUME_POWERS):
            if table.left[sort] and _is_usable(at, cython.address(CONSUME[sort])):
                if CONSUME[sort].is_optional:
                    optional += 1
                else:
                    mandatory += 1
                    only = sort
        if mandatory + optional == 0:
            return False
        if mandatory != 1 or optional > 0:
            ask_one(table, Asked.ASK_POWER, seat)
            return True
        if _use(table, seat, only):
            return True


def legal_power(table, seat, out):
    """Write the usable powers; stopping only when none of them is mandatory (Race R56)."""
    at = cython.address(table.seat[seat])
    sort: cython.int
    mandatory: cython.int = 0
    n: cython.int = 0
    for sort in range(CONSUME_POWERS):
        if table.left[sort] and _is_usable(at, cython.address(CONSUME[sort])):
            out[n] = pack(ActionKind.USE, sort, 0)
            n += 1
            if not CONSUME[sort].is_optional:
                mandatory += 1
    if mandatory == 0:
        out[n] = ActionKind.PASS
        n += 1
    return n


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _use(table: cython.pointer(Table), seat: cython.int, sort: cython.int) -> cython.bint:
    """Use a power; return whether a choice has to be waited for."""
    at = cython.address(table.seat[seat])
    row = cython.address(CONSUME[sort])
    goods: cython.int
    table.left[sort] -= 1
    table.sort = sort
    tell(table, EventIndex.POWER_USED, seat, sort, 0)
    if row.form == Form.DRAW:
        draw(table, seat, row.cards)
        _put_down(table)
        return False
    if row.form == Form.GAMBLE:
        # Without any card to turn over there is nothing to call for (Race R22).
        if table.deck_count == 0 and table.discard_count == 0:
            _put_down(table)
            return False
        ask_one(table, Asked.ASK_NUMBER, seat)
        return True
    if row.form == Form.HAND_CARDS:
        table.to_spend = row.most
        if at.hand_count > 1:
            ask_one(table, Asked.ASK_CARD_FOR_VP, seat)
            return True
        _discard_for_vp(table, seat, _only_card(at))
        _put_down(table)
        return False
    goods = ones(at.goods & WORLDS_OF[row.kind])
    table.to_spend = min(goods, row.most)
    return _spend_forced(table, seat)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _put_down(table: cython.pointer(Table)) -> cython.void:
    """The power in use has done its work."""
    table.sort = 0
    table.to_spend = 0
    table.spent = 0
    table.spent_kinds = 0


def apply_power(table, seat, sort):
    """Use the chosen power and go on."""
    if not _use(table, seat, sort):
        _go_on(table)


def stop_consuming(table):
    """Leave the optional powers unused."""
    table.place += 1
    _begin_part(table)
    _go_on(table)


# -- goods -----------------------------------------------------------------------------------------


def spendable(table, seat):
    """Return the worlds whose goods the power in use can take now."""
    row = cython.address(CONSUME[table.sort])
    goods: uint64_t = table.seat[seat].goods & WORLDS_OF[row.kind]
    kind: cython.int
    if row.different_kinds:
        for kind in range(1, KINDS):
            if (table.spent_kinds >> kind) & 1:
                goods &= ~WORLDS_OF[kind]
    return goods


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _spend(table: cython.pointer(Table), seat: cython.int, world: cython.int) -> cython.void:
    """Use up the good of a world."""
    row = cython.address(CONSUME[table.sort])
    if row.form == Form.FOR_PRICE:
        table.price = sale_price(table, seat, world, row.with_trade_powers)
    discard_good(table, seat, world)
    table.spent += 1
    table.to_spend -= 1
    table.spent_kinds |= 1 << CARD[world].kind
    tell(table, EventIndex.GOOD_CONSUMED, seat, world, 0)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _spend_forced(table: cython.pointer(Table), seat: cython.int) -> cython.bint:
    """Use up goods if no choice is left, and take the rewards; return whether a choice has to be waited for."""
    goods: uint64_t = spendable(table, seat)
    if table.to_spend > 0 and ones(goods) > table.to_spend:
        ask_one(table, Asked.ASK_GOOD, seat)
        return True
    while table.to_spend > 0:
        _spend(table, seat, lowest(goods))
        goods &= goods - 1
    _reward(table, seat)
    return False


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _reward(table: cython.pointer(Table), seat: cython.int) -> cython.void:
    """Give VP and cards once all the goods are gone (Race R59); 2x doubles the VP (Race R66)."""
    row = cython.address(CONSUME[table.sort])
    times: cython.int = 1 if row.form == Form.EXACTLY else table.spent
    vp: cython.int = row.vp * times
    cards: cython.int = row.cards * times
    if row.form == Form.ALL_GOODS:
        vp = table.spent + row.vp
    elif row.form == Form.FOR_PRICE:
        cards = table.price
        table.price = 0
    if (table.seat[seat].actions >> ActionCard.CONSUME_2X) & 1:
        vp *= 2
    _put_down(table)
    gain_vp(table, seat, vp)
    draw(table, seat, cards)


def legal_good(table, seat, out):
    """Write the goods that the power in use can take."""
    return _write_worlds(spendable(table, seat), ActionKind.CONSUME_GOOD, out)


def apply_good(table, seat, world):
    """Use up the chosen good; after the last one take the rewards and go on."""
    _spend(table, seat, world)
    if not _spend_forced(table, seat):
        _go_on(table)


# -- the gamble ------------------------------------------------------------------------------------


def legal_number(out):
    """Write the numbers that can be called (Race R64)."""
    number: cython.int
    for number in range(NUMBERS):
        out[number] = pack(ActionKind.CALL, number + 1, 0)
    return NUMBERS


def apply_number(table, seat, number):
    """Turn over the deck's top card: it joins the hand if it has the number as cost or defense (Race R64)."""
    tell(table, EventIndex.NUMBER_CALLED, seat, number, 0)
    # Drawing the last card reshuffles before this card can be discarded.
    card: cython.int = draw_card(table)
    if CARD[card].cost == number:
        put(cython.address(table.seat[seat].hand), card)
        table.seat[seat].hand_count += 1
        tell(table, EventIndex.CARD_TURNED, seat, card, 1)
    else:
        discard(table, seat, card)
        tell(table, EventIndex.CARD_TURNED, seat, card, 0)
    _put_down(table)
    _go_on(table)


# -- hand cards for VP -----------------------------------------------------------------------------


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _only_card(at: cython.pointer(Seat)) -> cython.int:
    return lowest(at.hand.worlds) if at.hand.worlds else WORLDS + lowest(at.hand.developments)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _discard_for_vp(table: cython.pointer(Table), seat: cython.int, card: cython.int) -> cython.void:
    """Discard a hand card for VP that are never doubled (Race R65, R66)."""
    discard_hand_card(table, seat, card)
    tell(table, EventIndex.CARD_DISCARDED, seat, card, 0)
    gain_vp(table, seat, CONSUME[table.sort].vp)
    table.spent += 1
    table.to_spend -= 1


def legal_card_for_vp(table, seat, out):
    """Write the hand cards, and stopping after the first one (Race R65)."""
    n: cython.int = write_cards(cython.address(table.seat[seat].hand), ActionKind.DISCARD, out)
    if table.spent > 0:
        out[n] = ActionKind.PASS
        n += 1
    return n


def apply_card_for_vp(table, seat, card):
    """Discard a card, or stop (NONE)."""
    if card != NONE:
        _discard_for_vp(table, seat, card)
        if table.to_spend > 0 and table.seat[seat].hand_count > 0:
            return
    _put_down(table)
    _go_on(table)
