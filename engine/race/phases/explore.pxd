from libc.stdint cimport int32_t
from engine.race.state cimport Pile, Table

cdef void begin_explore(Table* table) noexcept nogil
cdef void apply_explore(Table* table, int seat, int card) noexcept nogil
cdef int write_cards(Pile* pile, int kind, int32_t* out) noexcept nogil
