from libc.stdint cimport int32_t, uint64_t
from engine.tiny_epic.powers cimport Effect
from engine.tiny_epic.state cimport Frame, Table

cdef bint is_usable(Table* table, int galaxy, int planet, int flags) noexcept nogil
cdef int usable_of(Table* table, int galaxy, uint64_t planets, int flags, int32_t* out) noexcept nogil
cdef int question(Effect* effect, int stage) noexcept nogil
cdef int options(Table* table, Frame* frame, Effect* effect, int32_t* out) noexcept nogil
