from libc.stdint cimport int32_t, uint64_t
from engine.race.state cimport Table

cdef void begin_consume(Table* table) noexcept nogil
cdef int legal_sale(Table* table, int seat, int32_t* out) noexcept nogil
cdef void apply_sale(Table* table, int seat, int world) noexcept nogil
cdef int legal_power(Table* table, int seat, int32_t* out) noexcept nogil
cdef void apply_power(Table* table, int seat, int sort) noexcept nogil
cdef void stop_consuming(Table* table) noexcept nogil
cdef int legal_good(Table* table, int seat, int32_t* out) noexcept nogil
cdef void apply_good(Table* table, int seat, int world) noexcept nogil
cdef int legal_number(int32_t* out) noexcept nogil
cdef void apply_number(Table* table, int seat, int number) noexcept nogil
cdef int legal_card_for_vp(Table* table, int seat, int32_t* out) noexcept nogil
cdef void apply_card_for_vp(Table* table, int seat, int card) noexcept nogil
cdef int sale_price(Table* table, int seat, int world, bint with_powers) noexcept nogil
cdef uint64_t spendable(Table* table, int seat) noexcept nogil
