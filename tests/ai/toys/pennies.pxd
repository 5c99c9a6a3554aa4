from libc.stdint cimport int32_t, int8_t
from engine.contract.state cimport SEATS_MAX, Head, State

ctypedef struct Table:
    Head head
    int8_t rounds_left
    int8_t choice[SEATS_MAX]
    int8_t won[SEATS_MAX]

cdef class PenniesState(State):
    cdef Table table
    cdef void open_round(self) noexcept nogil
