from engine.roll.state cimport Seat, Table

cdef bint run_develop(Table* table) noexcept nogil
cdef int development_cost(Seat* seat, int development) noexcept nogil
