"""The reasons of a search at Race for the Galaxy."""

import cython
from cython.cimports.ai.evaluate.reasons.reasons import Reasons
from cython.cimports.engine.race.events import EventIndex
from cython.cimports.engine.race.powers import CARD, WORLDS
from cython.cimports.engine.race.scoring import score
from cython.cimports.engine.race.state import Phase, Table, designs, lowest
from cython.cimports.libc.stdint import uint64_t


@cython.final
@cython.cclass
class RaceReasons(Reasons):
    """Chips, what is printed on worlds and on developments, and what six-cost developments give."""

    def __cinit__(self):
        self.sources = ("chips", "worlds", "developments", "bonuses")
        self.phases = ("explore", "develop", "settle", "consume", "produce")
        self.phase_begins = EventIndex.PHASE_BEGINS
        self.first_phase = Phase.EXPLORE
        self.round_passes = EventIndex.ROUND_BEGINS

    def split(self, state, seat, out):
        table = cython.cast(cython.pointer(Table), state.head())
        at = cython.address(table.seat[seat])
        rest: uint64_t = at.tableau.worlds
        out[0] = at.vp
        out[1] = 0
        out[2] = 0
        while rest:
            out[1] += CARD[lowest(rest)].vp
            rest &= rest - 1
        rest = designs(cython.address(at.tableau))
        while rest:
            out[2] += CARD[WORLDS + lowest(rest)].vp
            rest &= rest - 1
        out[3] = score(table, seat) - out[0] - out[1] - out[2]

    def rounds_before(self, state):
        table = cython.cast(cython.pointer(Table), state.head())
        return 0 if table.phase == Phase.CHOOSE else 1
