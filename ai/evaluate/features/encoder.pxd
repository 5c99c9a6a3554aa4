from libc.stdint cimport int16_t, int32_t
from engine.contract.state cimport State

cdef enum:
    ON_MAX = 256         # sparse inputs that are on at once
    DENSE_MAX = 32
    CHOICES_MAX = 32

cdef class Encoder:
    cdef readonly int version    # changed with the meaning of any input: weights fit one version only
    cdef readonly int sparse     # number of inputs that are on or off
    cdef readonly int dense      # number of inputs with a value
    cdef readonly int choices    # actions that a network weighs at a quiet point; 0: none
    cdef int encode(self, State state, int seat, int16_t* on, float* dense) noexcept nogil
    cdef bint is_quiet(self, State state) noexcept nogil
    cdef int choice_of(self, State state, int32_t code) noexcept nogil

cdef inline int count_in(int first, int count, int most) noexcept nogil:
    """Return the input of a count, of which there are *most* + 1; greater ones share the last."""
    return first + (count if count < most else most)
