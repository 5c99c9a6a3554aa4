from libc.stdint cimport int32_t
from engine.tiny_epic.state cimport Galaxy, Table

cdef bint can_advance(Table* table, int galaxy, int track) noexcept nogil
cdef int orbiting(Table* table, int galaxy, int track, int above, int kind, int32_t* out) noexcept nogil
cdef void advance(Table* table, int galaxy, int slot, int steps) noexcept nogil
cdef void regress(Table* table, int galaxy, int slot, int steps) noexcept nogil
cdef void colonise(Table* table, int galaxy, int slot) noexcept nogil
cdef void jump(Table* table, int galaxy, int source, int to) noexcept nogil
cdef int legal(Table* table, int32_t* out) noexcept nogil
cdef void answer(Table* table, int32_t code) noexcept nogil
