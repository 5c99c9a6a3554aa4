from libc.stdint cimport int32_t
from engine.tiny_epic.state cimport Table

cdef bint can_upgrade(Table* table, int galaxy, int culture) noexcept nogil
cdef int payments(Table* table, int galaxy, int discount, bint is_mixed, int32_t* out) noexcept nogil
cdef void upgrade(Table* table, int galaxy, int discount, int32_t code) noexcept nogil
