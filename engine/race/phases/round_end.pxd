from engine.race.state cimport Table

cdef void begin_round_end(Table* table) noexcept nogil
cdef void apply_round_end(Table* table, int seat, int card) noexcept nogil
