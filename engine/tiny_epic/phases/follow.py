"""Following: for each activated die the other players decide in turn, clockwise from its owner's left.

A standing answer (`never`) is an action like any other and stands in the log: the seat passes for all
dice of that face, unasked, until it takes the answer back in a turn of its own (`ask`).
"""

import cython
from cython.cimports.engine.tiny_epic.actions import NEVER_ANY, ActionKind, first_of, kind_of, pack
from cython.cimports.engine.tiny_epic.events import EventIndex
from cython.cimports.engine.tiny_epic.phases.turn import can_act, carry_out
from cython.cimports.engine.tiny_epic.powers import CULTURE, ENERGY, FACES
from cython.cimports.engine.tiny_epic.state import (
    ASK_FOLLOW,
    ASK_FREE_FOLLOW,
    FREE_FOLLOW,
    NONE,
    ask,
    gain,
    is_rogue,
    lose,
    note,
    pop,
    top,
)

EVERY_FACE = cython.declare(cython.int, (1 << FACES) - 1)


def can_follow(table, galaxy, face):
    """Whether the seat is asked: it can pay, and then carry the face out (Tiny Epic R47, R54, R55, R80)."""
    at = cython.address(table.galaxy[galaxy])
    culture: cython.int = at.resource[CULTURE] - table.follow_price
    if culture < 0 or (at.never >> face) & 1:
        return False
    return can_act(table, galaxy, face, culture)


def run(table):
    """Ask the next one who can follow; when all have decided the die is done with (Tiny Epic R45, R46, R56)."""
    frame = top(table)
    galaxy: cython.int
    while frame.stage < table.galaxies:
        galaxy = (frame.actor + frame.stage) % table.galaxies
        if not is_rogue(table, galaxy) and can_follow(table, galaxy, frame.what):
            ask(table, ASK_FOLLOW, galaxy)
            return
        frame.stage += 1
    table.current = NONE
    pop(table)


def run_free(table):
    """Ask the next one who can carry out the free action, too (Tiny Epic P40, R79)."""
    frame = top(table)
    galaxy: cython.int
    while frame.stage < table.galaxies:
        galaxy = (frame.actor + frame.stage) % table.galaxies
        if not is_rogue(table, galaxy) and can_act(table, galaxy, frame.what, table.galaxy[galaxy].resource[CULTURE]):
            ask(table, ASK_FREE_FOLLOW, galaxy)
            return
        frame.stage += 1
    pop(table)


def legal(out):
    """Follow or pass."""
    out[0] = pack(ActionKind.FOLLOW_DIE, 0, 0)
    out[1] = pack(ActionKind.PASS, 0, 0)
    return 2


def answer(table, code):
    """Pay, then act as if having rolled the face (Tiny Epic R47-R50, R53, R82); each is asked once (R48)."""
    frame = top(table)
    galaxy: cython.int = table.asked_seat
    face: cython.int = frame.what
    price: cython.int = 0 if frame.kind == FREE_FOLLOW else table.follow_price
    frame.stage += 1
    if kind_of(code) == ActionKind.NEVER:
        table.galaxy[galaxy].never |= EVERY_FACE if first_of(code) == NEVER_ANY else 1 << first_of(code)
        note(table, EventIndex.STANDING_ANSWER, galaxy, first_of(code), 0, 0)
    if kind_of(code) != ActionKind.FOLLOW_DIE:
        note(table, EventIndex.PASSED, galaxy, face, 0, 0)
        return
    note(table, EventIndex.FOLLOWED, galaxy, face, price, 0)
    lose(table, galaxy, CULTURE, price)
    if frame.actor == table.active:
        gain(table, table.active, ENERGY, table.reward[ENERGY])
        gain(table, table.active, CULTURE, table.reward[CULTURE])
    carry_out(table, galaxy, face, 0)
