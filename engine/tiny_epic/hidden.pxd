from libc.stdint cimport uint64_t
from engine.tiny_epic.state cimport Table

cdef void hide(Table* table, int viewer) noexcept nogil
cdef void imagine(Table* table, uint64_t seed) noexcept nogil
