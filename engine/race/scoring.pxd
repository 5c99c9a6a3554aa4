from libc.stdint cimport uint8_t
from engine.race.state cimport Table

cdef int score(Table* table, int seat) noexcept nogil
cdef void place_seats(Table* table, uint8_t* out) noexcept nogil
cdef bint has_ended(Table* table) noexcept nogil
