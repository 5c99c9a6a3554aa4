from libc.stdint cimport int32_t
from engine.tiny_epic.state cimport Table

cdef void run(Table* table) noexcept nogil
cdef int legal(Table* table, int32_t* out) noexcept nogil
cdef void answer(Table* table, int32_t code) noexcept nogil
cdef void skip(Table* table) noexcept nogil
