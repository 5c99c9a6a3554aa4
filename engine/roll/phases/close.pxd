from engine.roll.state cimport Table

cdef void open_phase(Table* table, int phase) noexcept nogil
cdef void close_phase(Table* table, int phase) noexcept nogil
