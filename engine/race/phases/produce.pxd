from libc.stdint cimport int32_t
from engine.race.state cimport Table

cdef void begin_produce(Table* table) noexcept nogil
cdef int legal_windfall(Table* table, int seat, int32_t* out) noexcept nogil
cdef void apply_windfall(Table* table, int seat, int source, int world) noexcept nogil
cdef void decline_bonus(Table* table) noexcept nogil
