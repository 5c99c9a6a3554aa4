"""The whole table in words, both ways.

Cards are written by their ids; one that the viewer of a hidden table can't know as "unknown". Everything may
be left out but `seats`: cards not named lie in the deck, the step is the choice of action cards. Where no
seat has `asks` the step begins now, so that what it does first is done.
"""

import cython
from cython.cimports.engine.contract.state import LEGAL_MAX
from cython.cimports.engine.race.actions import ActionCard
from cython.cimports.engine.race.phases.consume import spendable
from cython.cimports.engine.race.phases.settle import can_be_placed, legal_way
from cython.cimports.engine.race.powers import (
    CONSUME,
    CONSUME_POWERS,
    DESIGNS,
    KINDS,
    TWINS,
    WORLDS,
    WORLDS_OF,
    Form,
    fold,
)
from cython.cimports.engine.race.state import (
    NONE,
    SECOND,
    UNKNOWN,
    Asked,
    Phase,
    Pile,
    Seat,
    Table,
    bit,
    count_of,
    designs,
    lowest,
    ones,
    put,
    seat_at,
    size_of,
)
from cython.cimports.libc.stdint import int32_t, uint8_t, uint64_t
from cython.cimports.libc.string import memset

from engine.contract.reading import read_flag, read_list, read_number, read_object, read_word
from engine.contract.vocabulary import HIDDEN
from engine.errors import BadDescription
from engine.race.actions import ACTIONS, CARD_IDS
from engine.race.catalog import CARDS, VP_POOL_PER_SEAT
from engine.race.catalog import KINDS as KIND_WORDS
from engine.race.decisions import ASKED
from engine.race.events import STEPS
from engine.race.powers import CONSUME_WORDS

TABLE_KEYS = (
    "is_advanced round step is_second_phase first_seat turn_place vp_pool deck discards asked_seats progress "
    "step_version own_actions seats"
).split()
SEAT_KEYS = ("tableau goods hand vp_chips actions drawn set_aside put_away quota selected produced asks").split()
PROGRESS_KEYS = (
    "price_left temporary_military is_selling power to_spend spent spent_kinds has_bonus powers_left windfall_left"
).split()
#: what can be asked in each step
ASKED_IN = {
    "setup": ("opening_discard",),
    "choose": ("action", "two_actions"),
    "explore": ("keep",),
    "develop": ("development", "pay"),
    "settle": ("world", "way", "pay"),
    "consume": ("sale", "power", "good", "number", "card_for_vp"),
    "produce": ("windfall",),
    "round_end": ("hand_limit",),
    "over": (),
}
#: decisions within the use of a Consume power
USING = (Asked.ASK_GOOD, Asked.ASK_NUMBER, Asked.ASK_CARD_FOR_VP)
SIMULTANEOUS = ("opening_discard", "action", "two_actions", "keep", "development", "world", "hand_limit")

# -- out ---------------------------------------------------------------------------------------------


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
def _list_held(pile: cython.pointer(Pile), count: cython.int):
    """Return the ids of so many cards of a pile; those that it does not hold are hidden."""
    words = card_words(pile)
    return words + [HIDDEN] * (count - len(words))


@cython.cfunc
def _kind_counts(counts: cython.pointer(uint8_t)):
    return {"any" if kind == 0 else KIND_WORDS[kind]: counts[kind] for kind in range(KINDS) if counts[kind]}


@cython.cfunc
def _describe_seat(table: cython.pointer(Table), seat: cython.int):
    at = cython.address(table.seat[seat])
    goods = {}
    rest: uint64_t = at.goods
    while rest:
        face: cython.int = table.face[lowest(rest)]
        goods[CARD_IDS[lowest(rest)]] = HIDDEN if face == UNKNOWN else CARD_IDS[face]
        rest &= rest - 1
    return {
        "tableau": card_words(cython.address(at.tableau)),
        "goods": goods,
        "hand": _list_held(cython.address(at.hand), at.hand_count),
        "vp_chips": at.vp,
        "actions": action_words(at.actions),
        "drawn": _list_held(cython.address(at.drawn), at.drawn_count),
        "set_aside": card_words(cython.address(at.aside)),
        "put_away": card_words(cython.address(at.put_away)),
        "quota": at.quota,
        "selected": None if at.selected == NONE else CARD_IDS[at.selected],
        "produced": _kind_counts(at.produced),
        "asks": ASKED[table.asked] if (table.owing >> seat) & 1 else None,
    }


@cython.cfunc
def _describe_progress(table: cython.pointer(Table)):
    return {
        "price_left": table.price,
        "temporary_military": table.temporary,
        "is_selling": bool(table.is_selling),
        "power": CONSUME_WORDS[table.sort] if table.asked in USING else None,
        "to_spend": table.to_spend,
        "spent": table.spent,
        "spent_kinds": [KIND_WORDS[kind] for kind in range(1, KINDS) if (table.spent_kinds >> kind) & 1],
        "has_bonus": bool(table.bonus),
        "powers_left": {CONSUME_WORDS[sort]: table.left[sort] for sort in range(CONSUME_POWERS) if table.left[sort]},
        "windfall_left": _kind_counts(table.windfall_left),
    }


def describe_table(table):
    """Return the table in words, but for what every game has; `load_table` is the way back for a full table."""
    seats: cython.int = table.head.seats
    return {
        "is_advanced": bool(table.is_advanced),
        "round": table.round,
        "step": STEPS[table.phase],
        "is_second_phase": bool(table.is_second),
        "first_seat": table.first,
        "turn_place": table.place,
        "vp_pool": table.pool,
        "deck": card_words(cython.address(table.deck)),
        "discards": card_words(cython.address(table.discards)),
        "asked_seats": [i for i in range(seats) if (table.asked_seats >> i) & 1],
        "progress": _describe_progress(table),
        "seats": [_describe_seat(table, i) for i in range(seats)],
    }


# -- in: parts of a description ----------------------------------------------------------------------


@cython.cfunc
def _read_pile(pile: cython.pointer(Pile), words, where):
    """Fill a pile; a third copy is refused here, cards in two places later."""
    card: cython.int
    for word in read_list(words, where):
        card = read_word(word, where, CARD_IDS)
        if count_of(pile, card) == CARDS[card].copies:
            raise BadDescription(f"{where} has {word} more often than the game")
        put(pile, card)


@cython.cfunc
def _read_kind_counts(counts: cython.pointer(uint8_t), words, where):
    kind: cython.int
    for word in read_object(words, where, ("any", *KIND_WORDS[1:])):
        kind = 0 if word == "any" else KIND_WORDS.index(word)
        counts[kind] = read_number(words[word], f"{where}.{word}", 0, WORLDS)


@cython.cfunc
def _read_actions(at: cython.pointer(Seat), words, is_advanced: cython.bint, where):
    """Fill the action cards of this round: one, in the advanced game two."""
    card: cython.int
    again: cython.int
    names = read_list(words, where)
    if len(names) > (2 if is_advanced else 1):
        raise BadDescription(f"{where} has {len(names)} cards; a seat picks {2 if is_advanced else 1}")
    for word in names:
        card = read_word(word, where, ACTIONS)
        if not (at.actions >> card) & 1:
            at.actions |= 1 << card
        elif card == ActionCard.DEVELOP_CARD or card == ActionCard.SETTLE_CARD:
            again = ActionCard.DEVELOP_AGAIN if card == ActionCard.DEVELOP_CARD else ActionCard.SETTLE_AGAIN
            at.actions |= 1 << again
        else:
            raise BadDescription(f"{where} has {word} twice; only develop and settle can be")


@cython.cfunc
def _read_seat(table: cython.pointer(Table), seat: cython.int, words, where):
    """Fill a seat but for its goods, whose faces may have to be chosen."""
    at = cython.address(table.seat[seat])
    read_object(words, where, SEAT_KEYS)
    _read_pile(cython.address(at.tableau), words.get("tableau", []), f"{where}.tableau")
    if at.tableau.developments >> SECOND:
        raise BadDescription(f"{where}.tableau has a development twice (Race R28)")
    _read_pile(cython.address(at.hand), words.get("hand", []), f"{where}.hand")
    _read_pile(cython.address(at.drawn), words.get("drawn", []), f"{where}.drawn")
    _read_pile(cython.address(at.aside), words.get("set_aside", []), f"{where}.set_aside")
    _read_pile(cython.address(at.put_away), words.get("put_away", []), f"{where}.put_away")
    at.tableau_count = size_of(cython.address(at.tableau))
    at.hand_count = size_of(cython.address(at.hand))
    at.drawn_count = size_of(cython.address(at.drawn))
    at.vp = read_number(words.get("vp_chips", 0), f"{where}.vp_chips", 0, 10000)
    _read_actions(at, words.get("actions", []), table.is_advanced, f"{where}.actions")
    at.quota = read_number(words.get("quota", 0), f"{where}.quota", 0, 114)
    at.selected = NONE
    if words.get("selected") is not None:
        at.selected = read_word(words["selected"], f"{where}.selected", CARD_IDS)
    _read_kind_counts(at.produced, words.get("produced", {}), f"{where}.produced")
    if at.produced[0]:
        raise BadDescription(f"{where}.produced is counted by kind")
    if words.get("asks") is not None:
        asked: cython.int = read_word(words["asks"], f"{where}.asks", ASKED)
        if table.owing and asked != table.asked:
            raise BadDescription(f"{where}.asks is {ASKED[asked]}, another seat is asked {ASKED[table.asked]}")
        table.asked = asked
        table.owing |= 1 << seat


@cython.cfunc
def _read_goods(table: cython.pointer(Table), seat: cython.int, words, unused: cython.pointer(uint8_t), where):
    """Fill a seat's goods: an object of faces, or a list, whose faces are the first unused cards."""
    at = cython.address(table.seat[seat])
    world: cython.int
    face: cython.int
    if not isinstance(words, dict | list):
        raise BadDescription(f"{where} is an object or a list, not {type(words).__name__}")
    for word in words:
        world = read_word(word, where, CARD_IDS)
        if world >= WORLDS or not (at.tableau.worlds & WORLDS_OF[0] & ~at.goods) & bit(world):
            raise BadDescription(f"{where} has {word}, which can't hold a good, or another one, in this tableau")
        if isinstance(words, dict):
            face = read_word(words[word], f"{where}.{word}", CARD_IDS)
        else:
            face = 0
            while face < DESIGNS and unused[face] == 0:
                face += 1
        if face == DESIGNS or unused[face] == 0:
            raise BadDescription(f"{where}: the face of the good on {word} lies elsewhere")
        unused[face] -= 1
        table.face[world] = face
        at.goods |= bit(world)


@cython.cfunc
def _read_progress(table: cython.pointer(Table), words):
    """Fill where the seat whose turn it is stands."""
    sort: cython.int
    read_object(words, "progress", PROGRESS_KEYS)
    table.price = read_number(words.get("price_left", 0), "progress.price_left", 0, 20)
    table.temporary = read_number(words.get("temporary_military", 0), "progress.temporary_military", 0, 20)
    table.is_selling = read_flag(words.get("is_selling", False), "progress.is_selling")
    if words.get("power") is not None:
        table.sort = read_word(words["power"], "progress.power", CONSUME_WORDS)
    table.to_spend = read_number(words.get("to_spend", 0), "progress.to_spend", 0, WORLDS)
    table.spent = read_number(words.get("spent", 0), "progress.spent", 0, WORLDS)
    for word in read_list(words.get("spent_kinds", []), "progress.spent_kinds"):
        table.spent_kinds |= 1 << cython.cast(cython.int, read_word(word, "progress.spent_kinds", KIND_WORDS))
    table.spent_kinds &= ~1
    table.bonus = read_flag(words.get("has_bonus", False), "progress.has_bonus")
    left = read_object(words.get("powers_left", {}), "progress.powers_left", CONSUME_WORDS)
    for word in left:
        sort = CONSUME_WORDS.index(word)
        table.left[sort] = read_number(left[word], f"progress.powers_left.{word}", 0, WORLDS)
    _read_kind_counts(table.windfall_left, words.get("windfall_left", {}), "progress.windfall_left")


# -- in: the whole -------------------------------------------------------------------------------------


@cython.cfunc
def _read_table(table: cython.pointer(Table), words, seats: cython.int):
    """Fill what belongs to no seat."""
    table.head.seats = seats
    table.is_advanced = read_flag(words.get("is_advanced", False), "is_advanced")
    if table.is_advanced and seats != 2:
        raise BadDescription("the advanced game is for two seats (Race R92)")
    table.phase = read_word(words.get("step", "choose"), "step", STEPS)
    table.round = read_number(words.get("round", 1), "round", 0, 1 << 30)
    table.is_second = read_flag(words.get("is_second_phase", False), "is_second_phase")
    table.pool = read_number(words.get("vp_pool", VP_POOL_PER_SEAT * seats), "vp_pool", 0, 1000)
    table.place = read_number(words.get("turn_place", 0), "turn_place", 0, seats - 1)
    for i in read_list(words.get("asked_seats", []), "asked_seats"):
        table.asked_seats |= 1 << cython.cast(cython.int, read_number(i, "asked_seats", 0, seats - 1))
    table.head.is_over = table.phase == Phase.OVER
    _read_progress(table, words.get("progress", {}))
    memset(table.face, NONE, cython.sizeof(table.face))


@cython.cfunc
def _read_first(table: cython.pointer(Table), words):
    """Fill who begins: without being told, who has the lowest start world (Race R9)."""
    seat: cython.int
    found: cython.int = 0
    world: cython.int
    least: cython.int = 5
    for seat in range(table.head.seats):
        for world in range(5):
            if world < least and table.seat[seat].tableau.worlds & bit(world):
                least = world
                found = seat
    table.first = read_number(words.get("first_seat", found), "first_seat", 0, table.head.seats - 1)


@cython.cfunc
def _take_out(unused: cython.pointer(uint8_t), pile: cython.pointer(Pile), where):
    """Take a pile's cards from the unused ones."""
    card: cython.int
    for card in range(DESIGNS):
        if count_of(pile, card) > unused[card]:
            raise BadDescription(f"{where}: {CARD_IDS[card]} lies elsewhere already")
        unused[card] -= count_of(pile, card)


@cython.cfunc
def _read_cards(table: cython.pointer(Table), words, seats):
    """Fill where every card lies: what is named nowhere lies in the deck, or, if that is given, in the discards."""
    unused = cython.declare(uint8_t[DESIGNS])
    seat: cython.int
    card: cython.int
    for card in range(DESIGNS):
        unused[card] = 2 if WORLDS <= card < WORLDS + TWINS else 1
    _read_pile(cython.address(table.deck), words.get("deck", []), "deck")
    _read_pile(cython.address(table.discards), words.get("discards", []), "discards")
    for seat in range(table.head.seats):
        at = cython.address(table.seat[seat])
        _read_seat(table, seat, seats[seat], f"seats[{seat}]")
        _take_out(unused, cython.address(at.tableau), f"seats[{seat}].tableau")
        _take_out(unused, cython.address(at.hand), f"seats[{seat}].hand")
        _take_out(unused, cython.address(at.drawn), f"seats[{seat}].drawn")
        _take_out(unused, cython.address(at.aside), f"seats[{seat}].set_aside")
    _take_out(unused, cython.address(table.deck), "deck")
    _take_out(unused, cython.address(table.discards), "discards")
    # Faces that are told come first: a face to be chosen must not take one of them.
    for wanted in (dict, list):
        for seat in range(table.head.seats):
            goods = seats[seat].get("goods", {})
            if isinstance(goods, wanted) or not isinstance(goods, dict | list):
                _read_goods(table, seat, goods, unused, f"seats[{seat}].goods")
    _place_rest(table, words, unused)


@cython.cfunc
def _place_rest(table: cython.pointer(Table), words, unused: cython.pointer(uint8_t)):
    """Lay the unused cards on the deck or the discards, and check what the seats put away."""
    card: cython.int
    copy: cython.int
    seat: cython.int
    known: cython.int
    rest = cython.address(table.discards) if "deck" in words else cython.address(table.deck)
    is_complete: cython.bint = "deck" in words and "discards" in words
    for card in range(DESIGNS):
        if is_complete and unused[card]:
            raise BadDescription(f"{CARD_IDS[card]} lies nowhere; leave deck or discards out to have it there")
        for copy in range(unused[card]):
            put(rest, card)
        known = 0
        for seat in range(table.head.seats):
            known += count_of(cython.address(table.seat[seat].put_away), card)
        if known > count_of(cython.address(table.discards), card):
            raise BadDescription(f"{CARD_IDS[card]} was put away more often than it lies among the discards")
    table.deck_count = size_of(cython.address(table.deck))
    table.discard_count = size_of(cython.address(table.discards))


@cython.cfunc
def _fold_powers(table: cython.pointer(Table)):
    """Fold every tableau's powers; those of a card placed in this phase wait (Race R15)."""
    seat: cython.int
    rest: uint64_t
    card: cython.int
    for seat in range(table.head.seats):
        at = cython.address(table.seat[seat])
        rest = at.tableau.worlds
        while rest:
            fold(cython.address(at.power), lowest(rest), 1)
            rest &= rest - 1
        rest = designs(cython.address(at.tableau))
        while rest:
            fold(cython.address(at.power), WORLDS + lowest(rest), 1)
            rest &= rest - 1
        card = at.selected
        if card != NONE and table.asked in (Asked.ASK_WAY, Asked.ASK_PAY):
            if not count_of(cython.address(at.tableau), card):
                raise BadDescription(f"seats[{seat}].selected is {CARD_IDS[card]}, which is not in the tableau")
            fold(cython.address(at.power), card, -1)


def load_table(state, table, words):
    """Become what *words* say, or raise BadDescription; return whether the step begins only now."""
    read_object(words, "the description", TABLE_KEYS)
    seats = read_list(words.get("seats"), "seats")
    if not 2 <= len(seats) <= 4:
        raise BadDescription(f"seats has {len(seats)} entries; the game takes 2 to 4")
    _read_table(table, words, len(seats))
    _read_cards(table, words, seats)
    _read_first(table, words)
    _fold_powers(table)
    if table.asked == Asked.NOTHING:
        _check_fresh(table)
        state.load_step(words, False)
        return not table.head.is_over
    is_simultaneous = ASKED[table.asked] in SIMULTANEOUS
    state.load_step(words, is_simultaneous)
    if is_simultaneous:
        table.asked_seats |= table.owing
    elif table.asked_seats:
        raise BadDescription(f"asked_seats is for simultaneous steps; {ASKED[table.asked]} is none")
    _check_asked(table)
    return False


# -- in: is it a position that the rules can go on from? ----------------------------------------------


@cython.cfunc
def _check_fresh(table: cython.pointer(Table)):
    """A phase that begins now has nothing under way."""
    seat: cython.int
    if table.owing or table.asked_seats or table.place:
        raise BadDescription("asked_seats and turn_place need a seat with `asks`")
    is_used: cython.bint = table.sort or table.to_spend or table.spent or table.spent_kinds
    if is_used or table.price or table.temporary or table.is_selling or table.bonus:
        raise BadDescription("progress needs a seat with `asks`")
    if any([table.left[i] for i in range(CONSUME_POWERS)]) or any([table.windfall_left[i] for i in range(KINDS)]):
        raise BadDescription("progress needs a seat with `asks`")
    for seat in range(table.head.seats):
        at = cython.address(table.seat[seat])
        if at.drawn_count or size_of(cython.address(at.aside)) or at.quota or at.selected != NONE:
            raise BadDescription(f"seats[{seat}]: drawn, set_aside, quota and selected need a seat with `asks`")
        if any([at.produced[i] for i in range(KINDS)]):
            raise BadDescription(f"seats[{seat}]: produced needs a seat with `asks`")


@cython.cfunc
def _check_asked(table: cython.pointer(Table)):
    """Refuse a question that nothing on the table calls for: the rules trust it."""
    seat: cython.int
    word = ASKED[table.asked]
    if word not in ASKED_IN[STEPS[table.phase]] or (table.asked == Asked.ASK_TWO_ACTIONS) != (
        table.is_advanced and table.phase == Phase.CHOOSE
    ):
        raise BadDescription(f"a seat asks {word}, which step {STEPS[table.phase]} of this game does not ask")
    if table.head.is_simultaneous:
        if table.place:
            raise BadDescription("turn_place is for phases in player order")
        for seat in range(table.head.seats):
            _check_choosing(table, seat, f"seats[{seat}]")
    else:
        seat = seat_at(table, table.place)
        if table.owing != 1 << seat:
            raise BadDescription(f"the seat that decides is the one at place {table.place}, seat {seat}")
        _check_part(table, seat, word)
        for seat in range(table.head.seats):
            _check_waiting(table, seat, f"seats[{seat}]")
    _check_scratch(table)


@cython.cfunc
def _check_choosing(table: cython.pointer(Table), seat: cython.int, where):
    """A simultaneous step: what is still to be chosen is there, what is chosen could be."""
    at = cython.address(table.seat[seat])
    owes: cython.bint = (table.owing >> seat) & 1
    was_asked: cython.bint = (table.asked_seats >> seat) & 1
    chosen: cython.int = size_of(cython.address(at.aside))
    asked: cython.int = table.asked
    is_quota: cython.bint = asked in (Asked.ASK_OPENING_DISCARD, Asked.ASK_KEEP, Asked.ASK_HAND_LIMIT)
    there: cython.int = at.drawn_count if asked == Asked.ASK_KEEP else at.hand_count
    if (at.quota > 0) != (is_quota and owes) or at.quota > there or (chosen and not (is_quota and was_asked)):
        raise BadDescription(f"{where}: quota or set_aside do not fit the step")
    if at.drawn_count and not (asked == Asked.ASK_KEEP and was_asked):
        raise BadDescription(f"{where} has cards drawn outside Explore")
    if asked in (Asked.ASK_ACTION, Asked.ASK_TWO_ACTIONS):
        if not was_asked or (at.actions != 0) == owes:
            raise BadDescription(f"{where}: actions are what a seat has picked that is no longer deciding")
        if asked == Asked.ASK_TWO_ACTIONS and not owes and len(action_words(at.actions)) != 2:
            raise BadDescription(f"{where} has not picked two action cards")
    if asked in (Asked.ASK_DEVELOPMENT, Asked.ASK_WORLD):
        if owes and at.hand_count == 0:
            raise BadDescription(f"{where} decides without cards")
        _check_selected(table, seat, owes or not was_asked, where)
    elif at.selected != NONE:
        raise BadDescription(f"{where} has selected a card in a step without selection")


@cython.cfunc
def _check_selected(table: cython.pointer(Table), seat: cython.int, is_open: cython.bint, where):
    """A card selected unseen lies in the hand and can be placed."""
    at = cython.address(table.seat[seat])
    card: cython.int = at.selected
    if card == NONE:
        return
    is_world: cython.bint = card < WORLDS
    fits: cython.bint = not is_open and count_of(cython.address(at.hand), card) > 0
    fits = fits and is_world == (table.asked == Asked.ASK_WORLD)
    if fits and is_world:
        fits = can_be_placed(table, seat, card)
    elif fits:
        fits = count_of(cython.address(at.tableau), card) == 0
    if not fits:
        raise BadDescription(f"{where}.selected is {CARD_IDS[card]}, which the seat can't have selected")


@cython.cfunc
def _check_part(table: cython.pointer(Table), seat: cython.int, word):
    """A seat's part of a phase: what it is asked about is there."""
    at = cython.address(table.seat[seat])
    row = cython.address(CONSUME[table.sort])
    is_goods: cython.bint = row.form in (Form.UP_TO, Form.EXACTLY, Form.ALL_GOODS, Form.FOR_PRICE)
    goods: uint64_t = spendable(table, seat)
    kinds: cython.int = sum([1 for kind in range(1, KINDS) if goods & WORLDS_OF[kind]])
    fits = {
        "pay": at.selected != NONE and 0 < table.price <= at.hand_count,
        "way": at.selected != NONE,
        "sale": bool(table.is_selling) and at.goods != 0,
        "power": not table.is_selling and not table.to_spend,
        "good": is_goods and 0 < table.to_spend <= (kinds if row.different_kinds else ones(goods)),
        "number": row.form == Form.GAMBLE and table.deck_count + table.discard_count > 0,
        "card_for_vp": row.form == Form.HAND_CARDS and table.to_spend > 0 and at.hand_count > 0,
        "windfall": True,
    }
    if row.form == Form.FOR_PRICE and table.to_spend > 1:
        fits["good"] = False
    if not fits[word] or (table.is_selling and word != "sale"):
        raise BadDescription(f"seats[{seat}].asks is {word}, which nothing on the table calls for")


@cython.cfunc
def _check_waiting(table: cython.pointer(Table), seat: cython.int, where):
    """Outside simultaneous steps nothing is chosen unseen, and what is placed fits the phase."""
    ways = cython.declare(int32_t[LEGAL_MAX])
    at = cython.address(table.seat[seat])
    kind: cython.int
    sort: cython.int
    is_turn: cython.bint = seat == seat_at(table, table.place)
    if at.drawn_count or at.quota or size_of(cython.address(at.aside)):
        raise BadDescription(f"{where}: drawn, set_aside and quota are for simultaneous steps")
    if at.selected != NONE:
        if table.asked not in (Asked.ASK_WAY, Asked.ASK_PAY) or (at.selected < WORLDS) != (table.phase == Phase.SETTLE):
            raise BadDescription(f"{where}.selected does not fit the phase")
        if table.phase == Phase.SETTLE and not (is_turn and table.asked == Asked.ASK_PAY):
            if legal_way(table, seat, ways) == 0 and not _has_placed(table, seat):
                raise BadDescription(f"{where} can't place {CARD_IDS[at.selected]}")
    if is_turn:
        for sort in range(CONSUME_POWERS):
            if table.left[sort] > at.power.consume[sort]:
                raise BadDescription(f"progress.powers_left has more {CONSUME_WORDS[sort]} than seat {seat}")
        for kind in range(KINDS):
            if table.windfall_left[kind] > at.power.produce_windfall[kind]:
                raise BadDescription(f"progress.windfall_left has more powers than seat {seat}")


@cython.cfunc
def _has_placed(table: cython.pointer(Table), seat: cython.int) -> cython.bint:
    """Whether a seat comes before the one whose turn it is."""
    place: cython.int
    for place in range(table.place):
        if seat_at(table, place) == seat:
            return True
    return False


@cython.cfunc
def _check_scratch(table: cython.pointer(Table)):
    """Refuse what is not zero though its phase is not on: equal positions have equal descriptions."""
    seat: cython.int
    left: cython.int = sum([table.left[sort] for sort in range(CONSUME_POWERS)])
    windfall: cython.int = sum([table.windfall_left[kind] for kind in range(KINDS)])
    is_using: cython.bint = table.asked in USING
    is_placing: cython.bint = table.phase == Phase.SETTLE and not table.head.is_simultaneous
    produced: cython.int = 0
    for seat in range(table.head.seats):
        produced += sum([table.seat[seat].produced[kind] for kind in range(KINDS)])
    wrong = {
        "price_left": table.price and table.asked != Asked.ASK_PAY,
        "temporary_military": table.temporary and not is_placing,
        "is_selling": table.is_selling and table.asked != Asked.ASK_SALE,
        "power": table.sort and not is_using,
        "to_spend": (table.to_spend or table.spent or table.spent_kinds) and not is_using,
        "has_bonus": table.bonus and table.phase != Phase.PRODUCE,
        "powers_left": left and (table.phase != Phase.CONSUME or table.is_selling),
        "windfall_left": windfall and table.phase != Phase.PRODUCE,
    }
    for name, is_wrong in wrong.items():
        if is_wrong:
            raise BadDescription(f"progress.{name} does not belong to what is asked")
    if produced and table.phase != Phase.PRODUCE:
        raise BadDescription("produced does not belong to this phase")
