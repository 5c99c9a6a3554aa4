from libc.stdint cimport int32_t
from engine.contract.state cimport State

cdef enum:
    SOURCES_MAX = 4
    PHASES_MAX = 8

cdef class Reasons:
    cdef readonly tuple sources   # names of what points come from
    cdef readonly tuple phases    # names of a round's phases; none where rounds have none
    cdef int phase_begins         # event whose first field is a phase
    cdef int first_phase          # the number of phases[0] in that event
    cdef int round_passes         # event between two rounds
    cdef void split(self, State state, int seat, int32_t* out) noexcept nogil
    cdef int rounds_before(self, State state) noexcept nogil
