from libc.stdint cimport int32_t
from engine.tiny_epic.state cimport Table

cdef bint can_move(Table* table, int galaxy) noexcept nogil
cdef bint can_move_second(Table* table, int galaxy) noexcept nogil
cdef int legal_ship(Table* table, int32_t* out) noexcept nogil
cdef int legal_destination(Table* table, int32_t* out) noexcept nogil
cdef void answer(Table* table, int32_t code) noexcept nogil
