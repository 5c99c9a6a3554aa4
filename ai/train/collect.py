"""Positions of matches with how they ended for the seat: what networks learn from."""

import array

import cython
from cython.cimports.ai.evaluate.features.encoder import DENSE_MAX, ON_MAX, Encoder
from cython.cimports.ai.playout import DECISIONS_MAX, Policy, draw, draw_unit, lowest_seat
from cython.cimports.ai.search.tree import Settings, reward_seats
from cython.cimports.engine.contract.state import LEGAL_MAX, SEATS_MAX, State
from cython.cimports.engine.rng import next_fast
from cython.cimports.libc.stdint import int16_t, int32_t, uint8_t, uint32_t, uint64_t

from ai.evaluate.network import MARGIN_SCALE

#: how much a search's word counts beside how the match ended: it varies less with chance
RATED_SHARE = 0.5


@cython.final
@cython.cclass
class Positions:
    """Collects the quiet positions of matches, as each seat sees them."""

    def __cinit__(self, encoder: Encoder):
        self.encoder = encoder
        self.on = array.array("h")
        self.counts = array.array("h")
        self.dense = array.array("f")
        self.outcome = array.array("f")
        self.chosen = array.array("f")
        self.waiting = []
        self.rated = []

    def note(self, state):
        """Take the position if it is quiet, once for each seat."""
        on = cython.declare(int16_t[ON_MAX])
        dense = cython.declare(cython.float[DENSE_MAX])
        seat: cython.int
        n: cython.int
        if not self.encoder.is_quiet(state):
            return
        for seat in range(state.head().seats):
            n = self.encoder.encode(state, seat, on, dense)
            self.on.frombytes(cython.cast(cython.p_char, on)[: 2 * n])
            self.counts.append(n)
            self.dense.frombytes(cython.cast(cython.p_char, dense)[: 4 * self.encoder.dense])
            self.waiting.append(seat)
            self.rated.append(None)
            self.chosen.frombytes(bytes(4 * self.encoder.choices))

    def finish(self, state):
        """Give the positions of a finished match their outcome."""
        settings = cython.declare(Settings)
        points = cython.declare(int32_t[SEATS_MAX])
        place = cython.declare(uint8_t[SEATS_MAX])
        final = cython.declare(cython.float[SEATS_MAX])
        reward = cython.declare(cython.float[SEATS_MAX])
        win = cython.declare(cython.float[SEATS_MAX])
        seats: cython.int = state.head().seats
        seat: cython.int
        state.points(points)
        state.places(place)
        for seat in range(seats):
            final[seat] = points[seat]
        # As SearchSettings has it: half for the win, half for the margin.
        settings.place_share = 0.0
        settings.margin_scale = MARGIN_SCALE
        settings.win_share = 0.5
        reward_seats(cython.address(settings), seats, final, place, reward)
        settings.win_share = 1.0
        reward_seats(cython.address(settings), seats, final, place, win)
        for seat, rated in zip(self.waiting, self.rated, strict=True):
            mixed = reward[seat] if rated is None else reward[seat] + RATED_SHARE * (rated - reward[seat])
            self.outcome.extend((mixed, win[seat], final[seat]))
        self.waiting.clear()
        self.rated.clear()

    def rate(self, place: int, reward: float, shares=()) -> None:
        """Note what a search said of a seat's reward in the position that was taken last, and of its choices.

        *shares* has pairs of a choice and its share of the visits.
        """
        choices: cython.int = self.encoder.choices
        for index in range(len(self.waiting) - 1, -1, -1):
            if self.waiting[index] == place:
                self.rated[index] = reward
                begin = len(self.chosen) - choices * (len(self.waiting) - index)
                for choice, share in shares:
                    self.chosen[begin + choice] = share
                return

    def see(self, state: State) -> None:
        """Take a full state's position if it is quiet, once for each seat, or give the match its outcome."""
        if state.head().is_over:
            self.finish(state)
        else:
            self.note(state)


def play_light(
    positions: Positions,
    game,
    policy: Policy,
    seats: int,
    matches: cython.int,
    seed: cython.ulonglong,
    chance: cython.float,
    options: dict | None = None,
) -> int:
    """Play *matches* by a policy that leaves the share *chance* of its decisions to chance; return how many ended.

    *options* are those of the game. Matches that are not over after DECISIONS_MAX decisions are left out.
    """
    out = cython.declare(int32_t[LEGAL_MAX])
    rng: uint64_t = seed
    ended: cython.int = 0
    decisions: cython.int
    seat: cython.int
    n: cython.int
    i: cython.int
    mask: uint32_t
    for _ in range(matches):
        state: State = game.setup(seats, int(next_fast(cython.address(rng))).to_bytes(32, "little"), options)
        state.reseed(next_fast(cython.address(rng)))
        kept = len(positions.on), len(positions.counts), len(positions.dense), len(positions.chosen)
        mask = state.deciding()
        decisions = 0
        while mask and decisions < DECISIONS_MAX:
            positions.note(state)
            seat = lowest_seat(mask)
            n = state.legal(seat, out)
            if chance > 0 and draw_unit(cython.address(rng)) < chance:
                i = draw(cython.address(rng), n)
            else:
                i = policy.pick(state, seat, out, n, cython.address(rng))
            state.apply_code(seat, out[i])
            decisions += 1
            mask = state.deciding()
        if state.head().is_over:
            positions.finish(state)
            ended += 1
        else:
            del (
                positions.on[kept[0] :],
                positions.counts[kept[1] :],
                positions.dense[kept[2] :],
                positions.chosen[kept[3] :],
            )
            positions.waiting.clear()
            positions.rated.clear()
    return ended
