"""Planet actions, first half: whether one can be used, what an effect asks, and what can be chosen.

How one is carried out stands in planet_action.py, and with it what a frame's fields mean here.
"""

import cython
from cython.cimports.engine.tiny_epic.actions import ActionKind, first_of, pack
from cython.cimports.engine.tiny_epic.phases.advance_colonization import can_advance, orbiting
from cython.cimports.engine.tiny_epic.phases.move_ship import can_move
from cython.cimports.engine.tiny_epic.phases.turn import can_act, faces_from, first_of_two
from cython.cimports.engine.tiny_epic.phases.upgrade_empire import payments
from cython.cimports.engine.tiny_epic.powers import ANY, CULTURE, ENERGY, FACES, PLANET, SELF, Effect, EffectKind
from cython.cimports.engine.tiny_epic.state import (
    ASK_ACTION,
    ASK_ADVANCE,
    ASK_DIE,
    ASK_DISCARD,
    ASK_JUMP,
    ASK_ONTO,
    ASK_PAY,
    ASK_RECALL,
    ASK_REGRESS,
    ASK_REPEAT,
    ASK_REPLACE,
    ASK_REROLL,
    ASK_RESOURCE,
    ASK_STEAL,
    ASK_SWAP,
    ASK_UPGRADE,
    ASK_USE,
    NO_REPEAT,
    NONE,
    NOTHING,
    Frame,
    Table,
    bit,
    is_occupied,
    pop_bit,
)
from cython.cimports.libc.stdint import int32_t, uint64_t
from cython.cimports.libc.string import memset


def is_usable(table, galaxy, planet, flags):
    """Whether the action can take place: limits, price, and something to choose (Tiny Epic R58-R60, R78)."""
    card = cython.address(PLANET[planet])
    at = cython.address(table.galaxy[galaxy])
    frame = cython.declare(Frame)
    out = cython.declare(int32_t[64])
    if card.own_turn_only and galaxy != table.active:
        return False
    if card.once_per_turn and at.used & bit(planet):
        return False
    if card.opening == 1 and at.resource[card.effect[0].resource] < card.effect[0].amount:
        return False
    memset(cython.address(frame), 0, cython.sizeof(Frame))
    frame.actor = galaxy
    frame.what = planet
    frame.step = card.opening
    frame.flags = flags
    effect = cython.address(card.effect[card.opening])
    if question(effect, 0) == NOTHING:
        return _has_effect(table, cython.address(frame), effect)
    return options(table, cython.address(frame), effect, out) > 0


def usable_of(table, galaxy, planets, flags, out):
    """Write `use` for each usable planet of a set."""
    planet: cython.int
    n: cython.int = 0
    while planets != 0:
        planet = pop_bit(cython.address(planets))
        if is_usable(table, galaxy, planet, flags):
            out[n] = pack(ActionKind.USE_ACTION, planet, 0)
            n += 1
    return n


def question(effect, stage):
    """Return what the actor is asked by an effect; NOTHING if it asks nothing of the actor."""
    kind: cython.int = effect.kind
    if kind == EffectKind.ADVANCE:
        return ASK_ADVANCE if effect.who == SELF else NOTHING
    if kind == EffectKind.REGRESS:
        return ASK_REGRESS
    if kind == EffectKind.STEAL:
        return ASK_STEAL
    if kind == EffectKind.CONVERT:
        return ASK_SWAP
    if kind == EffectKind.UPGRADE_EMPIRE:
        return ASK_UPGRADE
    if kind == EffectKind.REPLACE_ROW_PLANET:
        return ASK_REPLACE
    if kind == EffectKind.RECALL_FOR_LEVEL:
        return ASK_RECALL if stage == 0 else ASK_RESOURCE
    if kind == EffectKind.JUMP_TRACK:
        return ASK_JUMP if stage == 0 else ASK_ONTO
    if kind == EffectKind.USE_PLANET:
        return ASK_USE
    if kind == EffectKind.PAY_PLAYER:
        return ASK_PAY
    if kind == EffectKind.FREE_ACTION:
        return ASK_ACTION
    if kind == EffectKind.REPEAT_DIE:
        return ASK_REPEAT
    if kind == EffectKind.REROLL_INACTIVE:
        return ASK_REROLL
    if kind == EffectKind.SET_INACTIVE_DIE:
        return ASK_DIE
    if kind == EffectKind.DISCARD_INACTIVE_DICE:
        return ASK_DISCARD
    return NOTHING


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _has_effect(
    table: cython.pointer(Table), frame: cython.pointer(Frame), effect: cython.pointer(Effect)
) -> cython.bint:
    """Whether an effect that asks nothing of the actor can do anything."""
    galaxy: cython.int
    kind: cython.int = effect.kind
    if kind == EffectKind.MOVE_SHIPS:
        return can_move(table, frame.actor)
    if kind == EffectKind.ADVANCE:
        for galaxy in range(table.galaxies):
            if can_advance(table, galaxy, effect.track):
                return True
        return False
    if kind == EffectKind.REWARD_PER_FOLLOW:
        return table.head.seats > 1
    if kind == EffectKind.SET_FOLLOW_COST:
        return table.head.seats > 1 and table.follow_price != effect.amount
    return True


def options(table, frame, effect, out):
    """Write what can be chosen in an effect that asks; what was chosen before stands in the frame."""
    kind: cython.int = effect.kind
    actor: cython.int = frame.actor
    at = cython.address(table.galaxy[actor])
    n: cython.int = 0
    i: cython.int
    if kind == EffectKind.ADVANCE:
        n = orbiting(table, actor, effect.track, -1, ActionKind.ADVANCE_SHIP, out)
        return _without_regressed(table, frame, out, n)
    if kind == EffectKind.REGRESS:
        return _regressable(table, frame, effect, out)
    if kind == EffectKind.STEAL:
        for i in range(table.galaxies):
            if i != actor and table.galaxy[i].resource[effect.resource] > 0:
                out[n] = pack(ActionKind.STEAL_FROM, i, 0)
                n += 1
        return n
    if kind == EffectKind.CONVERT:
        for i in range(at.resource[effect.resource]):
            out[i] = pack(ActionKind.SWAP, i + 1, 0)
        return at.resource[effect.resource]
    if kind == EffectKind.UPGRADE_EMPIRE:
        if effect.needs_lowest and not _is_lowest(table, actor):
            return 0
        return payments(table, actor, effect.amount, effect.is_mixed, out)
    if kind == EffectKind.REPLACE_ROW_PLANET:
        for i in range(table.row_places):
            if table.row[i] != NONE and not is_occupied(table, i):
                out[n] = pack(ActionKind.REPLACE, table.row[i], 0)
                n += 1
        return n
    if kind == EffectKind.RECALL_FOR_LEVEL:
        if frame.stage == 0:
            return orbiting(table, actor, ANY, -1, ActionKind.RECALL, out)
        out[0] = pack(ActionKind.TAKE, ENERGY, 0)
        out[1] = pack(ActionKind.TAKE, CULTURE, 0)
        return 2
    if kind == EffectKind.JUMP_TRACK:
        return _jumps(table, actor, out) if frame.stage == 0 else _landings(table, actor, frame.a, out)
    if kind == EffectKind.USE_PLANET:
        return _usable_by(table, frame, effect, out)
    if kind == EffectKind.PAY_PLAYER:
        return _payees(table, frame, effect, out)
    if kind == EffectKind.FREE_ACTION:
        for i in range(FACES):
            if can_act(table, actor, i, at.resource[CULTURE]):
                out[n] = pack(ActionKind.FACE_ACTION, i, 0)
                n += 1
        return n
    if kind == EffectKind.REPEAT_DIE:
        return _repeatable(table, frame, out)
    return _dice(table, frame, effect, out)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _without_regressed(
    table: cython.pointer(Table), frame: cython.pointer(Frame), out: cython.pointer(int32_t), n: cython.int
) -> cython.int:
    """Drop the ship that the step before pushed back: the second one is another one (Tiny Epic P06)."""
    i: cython.int
    kept: cython.int = 0
    if frame.a == 0:
        return n
    for i in range(n):
        if first_of(out[i]) != table.row[frame.b]:
            out[kept] = out[i]
            kept += 1
    return kept


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _regressable(
    table: cython.pointer(Table),
    frame: cython.pointer(Frame),
    effect: cython.pointer(Effect),
    out: cython.pointer(int32_t),
) -> cython.int:
    """Write the ships that can really go back, each once (Tiny Epic P05, P06, P16, P17, P34, P37)."""
    galaxy: cython.int
    slot: cython.int
    track: cython.int = effect.track
    n: cython.int = 0
    for galaxy in range(table.galaxies):
        if (galaxy == frame.actor) != (effect.who == SELF):
            continue
        for slot in range(table.row_places):
            if table.galaxy[galaxy].track[slot] <= 0 or (frame.a == galaxy + 1 and frame.b == slot):
                continue
            if track == ANY or PLANET[table.row[slot]].track == track:
                out[n] = pack(ActionKind.REGRESS_SHIP, galaxy, table.row[slot])
                n += 1
    return n


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _is_lowest(table: cython.pointer(Table), actor: cython.int) -> cython.bint:
    """Whether everybody else's level is higher (Tiny Epic P22)."""
    galaxy: cython.int
    for galaxy in range(table.galaxies):
        if galaxy != actor and table.galaxy[galaxy].level <= table.galaxy[actor].level:
            return False
    return True


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _landings(
    table: cython.pointer(Table), actor: cython.int, source: cython.int, out: cython.pointer(int32_t)
) -> cython.int:
    """Write the planets onto whose track a ship can jump with its position (Tiny Epic P10)."""
    at = cython.address(table.galaxy[actor])
    slot: cython.int
    n: cython.int = 0
    for slot in range(table.row_places):
        if slot == source or table.row[slot] == NONE or at.track[slot] >= 0:
            continue
        if at.track[source] <= PLANET[table.row[slot]].length:
            out[n] = pack(ActionKind.ONTO, table.row[slot], 0)
            n += 1
    return n


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _jumps(table: cython.pointer(Table), actor: cython.int, out: cython.pointer(int32_t)) -> cython.int:
    """Write the ships that can jump somewhere."""
    there = cython.declare(int32_t[8])
    slot: cython.int
    n: cython.int = 0
    for slot in range(table.row_places):
        if table.galaxy[actor].track[slot] >= 0 and _landings(table, actor, slot, there) > 0:
            out[n] = pack(ActionKind.JUMP, table.row[slot], 0)
            n += 1
    return n


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _usable_by(
    table: cython.pointer(Table),
    frame: cython.pointer(Frame),
    effect: cython.pointer(Effect),
    out: cython.pointer(int32_t),
) -> cython.int:
    """Write the planets of the row but for the one that says so, or the payee's colonies (Tiny Epic P31, P35, P38)."""
    slot: cython.int
    row: uint64_t = 0
    if effect.from_player:
        return usable_of(table, frame.actor, table.galaxy[frame.a].colonies, frame.flags, out)
    for slot in range(table.row_places):
        if table.row[slot] != NONE and table.row[slot] != frame.what:
            row |= bit(table.row[slot])
    return usable_of(table, frame.actor, row, frame.flags, out)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _payees(
    table: cython.pointer(Table),
    frame: cython.pointer(Frame),
    effect: cython.pointer(Effect),
    out: cython.pointer(int32_t),
) -> cython.int:
    """Write the other players who have a colony that can be used, if the price is there (Tiny Epic P31, P38)."""
    galaxy: cython.int
    n: cython.int = 0
    if table.galaxy[frame.actor].resource[effect.resource] < effect.amount:
        return 0
    for galaxy in range(table.galaxies):
        if galaxy != frame.actor and _is_worth_paying(table, frame, effect, galaxy):
            out[n] = pack(ActionKind.PAY, galaxy, 0)
            n += 1
    return n


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _is_worth_paying(
    table: cython.pointer(Table), frame: cython.pointer(Frame), effect: cython.pointer(Effect), payee: cython.int
) -> cython.bint:
    """Whether a colony of the payee can be used by the payer once the price is paid: it is paid for the look alone.

    Payments that lead to each other end, because each one leaves less to pay with.
    """
    payer = cython.address(table.galaxy[frame.actor])
    at = cython.address(table.galaxy[payee])
    colonies: uint64_t = at.colonies
    held: cython.int = at.resource[effect.resource]
    planet: cython.int = 0
    is_worth: cython.bint = False
    payer.resource[effect.resource] -= effect.amount
    at.resource[effect.resource] = min(held + effect.amount, cython.cast(cython.int, at.resource_max))
    while colonies != 0 and not is_worth:
        is_worth = colonies & 1 and is_usable(table, frame.actor, planet, frame.flags)
        colonies >>= 1
        planet += 1
    payer.resource[effect.resource] += effect.amount
    at.resource[effect.resource] = held
    return is_worth


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _repeatable(table: cython.pointer(Table), frame: cython.pointer(Frame), out: cython.pointer(int32_t)) -> cython.int:
    """Write the faces in the bay, but not the die going on, nor within a repetition (Tiny Epic P30)."""
    face: cython.int
    n: cython.int = 0
    if frame.flags & NO_REPEAT:
        return 0
    for face in range(FACES):
        if table.bay[face] > (1 if table.current == face else 0) and can_act(
            table, frame.actor, face, table.galaxy[frame.actor].resource[CULTURE]
        ):
            out[n] = pack(ActionKind.REPEAT, face, 0)
            n += 1
    return n


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _dice(
    table: cython.pointer(Table),
    frame: cython.pointer(Frame),
    effect: cython.pointer(Effect),
    out: cython.pointer(int32_t),
) -> cython.int:
    """Write the inactive dice to roll again, to turn, or to spend (Tiny Epic P11, P21, P39)."""
    if effect.kind == EffectKind.REROLL_INACTIVE:
        return faces_from(table.inactive, 0, ActionKind.PICK, out)
    if effect.kind == EffectKind.SET_INACTIVE_DIE:
        return faces_from(table.inactive, 0, ActionKind.TURN, out)
    if frame.stage == 0:
        return first_of_two(table, ActionKind.PUT_ASIDE, out)
    return faces_from(table.inactive, frame.a, ActionKind.PUT_ASIDE, out)
