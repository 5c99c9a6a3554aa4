"""Utilize a colony: one upgrade of the empire, or the action of one own colony."""

import cython
from cython.cimports.engine.tiny_epic.actions import ActionKind, first_of, kind_of, pack
from cython.cimports.engine.tiny_epic.events import EventIndex
from cython.cimports.engine.tiny_epic.phases.planet_choices import usable_of
from cython.cimports.engine.tiny_epic.phases.upgrade_empire import payments, upgrade
from cython.cimports.engine.tiny_epic.state import NO_REPEAT, USE, note, pop, push, top


def legal(table, out):
    """Upgrade, use a colony, or let an own colony do nothing (Tiny Epic R16, R39, R40)."""
    frame = top(table)
    n: cython.int = payments(table, frame.actor, 0, False, out)
    if table.galaxy[frame.actor].colonies != 0:
        n += usable_of(table, frame.actor, table.galaxy[frame.actor].colonies, frame.flags, out + n)
        out[n] = pack(ActionKind.DECLINE, 0, 0)
        n += 1
    return n


def answer(table, code):
    """Take the choice."""
    frame = top(table)
    actor: cython.int = frame.actor
    inherited: cython.int = frame.flags & NO_REPEAT
    pop(table)
    if kind_of(code) == ActionKind.USE_ACTION:
        push(table, USE, actor, first_of(code)).flags = inherited
    elif kind_of(code) == ActionKind.DECLINE:
        note(table, EventIndex.DECLINED, actor, 0, 0, 0)
    else:
        upgrade(table, actor, 0, code)
