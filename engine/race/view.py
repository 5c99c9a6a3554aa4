"""The JSON-able picture of a hidden table. What the viewer can't know is a count, or not there."""

import cython
from cython.cimports.engine.contract.state import SPECTATOR
from cython.cimports.engine.race.actions import ActionCard
from cython.cimports.engine.race.powers import CARD, CONSUME_POWERS, KINDS, WORLDS
from cython.cimports.engine.race.state import (
    NONE,
    Asked,
    Phase,
    Seat,
    Table,
    count_of,
    designs,
    lowest,
    seat_at,
)
from cython.cimports.libc.stdint import uint64_t

from engine.race.actions import ACTIONS, CARD_IDS
from engine.race.catalog import KINDS as KIND_WORDS
from engine.race.decisions import ASKED
from engine.race.events import PHASES
from engine.race.powers import CONSUME_WORDS


def card_words(pile):
    """Return the ids of a pile's cards in the catalogue's order, twins twice."""
    words = []
    card: cython.int
    rest: uint64_t = pile.worlds
    while rest:
        words.append(CARD_IDS[lowest(rest)])
        rest &= rest - 1
    rest = designs(pile)
    while rest:
        card = WORLDS + lowest(rest)
        words += [CARD_IDS[card]] * count_of(pile, card)
        rest &= rest - 1
    return words


def action_words(actions):
    """Return the action cards picked, a second Develop or Settle as a second word."""
    words = []
    card: cython.int
    for card in range(len(ACTIONS)):
        again: cython.int = 0
        if card == ActionCard.DEVELOP_CARD:
            again = (actions >> ActionCard.DEVELOP_AGAIN) & 1
        elif card == ActionCard.SETTLE_CARD:
            again = (actions >> ActionCard.SETTLE_AGAIN) & 1
        words += [ACTIONS[card]] * (((actions >> card) & 1) + again)
    return words


@cython.cfunc
def _tableau(at: cython.pointer(Seat)):
    """Return the cards of a tableau; those that can hold a good say whether they do."""
    cards = []
    index: cython.int
    for word in card_words(cython.address(at.tableau)):
        index = CARD_IDS.index(word)
        entry = {"card": word}
        if index < WORLDS and CARD[index].kind != 0:
            has_good: cython.bint = (at.goods >> index) & 1
            entry["good"] = KIND_WORDS[CARD[index].kind] if has_good else None
        cards.append(entry)
    return cards


@cython.cfunc
def _seat(table: cython.pointer(Table), seat: cython.int, points):
    at = cython.address(table.seat[seat])
    is_secret: cython.bint = table.head.is_simultaneous
    words = {
        "seat": seat,
        "tableau": _tableau(at),
        "vp_chips": at.vp,
        "points": points,
        "military": at.power.military,
        "hand_count": at.hand_count,
        "actions": action_words(at.actions),
        "drawn_count": at.drawn_count,
        "cards_to_choose": at.quota,
        "placed": None if is_secret or at.selected == NONE else CARD_IDS[at.selected],
    }
    if seat == table.head.viewer:
        words["hand"] = card_words(cython.address(at.hand))
        words["drawn"] = card_words(cython.address(at.drawn))
        words["set_aside"] = card_words(cython.address(at.aside))
        words["put_away"] = card_words(cython.address(at.put_away))
        words["selected"] = CARD_IDS[at.selected] if is_secret and at.selected != NONE else None
    return words


@cython.cfunc
def _progress(table: cython.pointer(Table)):
    """Return where the seat whose turn it is stands in its part of the phase."""
    words = {}
    if table.asked == Asked.ASK_PAY:
        words["price_left"] = table.price
    if table.temporary:
        words["temporary_military"] = table.temporary
    if table.phase == Phase.CONSUME:
        words["powers_left"] = {
            CONSUME_WORDS[sort]: table.left[sort] for sort in range(CONSUME_POWERS) if table.left[sort]
        }
        if table.to_spend > 0:
            words["power"] = CONSUME_WORDS[table.sort]
            words["to_spend"] = table.to_spend
    if table.phase == Phase.PRODUCE:
        words["bonus_left"] = bool(table.bonus)
        words["windfall_powers_left"] = {
            "any" if kind == 0 else KIND_WORDS[kind]: table.windfall_left[kind]
            for kind in range(KINDS)
            if table.windfall_left[kind]
        }
    return words


def view(table, points):
    """Return the picture of a hidden table; *points* are the seats' points if the match ended now."""
    viewer: cython.int = table.head.viewer
    seats: cython.int = table.head.seats
    return {
        "game": "race",
        "viewer": None if viewer == SPECTATOR else viewer,
        "version": table.head.version,
        "is_over": bool(table.head.is_over),
        "is_advanced": bool(table.is_advanced),
        "round": table.round,
        "phase": PHASES[table.phase],
        "is_second_phase": bool(table.is_second),
        "asks": ASKED[table.asked] or None,
        "deciding": [i for i in range(seats) if (table.owing >> i) & 1],
        "player_order": [seat_at(table, i) for i in range(seats)],
        "vp_pool": table.pool,
        "deck_count": table.deck_count,
        "discard_count": table.discard_count,
        "progress": _progress(table),
        "seats": [_seat(table, i, points[i]) for i in range(seats)],
    }
