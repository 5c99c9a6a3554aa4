"""Phase III, Settle: what a world costs (Roll R62-R79; the steps both share are in build.py)."""

import cython
from cython.cimports.engine.roll.powers import WORLD

GRAY = cython.declare(cython.int, 4)
GRAY_MIN = cython.declare(cython.int, 2)


def world_cost(seat, world):
    """Return the settlers a world costs this seat now (Roll R67)."""
    cost: cython.int = WORLD[world].cost
    color: cython.int = WORLD[world].color
    if color == GRAY and cost > GRAY_MIN and seat.power.gray_discount > 0:
        cost -= seat.power.gray_discount
        cost = cost if cost > GRAY_MIN else GRAY_MIN
    cost -= seat.power.world_discount[color]
    return cost if cost > 1 else 1
