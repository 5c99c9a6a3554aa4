"""The reasons why an action is refused: a stable word for programs, the ruling, and a sentence for people.

The sentence says what is wrong and, where that is not the same, what it would take. Everything said
here is known to the seat that asks.
"""

import cython
from cython.cimports.engine.race.actions import SOURCE_BONUS, SOURCE_POWER, ActionCard, ActionKind
from cython.cimports.engine.race.phases.develop import development_price
from cython.cimports.engine.race.phases.settle import can_be_bought, strength_against, world_price
from cython.cimports.engine.race.powers import ANY, CARD, CONSUME, WINDFALL_WORLDS, WORLDS, WORLDS_OF, Form
from cython.cimports.engine.race.state import Asked, Phase, Table, bit, count_of, ones

from engine.race.catalog import CARDS
from engine.race.catalog import KINDS as KIND_WORDS
from engine.race.powers import CONSUME_WORDS


@cython.cfunc
def _too_weak(table: cython.pointer(Table), seat: cython.int, world: cython.int):
    """Say that a seat's strength doesn't suffice for a military world."""
    at = cython.address(table.seat[seat])
    strength: cython.int = strength_against(table, seat, world) + at.power.tactics
    figures = {"defense": CARD[world].cost, "strength": strength}
    return ("too_weak", "Race R37", _strength(table, seat, world), figures)


@cython.cfunc
def _strength(table: cython.pointer(Table), seat: cython.int, world: cython.int):
    """Say how far a seat's strength goes against a military world."""
    at = cython.address(table.seat[seat])
    strength: cython.int = strength_against(table, seat, world)
    said = f"{CARDS[world].name} has defense {CARD[world].cost}; your strength against it is {strength}"
    if at.power.tactics:
        said += f", {strength + at.power.tactics} with what you can discard for it"
    return said


@cython.cfunc
def _placing(table: cython.pointer(Table), seat: cython.int, card: cython.int):
    """Say why a hand card can't be selected."""
    at = cython.address(table.seat[seat])
    name = CARDS[card].name
    is_develop: cython.bint = table.asked == Asked.ASK_DEVELOPMENT
    price: cython.int
    if count_of(cython.address(at.hand), card) == 0:
        return ("not_in_hand", "Race R28" if is_develop else "Race R34", f"{name} is not in your hand")
    if is_develop != (card >= WORLDS):
        wanted = "development" if is_develop else "world"
        return (f"not_a_{wanted}", "Race R28" if is_develop else "Race R34", f"{name} is no {wanted}")
    if is_develop and count_of(cython.address(at.tableau), card) > 0:
        return ("already_in_tableau", "Race R28", f"{name} lies in your tableau already")
    if is_develop or can_be_bought(table, seat, card):
        price = development_price(table, seat, card) if is_develop else world_price(table, seat, card)
        paying = f"{name} costs {price}; you hold {at.hand_count - 1} other cards"
        if CARD[card].is_military:
            paying += f" ({_strength(table, seat, card)})"
        figures = {"price": price, "have": at.hand_count - 1}
        return ("too_expensive", "Race R28" if is_develop else "Race R34", paying, figures)
    return _too_weak(table, seat, card)


@cython.cfunc
def _way(table: cython.pointer(Table), seat: cython.int, kind: cython.int, card: cython.int):
    """Say why the revealed world can't be placed in that way."""
    at = cython.address(table.seat[seat])
    world: cython.int = at.selected
    row = cython.address(CARD[world])
    name = CARDS[world].name
    if kind == ActionKind.PASS:
        return ("must_place", "Race R101", f"{name} is revealed and has to be placed")
    if kind == ActionKind.CONQUER and row.is_military:
        return _too_weak(table, seat, world)
    if kind == ActionKind.CONQUER:
        return ("not_military", "Race R37", f"{name} is no military world; it is bought")
    if kind == ActionKind.BUY and not can_be_bought(table, seat, world):
        why = "your power to buy worlds excepts its kind" if at.power.pay_for_military[ANY] else "it is military"
        return ("not_for_sale", "Race R42", f"{name} can only be conquered: {why}")
    if kind == ActionKind.BUY:
        price: cython.int = world_price(table, seat, world)
        figures = {"price": price, "have": at.hand_count}
        return ("too_expensive", "Race R35", f"{name} costs {price}; you hold {at.hand_count} cards", figures)
    if count_of(cython.address(at.tableau), card) == 0:
        return ("not_in_tableau", "Race R40", f"{CARDS[card].name} is not in your tableau")
    if any([power.kind == "discard_for_zero_cost" for power in CARDS[card].powers]):
        why = f"{CARDS[card].name} is for worlds that are bought, alien ones excepted; {name} is none"
        return ("no_such_power", "Race R41", why)
    return ("no_such_power", "Race R41", f"{CARDS[card].name} has no power for which it is discarded")


@cython.cfunc
def _good(table: cython.pointer(Table), seat: cython.int, world: cython.int):
    """Say why the good on a world can't be sold or used up."""
    name = CARDS[world].name
    rule = "Race R51" if table.asked == Asked.ASK_SALE else "Race R58"
    if not table.seat[seat].goods & bit(world):
        return ("no_good_there", rule, f"there is no good of yours on {name}")
    row = cython.address(CONSUME[table.sort])
    kind = KIND_WORDS[CARD[world].kind]
    if row.different_kinds:
        return ("wrong_good", "Race R60", f"the power takes different kinds, and {kind} is among them already")
    return ("wrong_good", rule, f"the power takes {KIND_WORDS[row.kind]} goods; the good on {name} is {kind}")


@cython.cfunc
def _power(table: cython.pointer(Table), seat: cython.int, sort: cython.int):
    """Say why a Consume power can't be used."""
    at = cython.address(table.seat[seat])
    row = cython.address(CONSUME[sort])
    word = CONSUME_WORDS[sort]
    if at.power.consume[sort] == 0:
        return ("power_not_usable", "Race R56", f"no card of yours has the power {word}")
    if table.left[sort] == 0:
        return ("power_not_usable", "Race R56", f"{word} is used already in this phase")
    if row.form == Form.HAND_CARDS:
        return ("power_not_usable", "Race R65", f"{word} needs a card in your hand")
    kind = "" if row.kind == ANY else KIND_WORDS[row.kind] + " "
    need = f"{row.least} {kind}goods" if row.least > 1 else f"a {kind}good"
    if row.different_kinds:
        need += " of different kinds"
    have: cython.int = ones(at.goods & WORLDS_OF[row.kind])
    figures = {"need": max(1, row.least), "have": have}
    return ("power_not_usable", "Race R57", f"{word} needs {need}; you have {have}", figures)


@cython.cfunc
def _windfall(table: cython.pointer(Table), seat: cython.int, source: cython.int, world: cython.int):
    """Say why the bonus or a power puts no good on a world."""
    at = cython.address(table.seat[seat])
    name = CARDS[world].name
    rule = "Race R71" if source == SOURCE_BONUS else "Race R72"
    kind: cython.int = ANY if source == SOURCE_BONUS else source - SOURCE_POWER
    if not at.tableau.worlds & bit(world):
        why = f"{name} is not in your tableau"
    elif not WINDFALL_WORLDS & bit(world):
        why = f"{name} is no windfall world"
    elif at.goods & bit(world):
        why = f"{name} holds a good already"
    elif source == SOURCE_BONUS:
        why = "the bonus is used" if (at.actions >> ActionCard.PRODUCE_CARD) & 1 else "you did not choose Produce"
    elif kind != ANY and kind != CARD[world].kind:
        why = f"{name} is a world of {KIND_WORDS[CARD[world].kind]}, not of {KIND_WORDS[kind]}"
    else:
        why = f"you have no such power left for {'any kind' if kind == ANY else KIND_WORDS[kind]}"
    return ("cannot_produce_there", rule, why)


@cython.cfunc
def _pile(table: cython.pointer(Table), card: cython.int):
    """Say why a card can't be kept, paid with or discarded."""
    if table.asked == Asked.ASK_KEEP:
        return ("not_dealt", "Race R25", f"{CARDS[card].name} is not among the cards still to choose from")
    rules = {
        Asked.ASK_OPENING_DISCARD: "Race R4",
        Asked.ASK_PAY: "Race R30" if table.phase == Phase.DEVELOP else "Race R35",
        Asked.ASK_CARD_FOR_VP: "Race R65",
        Asked.ASK_HAND_LIMIT: "Race R80",
    }
    return ("not_in_hand", rules[table.asked], f"{CARDS[card].name} is not in your hand")


def why_refused(table, seat, action):
    """Return (reason, rule, message) and perhaps figures, or None where actions of that kind are not asked for."""
    kind: cython.int = action.code & 0xFF
    card: cython.int = (action.code >> 8) & 0xFF
    asked = table.asked
    if kind == ActionKind.PLACE and asked in (Asked.ASK_DEVELOPMENT, Asked.ASK_WORLD):
        return _placing(table, seat, card)
    ways = (ActionKind.CONQUER, ActionKind.BUY, ActionKind.DISCARD_FROM_TABLEAU, ActionKind.PASS)
    if asked == Asked.ASK_WAY and kind in ways:
        return _way(table, seat, kind, card)
    if (asked == Asked.ASK_SALE and kind == ActionKind.SELL) or (
        asked == Asked.ASK_GOOD and kind == ActionKind.CONSUME_GOOD
    ):
        return _good(table, seat, card)
    discards = (Asked.ASK_OPENING_DISCARD, Asked.ASK_CARD_FOR_VP, Asked.ASK_HAND_LIMIT)
    if (
        (asked == Asked.ASK_KEEP and kind == ActionKind.KEEP)
        or (asked == Asked.ASK_PAY and kind == ActionKind.PAY)
        or (asked in discards and kind == ActionKind.DISCARD)
    ):
        return _pile(table, card)
    if asked == Asked.ASK_POWER and kind == ActionKind.USE:
        return _power(table, seat, card)
    if asked == Asked.ASK_POWER and kind == ActionKind.PASS:
        return ("mandatory", "Race R56", "a power that must be used can still be used")
    if asked == Asked.ASK_CARD_FOR_VP and kind == ActionKind.PASS:
        return ("mandatory", "Race R65", "whoever uses the power discards at least one card")
    if asked == Asked.ASK_WINDFALL and kind == ActionKind.PRODUCE_ON:
        return _windfall(table, seat, card, (action.code >> 16) & 0xFF)
    if asked == Asked.ASK_WINDFALL and kind == ActionKind.PASS:
        return ("mandatory", "Race R72", "a power can still put a good on one of your windfall worlds")
    if asked == Asked.ASK_TWO_ACTIONS and kind == ActionKind.CHOOSE_TWO:
        text = "name the cards in the order explore_5 to produce; only develop and settle can be picked twice"
        return ("not_a_pair", "Race R92", text)
    return None
