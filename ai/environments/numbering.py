"""Numbers and arrays in place of actions and positions, and rewards, for agents.

An action's number is its place in `game.enumerate_actions()`, so it means the same in every match of a rules version.
"""

import cython
from cython.cimports.ai.environments.numbering import FIELDS, KINDS_MAX, Reward
from cython.cimports.ai.evaluate.features.encoder import DENSE_MAX, ON_MAX, Encoder
from cython.cimports.engine.contract.state import LEGAL_MAX, SEATS_MAX, State
from cython.cimports.libc.stdint import int8_t, int16_t, int32_t, uint8_t
from cython.cimports.libc.stdlib import free, malloc
from cython.cimports.libc.string import memset

from engine.errors import BadAction, BadOptions

#: what an agent can be rewarded for -> what that is; the order is that of `Reward` in numbering.pxd
REWARDS = {
    "win": "at the end 1 for the first place, less if shared, and for the others what makes the sum 0; solo 1 or -1",
    "margin": "at the end the own points less the best other seat's; solo the own points",
    "points": "at the end the own points",
    "gain": "after each action by how much the own points have changed",
}
BYTE = cython.declare(cython.int, 255)


def reward_number(name: str) -> int:
    """Return the number of a reward by its name; raise BadOptions with the names there are."""
    if name not in REWARDS:
        raise BadOptions(f"reward is {name!r}; it can be {', '.join(REWARDS)}")
    return list(REWARDS).index(name)


def reward_all(state, reward, before, out):
    """Write each seat's reward for the last action; *before* has the points before it."""
    points = cython.declare(int32_t[SEATS_MAX])
    place = cython.declare(uint8_t[SEATS_MAX])
    seats: cython.int = state.head().seats
    seat: cython.int
    other: cython.int
    firsts: cython.int = 0
    best: cython.int
    share: cython.double
    state.points(points)
    if reward == Reward.GAIN:
        for seat in range(seats):
            out[seat] = points[seat] - before[seat]
        return
    if not state.head().is_over:
        for seat in range(seats):
            out[seat] = 0.0
        return
    if reward == Reward.POINTS or (reward == Reward.MARGIN and seats == 1):
        for seat in range(seats):
            out[seat] = points[seat]
    elif reward == Reward.MARGIN:
        for seat in range(seats):
            best = points[0 if seat else 1]
            for other in range(seats):
                if other != seat and points[other] > best:
                    best = points[other]
            out[seat] = points[seat] - best
    else:
        state.places(place)
        for seat in range(seats):
            firsts += place[seat] == 1
        for seat in range(seats):
            share = 1.0 / firsts if place[seat] == 1 else 0.0
            out[seat] = (seats * share - 1.0) / (seats - 1) if seats > 1 else 2.0 * share - 1.0


@cython.final
@cython.cclass
class Numbering:
    """The actions of a game by number, and what a seat may know as an array.

    `actions` is how many there are, `inputs` how long the array is: the sparse inputs of the game's encoder, then the
    dense ones.
    """

    def __cinit__(self, game, encoder: Encoder):
        """Number the actions of *game*."""
        i: cython.int
        if len(game.Action.KINDS) > KINDS_MAX:
            raise AssertionError("more kinds of action than KINDS_MAX")
        self.game = game
        self.encoder = encoder
        self.inputs = encoder.sparse + encoder.dense
        codes = [action.code for action in game.enumerate_actions()]
        self.actions = len(codes)
        self.code = cython.cast(cython.pointer(int32_t), malloc(self.actions * cython.sizeof(int32_t)))
        if self.code == cython.NULL:
            raise MemoryError
        for i in range(self.actions):
            self.code[i] = codes[i]
        memset(cython.address(self.kinds), 0, cython.sizeof(self.kinds))
        total = 0
        for index, kind in enumerate(game.Action.KINDS):
            self.kinds.first[index] = total
            size = 1
            for place in reversed(range(len(kind.fields))):
                values = kind.fields[place].codes()
                self.kinds.span[index][place].low = values.start
                self.kinds.span[index][place].step = size
                size *= len(values)
            total += size

    def __dealloc__(self):
        free(self.code)

    def number(self, code):
        """Return the number of the action with a code."""
        kind: cython.int = code & BYTE
        n: cython.int = self.kinds.first[kind]
        field: cython.int
        for field in range(FIELDS):
            n += (((code >> (8 * field + 8)) & BYTE) - self.kinds.span[kind][field].low) * self.kinds.span[kind][
                field
            ].step
        return n

    def number_of(self, action) -> int:
        """Return an action's number; raise BadAction if it is none of the game."""
        if type(action) is not self.game.Action:
            raise BadAction(f"not an action of {self.game.name}: {action!r}")
        return self.number(action.code)

    def action_of(self, number: int):
        """Return the action of a number; raise BadAction if none has it."""
        if not 0 <= number < self.actions:
            raise BadAction(f"{number} is no action of {self.game.name}; they are 0 to {self.actions - 1}")
        return self.game.Action(self.code[number])

    def legal(self, state: State, place: int) -> list:
        """Return the numbers of the legal actions of a seat in ascending order; none if it owes no decision.

        Standing answers (Tiny Epic's `never` and `ask`), which only spare people questions, are left out.
        """
        code = cython.declare(int32_t[LEGAL_MAX])
        seat: cython.int = state.check_seat(place, False)
        if not (state.deciding() >> seat) & 1:
            return []
        n: cython.int = state.legal(seat, code)
        return sorted([self.number(code[i]) for i in range(n)])

    def write_mask(self, state: State, place: int, mask: int8_t[::1]) -> None:
        """Write 1 for each legal action of a seat and 0 for the others; *mask* may be longer than `actions`."""
        if mask.shape[0] < self.actions:
            raise ValueError(f"a mask has {self.actions} places")
        mask[:] = 0
        number: cython.int
        for number in self.legal(state, place):
            mask[number] = 1

    def write_inputs(self, state: State, place: int, inputs: cython.float[::1]) -> None:
        """Write what a seat may know; the full state and the seat's information set give the same."""
        on = cython.declare(int16_t[ON_MAX])
        dense = cython.declare(cython.float[DENSE_MAX])
        seat: cython.int = state.check_seat(place, False)
        i: cython.int
        if inputs.shape[0] != self.inputs:
            raise ValueError(f"there are {self.inputs} inputs")
        n: cython.int = self.encoder.encode(state, seat, on, dense)
        inputs[:] = 0.0
        for i in range(n):
            inputs[on[i]] += 1.0
        for i in range(self.encoder.dense):
            inputs[self.encoder.sparse + i] = dense[i]

    def rewards(self, state: State, reward: int, points) -> list:
        """Return each seat's reward for the last action; *points* are the scores before it."""
        before = cython.declare(int32_t[SEATS_MAX])
        out = cython.declare(cython.float[SEATS_MAX])
        seat: cython.int
        for seat in range(state.head().seats):
            before[seat] = points[seat]
        reward_all(state, reward, before, out)
        return [out[seat] for seat in range(state.head().seats)]
