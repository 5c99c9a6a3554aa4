from libc.stdint cimport int32_t
from engine.roll.state cimport Table

cdef void begin_manage(Table* table) noexcept nogil
cdef bint end_manage(Table* table) noexcept nogil
cdef int legal_manage(Table* table, int seat, int32_t* out) noexcept nogil
cdef void apply_manage(Table* table, int seat, int kind, int a, int b) noexcept nogil
