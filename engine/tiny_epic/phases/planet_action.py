"""Planet actions, from the surface, as a colony, or by another planet: the steps of powers.VOCABULARY.

A frame of kind USE carries one planet's action out: `step` is the effect, `stage` how far it has come,
`a` and `b` what was chosen in it. Nothing is paid and no use is marked before the first choice is
made, so declining costs nothing (Tiny Epic R16, R78). An action that ends in another planet's action
gives its frame to that one: chains of planets never pile up.
"""

import cython
from cython.cimports.engine.tiny_epic.actions import ActionKind, first_of, kind_of, pack, second_of
from cython.cimports.engine.tiny_epic.events import EventIndex
from cython.cimports.engine.tiny_epic.phases.advance_colonization import advance, can_advance, jump, orbiting, regress
from cython.cimports.engine.tiny_epic.phases.move_ship import can_move_second
from cython.cimports.engine.tiny_epic.phases.planet_choices import is_usable, options, question
from cython.cimports.engine.tiny_epic.phases.turn import carry_out, pick_die, spend_die
from cython.cimports.engine.tiny_epic.phases.upgrade_empire import upgrade
from cython.cimports.engine.tiny_epic.powers import ANY, PLANET, SELF, Effect, EffectKind, Face
from cython.cimports.engine.tiny_epic.state import (
    ACT,
    ASK_OTHERS_ADVANCE,
    ASK_PLANET,
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
from cython.cimports.libc.stdint import int32_t


def run(table):
    """Go on with the action to its next question or its end."""
    frame = top(table)
    card = cython.address(PLANET[frame.what])
    asked: cython.int
    if not frame.flags & STARTED:
        if not is_usable(table, frame.actor, frame.what, frame.flags):
            pop(table)
            return
        asked = question(cython.address(card.effect[card.opening]), 0)
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
    asked = question(effect, frame.stage)
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
        n = options(
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
