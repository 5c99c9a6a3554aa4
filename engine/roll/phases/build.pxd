from libc.stdint cimport int32_t
from engine.roll.state cimport Table

cdef bint run_build(Table* table, int what) noexcept nogil
cdef int legal_build(Table* table, int seat, int32_t* out) noexcept nogil
cdef void apply_build(Table* table, int seat, int kind, int a, int b) noexcept nogil
