"""Planet actions, from the surface, as a colony, or by another planet: the steps of powers.VOCABULARY.

A frame of kind USE carries one planet's action out: `step` is the effect, `stage` how far it has come,
`a` and `b` what was chosen in it. Nothing is paid and no use is marked before the first choice is
made, so declining costs nothing (Tiny Epic R16, R78). An action that ends in another planet's action
gives its frame to that one: chains of planets never pile up.
"""

import cython
from cython.cimports.engine.tiny_epic.actions import ActionKind, first_of, kind_of, pack, second_of
from cython.cimports.engine.tiny_epic.events import EventIndex
from cython.cimports.engine.tiny_epic.phases.advance_colonization import (
    advance,
    can_advance,
    jump,
    orbiting,
    regress,
)
from cython.cimports.engine.tiny_epic.phases.move_ship import can_move, can_move_second
from cython.cimports.engine.tiny_epic.phases.turn import (
    can_act,
    carry_out,
    faces_from,
    first_of_two,
    pick_die,
    spend_die,
)
from cython.cimports.engine.tiny_epic.phases.upgrade_empire import payments, upgrade
from cython.cimports.engine.tiny_epic.powers import (
    ANY,
    CULTURE,
    ENERGY,
    FACES,
    PLANET,
    SELF,
    Effect,
    EffectKind,
    Face,
)
from cython.cimports.engine.tiny_epic.state import (
    ACT,
    ASK_ACTION,
    ASK_ADVANCE,
    ASK_DIE,
    ASK_DISCARD,
    ASK_JUMP,
    ASK_ONTO,
    ASK_OTHERS_ADVANCE,
    ASK_PAY,
    ASK_PLANET,
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
    FIRST_SHIP,
    FREE,
    FREE_FOLLOW,
    HOME,
    NO_REPEAT,
    NONE,
    NOTHING,
    OPTIONAL,
    ORBIT,
    REROLL,
    SECOND_SHIP,
    STARTED,
    TURN_DIE,
    USE,
    Frame,
    Table,
    ask,
    bit,
    discover,
    gain,
    is_occupied,
    is_rogue,
    lose,
    note,
    place_word,
    pop,
    push,
    relocate,
    slot_of,
    top,
)
from cython.cimports.libc.stdint import int32_t, uint64_t
from cython.cimports.libc.string import memset

# -- can it be used, and on what ---------------------------------------------------------------------


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
    if _question(effect, 0) == NOTHING:
        return _has_effect(table, cython.address(frame), effect)
    return _options(table, cython.address(frame), effect, out) > 0


def usable_of(table, galaxy, planets, flags, out):
    """Write `use` for each usable planet of a set."""
    planet: cython.int = 0
    n: cython.int = 0
    while planets != 0:
        if planets & 1 and is_usable(table, galaxy, planet, flags):
            out[n] = pack(ActionKind.USE_ACTION, planet, 0)
            n += 1
        planets >>= 1
        planet += 1
    return n


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _question(effect: cython.pointer(Effect), stage: cython.int) -> cython.int:
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


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _options(
    table: cython.pointer(Table),
    frame: cython.pointer(Frame),
    effect: cython.pointer(Effect),
    out: cython.pointer(int32_t),
) -> cython.int:
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
        return _payees(table, actor, effect, out)
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
    table: cython.pointer(Table), actor: cython.int, effect: cython.pointer(Effect), out: cython.pointer(int32_t)
) -> cython.int:
    """Write the other players who have a colony, if the price is there (Tiny Epic P31, P38)."""
    galaxy: cython.int
    n: cython.int = 0
    if table.galaxy[actor].resource[effect.resource] < effect.amount:
        return 0
    for galaxy in range(table.galaxies):
        if galaxy != actor and table.galaxy[galaxy].colonies != 0:
            out[n] = pack(ActionKind.PAY, galaxy, 0)
            n += 1
    return n


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


# -- carrying it out ---------------------------------------------------------------------------------


def run(table):
    """Go on with the action to its next question or its end."""
    frame = top(table)
    card = cython.address(PLANET[frame.what])
    asked: cython.int
    if not frame.flags & STARTED:
        if not is_usable(table, frame.actor, frame.what, frame.flags):
            pop(table)
            return
        asked = _question(cython.address(card.effect[card.opening]), 0)
        if asked != NOTHING:
            ask(table, asked, frame.actor)
        elif frame.flags & OPTIONAL:
            ask(table, ASK_PLANET, frame.actor)
        else:
            _start(table, frame)
        return
    if frame.step >= card.effects:
        pop(table)
        return
    effect = cython.address(card.effect[frame.step])
    asked = _question(effect, frame.stage)
    if asked != NOTHING:
        ask(table, asked, frame.actor)
    else:
        _perform(table, frame, effect)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _start(table: cython.pointer(Table), frame: cython.pointer(Frame)) -> cython.void:
    """Pay the price and mark the use of this turn (Tiny Epic R58, R59, R78)."""
    card = cython.address(PLANET[frame.what])
    frame.flags = STARTED | (frame.flags & NO_REPEAT)
    frame.step = card.opening
    note(table, EventIndex.PLANET_USED, frame.actor, frame.what, 0, 0)
    if card.once_per_turn:
        table.galaxy[frame.actor].used |= bit(frame.what)
    if card.opening == 1:
        lose(table, frame.actor, card.effect[0].resource, card.effect[0].amount)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _next_step(frame: cython.pointer(Frame)) -> cython.void:
    """Go to the next effect; `a` and `b` stay for it to refer to."""
    frame.step += 1
    frame.stage = 0


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _perform(table: cython.pointer(Table), frame: cython.pointer(Frame), effect: cython.pointer(Effect)) -> cython.void:
    """Carry out an effect that asks nothing of the actor."""
    kind: cython.int = effect.kind
    actor: cython.int = frame.actor
    galaxy: cython.int
    if kind == EffectKind.ADVANCE:
        _let_others_advance(table, frame, effect)
        return
    if kind == EffectKind.MOVE_SHIPS:
        _move_ships(table, frame)
        return
    if kind == EffectKind.GAIN:
        for galaxy in range(table.galaxies):
            if (galaxy == actor) == (effect.who == SELF):
                gain(table, galaxy, effect.resource, effect.amount)
    elif kind == EffectKind.GAIN_PER_HOME_SHIP:
        gain(table, actor, effect.resource, table.galaxy[actor].home)
    elif kind == EffectKind.REWARD_PER_FOLLOW:
        table.reward[effect.resource] += effect.amount
        note(table, EventIndex.REWARD_SET, actor, effect.resource, table.reward[effect.resource], 0)
    elif kind == EffectKind.SET_FOLLOW_COST:
        table.follow_price = effect.amount
        note(table, EventIndex.FOLLOW_PRICE_SET, actor, effect.amount, 0, 0)
    _next_step(frame)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _let_others_advance(
    table: cython.pointer(Table), frame: cython.pointer(Frame), effect: cython.pointer(Effect)
) -> cython.void:
    """Ask the others in clockwise order; the rogue pushes its foremost ship (Tiny Epic P33, S29)."""
    galaxy: cython.int
    slot: cython.int
    foremost: cython.int = -1
    if frame.stage == 0:
        frame.stage = 1
    if frame.stage >= table.galaxies:
        _next_step(frame)
        return
    galaxy = (frame.actor + frame.stage) % table.galaxies
    if not can_advance(table, galaxy, effect.track):
        frame.stage += 1
    elif not is_rogue(table, galaxy):
        ask(table, ASK_OTHERS_ADVANCE, galaxy)
    else:
        frame.stage += 1
        at = cython.address(table.galaxy[galaxy])
        for slot in range(table.row_places):
            if at.track[slot] >= 0 and (foremost < 0 or at.track[slot] > at.track[foremost]):
                foremost = slot
        advance(table, galaxy, foremost, effect.amount)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _move_ships(table: cython.pointer(Table), frame: cython.pointer(Frame)) -> cython.void:
    """Two ordinary moves one after the other, with two ships; the second may be declined (Tiny Epic P24)."""
    actor: cython.int = frame.actor
    inherited: cython.int = frame.flags & NO_REPEAT
    if frame.stage == 0:
        frame.stage = 1
        push(table, ACT, actor, Face.MOVE_SHIP).flags = FIRST_SHIP | inherited
        return
    pop(table)
    if can_move_second(table, actor):
        push(table, ACT, actor, Face.MOVE_SHIP).flags = SECOND_SHIP | inherited
    else:
        table.galaxy[actor].marked = NONE


def skip(table):
    """Nothing can be chosen: leave the effect out."""
    frame = top(table)
    if frame.flags & STARTED:
        _next_step(frame)
    else:
        pop(table)


# -- decisions ---------------------------------------------------------------------------------------


def legal(table, out):
    """Write what can be chosen; a ship that has just landed may decline (Tiny Epic R16)."""
    frame = top(table)
    n: cython.int = 0
    if table.asked == ASK_OTHERS_ADVANCE:
        n = orbiting(table, table.asked_seat, ANY, -1, ActionKind.ADVANCE_SHIP, out)
        out[n] = pack(ActionKind.DECLINE, 0, 0)
        return n + 1
    if table.asked == ASK_PLANET:
        out[0] = pack(ActionKind.USE_ACTION, frame.what, 0)
        n = 1
    else:
        card = cython.address(PLANET[frame.what])
        n = _options(
            table,
            frame,
            cython.address(card.effect[frame.step if frame.flags & STARTED else card.opening]),
            out,
        )
    if frame.flags & OPTIONAL:
        out[n] = pack(ActionKind.DECLINE, 0, 0)
        n += 1
    return n


def answer(table, code):
    """Take a choice; the first one starts the action."""
    frame = top(table)
    if table.asked == ASK_OTHERS_ADVANCE:
        frame.stage += 1
        if kind_of(code) == ActionKind.ADVANCE_SHIP:
            advance(
                table, table.asked_seat, slot_of(table, first_of(code)), PLANET[frame.what].effect[frame.step].amount
            )
        else:
            note(table, EventIndex.DECLINED, table.asked_seat, 0, 0, 0)
        return
    if not frame.flags & STARTED:
        if kind_of(code) == ActionKind.DECLINE:
            note(table, EventIndex.DECLINED, frame.actor, 0, 0, 0)
            pop(table)
            return
        _start(table, frame)
        if table.asked == ASK_PLANET:
            return
    _choose(table, frame, cython.address(PLANET[frame.what].effect[frame.step]), code)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _choose(
    table: cython.pointer(Table),
    frame: cython.pointer(Frame),
    effect: cython.pointer(Effect),
    code: int32_t,
) -> cython.void:
    """Carry out what was chosen in an effect."""
    kind: cython.int = effect.kind
    actor: cython.int = frame.actor
    chosen: cython.int = first_of(code)
    inherited: cython.int = frame.flags & NO_REPEAT
    if kind == EffectKind.ADVANCE:
        _next_step(frame)
        advance(table, actor, slot_of(table, chosen), effect.amount)
    elif kind == EffectKind.REGRESS:
        frame.a = chosen + 1
        frame.b = slot_of(table, second_of(code))
        frame.stage += 1
        regress(table, chosen, frame.b, effect.amount)
        if frame.stage >= effect.ships:
            _next_step(frame)
    elif kind == EffectKind.STEAL:
        _next_step(frame)
        gain(table, actor, effect.resource, lose(table, chosen, effect.resource, effect.amount))
    elif kind == EffectKind.CONVERT:
        _next_step(frame)
        lose(table, actor, effect.resource, chosen)
        gain(table, actor, 1 - effect.resource, chosen)
    elif kind == EffectKind.UPGRADE_EMPIRE:
        _next_step(frame)
        upgrade(table, actor, effect.amount, code)
    elif kind == EffectKind.REPLACE_ROW_PLANET:
        _next_step(frame)
        note(table, EventIndex.DISCARDED, actor, chosen, 0, 0)
        discover(table, slot_of(table, chosen))
    elif kind == EffectKind.RECALL_FOR_LEVEL:
        _recall(table, frame, chosen)
    elif kind == EffectKind.JUMP_TRACK:
        _jump(table, frame, chosen)
    elif kind == EffectKind.USE_PLANET:
        # The frame becomes the other planet's.
        pop(table)
        push(table, USE, actor, chosen).flags = inherited
    elif kind == EffectKind.PAY_PLAYER:
        _next_step(frame)
        frame.a = chosen
        lose(table, actor, effect.resource, effect.amount)
        gain(table, chosen, effect.resource, effect.amount)
    elif kind == EffectKind.FREE_ACTION:
        note(table, EventIndex.FREE_ACTION_CHOSEN, actor, chosen, 0, 0)
        pop(table)
        push(table, FREE_FOLLOW, actor, chosen).stage = 1
        carry_out(table, actor, chosen, inherited)
    elif kind == EffectKind.REPEAT_DIE:
        note(table, EventIndex.DIE_REPEATED, actor, chosen, 0, 0)
        pop(table)
        carry_out(table, actor, chosen, NO_REPEAT)
    elif kind == EffectKind.REROLL_INACTIVE:
        pop(table)
        push(table, REROLL, actor, chosen).flags = FREE
        pick_die(table, chosen)
    elif kind == EffectKind.SET_INACTIVE_DIE:
        pop(table)
        push(table, TURN_DIE, actor, chosen).stage = 1
    else:
        _put_aside(table, frame, effect, chosen)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _recall(table: cython.pointer(Table), frame: cython.pointer(Frame), chosen: cython.int) -> cython.void:
    """Send the ship home, then take its position number in one resource (Tiny Epic P01)."""
    actor: cython.int = frame.actor
    slot: cython.int
    if frame.stage == 1:
        _next_step(frame)
        gain(table, actor, chosen, frame.a)
        return
    slot = slot_of(table, chosen)
    frame.stage = 1
    frame.a = table.galaxy[actor].track[slot]
    note(table, EventIndex.SHIP_MOVED, actor, place_word(table, ORBIT + slot), 0, 0)
    relocate(table, actor, ORBIT + slot, HOME)
    if frame.a == 0:
        _next_step(frame)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _jump(table: cython.pointer(Table), frame: cython.pointer(Frame), chosen: cython.int) -> cython.void:
    """Choose the ship, then carry it over (Tiny Epic P10)."""
    source: cython.int = frame.a
    if frame.stage == 0:
        frame.stage = 1
        frame.a = slot_of(table, chosen)
        return
    _next_step(frame)
    jump(table, frame.actor, source, slot_of(table, chosen))


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _put_aside(
    table: cython.pointer(Table),
    frame: cython.pointer(Frame),
    effect: cython.pointer(Effect),
    chosen: cython.int,
) -> cython.void:
    """Spend the dice, one at a time (Tiny Epic P21)."""
    spend_die(table, chosen)
    frame.a = chosen
    frame.stage += 1
    if frame.stage >= effect.amount:
        _next_step(frame)
