"""Why an action is refused: a stable word for programs, the ruling, and a sentence for people.

Everything said here is known to the seat that asks.
"""

import cython
from cython.cimports.engine.race.actions import ActionKind
from cython.cimports.engine.race.phases.develop import development_price
from cython.cimports.engine.race.phases.settle import can_be_bought, strength_against, world_price
from cython.cimports.engine.race.powers import CARD, WORLDS
from cython.cimports.engine.race.state import Asked, Table, bit, count_of

from engine.race.catalog import CARDS


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
        return ("too_expensive", "Race R28" if is_develop else "Race R34", paying)
    strength: cython.int = strength_against(table, seat, card)
    return ("too_weak", "Race R37", f"{name} has defense {CARD[card].cost}; your strength against it is {strength}")


@cython.cfunc
def _way(table: cython.pointer(Table), seat: cython.int, kind: cython.int, card: cython.int):
    """Say why the revealed world can't be placed in that way."""
    at = cython.address(table.seat[seat])
    world: cython.int = at.selected
    row = cython.address(CARD[world])
    name = CARDS[world].name
    if kind == ActionKind.CONQUER and row.is_military:
        strength: cython.int = strength_against(table, seat, world)
        return ("too_weak", "Race R37", f"{name} has defense {row.cost}; your strength against it is {strength}")
    if kind == ActionKind.CONQUER:
        return ("not_military", "Race R37", f"{name} is no military world")
    if kind == ActionKind.BUY and not can_be_bought(table, seat, world):
        return ("not_for_sale", "Race R42", f"{name} can only be conquered")
    if kind == ActionKind.BUY:
        price: cython.int = world_price(table, seat, world)
        return ("too_expensive", "Race R35", f"{name} costs {price}; you hold {at.hand_count} cards")
    if count_of(cython.address(at.tableau), card) == 0:
        return ("not_in_tableau", "Race R40", f"{CARDS[card].name} is not in your tableau")
    return ("no_such_power", "Race R41", f"discarding {CARDS[card].name} does nothing for {name}")


@cython.cfunc
def _good(table: cython.pointer(Table), seat: cython.int, world: cython.int):
    """Say why the good on a world can't be sold or used up."""
    name = CARDS[world].name
    rule = "Race R51" if table.asked == Asked.ASK_SALE else "Race R58"
    if not table.seat[seat].goods & bit(world):
        return ("no_good_there", rule, f"there is no good of yours on {name}")
    return ("wrong_good", rule, f"the power in use does not take the good on {name}")


@cython.cfunc
def _pile(table: cython.pointer(Table), card: cython.int):
    """Say why a card can't be kept, paid with or discarded."""
    if table.asked == Asked.ASK_KEEP:
        return ("not_dealt", "Race R25", f"{CARDS[card].name} is not among the cards still to choose from")
    rules = {
        Asked.ASK_OPENING_DISCARD: "Race R4",
        Asked.ASK_PAY: "Race R30",
        Asked.ASK_CARD_FOR_VP: "Race R65",
        Asked.ASK_HAND_LIMIT: "Race R80",
    }
    return ("not_in_hand", rules[table.asked], f"{CARDS[card].name} is not in your hand")


def refusal(table, seat, action):
    """Return (reason, rule, message), or None where the action is of a kind that is not asked for."""
    kind: cython.int = action.code & 0xFF
    card: cython.int = (action.code >> 8) & 0xFF
    asked = table.asked
    if kind == ActionKind.PLACE and asked in (Asked.ASK_DEVELOPMENT, Asked.ASK_WORLD):
        return _placing(table, seat, card)
    if asked == Asked.ASK_WAY and kind in (ActionKind.CONQUER, ActionKind.BUY, ActionKind.DISCARD_FROM_TABLEAU):
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
        word = action.fields["power"]
        return ("power_not_usable", "Race R56", f"you have no unused power {word} with what it needs")
    if asked == Asked.ASK_POWER and kind == ActionKind.PASS:
        return ("mandatory", "Race R56", "a power that must be used can still be used")
    if asked == Asked.ASK_CARD_FOR_VP and kind == ActionKind.PASS:
        return ("mandatory", "Race R65", "whoever uses the power discards at least one card")
    if asked == Asked.ASK_WINDFALL and kind == ActionKind.PRODUCE_ON:
        where = CARDS[(action.code >> 16) & 0xFF].name
        return ("cannot_produce_there", "Race R72", f"{action.fields['source']} puts no good on {where} now")
    if asked == Asked.ASK_WINDFALL and kind == ActionKind.PASS:
        return ("mandatory", "Race R72", "a power can still put a good on one of your windfall worlds")
    if asked == Asked.ASK_TWO_ACTIONS and kind == ActionKind.CHOOSE_TWO:
        text = "name the cards in the order explore_5 to produce; only develop and settle can be picked twice"
        return ("not_a_pair", "Race R92", text)
    return None
