from libc.stdint cimport int32_t, uint8_t
from engine.tiny_epic.state cimport Table

cdef bint is_last_turn(Table* table) noexcept nogil
cdef int mission_points(Table* table, int seat) noexcept nogil
cdef void points(Table* table, int32_t* out) noexcept nogil
cdef void places(Table* table, uint8_t* out) noexcept nogil
