"""Policies, and play by a policy to the end of a match, for any game.

A policy judges the legal actions of one seat by what that seat may know: it works on full states
and on hidden ones alike, and in a simultaneous step it never looks at what others chose in that step.
"""

import cython
from cython.cimports.ai.playout import DECISIONS_MAX, draw
from cython.cimports.engine.contract.state import LEGAL_MAX, SEATS_MAX, State
from cython.cimports.engine.rng import next_fast
from cython.cimports.libc.stdint import int32_t, uint64_t

from engine.errors import EngineError


def draw_unit(rng):
    """Return a number in [0, 1)."""
    return cython.cast(cython.float, (next_fast(rng) >> 40)) * cython.cast(cython.float, 1.0 / 16777216.0)


def draw_by(weight, n, rng):
    """Return an index in [0, n), drawn by weight."""
    total: cython.float = 0.0
    i: cython.int
    for i in range(n):
        total += weight[i]
    total *= draw_unit(rng)
    for i in range(n - 1):
        total -= weight[i]
        if total < 0.0:
            return i
    return n - 1


def lowest_seat(mask):
    """Return the lowest seat of a non-empty mask."""
    seat: cython.int = 0
    while not (mask >> seat) & 1:
        seat += 1
    return seat


@cython.cclass
class Policy:
    """A light way of choosing; the base class chooses at random. Games override `weigh` and `estimate`."""

    def weigh(self, state, seat, legal, n, out):
        """Write to *out* how likely each of the *n* legal codes is to be right: positive, not normalised."""
        i: cython.int
        for i in range(n):
            out[i] = 1.0

    def pick(self, state, seat, legal, n, rng):
        """Return the index of an action, drawn by weight."""
        weight = cython.declare(cython.float[LEGAL_MAX])
        if n == 1:
            return 0
        self.weigh(state, seat, legal, n, weight)
        return draw_by(weight, n, rng)

    def estimate(self, state, out):
        """Write the points that each seat may expect at the end of the match; the base: what it has now."""
        points = cython.declare(int32_t[SEATS_MAX])
        i: cython.int
        state.points(points)
        for i in range(state.head().seats):
            out[i] = points[i]

    def weights(self, state: State, place: int) -> dict:
        """Return notation -> share for the legal actions of a deciding seat, in a full or hidden state."""
        out = cython.declare(int32_t[LEGAL_MAX])
        weight = cython.declare(cython.float[LEGAL_MAX])
        seat: cython.int = state.check_seat(place, False)
        n: cython.int = state.legal(seat, out)
        self.weigh(state, seat, out, n, weight)
        total = sum([weight[i] for i in range(n)])
        kind = state.game.Action
        return {str(kind(out[i])): weight[i] / total for i in range(n)}

    def best(self, information_set):
        """Return the viewer's action of most weight, the first of equals."""
        out = cython.declare(int32_t[LEGAL_MAX])
        weight = cython.declare(cython.float[LEGAL_MAX])
        state: State = information_set.state
        seat: cython.int = _deciding_viewer(information_set)
        n: cython.int = state.legal(seat, out)
        i: cython.int
        best: cython.int = 0
        if n > 1:
            self.weigh(state, seat, out, n, weight)
        for i in range(1, n):
            if weight[i] > weight[best]:
                best = i
        return state.game.Action(out[best])

    def sample(self, information_set, seed: int):
        """Return an action of the viewer drawn by weight from *seed*."""
        out = cython.declare(int32_t[LEGAL_MAX])
        state: State = information_set.state
        seat: cython.int = _deciding_viewer(information_set)
        rng: uint64_t = seed
        n: cython.int = state.legal(seat, out)
        return state.game.Action(out[self.pick(state, seat, out, n, cython.address(rng))])


@cython.final
@cython.cclass
class Uniform(Policy):
    """Any legal action, each equally likely; without weights it draws faster than the base class."""

    def pick(self, state, seat, legal, n, rng):
        return draw(rng, n)


@cython.cfunc
@cython.exceptval(-1)
def _deciding_viewer(information_set) -> cython.int:
    """Return the viewer's seat, or raise EngineError if it owes no decision."""
    seat = information_set.seat
    if seat is None or seat not in information_set.deciding_seats():
        raise EngineError(f"seat {seat} owes no decision in this information set")
    return seat


def play_out(state, policy, rng, decisions_max):
    """Play on by *policy* until the end or *decisions_max* decisions; return their number."""
    out = cython.declare(int32_t[LEGAL_MAX])
    decisions: cython.int = 0
    seat: cython.int = 0
    n: cython.int = state.ask(cython.address(seat), out)
    while n > 0 and decisions < decisions_max:
        n = state.apply_and_ask(cython.address(seat), out[policy.pick(state, seat, out, n, rng)], out)
        decisions += 1
    return decisions


def play_matches(game, policy: Policy, seats: int, matches: cython.int, seed: cython.ulonglong) -> dict:
    """Play *matches* whole matches by *policy* without the GIL, for benchmarks.

    Returns the numbers of `decisions` and of matches `unfinished` after DECISIONS_MAX decisions.
    """
    scratch: State = game.blank()
    starts = [game.setup(seats, int(seed + i).to_bytes(32, "little")) for i in range(min(matches, 64))]
    start: State
    rng: uint64_t = seed
    decisions: cython.longlong = 0
    unfinished: cython.int = 0
    i: cython.int
    for i in range(matches):
        start = starts[i % len(starts)]
        start.reseed(next_fast(cython.address(rng)))
        with cython.nogil:
            scratch.copy_from(start)
            decisions += play_out(scratch, policy, cython.address(rng), DECISIONS_MAX)
            if not scratch.head().is_over:
                unfinished += 1
    return {"decisions": decisions, "unfinished": unfinished}
