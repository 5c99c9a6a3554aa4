"""Phase II, Develop: what a development costs (Roll R62-R79; the steps both share are in build.py)."""

import cython
from cython.cimports.engine.roll.phases.build import run_build
from cython.cimports.engine.roll.powers import BUILD_DEVELOPMENT, DEVELOPMENT


def development_cost(seat, development):
    """Return the developers a development costs this seat now (Roll R67-R69)."""
    cost: cython.int = DEVELOPMENT[development].cost
    cost -= seat.power.development_discount
    if DEVELOPMENT[development].has_reassign:
        cost -= seat.power.reassign_discount
    return cost if cost > 1 else 1


def run_develop(table):
    """Go on until a seat is asked something; return whether the phase is over."""
    return run_build(table, BUILD_DEVELOPMENT)
