from libc.stdint cimport int32_t
from engine.roll.state cimport Seat, Table

cdef void begin_setup(Table* table, int seats) noexcept nogil
cdef void end_setup(Table* table) noexcept nogil
cdef void set_order(Table* table) noexcept nogil
cdef int legal_setup(Table* table, int seat, int32_t* out) noexcept nogil
cdef void apply_setup(Table* table, int seat, int a) noexcept nogil
cdef void add_start_tiles(Seat* seat) noexcept nogil
