from libc.stdint cimport uint64_t
from engine.roll.state cimport Table

cdef void hide(Table* table, int viewer) noexcept nogil
cdef void imagine(Table* table, uint64_t seed) noexcept nogil
