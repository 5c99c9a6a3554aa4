"""The reasons for what a search prefers: where points come from, and which phases are played."""

import cython
from cython.cimports.ai.evaluate.reasons.reasons import SOURCES_MAX
from cython.cimports.engine.contract.state import State
from cython.cimports.libc.stdint import int32_t


@cython.cclass
class Reasons:
    """Tells them of one game. Games set the names and the events, and override `split` and `rounds_before`."""

    def split(self, state, seat, out):
        """Write a seat's points by source, as if the match ended now; their sum is what the game says."""

    def rounds_before(self, state):
        """Return how many times a round passes before the phases begin that are chosen next."""
        return 0

    def points_by_source(self, state: State, place: int) -> dict:
        """Return a seat's points by source in a full state, as if the match ended now."""
        out = cython.declare(int32_t[SOURCES_MAX])
        self.split(state, state.check_seat(place, False), out)
        return {name: out[i] for i, name in enumerate(self.sources)}
