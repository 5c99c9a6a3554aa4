"""The reasons of a search at Tiny Epic Galaxies."""

import cython
from cython.cimports.ai.evaluate.reasons.reasons import Reasons
from cython.cimports.engine.tiny_epic.scoring import mission_points
from cython.cimports.engine.tiny_epic.state import Table


@cython.final
@cython.cclass
class TinyEpicReasons(Reasons):
    """Planets, the empire's level and the secret mission; turns have no phases."""

    def __cinit__(self):
        self.sources = ("planets", "level", "mission")
        self.phases = ()
        self.phase_begins = -1
        self.round_passes = -1

    def split(self, state, seat, out):
        table = cython.cast(cython.pointer(Table), state.head())
        at = cython.address(table.galaxy[seat])
        out[0] = at.planet_points
        out[1] = at.level_points
        out[2] = mission_points(table, seat)
