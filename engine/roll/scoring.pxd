from libc.stdint cimport int32_t, uint8_t
from engine.roll.state cimport Table

cdef int score(Table* table, int seat) noexcept nogil
cdef int bonus_points(Table* table, int seat, int row) noexcept nogil
cdef void place(Table* table, uint8_t* out) noexcept nogil
