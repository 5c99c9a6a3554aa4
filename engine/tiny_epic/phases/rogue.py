"""The solo opponent: its dice one after the other, its attacks, and what happens at the end of its turn."""

import cython
from cython.cimports.engine.rng import below
from cython.cimports.engine.tiny_epic.actions import ActionKind, first_of, kind_of, pack, second_of
from cython.cimports.engine.tiny_epic.events import EventIndex
from cython.cimports.engine.tiny_epic.phases.acquire_resources import acquire, units_for
from cython.cimports.engine.tiny_epic.phases.advance_colonization import (
    advance,
    can_advance,
    orbiting,
    regress,
)
from cython.cimports.engine.tiny_epic.phases.turn import clear_turn
from cython.cimports.engine.tiny_epic.powers import (
    ALL,
    ANY,
    CULTURE,
    EITHER,
    ENERGY,
    FACES,
    MAT_LEVELS,
    PLANET,
    AttackEffect,
    AttackKind,
    Face,
)
from cython.cimports.engine.tiny_epic.state import (
    ASK_FORCE,
    ASK_LOSE,
    ASK_RETREAT,
    ATTACK,
    BONUS_DICE,
    DICE_LOST_TURNS,
    FOLLOW,
    HOME,
    HUMAN,
    NONE,
    NOTHING,
    ORBIT,
    ROGUE,
    STREAM_ROGUE,
    Table,
    ask,
    finish,
    gain,
    lose,
    note,
    place_word,
    points_changed,
    pop,
    push,
    relocate,
    slot_of,
    top,
)
from cython.cimports.libc.stdint import int32_t


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _landing(table: cython.pointer(Table)) -> cython.int:
    """Return the leftmost planet without a rogue ship on its track, -1 if there is none (Tiny Epic S11)."""
    slot: cython.int
    for slot in range(table.row_places):
        if table.row[slot] != NONE and table.galaxy[ROGUE].track[slot] < 0:
            return slot
    return -1


def is_usable(table, face):
    """Whether the rogue's die can do anything (Tiny Epic S06-S08, S24)."""
    rogue = cython.address(table.galaxy[ROGUE])
    resource: cython.int = face - Face.ACQUIRE_ENERGY
    if face == Face.MOVE_SHIP:
        return rogue.home > 0 and _landing(table) >= 0
    if face == Face.UTILIZE_COLONY:
        return not (table.has_attacked and table.mat.attack[rogue.level - 1].once_per_turn)
    if face >= Face.ADVANCE_DIPLOMACY:
        return can_advance(table, ROGUE, face - Face.ADVANCE_DIPLOMACY)
    return rogue.resource[resource] < rogue.resource_max and units_for(table, ROGUE, resource) > 0


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _roll(table: cython.pointer(Table)) -> cython.void:
    """Roll the die in hand (Tiny Epic S04)."""
    table.rogue_face = below(cython.address(table.head.rng), STREAM_ROGUE, FACES)
    note(table, EventIndex.ROGUE_ROLLED, ROGUE, table.rogue_face, 0, 0)


def run(table):
    """Roll the next die, or see to the die that lies there: unusable, to be forced, or carried out."""
    frame = top(table)
    human = cython.address(table.galaxy[HUMAN])
    if frame.stage == 0:
        if table.dice_left == 0:
            _end_turn(table)
            return
        table.dice_left -= 1
        table.has_rerolled = 0
        frame.stage = 1
        _roll(table)
    if not is_usable(table, table.rogue_face):
        note(table, EventIndex.ROGUE_DIE_UNUSABLE, ROGUE, table.rogue_face, 0, 0)
        if table.rerolls_unusable and not table.has_rerolled:
            table.has_rerolled = 1
            _roll(table)
        else:
            _die_done(table)
    elif human.resource[ENERGY] > 0 and human.resource[CULTURE] > 0:
        ask(table, ASK_FORCE, HUMAN)
    else:
        _carry_out(table)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _die_done(table: cython.pointer(Table)) -> cython.void:
    """Lay the die away (Tiny Epic S09)."""
    top(table).stage = 0
    table.rogue_face = NONE


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _carry_out(table: cython.pointer(Table)) -> cython.void:
    """Activate the die; it may be followed afterwards (Tiny Epic S10-S15, S25, S36)."""
    face: cython.int = table.rogue_face
    slot: cython.int
    _die_done(table)
    table.bay[face] += 1
    if not table.is_extra_turn or table.extra_turn_is_followed:
        table.current = face
        push(table, FOLLOW, ROGUE, face).stage = 1
    note(table, EventIndex.ACTIVATED, ROGUE, face, 0, 0)
    if face == Face.MOVE_SHIP:
        slot = _landing(table)
        note(table, EventIndex.SHIP_MOVED, ROGUE, 0, place_word(table, ORBIT + slot), 0)
        relocate(table, ROGUE, HOME, ORBIT + slot)
    elif face == Face.UTILIZE_COLONY:
        table.has_attacked = 1
        note(table, EventIndex.ROGUE_ATTACKS, ROGUE, table.galaxy[ROGUE].level, 0, 0)
        push(table, ATTACK, ROGUE, table.galaxy[ROGUE].level - 1)
    elif face >= Face.ADVANCE_DIPLOMACY:
        _advance_all(table, face - Face.ADVANCE_DIPLOMACY, 1)
    else:
        acquire(table, ROGUE, face)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _advance_all(table: cython.pointer(Table), track: cython.int, steps: cython.int) -> cython.void:
    """Push every rogue ship on a track of the type, from left to right (Tiny Epic S12, S13, S20)."""
    slot: cython.int
    for slot in range(table.row_places):
        if table.head.is_over:
            return
        if table.galaxy[ROGUE].track[slot] >= 0 and (track == ANY or PLANET[table.row[slot]].track == track):
            advance(table, ROGUE, slot, steps)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _end_turn(table: cython.pointer(Table)) -> cython.void:
    """Energy at max: a level up. Culture at max: an extra turn, once (Tiny Epic S21-S24, S26, S27)."""
    rogue = cython.address(table.galaxy[ROGUE])
    if table.is_extra_turn:
        table.is_extra_turn = 0
        lose(table, ROGUE, CULTURE, rogue.resource[CULTURE])
        _pass_turn(table)
        return
    if rogue.resource[ENERGY] >= rogue.resource_max:
        rogue.level += 1
        note(table, EventIndex.ROGUE_LEVEL, ROGUE, rogue.level, 0, 0)
        if rogue.level > MAT_LEVELS:
            finish(table)
            return
        lose(table, ROGUE, ENERGY, rogue.resource[ENERGY])
        rogue.level_points = table.mat.vp[rogue.level - 1]
        points_changed(table, ROGUE)
        if table.head.is_over:
            return
    if rogue.resource[CULTURE] < rogue.resource_max:
        _pass_turn(table)
        return
    clear_turn(table)
    table.is_extra_turn = 1
    table.has_attacked = 0
    table.dice_left = BONUS_DICE
    note(table, EventIndex.ROGUE_EXTRA_TURN, ROGUE, 0, 0, 0)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _pass_turn(table: cython.pointer(Table)) -> cython.void:
    """End the rogue's turn."""
    note(table, EventIndex.TURN_ENDS, ROGUE, 0, 0, 0)
    table.has_attacked = 0
    table.has_ended = 1
    pop(table)


# -- attacks -----------------------------------------------------------------------------------------


def run_attack(table):
    """Carry out the attack's next effect, or ask what the human may choose (Tiny Epic S15-S20)."""
    frame = top(table)
    row = cython.address(table.mat.attack[frame.what])
    if frame.step >= row.effects:
        pop(table)
        return
    effect = cython.address(row.effect[frame.step])
    asked: cython.int = NOTHING
    if effect.kind == AttackKind.PLAYER_REGRESSES and effect.ships != ALL:
        asked = ASK_RETREAT
    elif effect.resource == EITHER:
        asked = ASK_LOSE
    if asked != NOTHING:
        ask(table, asked, HUMAN)
        return
    frame.step += 1
    _strike(table, effect)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _strike(table: cython.pointer(Table), effect: cython.pointer(AttackEffect)) -> cython.void:
    """Carry out an effect that leaves no choice."""
    kind: cython.int = effect.kind
    human = cython.address(table.galaxy[HUMAN])
    slot: cython.int
    turn: cython.int
    if kind == AttackKind.PLAYER_LOSES:
        lose(table, HUMAN, effect.resource, effect.amount)
    elif kind == AttackKind.ROGUE_GAINS:
        gain(table, ROGUE, effect.resource, effect.amount)
    elif kind == AttackKind.ROGUE_STEALS:
        gain(table, ROGUE, effect.resource, lose(table, HUMAN, effect.resource, effect.amount))
    elif kind == AttackKind.PLAYER_REGRESSES:
        for slot in range(table.row_places):
            if human.track[slot] > 0:
                regress(table, HUMAN, slot, effect.amount)
    elif kind == AttackKind.PLAYER_LOSES_DIE:
        for turn in range(DICE_LOST_TURNS):
            if turn < effect.turns and human.dice_lost[turn] < 7:
                human.dice_lost[turn] += effect.amount
        note(table, EventIndex.DICE_LOST, HUMAN, effect.amount, effect.turns, 0)
    else:
        _advance_all(table, ANY, effect.amount)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _losses(
    table: cython.pointer(Table), effect: cython.pointer(AttackEffect), out: cython.pointer(int32_t)
) -> cython.int:
    """Write the mixes in which the human can lose the units, as far as there are any (Tiny Epic S17, S18)."""
    human = cython.address(table.galaxy[HUMAN])
    energy: cython.int
    n: cython.int = 0
    owed: cython.int = min(effect.amount, human.resource[ENERGY] + human.resource[CULTURE])
    for energy in range(owed + 1):
        if energy <= human.resource[ENERGY] and owed - energy <= human.resource[CULTURE]:
            out[n] = pack(ActionKind.LOSE, energy, 0)
            n += 1
    return n


def legal(table, out):
    """Force a die or accept it; choose the ship pushed back (above position 0), or the units lost."""
    frame = top(table)
    n: cython.int
    i: cython.int
    if table.asked == ASK_FORCE:
        out[0] = pack(ActionKind.FORCE, 0, 0)
        out[1] = pack(ActionKind.ACCEPT, 0, 0)
        return 2
    if table.asked == ASK_LOSE:
        return _losses(table, cython.address(table.mat.attack[frame.what].effect[frame.step]), out)
    n = orbiting(table, HUMAN, ANY, 0, ActionKind.REGRESS_SHIP, out)
    for i in range(n):
        out[i] = pack(ActionKind.REGRESS_SHIP, HUMAN, first_of(out[i]))
    return n


def answer(table, code):
    """Take the choice (Tiny Epic S05, S18, S35)."""
    frame = top(table)
    kind: cython.int = kind_of(code)
    owed: cython.int
    if kind == ActionKind.ACCEPT:
        _carry_out(table)
        return
    if kind == ActionKind.FORCE:
        note(table, EventIndex.ROGUE_DIE_FORCED, HUMAN, table.rogue_face, 0, 0)
        lose(table, HUMAN, ENERGY, 1)
        lose(table, HUMAN, CULTURE, 1)
        _roll(table)
        return
    effect = cython.address(table.mat.attack[frame.what].effect[frame.step])
    frame.step += 1
    if kind == ActionKind.REGRESS_SHIP:
        regress(table, HUMAN, slot_of(table, second_of(code)), effect.amount)
        return
    human = cython.address(table.galaxy[HUMAN])
    owed = min(effect.amount, human.resource[ENERGY] + human.resource[CULTURE])
    _take(table, effect, ENERGY, first_of(code))
    _take(table, effect, CULTURE, owed - first_of(code))


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _take(
    table: cython.pointer(Table), effect: cython.pointer(AttackEffect), resource: cython.int, amount: cython.int
) -> cython.void:
    """Take units of the human's choice from it."""
    lost: cython.int = lose(table, HUMAN, resource, amount)
    if effect.kind == AttackKind.ROGUE_STEALS:
        gain(table, ROGUE, resource, lost)


def skip(table):
    """Nothing to be pushed back: the effect is left out."""
    top(table).step += 1
