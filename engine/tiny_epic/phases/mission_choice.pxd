from libc.stdint cimport int32_t
from engine.tiny_epic.state cimport Table

cdef void deal(Table* table) noexcept nogil
cdef int legal(Table* table, int seat, int32_t* out) noexcept nogil
cdef bint answer(Table* table, int seat, int32_t code) noexcept nogil
