from libc.stdint cimport int32_t, uint32_t, uint64_t
from engine.contract.state cimport State
from engine.rng cimport next_fast

cdef enum:
    DECISIONS_MAX = 4096  # a playout longer than this is broken off and counted as it stands

cdef class Policy:
    cdef void weigh(self, State state, int seat, const int32_t* legal, int n, float* out) noexcept nogil
    cdef int pick(self, State state, int seat, const int32_t* legal, int n, uint64_t* rng) noexcept nogil
    cdef void estimate(self, State state, float* out) noexcept nogil

cdef class Uniform(Policy):
    pass

cdef inline uint32_t draw(uint64_t* rng, uint32_t n) noexcept nogil:
    """Return a number in [0, n)."""
    return <uint32_t>(((next_fast(rng) >> 32) * <uint64_t>n) >> 32)

cdef float draw_unit(uint64_t* rng) noexcept nogil
cdef int draw_by(const float* weight, int n, uint64_t* rng) noexcept nogil
cdef int lowest_seat(uint32_t mask) noexcept nogil
cdef int play_out(State state, Policy policy, uint64_t* rng, int decisions_max) noexcept nogil
