from engine.roll.state cimport Table

cdef void reveal(Table* table) noexcept nogil
