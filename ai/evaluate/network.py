"""A small network that says how a seat's match will end, without playing it to the end.

Two layers of rectified units over the sums of the inputs' rows, and three outputs: the search's reward, the chance of
winning, and the points. Where the encoder names choices, as many outputs more say how likely each is to be right. All
in single precision and in one order, so the same position always gives the same numbers.
"""

import array
import sys

import cython
from cython.cimports.ai.evaluate.features.encoder import CHOICES_MAX, DENSE_MAX, ON_MAX, Encoder
from cython.cimports.ai.evaluate.network import FIRST, SECOND, Outlook
from cython.cimports.engine.contract.state import LEGAL_MAX, SEATS_MAX, State
from cython.cimports.libc.math import expf, fabsf
from cython.cimports.libc.stdint import int16_t, int32_t
from cython.cimports.libc.stdlib import free, malloc
from cython.cimports.libc.string import memcpy

from engine.errors import EngineError

OUTPUTS = 3
UNITS = (FIRST, SECOND)
#: points are learned in this unit
POINTS_SCALE = 20.0
#: the margin in points that is worth half of the largest possible effect of a margin
MARGIN_SCALE = 10.0
points_unit = cython.declare(cython.float, POINTS_SCALE)
margin_unit = cython.declare(cython.float, MARGIN_SCALE)
#: the largest effect of a margin that is undone, some 57 points
LEAN_MAX = cython.declare(cython.float, 0.85)


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
    return margin_unit * lean / (1.0 - fabsf(lean))


def numbers_of(encoder: Encoder) -> int:
    """Return how many weights a network for *encoder* has."""
    outputs = OUTPUTS + encoder.choices
    return (1 + encoder.sparse + encoder.dense) * FIRST + (1 + FIRST) * SECOND + (1 + SECOND) * outputs


@cython.final
@cython.cclass
class Network:
    """Weights for one encoder; *card* says what they were made from, and whether it `weighs` choices.

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
        self.weighs = encoder.choices > 0 and bool(card.get("weighs"))
        rows: cython.int = 1 + encoder.sparse + encoder.dense
        view: cython.float[:] = numbers
        self.first = cython.cast(cython.p_float, malloc(rows * FIRST * cython.sizeof(cython.float)))
        if self.first == cython.NULL:
            raise MemoryError
        memcpy(self.first, cython.address(view[0]), rows * FIRST * cython.sizeof(cython.float))
        memcpy(self.second, cython.address(view[rows * FIRST]), cython.sizeof(self.second))
        memcpy(self.third, cython.address(view[rows * FIRST + (1 + FIRST) * SECOND]), cython.sizeof(self.third))
        chosen: cython.int = (1 + SECOND) * encoder.choices
        if chosen > 0:
            memcpy(self.fourth, cython.address(view[wanted - chosen]), chosen * cython.sizeof(cython.float))

    def __dealloc__(self):
        free(self.first)

    @property
    def weights(self) -> bytes:
        """The weights that the network was made of."""
        rows: cython.int = 1 + self.encoder.sparse + self.encoder.dense
        first = cython.cast(cython.p_char, self.first)[: rows * FIRST * cython.sizeof(cython.float)]
        second = cython.cast(cython.p_char, self.second)[: cython.sizeof(self.second)]
        third = cython.cast(cython.p_char, self.third)[: cython.sizeof(self.third)]
        chosen: cython.int = (1 + SECOND) * self.encoder.choices
        fourth = cython.cast(cython.p_char, self.fourth)[: chosen * cython.sizeof(cython.float)]
        return first + second + third + fourth

    def think(self, state, seat, units):
        """Write the second layer's units for a seat, by what it may know."""
        on = cython.declare(int16_t[ON_MAX])
        dense = cython.declare(cython.float[DENSE_MAX])
        a = cython.declare(cython.float[FIRST])
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
            units[j] = self.second[j]
        for i in range(FIRST):
            if a[i] > 0:
                x = a[i]
                row = self.second + (1 + i) * SECOND
                for j in range(SECOND):
                    units[j] += x * row[j]
        for j in range(SECOND):
            units[j] = max(units[j], 0.0)

    def weigh(self, state, seat, legal, n, out):
        """Write to *out* how likely each of the *n* legal codes is to be right; False if it doesn't weigh them."""
        units = cython.declare(cython.float[SECOND])
        logit = cython.declare(cython.float[CHOICES_MAX])
        choices: cython.int = self.encoder.choices
        i: cython.int
        j: cython.int
        highest: cython.float = -1e30
        if not self.weighs or self.encoder.choice_of(state, legal[0]) < 0:
            return False
        self.think(state, seat, units)
        for j in range(choices):
            logit[j] = self.fourth[j]
        for i in range(SECOND):
            if units[i] > 0:
                for j in range(choices):
                    logit[j] += units[i] * self.fourth[choices + choices * i + j]
        for i in range(n):
            out[i] = logit[self.encoder.choice_of(state, legal[i])]
            highest = max(highest, out[i])
        for i in range(n):
            out[i] = expf(max(out[i] - highest, -20.0))
        return True

    def look(self, state, seat, out):
        """Write what is to be expected for a seat, by what it may know."""
        units = cython.declare(cython.float[SECOND])
        c = cython.declare(cython.float[3])
        i: cython.int
        j: cython.int
        self.think(state, seat, units)
        for j in range(3):
            c[j] = self.third[j]
        for i in range(SECOND):
            if units[i] > 0:
                for j in range(3):
                    c[j] += units[i] * self.third[3 + 3 * i + j]
        out.reward = _squash(c[0])
        out.win = _squash(c[1])
        out.points = c[2] * points_unit

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

    def weights_of(self, state: State, place: int) -> dict:
        """Return notation -> share for the actions that a seat owes, or nothing if the network doesn't weigh them."""
        legal = cython.declare(int32_t[LEGAL_MAX])
        weight = cython.declare(cython.float[LEGAL_MAX])
        seat: cython.int = state.check_seat(place, False)
        n: cython.int = state.legal(seat, legal)
        if not self.weigh(state, seat, legal, n, weight):
            return {}
        total = sum([weight[i] for i in range(n)])
        kind = state.game.Action
        return {str(kind(legal[i])): weight[i] / total for i in range(n)}

    def rewards(self, state: State, place: int) -> list:
        """Return what a search for the seat *place* takes as each seat's reward in a full state."""
        out = cython.declare(Outlook[SEATS_MAX])
        self.judge(state, state.check_seat(place, False), out)
        return [out[seat].reward for seat in range(state.head().seats)]
