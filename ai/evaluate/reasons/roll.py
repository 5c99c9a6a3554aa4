"""The reasons of a search at Roll for the Galaxy."""

import cython
from cython.cimports.ai.evaluate.reasons.reasons import Reasons
from cython.cimports.engine.roll.events import EventIndex
from cython.cimports.engine.roll.scoring import score
from cython.cimports.engine.roll.state import Step, Table

from engine.roll.catalog import PHASES


@cython.final
@cython.cclass
class RollReasons(Reasons):
    """Chips, printed costs of worlds and developments, and bonuses of 6-cost developments."""

    def __cinit__(self):
        self.sources = ("chips", "worlds", "developments", "bonuses")
        self.phases = PHASES
        self.phase_begins = EventIndex.PHASE_BEGINS
        self.first_phase = 0
        self.round_passes = EventIndex.ROUND_ENDS

    def split(self, state, seat, out):
        table = cython.cast(cython.pointer(Table), state.head())
        at = cython.address(table.seat[seat])
        out[0] = at.vp
        out[1] = at.printed_points - at.development_cost
        out[2] = at.development_cost
        out[3] = score(table, seat) - at.vp - at.printed_points

    def rounds_before(self, state):
        table = cython.cast(cython.pointer(Table), state.head())
        return 1 if table.step > Step.ASSIGN else 0
