"""Race for the Galaxy: a light policy by rules of thumb.

A card is worth its points and what its powers are good for, a linear sum over their numbers; an action
is worth what its phase would bring the seat, as far as nobody else is likely to bring the phase. A weight is
the exponential of a worth.
"""

import cython
from cython.cimports.ai.evaluate.race import Worths
from cython.cimports.ai.playout import Policy
from cython.cimports.engine.race.actions import ActionCard, ActionKind
from cython.cimports.engine.race.phases.consume import sale_price
from cython.cimports.engine.race.phases.develop import development_price
from cython.cimports.engine.race.phases.settle import can_be_bought, can_be_placed, strength_against, world_price
from cython.cimports.engine.race.powers import (
    CARD,
    CONSUME,
    CONSUME_POWERS,
    DESIGNS,
    KINDS,
    NO_SIX,
    POWERS,
    PRODUCTION_WORLDS,
    SCORE,
    TARGETS,
    WINDFALL_WORLDS,
    WORLDS,
    Form,
    Production,
)
from cython.cimports.engine.race.state import TABLEAU_END, Asked, Table, bit, designs, lowest, ones
from cython.cimports.libc.math import expf
from cython.cimports.libc.stdint import uint64_t

WORTH_MAX = cython.declare(cython.float, 12.0)
#: phases by what calls them, for guessing the others' picks
EXPLORE = cython.declare(cython.int, 0)
DEVELOP = cython.declare(cython.int, 1)
SETTLE = cython.declare(cython.int, 2)
CONSUME_PHASE = cython.declare(cython.int, 3)
PRODUCE = cython.declare(cython.int, 4)
PHASES = cython.declare(cython.int, 5)

#: the figures of Worths (race.pxd)
WORTHS = {
    "vp": 0.7,
    "production": 2.53,
    "production_kind": 0.33,
    "windfall": 1.17,
    "windfall_kind": 0.34,
    "explore_draw": 0.25,
    "explore_keep": 0.36,
    "discount": 1.55,
    "settle_discount": 1.37,
    "kind_discount": 0.19,
    "military": 0.12,
    "special_military": 0.11,
    "tactics": -0.08,
    "pay_for_military": 0.45,
    "draw_after": 2.62,
    "trade": 0.41,
    "trade_kind": -0.28,
    "produce_draw": 0.36,
    "produce_draw_kind": -0.14,
    "windfall_power": 0.22,
    "consume_power": 0.69,
    "six": 1.89,
    "tableau_end": 0.56,
    "card": 0.45,
    "price": 0.76,
    "military_gap": 1.2,
    "explore": 0.79,
    "explore_few": 0.04,
    "explore_deep": -0.18,
    "explore_keep_more": 0.92,
    "develop": 0.57,
    "settle": 0.6,
    "trade_good": 0.71,
    "consume_vp": 1.53,
    "produce_good": 0.55,
    "produce_windfall": 1.13,
    "others": 1.16,
    "pass_place": 0.07,
    "conquer": 0.14,
    "buy": -0.42,
    "discard_tableau": -1.46,
    "use_vp": 1.0,
    "good_kind": 0.62,
    "keep_bonus": 0.45,
}


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _power_worth(w: cython.pointer(Worths), card: cython.int) -> cython.float:
    """Return what a card's powers are good for."""
    power = cython.address(POWERS[card])
    worth: cython.float = w.explore_draw * power.explore_draw + w.explore_keep * power.explore_keep
    i: cython.int
    worth += w.discount * power.develop_discount + w.draw_after * (power.draw_after_develop + power.draw_at_start)
    worth += w.settle_discount * power.settle_discount[0] + w.draw_after * power.draw_after_settle
    worth += w.military * power.military + w.tactics * power.tactics + w.trade * power.trade_bonus[0]
    worth += w.produce_draw * power.draw_in_produce + w.produce_draw_kind * power.draw_per_kind
    worth += w.windfall_power * power.produce_windfall[0]
    for i in range(TARGETS):
        worth += w.special_military * power.military_vs[i]
    for i in range(KINDS):
        worth += w.pay_for_military * power.pay_for_military[i] + w.tactics * power.zero_cost[i]
        worth += w.produce_draw_kind * (power.draw_per_good[i] + power.draw_if_most[i] + power.draw_per_world[i])
        if i > 0:
            worth += w.kind_discount * power.settle_discount[i] + w.trade_kind * power.trade_bonus[i]
            worth += w.windfall_power * power.produce_windfall[i]
    for i in range(CONSUME_POWERS):
        worth += w.consume_power * power.consume[i]
    return worth


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _card_worth(w: cython.pointer(Worths), card: cython.int) -> cython.float:
    """Return what a card in the tableau is worth by itself."""
    row = cython.address(CARD[card])
    worth: cython.float = w.vp * row.vp + _power_worth(w, card)
    if row.production == Production.PRODUCTION:
        worth += w.production + w.production_kind * row.kind
    elif row.production == Production.WINDFALL:
        worth += w.windfall + w.windfall_kind * row.kind
    return worth


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _phase_of(action: cython.int) -> cython.int:
    """Return the phase that an action card calls."""
    if action <= ActionCard.EXPLORE_1_1:
        return EXPLORE
    if action <= ActionCard.SETTLE_CARD:
        return action - 1
    return CONSUME_PHASE if action <= ActionCard.CONSUME_2X else PRODUCE


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _guess_phases(
    w: cython.pointer(Worths), table: cython.pointer(Table), seat: cython.int, likely: cython.p_float
) -> cython.void:
    """Guess how likely others call each phase, by their open goods and worlds."""
    pull = cython.declare(cython.float[5])
    other: cython.int
    phase: cython.int
    pulls: cython.float
    for phase in range(PHASES):
        likely[phase] = 1.0
    for other in range(table.head.seats):
        if other == seat:
            continue
        at = cython.address(table.seat[other])
        pull[EXPLORE] = 1.0
        pull[DEVELOP] = 1.0
        pull[SETTLE] = 1.0
        pull[CONSUME_PHASE] = 0.2 + w.others * ones(at.goods)
        pull[PRODUCE] = 0.2 + w.others * ones(at.tableau.worlds & PRODUCTION_WORLDS & ~at.goods)
        pulls = 0.0
        for phase in range(PHASES):
            pull[phase] = max(pull[phase], 0.05)
            pulls += pull[phase]
        for phase in range(PHASES):
            likely[phase] *= 1.0 - pull[phase] / pulls
    for phase in range(PHASES):
        likely[phase] = 1.0 - likely[phase]


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _best_sale(table: cython.pointer(Table), seat: cython.int) -> cython.int:
    """Return the cards that the best good would be sold for."""
    best: cython.int = 0
    goods: uint64_t = table.seat[seat].goods
    while goods:
        best = max(best, sale_price(table, seat, lowest(goods), True))
        goods &= goods - 1
    return best


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _consume_vp(table: cython.pointer(Table), seat: cython.int, goods: cython.int) -> cython.float:
    """Return about how many VP so many goods bring by the seat's Consume powers."""
    at = cython.address(table.seat[seat])
    i: cython.int
    taken: cython.int
    vp: cython.float = 0.0
    for i in range(CONSUME_POWERS):
        if at.power.consume[i] == 0 or goods <= 0:
            continue
        row = cython.address(CONSUME[i])
        if row.form == Form.ALL_GOODS:
            vp += goods + row.vp
            goods = 0
            continue
        if row.form > Form.FOR_PRICE:
            continue
        taken = min(goods, at.power.consume[i] * max(1, row.most))
        vp += row.vp * (taken if row.form == Form.UP_TO else at.power.consume[i])
        goods -= taken
    return vp


@cython.final
@cython.cclass
class RacePolicy(Policy):
    """Takes what is sensible; *sharpness* says how strictly, *changed* replaces some of WORTHS."""

    def __cinit__(self, sharpness: cython.float = 6.0, **changed):
        i: cython.int
        self.sharpness = sharpness
        self.worths = WORTHS | changed
        for i in range(DESIGNS):
            self.value[i] = _card_worth(cython.address(self.worths), i)

    def six_worth(self, table, seat, card):
        """Return what a six-cost development would score by the cards that lie there."""
        at = cython.address(table.seat[seat])
        row = cython.address(CARD[card])
        points: cython.int = 0
        rest: uint64_t = at.tableau.worlds
        if row.six == NO_SIX:
            return 0.0
        while rest:
            points += SCORE[row.six][lowest(rest)]
            rest &= rest - 1
        rest = designs(cython.address(at.tableau))
        while rest:
            points += SCORE[row.six][WORLDS + lowest(rest)]
            rest &= rest - 1
        points += row.vp_per_strength * at.power.military
        if row.chips_per_vp:
            points += at.vp // row.chips_per_vp
        return self.worths.six * points

    def in_tableau(self, table, seat, card):
        """Return what a card is worth once it lies in the tableau."""
        worth: cython.float = self.value[card]
        left: cython.int = TABLEAU_END - table.seat[seat].tableau_count
        if left < 4:
            # Powers have little time left; points count.
            worth = 0.25 * left * worth + (1.0 - 0.25 * left) * CARD[card].vp
        return worth + self.six_worth(table, seat, card)

    def in_hand(self, table, seat, card):
        """Return how welcome a card is in hand."""
        at = cython.address(table.seat[seat])
        row = cython.address(CARD[card])
        gap: cython.int
        worth: cython.float = self.in_tableau(table, seat, card)
        if card >= WORLDS:
            if at.tableau.developments & bit(card - WORLDS):
                return -3.0
            return worth - self.worths.price * max(0, row.cost - at.power.develop_discount)
        if not can_be_bought(table, seat, card):
            gap = row.cost - strength_against(table, seat, card)
            return worth - self.worths.military_gap * max(0, gap)
        return worth - self.worths.price * world_price(table, seat, card)

    def placing(self, table, seat, card):
        """Return what placing a hand card now brings: its worth less the cards it takes."""
        at = cython.address(table.seat[seat])
        price: cython.int = 0
        if card >= WORLDS:
            price = development_price(table, seat, card)
        elif not CARD[card].is_military or strength_against(table, seat, card) < CARD[card].cost:
            price = world_price(table, seat, card)
        worth: cython.float = self.in_tableau(table, seat, card) - self.worths.card * (1 + price)
        if at.tableau_count >= TABLEAU_END - 3:
            worth += self.worths.tableau_end
        return worth

    def best_development(self, table, seat, bonus):
        """Return what the best development in hand would bring, *bonus* cards cheaper."""
        at = cython.address(table.seat[seat])
        best: cython.float = 0.0
        card: cython.int
        price: cython.int
        rest: uint64_t = designs(cython.address(at.hand)) & ~at.tableau.developments
        while rest:
            card = WORLDS + lowest(rest)
            rest &= rest - 1
            price = CARD[card].cost - at.power.develop_discount - bonus
            if price < at.hand_count:
                best = max(best, self.in_tableau(table, seat, card) - self.worths.card * (1 + max(0, price)))
        return best

    def best_world(self, table, seat):
        """Return what the best world in hand would bring."""
        best: cython.float = 0.0
        card: cython.int
        rest: uint64_t = table.seat[seat].hand.worlds
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            if can_be_placed(table, seat, card):
                best = max(best, self.placing(table, seat, card))
        return best

    def weigh_actions(self, table, seat, legal, n, out):
        """Write the worth of each action card, or pair of them."""
        at = cython.address(table.seat[seat])
        w = cython.address(self.worths)
        likely = cython.declare(cython.float[5])
        action = cython.declare(cython.float[7])
        worth = cython.declare(cython.float[5])
        i: cython.int
        first: cython.int
        second: cython.int
        few: cython.float = max(0, 6 - at.hand_count)
        _guess_phases(w, table, seat, likely)
        goods: cython.int = ones(at.goods)
        empty: cython.int = ones(at.tableau.worlds & PRODUCTION_WORLDS & ~at.goods)
        windfall: cython.bint = (at.tableau.worlds & WINDFALL_WORLDS & ~at.goods) != 0
        develop: cython.float = self.best_development(table, seat, 0)
        vp: cython.float = _consume_vp(table, seat, goods)
        room: cython.float = _consume_vp(table, seat, goods + empty) - vp
        worth[EXPLORE] = w.explore + w.explore_few * few
        worth[DEVELOP] = develop
        worth[SETTLE] = self.best_world(table, seat)
        worth[CONSUME_PHASE] = w.consume_vp * vp
        worth[PRODUCE] = w.produce_good * empty + 0.5 * w.consume_vp * room + w.produce_draw * at.power.draw_in_produce
        # In the order of ActionCard.
        action[0] = w.explore_deep
        action[1] = w.explore_keep_more
        action[2] = w.develop + self.best_development(table, seat, 1) - develop
        action[3] = w.settle if worth[SETTLE] > 0.0 else 0.0
        action[4] = w.trade_good * _best_sale(table, seat)
        action[5] = w.consume_vp * vp
        action[6] = w.produce_windfall if windfall else 0.0
        for i in range(n):
            first = (legal[i] >> 8) & 255
            out[i] = action[first] + (1.0 - likely[_phase_of(first)]) * worth[_phase_of(first)]
            if legal[i] & 255 == ActionKind.CHOOSE_TWO:
                second = (legal[i] >> 16) & 255
                out[i] += action[second]
                if _phase_of(second) != _phase_of(first):
                    out[i] += (1.0 - likely[_phase_of(second)]) * worth[_phase_of(second)]
                elif first == second:
                    out[i] += 0.5 * worth[_phase_of(second)] - action[second]

    def judge(self, table, seat, code):
        """Return the worth of an action other than picking action cards."""
        kind: cython.int = code & 255
        a: cython.int = (code >> 8) & 255
        b: cython.int = (code >> 16) & 255
        at = cython.address(table.seat[seat])
        w = cython.address(self.worths)
        if kind == ActionKind.KEEP:
            return self.in_hand(table, seat, a)
        if kind == ActionKind.DISCARD or kind == ActionKind.PAY:
            return -self.in_hand(table, seat, a)
        if kind == ActionKind.PLACE:
            return self.placing(table, seat, a)
        if kind == ActionKind.PASS:
            return w.pass_place if table.asked == Asked.ASK_DEVELOPMENT or table.asked == Asked.ASK_WORLD else 0.0
        if kind == ActionKind.CONQUER:
            return w.conquer
        if kind == ActionKind.BUY:
            return w.buy - w.card * world_price(table, seat, at.selected)
        if kind == ActionKind.DISCARD_FROM_TABLEAU:
            return w.discard_tableau
        if kind == ActionKind.SELL:
            return w.trade_good * sale_price(table, seat, a, True)
        if kind == ActionKind.USE:
            return w.use_vp * CONSUME[a].vp + 0.1 * CONSUME[a].cards + 0.1
        if kind == ActionKind.CONSUME_GOOD:
            return -w.good_kind * CARD[a].kind
        if kind == ActionKind.PRODUCE_ON:
            return w.good_kind * CARD[b].kind + (w.keep_bonus if a == 0 else 0.0)
        if kind == ActionKind.CALL:
            # Cards of cost or defense 2 are the most frequent.
            return -0.2 * abs(a - 2)
        return 0.0

    def weigh(self, state, seat, legal, n, out):
        table = cython.cast(cython.pointer(Table), state.head())
        i: cython.int
        worth: cython.float
        highest: cython.float = -1e30
        if table.asked == Asked.ASK_ACTION or table.asked == Asked.ASK_TWO_ACTIONS:
            self.weigh_actions(table, seat, legal, n, out)
        else:
            for i in range(n):
                out[i] = self.judge(table, seat, legal[i])
        for i in range(n):
            highest = max(highest, out[i])
        for i in range(n):
            worth = (out[i] - highest) * self.sharpness
            out[i] = expf(worth) if worth > -WORTH_MAX else 0.000006
