from engine.roll.state cimport Seat

cdef int development_cost(Seat* seat, int development) noexcept nogil
