from libc.stdint cimport int32_t
from engine.contract.state cimport State
from engine.race.state cimport Table

cdef class RaceState(State):
    cdef Table table

cdef void run_on(Table* table) noexcept nogil
cdef int legal_codes(Table* table, int seat, int32_t* out) noexcept nogil
