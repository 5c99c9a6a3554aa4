from engine.race.state cimport Table

cdef void deal(Table* table, int seats, bint is_preset) noexcept nogil
cdef void begin_opening(Table* table) noexcept nogil
cdef void apply_opening(Table* table, int seat, int card) noexcept nogil
