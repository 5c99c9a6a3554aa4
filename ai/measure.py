"""Timing of the C door, and of plain C work to set it beside, all without the GIL."""

import cython
from cython.cimports.ai.evaluate.network import Network, Outlook
from cython.cimports.ai.playout import draw, lowest_seat
from cython.cimports.ai.search.tree import clock_ns
from cython.cimports.engine.contract.state import LEGAL_MAX, SEATS_MAX, State
from cython.cimports.engine.rng import next_fast
from cython.cimports.libc.stdint import int32_t, int64_t, uint32_t, uint64_t
from cython.cimports.libc.stdlib import free, malloc
from cython.cimports.libc.string import memcpy


def c_step_ns(steps: cython.longlong) -> float:
    """Return the nanoseconds of one SplitMix64 step in a loop: how fast this machine is now."""
    rng: uint64_t = 1
    total: uint64_t = 0
    started: int64_t
    ended: int64_t
    i: cython.longlong
    with cython.nogil:
        started = clock_ns()
        for i in range(steps):
            total ^= next_fast(cython.address(rng))
        ended = clock_ns()
    if total == 0:
        raise AssertionError("the loop was left out")
    return (ended - started) / steps


def memcpy_ns(size: cython.size_t, times: cython.longlong) -> float:
    """Return the nanoseconds of copying *size* bytes to and fro."""
    one = cython.cast(cython.p_char, malloc(2 * size))
    if one == cython.NULL:
        raise MemoryError
    started: int64_t
    ended: int64_t
    i: cython.longlong
    with cython.nogil:
        started = clock_ns()
        for i in range(times):
            one[i % size] = cython.cast(cython.char, i)
            memcpy(one + (size if i % 2 == 0 else 0), one + (0 if i % 2 == 0 else size), size)
        ended = clock_ns()
    free(one)
    return (ended - started) / times


def state_size(state: State) -> int:
    """Return the bytes of a state."""
    return state.size()


def clone_ns(state: State, scratch: State, times: cython.longlong) -> float:
    """Return the nanoseconds of copying a state into a scratch state."""
    started: int64_t
    ended: int64_t
    i: cython.longlong
    with cython.nogil:
        started = clock_ns()
        for i in range(times):
            scratch.copy_from(state)
        ended = clock_ns()
    return (ended - started) / times


def imagine_ns(hidden: State, scratch: State, times: cython.longlong) -> float:
    """Return the nanoseconds of copying a hidden state and imagining a full one."""
    started: int64_t
    ended: int64_t
    i: cython.longlong
    with cython.nogil:
        started = clock_ns()
        for i in range(times):
            scratch.copy_from(hidden)
            scratch.imagine(i)
        ended = clock_ns()
    return (ended - started) / times


def judge_ns(network: Network, state: State, times: cython.longlong) -> float:
    """Return the nanoseconds in which a network judges a leaf of the search."""
    out = cython.declare(Outlook[SEATS_MAX])
    started: int64_t
    ended: int64_t
    i: cython.longlong
    with cython.nogil:
        started = clock_ns()
        for i in range(times):
            network.judge(state, 0, out)
        ended = clock_ns()
    return (ended - started) / times


def decision_ns(start: State, scratch: State, matches: cython.int) -> dict:
    """Return the nanoseconds of `legal` and of `apply` (with `deciding`) per decision of random matches.

    Both are timed by repeating: every `legal` is asked twice more than needed, and the same matches
    are played with and without.
    """
    out = cython.declare(int32_t[LEGAL_MAX])
    spent = cython.declare(int64_t[2])
    rng: uint64_t
    decisions: cython.longlong = 0
    extra: cython.int
    again: cython.int
    match: cython.int
    n: cython.int = 0
    seat: cython.int
    mask: uint32_t
    started: int64_t
    with cython.nogil:
        for extra in range(2):
            started = clock_ns()
            decisions = 0
            rng = 1
            for match in range(matches):
                scratch.copy_from(start)
                scratch.head().rng.fast = match
                mask = scratch.deciding()
                while mask:
                    seat = lowest_seat(mask)
                    for again in range(1 + 2 * extra):
                        n = scratch.legal(seat, out)
                    scratch.apply_code(seat, out[draw(cython.address(rng), n)])
                    decisions += 1
                    mask = scratch.deciding()
            spent[extra] = clock_ns() - started
    legal = (spent[1] - spent[0]) / (2 * decisions)
    return {"legal": legal, "apply": spent[0] / decisions - legal, "decisions": decisions / matches}
