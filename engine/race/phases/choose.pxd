from libc.stdint cimport int32_t
from engine.race.state cimport Table

cdef void begin_choose(Table* table) noexcept nogil
cdef int legal_choose(Table* table, int32_t* out) noexcept nogil
cdef void apply_choose(Table* table, int seat, int first, int second) noexcept nogil
