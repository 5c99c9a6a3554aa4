"""Race for the Galaxy as a network sees it: cards, goods, counts, and what could be done now."""

import cython
from cython.cimports.ai.evaluate.features.encoder import Encoder, count_in
from cython.cimports.engine.contract.state import State
from cython.cimports.engine.race.phases.consume import sale_price
from cython.cimports.engine.race.phases.settle import can_be_placed
from cython.cimports.engine.race.powers import (
    CARD,
    CONSUME,
    CONSUME_POWERS,
    PRODUCTION_WORLDS,
    WINDFALL_WORLDS,
    WORLDS,
    Form,
)
from cython.cimports.engine.race.scoring import score
from cython.cimports.engine.race.state import (
    TABLEAU_END,
    Asked,
    Phase,
    Pile,
    Seat,
    Table,
    designs,
    lowest,
    ones,
    size_of,
)
from cython.cimports.libc.stdint import int16_t, uint64_t

# Where each group of inputs begins.
OWN_TABLEAU = cython.declare(cython.int, 0)
TABLEAU = cython.declare(cython.int, 95)
OWN_HAND = cython.declare(cython.int, 190)
OWN_GOODS = cython.declare(cython.int, 285)
GOODS = cython.declare(cython.int, 349)
OWN_HAND_COUNT = cython.declare(cython.int, 413)
HAND_COUNT = cython.declare(cython.int, 426)
OWN_TABLEAU_COUNT = cython.declare(cython.int, 439)
TABLEAU_COUNT = cython.declare(cython.int, 452)
LONGEST_TABLEAU = cython.declare(cython.int, 465)
POOL = cython.declare(cython.int, 478)
ADVANCED = cython.declare(cython.int, 495)
SEATS_COUNT = cython.declare(cython.int, 495)  # plus 2 to 4
OWN_STRENGTH = cython.declare(cython.int, 500)
STRENGTH = cython.declare(cython.int, 512)
DEVELOPMENTS_NOW = cython.declare(cython.int, 524)
WORLDS_NOW = cython.declare(cython.int, 529)
OWN_SALE = cython.declare(cython.int, 534)
OWN_CONSUME = cython.declare(cython.int, 543)
CONSUME_VP = cython.declare(cython.int, 556)
OWN_EMPTY = cython.declare(cython.int, 569)
EMPTY = cython.declare(cython.int, 576)
OWN_PRODUCE = cython.declare(cython.int, 583)
SPARSE_COUNT = cython.declare(cython.int, 596)
DENSE_COUNT = cython.declare(cython.int, 14)
COUNT_MAX = cython.declare(cython.int, 12)
CARDS = cython.declare(cython.int, 7)  # action cards


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _write_cards(
    pile: cython.pointer(Pile), first: cython.int, on: cython.pointer(int16_t), n: cython.int
) -> cython.int:
    """Write an input for each design of a pile; return how many inputs are on then."""
    rest: uint64_t = pile.worlds
    while rest:
        on[n] = first + lowest(rest)
        n += 1
        rest &= rest - 1
    rest = designs(pile)
    while rest:
        on[n] = first + WORLDS + lowest(rest)
        n += 1
        rest &= rest - 1
    return n


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _write_goods(goods: uint64_t, first: cython.int, on: cython.pointer(int16_t), n: cython.int) -> cython.int:
    """Write an input for each world with a good; return how many inputs are on then."""
    while goods:
        on[n] = first + lowest(goods)
        n += 1
        goods &= goods - 1
    return n


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _consume_vp(at: cython.pointer(Seat), goods: cython.int) -> cython.int:
    """Return about how many VP so many goods bring by the seat's Consume powers."""
    i: cython.int
    taken: cython.int
    vp: cython.int = 0
    for i in range(CONSUME_POWERS):
        if at.power.consume[i] == 0 or goods <= 0:
            continue
        row = cython.address(CONSUME[i])
        if row.form == Form.ALL_GOODS:
            vp += goods + row.vp
            goods = 0
        elif row.form <= Form.FOR_PRICE:
            taken = min(goods, at.power.consume[i] * max(1, row.most))
            vp += row.vp * (taken if row.form == Form.UP_TO else at.power.consume[i])
            goods -= taken
    return vp


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _open_hand_count(table: cython.pointer(Table), seat: cython.int) -> cython.int:
    """Return how many hand cards others know a seat to have: as many as when a simultaneous step began."""
    at = cython.address(table.seat[seat])
    if table.head.is_simultaneous and table.phase != Phase.EXPLORE:
        return at.hand_count + size_of(cython.address(at.aside))
    return at.hand_count


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _write_hand(
    table: cython.pointer(Table), seat: cython.int, on: cython.pointer(int16_t), n: cython.int
) -> cython.int:
    """Write a seat's own cards and what it could place, sell and consume; return how many inputs are on then."""
    at = cython.address(table.seat[seat])
    developments: cython.int = 0
    worlds: cython.int = 0
    sale: cython.int = 0
    rest: uint64_t = designs(cython.address(at.hand)) & ~at.tableau.developments
    while rest:
        if CARD[WORLDS + lowest(rest)].cost - at.power.develop_discount < at.hand_count:
            developments += 1
        rest &= rest - 1
    rest = at.hand.worlds
    while rest:
        if can_be_placed(table, seat, lowest(rest)):
            worlds += 1
        rest &= rest - 1
    rest = at.goods
    while rest:
        sale = max(sale, sale_price(table, seat, lowest(rest), True))
        rest &= rest - 1
    n = _write_cards(cython.address(at.hand), OWN_HAND, on, n)
    on[n] = count_in(DEVELOPMENTS_NOW, developments, 4)
    on[n + 1] = count_in(WORLDS_NOW, worlds, 4)
    on[n + 2] = count_in(OWN_SALE, sale, 8)
    on[n + 3] = count_in(OWN_HAND_COUNT, at.hand_count, COUNT_MAX)
    return n + 4


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _write_open(
    table: cython.pointer(Table), seat: cython.int, is_own: cython.bint, on: cython.pointer(int16_t), n: cython.int
) -> cython.int:
    """Write what everybody knows of a seat; return how many inputs are on then."""
    at = cython.address(table.seat[seat])
    goods: cython.int = ones(at.goods)
    empty: cython.int = ones(at.tableau.worlds & PRODUCTION_WORLDS & ~at.goods)
    n = _write_cards(cython.address(at.tableau), OWN_TABLEAU if is_own else TABLEAU, on, n)
    n = _write_goods(at.goods, OWN_GOODS if is_own else GOODS, on, n)
    on[n] = count_in(OWN_TABLEAU_COUNT if is_own else TABLEAU_COUNT, at.tableau_count, COUNT_MAX)
    on[n + 1] = count_in(OWN_STRENGTH if is_own else STRENGTH, max(0, at.power.military + 1), 11)
    on[n + 2] = count_in(OWN_CONSUME if is_own else CONSUME_VP, _consume_vp(at, goods), COUNT_MAX)
    on[n + 3] = count_in(OWN_EMPTY if is_own else EMPTY, empty, 6)
    if is_own:
        on[n + 4] = count_in(OWN_PRODUCE, _consume_vp(at, goods + empty), COUNT_MAX)
    else:
        on[n + 4] = count_in(HAND_COUNT, _open_hand_count(table, seat), COUNT_MAX)
    return n + 5


@cython.cclass
class RaceEncoder(Encoder):
    """Encodes Race."""

    def __cinit__(self):
        self.version = 2
        self.sparse = SPARSE_COUNT
        self.dense = DENSE_COUNT
        self.choices = CARDS

    def variant(self, state: State) -> str:
        """Return "advanced" where each seat chooses two action cards."""
        return "advanced" if cython.cast(cython.pointer(Table), state.head()).is_advanced else ""

    def encode(self, state, seat, on, dense):
        table = cython.cast(cython.pointer(Table), state.head())
        at = cython.address(table.seat[seat])
        seats: cython.int = table.head.seats
        other: cython.int
        best: cython.int = -1000
        chips: cython.int = 0
        points: cython.int
        longest: cython.int = at.tableau_count
        mine: cython.int = score(table, seat)
        n: cython.int = _write_hand(table, seat, on, 0)
        n = _write_open(table, seat, True, on, n)
        for other in range(seats):
            if other == seat:
                continue
            n = _write_open(table, other, False, on, n)
            points = score(table, other)
            best = max(best, points)
            chips = max(chips, table.seat[other].vp)
            longest = max(longest, table.seat[other].tableau_count)
        on[n] = count_in(LONGEST_TABLEAU, longest, COUNT_MAX)
        on[n + 1] = count_in(POOL, max(0, table.pool) * 2 // (3 * seats), 16)
        on[n + 2] = SEATS_COUNT + seats
        n += 3
        if table.is_advanced:
            on[n] = ADVANCED
            n += 1
        dense[0] = mine * 0.05
        dense[1] = best * 0.05
        dense[2] = (mine - best) * 0.1
        dense[3] = table.pool * 0.08 / seats
        dense[4] = table.round * 0.1
        dense[5] = at.vp * 0.05
        dense[6] = chips * 0.05
        dense[7] = 1.0 if table.first == seat else 0.0
        dense[8] = at.hand_count * 0.1
        dense[9] = at.power.military * 0.1
        dense[10] = at.power.develop_discount * 0.25
        dense[11] = at.power.settle_discount[0] * 0.25
        dense[12] = (TABLEAU_END - longest) * 0.1
        dense[13] = ones(at.tableau.worlds & WINDFALL_WORLDS & ~at.goods) * 0.25
        return n

    def is_quiet(self, state):
        table = cython.cast(cython.pointer(Table), state.head())
        if table.asked != Asked.ASK_ACTION and table.asked != Asked.ASK_TWO_ACTIONS:
            return False
        return table.owing == (1 << table.head.seats) - 1

    def choice_of(self, state, code):
        table = cython.cast(cython.pointer(Table), state.head())
        return (code >> 8) & 0xFF if table.asked == Asked.ASK_ACTION else -1


@cython.final
@cython.cclass
class AdvancedRaceEncoder(RaceEncoder):
    """Encodes the variant with two action cards (Race R92): its choices are pairs of cards, in either order."""

    def __cinit__(self):
        self.choices = CARDS * (CARDS + 1) // 2

    def choice_of(self, state, code):
        table = cython.cast(cython.pointer(Table), state.head())
        one: cython.int = (code >> 8) & 0xFF
        other: cython.int = (code >> 16) & 0xFF
        higher: cython.int = max(one, other)
        if table.asked != Asked.ASK_TWO_ACTIONS:
            return -1
        return higher * (higher + 1) // 2 + min(one, other)
