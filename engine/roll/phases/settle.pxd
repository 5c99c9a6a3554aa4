from engine.roll.state cimport Seat

cdef int world_cost(Seat* seat, int world) noexcept nogil
