from libc.stdint cimport int32_t, uint8_t
from engine.tiny_epic.state cimport Table

cdef bint can_act(Table* table, int galaxy, int face, int culture) noexcept nogil
cdef void carry_out(Table* table, int galaxy, int face, int flags) noexcept nogil
cdef void begin_turn(Table* table, int galaxy) noexcept nogil
cdef void clear_turn(Table* table) noexcept nogil
cdef int legal_turn(Table* table, int32_t* out) noexcept nogil
cdef void answer_turn(Table* table, int32_t code) noexcept nogil
cdef int faces_from(uint8_t* faces, int lowest, int kind, int32_t* out) noexcept nogil
cdef int first_of_two(Table* table, int kind, int32_t* out) noexcept nogil
cdef int legal_reroll(Table* table, int32_t* out) noexcept nogil
cdef void answer_reroll(Table* table, int32_t code) noexcept nogil
cdef int legal_converter(Table* table, int32_t* out) noexcept nogil
cdef void answer_converter(Table* table, int32_t code) noexcept nogil
cdef int legal_turn_die(Table* table, int32_t* out) noexcept nogil
cdef void answer_turn_die(Table* table, int32_t code) noexcept nogil
cdef void pick_die(Table* table, int face) noexcept nogil
cdef void spend_die(Table* table, int face) noexcept nogil
