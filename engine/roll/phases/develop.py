"""Phase II, Develop: what a development costs (Roll R62-R79; the steps both share are in build.py)."""

import cython
from cython.cimports.engine.roll.powers import DEVELOPMENT


def development_cost(seat, development):
    """Return the developers a development costs this seat now (Roll R67-R69)."""
    cost: cython.int = DEVELOPMENT[development].cost
    cost -= seat.power.development_discount
    if DEVELOPMENT[development].has_reassign:
        cost -= seat.power.reassign_discount
    return cost if cost > 1 else 1
