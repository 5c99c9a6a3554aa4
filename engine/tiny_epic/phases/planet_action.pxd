from libc.stdint cimport int32_t, uint64_t
from engine.tiny_epic.powers cimport Effect
from engine.tiny_epic.state cimport Frame, Table

cdef bint is_usable(Table* table, int galaxy, int planet, int flags) noexcept nogil
cdef int usable_of(Table* table, int galaxy, uint64_t planets, int flags, int32_t* out) noexcept nogil
cdef void run(Table* table) noexcept nogil
cdef int legal(Table* table, int32_t* out) noexcept nogil
cdef void answer(Table* table, int32_t code) noexcept nogil
cdef void skip(Table* table) noexcept nogil
