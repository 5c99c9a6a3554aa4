from libc.stdint cimport int32_t
from engine.roll.state cimport Table

cdef bint run_produce(Table* table) noexcept nogil
cdef int legal_produce(Table* table, int seat, int32_t* out) noexcept nogil
cdef void apply_produce(Table* table, int seat, int a, int b) noexcept nogil
