from libc.stdint cimport int32_t
from engine.tiny_epic.state cimport Table

cdef bint can_follow(Table* table, int galaxy, int face) noexcept nogil
cdef void run(Table* table) noexcept nogil
cdef void run_free(Table* table) noexcept nogil
cdef int legal(int32_t* out) noexcept nogil
cdef void answer(Table* table, int32_t code) noexcept nogil
