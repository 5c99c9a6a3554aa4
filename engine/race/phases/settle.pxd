from libc.stdint cimport int32_t
from engine.race.state cimport Table

cdef void begin_settle(Table* table) noexcept nogil
cdef int legal_world(Table* table, int seat, int32_t* out) noexcept nogil
cdef void select_world(Table* table, int seat, int card) noexcept nogil
cdef int legal_way(Table* table, int seat, int32_t* out) noexcept nogil
cdef void apply_way(Table* table, int seat, int kind, int card) noexcept nogil
cdef void pay_world(Table* table, int seat, int card) noexcept nogil
cdef int strength_against(Table* table, int seat, int world) noexcept nogil
cdef int world_price(Table* table, int seat, int world) noexcept nogil
cdef bint can_be_bought(Table* table, int seat, int world) noexcept nogil
cdef bint can_be_placed(Table* table, int seat, int world) noexcept nogil
