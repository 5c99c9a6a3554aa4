from libc.stdint cimport int32_t
from engine.tiny_epic.state cimport Table

cdef int legal(Table* table, int32_t* out) noexcept nogil
cdef void answer(Table* table, int32_t code) noexcept nogil
