from libc.stdint cimport int32_t
from engine.roll.state cimport Table

cdef void begin_setup(Table* table, int seats) noexcept nogil
cdef void end_setup(Table* table) noexcept nogil
cdef int legal_setup(Table* table, int seat, int32_t* out) noexcept nogil
cdef void apply_setup(Table* table, int seat, int a) noexcept nogil
