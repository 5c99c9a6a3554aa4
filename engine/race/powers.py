"""The meaning of each kind of power and scoring row: how it is folded into a seat's numbers.

A power kind lives here and nowhere else: it turns one power of the catalogue into numbers of
`Powers`, once, when the module is imported. Phases ask the numbers, never the tableau. Consume powers
of the same wording are one sort, so a seat holds how many it has of each.
"""

import cython
from cython.cimports.engine.race.powers import (
    CARD,
    CONSUME,
    CONSUME_POWERS,
    COST_MAX,
    DESIGNS,
    DEVELOPMENTS,
    DEVELOPMENTS_UP_TO,
    KINDS,
    NO_SIX,
    POWERS,
    PRICE,
    REBEL,
    SCORE,
    SIXES,
    TWINS,
    WORLDS,
    WORLDS_OF,
    ZERO_COST,
    CardRow,
    Form,
    Powers,
    Production,
)
from cython.cimports.libc.stdint import int8_t, uint64_t
from cython.cimports.libc.string import memset

from engine.race import catalog

ONE = cython.declare(uint64_t, 1)
#: consume effect -> form; the phases know what a form does
_FORMS = {
    "consume_one": Form.UP_TO,
    "consume_up_to": Form.UP_TO,
    "consume_exact": Form.EXACTLY,
    "consume_all": Form.ALL_GOODS,
    "consume_for_trade_price": Form.FOR_PRICE,
    "draw": Form.DRAW,
    "gamble": Form.GAMBLE,
    "discard_cards_for_vp": Form.HAND_CARDS,
}


def fold(into, card, sign):
    """Add a card's numbers to a seat's, or take them away (sign -1)."""
    to = cython.cast(cython.pointer(int8_t), into)
    add = cython.cast(cython.pointer(int8_t), cython.address(POWERS[card]))
    i: cython.int
    size: cython.int = cython.sizeof(Powers)
    if sign > 0:
        for i in range(size):
            to[i] += add[i]
    else:
        for i in range(size):
            to[i] -= add[i]


def consume_word(power) -> str:
    """Return the word for a Consume power: what it uses up and what it brings."""
    rewards = [f"{power.vp}vp"] if power.vp > 0 else []
    if power.cards > 0:
        rewards.append("1card" if power.cards == 1 else f"{power.cards}cards")
    gain = "_".join(rewards)
    if power.kind == "consume_one":
        return f"{power.good_kind}_for_{gain}"
    if power.kind == "consume_up_to":
        return f"up_to_{power.amount}_{power.good_kind}_for_{gain}_each"
    if power.kind == "consume_exact":
        return f"{power.amount}_{'different' if power.different_kinds else power.good_kind}_for_{gain}"
    if power.kind == "consume_all":
        return f"all_for_vp_less_{-power.vp}"
    if power.kind == "consume_for_trade_price":
        return "any_for_trade_price" if power.with_trade_powers else "any_for_price"
    if power.kind == "draw":
        return f"draw_{power.cards}"
    if power.kind == "discard_cards_for_vp":
        return f"up_to_{power.amount}_hand_cards_for_{gain}_each"
    return power.kind


def _consume_words() -> tuple:
    words = []
    for card in catalog.CARDS:
        for power in card.powers:
            if power.phase == "consume" and consume_word(power) not in words:
                words.append(consume_word(power))
    return tuple(words)


#: the sorts of Consume power, in the order of CONSUME
CONSUME_WORDS = _consume_words()


def matches(row, card) -> bool:
    """Whether a scoring row counts a card (Race R87 to R89)."""
    if row.kind in ("production_world", "windfall_world"):
        return row.kind == f"{card.production}_world" and row.good_kind in ("any", card.good)
    if row.kind == "flag":
        return row.flag in card.flags
    if row.kind == "named":
        return card.id in row.names
    if row.kind == "six_cost_development":
        return not card.is_world and card.cost == 6
    if row.kind in ("development", "world"):
        return card.type == row.kind
    if row.kind == "rebel_military_world":
        return card.is_military and "rebel" in card.flags
    if row.kind == "military_world":
        return card.is_military
    if row.kind in ("development_with_power", "world_with_power"):
        return row.kind.startswith(card.type) and any([power.phase == row.phase for power in card.powers])
    if row.kind in ("chip_vp", "total_military"):
        return False
    raise ValueError(f"no scoring row counts per {row.kind}")


def _kind(word) -> int:
    return 0 if word == "any" else REBEL if word == "rebel" else catalog.KINDS.index(word)


@cython.cfunc
def _fold_power(p: cython.pointer(Powers), power):
    """Fold one power into numbers; an unknown one is an error of the catalogue."""
    name = f"{power.phase}.{power.kind}"
    amount: cython.int = power.amount
    cards: cython.int = power.cards
    if name == "explore.explore_draw":
        p.explore_draw += cards
    elif name == "explore.explore_keep":
        p.explore_keep += cards
    elif name == "develop.draw_at_start":
        p.draw_at_start += cards
    elif name == "develop.develop_discount":
        p.develop_discount += amount
    elif name == "develop.draw_after_develop":
        p.draw_after_develop += cards
    elif power.phase == "settle":
        _fold_settle(p, power, amount)
    elif power.phase == "produce":
        _fold_produce(p, power, cards)
    elif power.phase == "consume":
        sort: cython.int = CONSUME_WORDS.index(consume_word(power))
        p.consume[sort] += 1
    elif name != "trade.trade_bonus":
        raise ValueError(f"no power is called {name}")
    elif not power.this_world:
        p.trade_bonus[_kind(power.good_kind)] += cards


@cython.cfunc
def _fold_settle(p: cython.pointer(Powers), power, amount: cython.int):
    """Fold strength, discounts and the cards to be discarded."""
    kind: cython.int = _kind(power.good_kind)
    i: cython.int
    if power.kind == "settle_discount":
        p.settle_discount[kind] += amount
    elif power.kind == "military":
        p.military += amount
    elif power.kind == "military_vs":
        p.military_vs[kind] += amount
    elif power.kind == "discard_for_military":
        p.tactics += amount
    elif power.kind == "draw_after_settle":
        p.draw_after_settle += power.cards
    elif power.kind in ("discard_for_zero_cost", "pay_for_military"):
        for i in range(KINDS):
            if catalog.KINDS[i] != power.excluded_good_kind or i == 0:
                if power.kind == "pay_for_military":
                    p.pay_for_military[i] += 1
                else:
                    p.zero_cost[i] += 1
        p.military_discount += amount
    else:
        raise ValueError(f"no Settle power is called {power.kind}")


@cython.cfunc
def _fold_produce(p: cython.pointer(Powers), power, cards: cython.int):
    """Fold windfall production and the draws of Produce."""
    kind: cython.int = _kind(power.good_kind)
    if power.kind == "produce_windfall":
        p.produce_windfall[kind] += 1
    elif power.kind == "draw":
        p.draw_in_produce += cards
    elif power.kind == "draw_per_good_produced":
        p.draw_per_good[kind] += cards
    elif power.kind == "draw_per_kind_produced":
        p.draw_per_kind += cards
    elif power.kind == "draw_if_most_produced":
        p.draw_if_most[kind] += cards
    elif power.kind == "draw_per_world":
        p.draw_per_world[kind] += cards
    elif power.kind not in ("produce", "draw_if_produced_here"):
        raise ValueError(f"no Produce power is called {power.kind}")


@cython.cfunc
def _fill_consume(power):
    """Write one sort of Consume power to its row."""
    index: cython.int = CONSUME_WORDS.index(consume_word(power))
    row = cython.address(CONSUME[index])
    row.form = _FORMS[power.kind]
    row.kind = _kind(power.good_kind)
    one = power.kind in ("consume_one", "consume_for_trade_price")
    row.most = 1 if one else WORLDS if power.kind == "consume_all" else power.amount
    row.least = power.amount if power.kind == "consume_exact" else 1
    row.vp = power.vp
    row.cards = power.cards
    row.different_kinds = power.different_kinds
    row.with_trade_powers = power.with_trade_powers
    row.is_optional = power.is_optional


@cython.cfunc
def _fill_card(index: cython.int, card):
    """Write one card's row, powers and places in the masks."""
    row = cython.address(CARD[index])
    bit: uint64_t = ONE << (index if card.is_world else index - WORLDS)
    cost: cython.int
    kind: cython.int = catalog.KINDS.index(card.good)
    row.cost = card.cost
    row.kind = kind
    row.vp = card.vp
    row.is_military = card.is_military
    row.is_rebel = "rebel" in card.flags
    row.six = NO_SIX
    row.production = ("none", "windfall", "production").index(card.production)
    if row.production != Production.NO_PRODUCTION:
        WORLDS_OF[0] |= bit
        WORLDS_OF[kind] |= bit
    if not card.is_world:
        for cost in range(row.cost, COST_MAX + 1):
            DEVELOPMENTS_UP_TO[cost] |= bit
    for power in card.powers:
        _fold_power(cython.address(POWERS[index]), power)
        _fill_special(row, power, bit)
        if power.phase == "consume":
            _fill_consume(power)


@cython.cfunc
def _fill_special(row: cython.pointer(CardRow), power, bit: uint64_t):
    """Write what a power says about its very card."""
    kind: cython.int
    if power.kind == "trade_bonus" and power.this_world:
        row.trade_bonus_here = power.cards
    elif power.kind == "draw_if_produced_here":
        row.draw_if_produced_here = power.cards
    elif power.kind == "discard_for_military":
        row.strength_if_discarded = power.amount
    elif power.kind == "discard_for_zero_cost":
        for kind in range(KINDS):
            if catalog.KINDS[kind] != power.excluded_good_kind or kind == 0:
                ZERO_COST[kind] |= bit


@cython.cfunc
def _fill_scoring(six: cython.int, index: cython.int, card):
    """Write what a six-cost development gives for each card: its first row that matches (Race R87)."""
    other: cython.int
    CARD[index].six = six
    for row in card.scoring:
        if row.kind == "chip_vp":
            CARD[index].chips_per_vp = row.every
        elif row.kind == "total_military":
            CARD[index].vp_per_strength = row.vp
    for other in range(DESIGNS):
        for row in card.scoring:
            if matches(row, catalog.CARDS[other]):
                SCORE[six][other] = row.vp
                break


def _fill_tables() -> None:
    cards = catalog.CARDS
    first_copies = [card.copies for card in cards if not card.is_world]
    fits = len(cards) == DESIGNS and [card.is_world for card in cards] == [True] * WORLDS + [False] * DEVELOPMENTS
    if not fits or first_copies != [2] * TWINS + [1] * (DEVELOPMENTS - TWINS) or len(CONSUME_WORDS) > CONSUME_POWERS:
        raise ValueError("the catalogue does not fit the counts in powers.pxd")
    memset(POWERS, 0, cython.sizeof(POWERS))
    six: cython.int = 0
    index: cython.int
    for index in range(DESIGNS):
        _fill_card(index, cards[index])
    for index in range(DESIGNS):
        if cards[index].scoring:
            _fill_scoring(six, index, cards[index])
            six += 1
    if six != SIXES:
        raise ValueError("the catalogue does not fit the counts in powers.pxd")
    for index in range(1, KINDS):
        PRICE[index] = catalog.TRADE_PRICES[catalog.KINDS[index]]


_fill_tables()


@cython.cfunc
def _worlds(production) -> uint64_t:
    """Return the worlds with that way of production, as a mask."""
    mask: uint64_t = 0
    index: cython.int
    for index in range(WORLDS):
        if catalog.CARDS[index].production == production:
            mask |= ONE << index
    return mask


@cython.cfunc
def _developments(effect) -> uint64_t:
    """Return the developments with such a power, as a mask."""
    mask: uint64_t = 0
    index: cython.int
    for index in range(DEVELOPMENTS):
        if any([power.kind == effect for power in catalog.CARDS[WORLDS + index].powers]):
            mask |= ONE << index
    return mask


WINDFALL_WORLDS = _worlds("windfall")
PRODUCTION_WORLDS = _worlds("production")
TACTICS = _developments("discard_for_military")
