from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from engine.contract.state cimport Head, State
from engine.tiny_epic.state cimport Table

cdef int run_on(Table* table, int32_t* out) noexcept nogil

cdef class TinyEpicState(State):
    cdef Table table
    cdef int standing(self, int seat, int32_t* out) noexcept nogil
