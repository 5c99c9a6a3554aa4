"""Upgrading the empire, by a utilize colony die or a planet's action."""

import cython
from cython.cimports.engine.tiny_epic.actions import ActionKind, first_of, kind_of, pack
from cython.cimports.engine.tiny_epic.events import EventIndex
from cython.cimports.engine.tiny_epic.powers import CULTURE, ENERGY, LEVEL, LEVELS
from cython.cimports.engine.tiny_epic.state import lose, note, points_changed


def can_upgrade(table, galaxy, culture):
    """Whether the next level can be paid, holding that much culture (Tiny Epic R15, R40, R54)."""
    at = cython.address(table.galaxy[galaxy])
    if at.level >= LEVELS:
        return False
    price: cython.int = LEVEL[at.level + 1].price
    return at.resource[ENERGY] >= price or culture >= price


def payments(table, galaxy, discount, is_mixed, out):
    """Write the ways to pay for the next level: one resource, or any mix (Tiny Epic R40, P20, P22)."""
    at = cython.address(table.galaxy[galaxy])
    energy: cython.int
    n: cython.int = 0
    if at.level >= LEVELS:
        return 0
    price: cython.int = LEVEL[at.level + 1].price - discount
    if is_mixed:
        for energy in range(price + 1):
            if energy <= at.resource[ENERGY] and price - energy <= at.resource[CULTURE]:
                out[n] = pack(ActionKind.MIX, energy, 0)
                n += 1
        return n
    if at.resource[ENERGY] >= price:
        out[n] = pack(ActionKind.UPGRADE, ENERGY, 0)
        n += 1
    if at.resource[CULTURE] >= price:
        out[n] = pack(ActionKind.UPGRADE, CULTURE, 0)
        n += 1
    return n


def upgrade(table, galaxy, discount, code):
    """Pay as chosen and go up one level; a ship is there at once, a die from the next turn (Tiny Epic R41-R43)."""
    at = cython.address(table.galaxy[galaxy])
    price: cython.int = LEVEL[at.level + 1].price - discount
    if kind_of(code) == ActionKind.MIX:
        lose(table, galaxy, ENERGY, first_of(code))
        lose(table, galaxy, CULTURE, price - first_of(code))
    else:
        lose(table, galaxy, first_of(code), price)
    at.level += 1
    at.level_points = LEVEL[at.level].vp
    at.home += LEVEL[at.level].ships - LEVEL[at.level - 1].ships
    note(table, EventIndex.UPGRADED, galaxy, at.level, 0, 0)
    points_changed(table, galaxy)
