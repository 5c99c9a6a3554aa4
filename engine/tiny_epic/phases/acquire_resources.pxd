from engine.tiny_epic.state cimport Table

cdef int units_for(Table* table, int galaxy, int resource) noexcept nogil
cdef void acquire(Table* table, int galaxy, int face) noexcept nogil
