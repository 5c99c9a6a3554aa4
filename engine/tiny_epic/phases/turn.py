"""A turn: rolling, activating, rerolling, converting, stopping.

Dice of one face are interchangeable. Several dice for one purpose are named one at a time in the
order of the faces, so that each choice can be made in one way only.
"""

import cython
from cython.cimports.engine.rng import below
from cython.cimports.engine.tiny_epic.actions import ActionKind, first_of, kind_of, pack
from cython.cimports.engine.tiny_epic.events import EventIndex
from cython.cimports.engine.tiny_epic.phases.acquire_resources import acquire
from cython.cimports.engine.tiny_epic.phases.advance_colonization import can_advance
from cython.cimports.engine.tiny_epic.phases.move_ship import can_move
from cython.cimports.engine.tiny_epic.phases.upgrade_empire import can_upgrade
from cython.cimports.engine.tiny_epic.powers import CULTURE, ENERGY, FACES, LEVEL, PLANET, Face
from cython.cimports.engine.tiny_epic.state import (
    ACT,
    CONVERT,
    DICE_LOST_TURNS,
    FOLLOW,
    FREE,
    NONE,
    REROLL,
    ROGUE_TURN,
    STREAM_DICE,
    TURN_DIE,
    Table,
    dice_in,
    is_rogue,
    lose,
    note,
    orbits_of,
    pop,
    pop_bit,
    push,
    top,
)
from cython.cimports.libc.stdint import uint8_t, uint64_t
from cython.cimports.libc.string import memset


def can_act(table, galaxy, face, culture):
    """Whether a face can be carried out at all, holding that much culture (Tiny Epic R15, R55)."""
    if face == Face.MOVE_SHIP:
        return can_move(table, galaxy)
    if face == Face.UTILIZE_COLONY:
        return table.galaxy[galaxy].colonies != 0 or can_upgrade(table, galaxy, culture)
    if face >= Face.ADVANCE_DIPLOMACY:
        return can_advance(table, galaxy, face - Face.ADVANCE_DIPLOMACY)
    return True


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _possible(table: cython.pointer(Table), galaxy: cython.int) -> cython.int:
    """Return the faces that can be carried out, as a bit mask: `can_act` of all of them at once."""
    at = cython.address(table.galaxy[galaxy])
    possible: cython.int = (1 << Face.ACQUIRE_ENERGY) | (1 << Face.ACQUIRE_CULTURE)
    orbits: uint64_t = orbits_of(at)
    if can_move(table, galaxy):
        possible |= 1 << Face.MOVE_SHIP
    if at.colonies != 0 or can_upgrade(table, galaxy, at.resource[CULTURE]):
        possible |= 1 << Face.UTILIZE_COLONY
    while orbits != 0:
        possible |= 1 << (Face.ADVANCE_DIPLOMACY + PLANET[table.row[pop_bit(cython.address(orbits))]].track)
    return possible


def carry_out(table, galaxy, face, flags):
    """Carry out a face, however the galaxy came by it."""
    if face == Face.ACQUIRE_ENERGY or face == Face.ACQUIRE_CULTURE:
        acquire(table, galaxy, face)
    else:
        push(table, ACT, galaxy, face).flags = flags


def clear_turn(table):
    """Take all dice off the control mat; all that holds for a turn ends (Tiny Epic R57, R58)."""
    galaxy: cython.int
    memset(table.inactive, 0, FACES)
    memset(table.picked, 0, FACES)
    memset(table.bay, 0, FACES)
    table.spent = 0
    table.current = NONE
    table.rerolls = 0
    table.has_converted = 0
    table.follow_price = 1
    table.reward[0] = 0
    table.reward[1] = 0
    for galaxy in range(table.galaxies):
        table.galaxy[galaxy].used = 0
        table.galaxy[galaxy].marked = NONE


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _roll(table: cython.pointer(Table), dice: cython.int) -> cython.void:
    """Roll inactive dice of the active player."""
    rolled = cython.declare(uint8_t[FACES])
    face: cython.int
    die: cython.int
    for face in range(FACES):
        rolled[face] = 0
    for die in range(dice):
        face = below(cython.address(table.head.rng), STREAM_DICE + table.active, FACES)
        rolled[face] += 1
    for face in range(FACES):
        table.inactive[face] += rolled[face]
    if table.head.log != cython.NULL:
        for face in range(FACES):
            if rolled[face] != 0:
                note(table, EventIndex.ROLLED, table.active, face, rolled[face], 0)


def begin_turn(table, galaxy):
    """Roll as many dice as the level shows, less those lost to attacks, but one (Tiny Epic R07, S04, S19)."""
    at = cython.address(table.galaxy[galaxy])
    turn: cython.int
    dice: cython.int
    clear_turn(table)
    table.active = galaxy
    if is_rogue(table, galaxy):
        table.dice_left = table.mat.dice[at.level - 1]
        table.has_attacked = 0
        note(table, EventIndex.TURN_BEGINS, galaxy, table.dice_left, 0, 0)
        push(table, ROGUE_TURN, galaxy, 0)
        return
    dice = max(LEVEL[at.level].dice - at.dice_lost[0], 1)
    for turn in range(DICE_LOST_TURNS - 1):
        at.dice_lost[turn] = at.dice_lost[turn + 1]
    at.dice_lost[DICE_LOST_TURNS - 1] = 0
    note(table, EventIndex.TURN_BEGINS, galaxy, dice, 0, 0)
    _roll(table, dice)


def faces_from(faces, lowest, kind, out):
    """Write an action of the kind for each face from *lowest* on of which there is a die."""
    face: cython.int
    n: cython.int = 0
    # Without branches: which faces there are is chance, and no processor foresees it.
    for face in range(lowest, FACES):
        out[n] = pack(kind, face, 0)
        n += faces[face] != 0
    return n


def legal_turn(table, out):
    """Activate, reroll, convert or stop, in any order (Tiny Epic R08, R09, R13, R15)."""
    at = cython.address(table.galaxy[table.active])
    face: cython.int
    n: cython.int = 0
    out[0] = pack(ActionKind.END_TURN, 0, 0)
    dice: cython.int = dice_in(table.inactive)
    if dice == 0:
        return 1
    possible: cython.int = _possible(table, table.active)
    for face in range(FACES):
        out[n] = pack(ActionKind.ACTIVATE, face, 0)
        n += (possible >> face) & (table.inactive[face] != 0)
    if table.rerolls == 0 or at.resource[ENERGY] > 0:
        n += faces_from(table.inactive, 0, ActionKind.PICK, out + n)
    if dice >= 3 and table.has_converted == 0:
        n += first_of_two(table, ActionKind.SPEND_DIE, out + n)
    out[n] = pack(ActionKind.END_TURN, 0, 0)
    return n + 1


def first_of_two(table, kind, out):
    """Write the faces that the first of two inactive dice may have, the second being of the same or a later face."""
    face: cython.int
    later: cython.int = dice_in(table.inactive)
    n: cython.int = 0
    for face in range(FACES):
        out[n] = pack(kind, face, 0)
        n += (table.inactive[face] != 0) & (later >= 2)
        later -= table.inactive[face]
    return n


def answer_turn(table, code):
    """Take the choice."""
    face: cython.int = first_of(code)
    kind: cython.int = kind_of(code)
    if kind == ActionKind.ACTIVATE:
        table.inactive[face] -= 1
        table.bay[face] += 1
        table.current = face
        note(table, EventIndex.ACTIVATED, table.active, face, 0, 0)
        # Followed once the action is finished (Tiny Epic R45, R51, R81).
        push(table, FOLLOW, table.active, face).stage = 1
        carry_out(table, table.active, face, 0)
    elif kind == ActionKind.PICK:
        push(table, REROLL, table.active, face)
        pick_die(table, face)
    elif kind == ActionKind.SPEND_DIE:
        table.has_converted = 1
        push(table, CONVERT, table.active, face)
        spend_die(table, face)
    else:
        note(table, EventIndex.TURN_ENDS, table.active, 0, 0, 0)
        table.has_ended = 1


def pick_die(table, face):
    """Set a die apart to be rolled again."""
    table.inactive[face] -= 1
    table.picked[face] += 1
    top(table).what = face


def spend_die(table, face):
    """Spend an inactive die (Tiny Epic R11)."""
    table.inactive[face] -= 1
    table.spent += 1
    note(table, EventIndex.DIE_SPENT, table.active, face, 0, 0)


def legal_reroll(table, out):
    """Choose further dice, or roll."""
    n: cython.int = faces_from(table.inactive, top(table).what, ActionKind.PICK, out)
    out[n] = pack(ActionKind.ROLL, 0, 0)
    return n + 1


def answer_reroll(table, code):
    """Roll the chosen dice; only the first reroll of a turn is free (Tiny Epic R09, R10, P39)."""
    price: cython.int = 0
    if kind_of(code) == ActionKind.PICK:
        pick_die(table, first_of(code))
        return
    if not top(table).flags & FREE:
        price = 1 if table.rerolls > 0 else 0
        table.rerolls = 1
    pop(table)
    dice: cython.int = dice_in(table.picked)
    memset(table.picked, 0, FACES)
    note(table, EventIndex.REROLLED, table.active, dice, price, 0)
    lose(table, table.active, ENERGY, price)
    _roll(table, dice)


def legal_converter(table, out):
    """Choose the second die to be spent."""
    return faces_from(table.inactive, top(table).what, ActionKind.SPEND_DIE, out)


def answer_converter(table, code):
    """Spend it; a third die is turned (Tiny Epic R13)."""
    spend_die(table, first_of(code))
    pop(table)
    push(table, TURN_DIE, table.active, 0)


def legal_turn_die(table, out):
    """Choose the die to be turned, then its face: any, also the one it shows (Tiny Epic D02)."""
    face: cython.int
    if top(table).stage == 0:
        return faces_from(table.inactive, 0, ActionKind.TURN, out)
    for face in range(FACES):
        out[face] = pack(ActionKind.SET, face, 0)
    return FACES


def answer_turn_die(table, code):
    """Take the choice; the die stays inactive (Tiny Epic R13, P11)."""
    frame = top(table)
    if frame.stage == 0:
        frame.stage = 1
        frame.what = first_of(code)
        return
    table.inactive[frame.what] -= 1
    table.inactive[first_of(code)] += 1
    note(table, EventIndex.DIE_TURNED, table.active, frame.what, first_of(code), 0)
    pop(table)
