"""A small network that says how a seat's match will end, without playing it to the end.

Two layers of rectified units over the sums of the inputs' rows, and three outputs: the search's reward, the chance of
winning, and the points. All in single precision and in one order, so the same position always gives the same numbers.
"""

import array
import sys

import cython
from cython.cimports.ai.evaluate.features.encoder import DENSE_MAX, ON_MAX, Encoder
from cython.cimports.ai.evaluate.network import FIRST, SECOND, Outlook
from cython.cimports.engine.contract.state import SEATS_MAX, State
from cython.cimports.libc.math import expf, fabsf
from cython.cimports.libc.stdint import int16_t
from cython.cimports.libc.stdlib import free, malloc
from cython.cimports.libc.string import memcpy

from engine.errors import EngineError

OUTPUTS = 3
#: points are learned in this unit
POINTS_UNIT = cython.declare(cython.float, 20.0)
#: as SearchSettings has it; and the largest effect of a margin that is undone, some 57 points
MARGIN_SCALE = cython.declare(cython.float, 10.0)
LEAN_MAX = cython.declare(cython.float, 0.85)
UNITS = (FIRST, SECOND)
POINTS_SCALE = 20.0


class BadWeights(EngineError):
    """Weights don't fit the network."""


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _squash(x: cython.float) -> cython.float:
    """Return the logistic function."""
    return 1.0 / (1.0 + expf(-x))


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _margin(outlook: cython.pointer(Outlook)) -> cython.float:
    """Return the margin in points that stands behind a reward: what `reward_seats` did to it is undone."""
    lean: cython.float = 4.0 * (outlook.reward - 0.5 * outlook.win) - 1.0
    lean = min(max(lean, -LEAN_MAX), LEAN_MAX)
    return MARGIN_SCALE * lean / (1.0 - fabsf(lean))


def numbers_of(encoder: Encoder) -> int:
    """Return how many weights a network for *encoder* has."""
    return (1 + encoder.sparse + encoder.dense) * FIRST + (1 + FIRST) * SECOND + (1 + SECOND) * OUTPUTS


@cython.final
@cython.cclass
class Network:
    """Weights for one encoder; *card* says what they were made from.

    *weights* are little-endian floats: for each layer the bias, then a row for each input. Raises BadWeights.
    """

    def __cinit__(self, encoder: Encoder, weights: bytes, card: dict):
        """Copy the weights."""
        wanted = numbers_of(encoder)
        if len(weights) != 4 * wanted:
            raise BadWeights(f"{len(weights)} bytes of weights; a network for this game has {4 * wanted}")
        numbers = array.array("f", weights)
        if sys.byteorder == "big":
            numbers.byteswap()
        self.encoder = encoder
        self.card = card
        rows: cython.int = 1 + encoder.sparse + encoder.dense
        view: cython.float[:] = numbers
        self.first = cython.cast(cython.p_float, malloc(rows * FIRST * cython.sizeof(cython.float)))
        if self.first == cython.NULL:
            raise MemoryError
        memcpy(self.first, cython.address(view[0]), rows * FIRST * cython.sizeof(cython.float))
        memcpy(self.second, cython.address(view[rows * FIRST]), cython.sizeof(self.second))
        memcpy(self.third, cython.address(view[rows * FIRST + (1 + FIRST) * SECOND]), cython.sizeof(self.third))

    def __dealloc__(self):
        free(self.first)

    @property
    def weights(self) -> bytes:
        """The weights that the network was made of."""
        rows: cython.int = 1 + self.encoder.sparse + self.encoder.dense
        first = cython.cast(cython.p_char, self.first)[: rows * FIRST * cython.sizeof(cython.float)]
        second = cython.cast(cython.p_char, self.second)[: cython.sizeof(self.second)]
        third = cython.cast(cython.p_char, self.third)[: cython.sizeof(self.third)]
        return first + second + third

    def look(self, state, seat, out):
        """Write what is to be expected for a seat, by what it may know."""
        on = cython.declare(int16_t[ON_MAX])
        dense = cython.declare(cython.float[DENSE_MAX])
        a = cython.declare(cython.float[FIRST])
        b = cython.declare(cython.float[SECOND])
        c = cython.declare(cython.float[3])
        i: cython.int
        j: cython.int
        x: cython.float
        row: cython.p_float
        n: cython.int = self.encoder.encode(state, seat, on, dense)
        for j in range(FIRST):
            a[j] = self.first[j]
        for i in range(n):
            row = self.first + (1 + on[i]) * FIRST
            for j in range(FIRST):
                a[j] += row[j]
        for i in range(self.encoder.dense):
            x = dense[i]
            row = self.first + (1 + self.encoder.sparse + i) * FIRST
            for j in range(FIRST):
                a[j] += x * row[j]
        for j in range(SECOND):
            b[j] = self.second[j]
        for i in range(FIRST):
            if a[i] > 0:
                x = a[i]
                row = self.second + (1 + i) * SECOND
                for j in range(SECOND):
                    b[j] += x * row[j]
        for j in range(3):
            c[j] = self.third[j]
        for i in range(SECOND):
            if b[i] > 0:
                for j in range(3):
                    c[j] += b[i] * self.third[3 + 3 * i + j]
        out.reward = _squash(c[0])
        out.win = _squash(c[1])
        out.points = c[2] * POINTS_UNIT

    def judge(self, state, viewer, out):
        """Write what is to be expected for each seat in a state that was imagined for *viewer*.

        With two seats only the viewer is asked: the other's hand is imagined, any of those it might hold, while the
        network knows hands that somebody chose to keep. What it thinks of the margin tells the other's points.
        """
        seat: cython.int
        seats: cython.int = state.head().seats
        if seats == 2:
            self.look(state, viewer, cython.address(out[viewer]))
            out[1 - viewer].reward = 1.0 - out[viewer].reward
            out[1 - viewer].win = 1.0 - out[viewer].win
            out[1 - viewer].points = out[viewer].points - _margin(cython.address(out[viewer]))
            return
        for seat in range(seats):
            self.look(state, seat, cython.address(out[seat]))

    def outlook(self, state: State, place: int) -> dict:
        """Return a seat's `reward` and `win`, from 0 to 1, and `points`, in a full or hidden state."""
        found = cython.declare(Outlook)
        seat: cython.int = state.check_seat(place, False)
        self.look(state, seat, cython.address(found))
        return {"reward": found.reward, "win": found.win, "points": found.points}

    def rewards(self, state: State, place: int) -> list:
        """Return what a search for the seat *place* takes as each seat's reward in a full state."""
        out = cython.declare(Outlook[SEATS_MAX])
        self.judge(state, state.check_seat(place, False), out)
        return [out[seat].reward for seat in range(state.head().seats)]
