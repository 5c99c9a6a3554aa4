from libc.stdint cimport int32_t
from engine.roll.state cimport Table

cdef bint run_explore(Table* table) noexcept nogil
cdef int legal_explore(Table* table, int seat, int32_t* out) noexcept nogil
cdef void apply_explore(Table* table, int seat, int kind, int a, int b, int c) noexcept nogil
