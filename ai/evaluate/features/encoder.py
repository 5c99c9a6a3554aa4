"""The input of a network: a seat's knowledge as numbers.

Sparse inputs are on or off, named by their numbers; a number named twice counts twice. Dense inputs have a value.
Both follow from what the seat may know, so that the full state, the hidden one and any imagined one are encoded alike.
The others are pooled: their inputs are added up, so the same encoder serves any number of seats.
"""

import cython
from cython.cimports.ai.evaluate.features.encoder import DENSE_MAX, ON_MAX
from cython.cimports.engine.contract.state import State
from cython.cimports.libc.stdint import int16_t


@cython.cclass
class Encoder:
    """Encodes one game. Games override `encode` and `is_quiet`, and set `version`, `sparse` and `dense`."""

    def encode(self, state, seat, on, dense):
        """Write the sparse inputs that are on and the dense ones; return how many are on."""
        return 0

    def is_quiet(self, state):
        """Whether the state is one that networks are trained to judge: where something new begins."""
        return False

    def choice_of(self, state, code):
        """Return which of `choices` an action is that a seat owes now, or -1 if networks don't weigh this decision."""
        return -1

    def choice(self, state: State, action) -> int:
        """Return which of `choices` an action is, or -1 if networks don't weigh this decision."""
        return self.choice_of(state, action.code)

    def variant(self, state: State) -> str:
        """Return the variant of the rules that is played, "" for the ordinary one: others need other networks."""
        return ""

    def observe(self, state: State, place: int) -> tuple:
        """Return a seat's inputs in a full or hidden state: numbers of the sparse ones on, values of the dense ones."""
        on = cython.declare(int16_t[ON_MAX])
        dense = cython.declare(cython.float[DENSE_MAX])
        seat: cython.int = state.check_seat(place, False)
        n: cython.int = self.encode(state, seat, on, dense)
        return [on[i] for i in range(n)], [dense[i] for i in range(self.dense)]

    def quiet(self, state: State) -> bool:
        """Return whether the state is quiet."""
        return bool(self.is_quiet(state))
