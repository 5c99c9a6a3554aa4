from engine.race.state cimport Table

cdef void begin_explore(Table* table) noexcept nogil
cdef void apply_explore(Table* table, int seat, int card) noexcept nogil
