from libc.stdint cimport int32_t
from engine.race.state cimport Table

cdef void begin_develop(Table* table) noexcept nogil
cdef int legal_development(Table* table, int seat, int32_t* out) noexcept nogil
cdef void select_development(Table* table, int seat, int card) noexcept nogil
cdef void pay_development(Table* table, int seat, int card) noexcept nogil
cdef int development_price(Table* table, int seat, int card) noexcept nogil
