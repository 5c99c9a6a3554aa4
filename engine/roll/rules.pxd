from libc.stdint cimport int32_t, uint32_t, uint64_t, uint8_t
from engine.contract.state cimport Head, State
from engine.roll.state cimport Table

cdef class RollState(State):
    cdef Table table

cdef int run_on(Table* table, int* asked, int32_t* out) noexcept nogil
cdef int legal_codes(Table* table, int seat, int32_t* out) noexcept nogil
