from engine.roll.state cimport Seat, Table

cdef bint run_settle(Table* table) noexcept nogil
cdef int world_cost(Seat* seat, int world) noexcept nogil
