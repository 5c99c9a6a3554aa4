from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t, uint32_t, uint64_t
from ai.environments.numbering cimport Numbering
from engine.contract.state cimport State

# Of one table, beside its position.
ctypedef struct Side:
    uint32_t matches       # dealt so far
    uint32_t decisions     # in the present match
    int legal_count
    int on_count           # sparse inputs shown as on
    int32_t points[5]      # by seat, before the last action

cdef class TableBlock:
    cdef readonly Numbering numbering
    cdef readonly int count
    cdef readonly int seats
    cdef object options
    cdef int reward
    cdef uint32_t decisions_max
    cdef uint64_t seed
    cdef State scratch
    cdef size_t size
    cdef char* block       # the positions, one after another
    cdef Side* side
    cdef int16_t* legal    # numbers of the legal actions, LEGAL_MAX places a table
    cdef int16_t* on
    cdef int8_t[:, ::1] mask
    cdef int8_t[::1] seat
    cdef float[:, ::1] inputs
    cdef float[:, ::1] rewards
    cdef uint8_t[::1] ended
    cdef int32_t[:, ::1] scores
    cdef bint is_shown
    cdef void show(self, int table, int seat, const int32_t* code, int n) noexcept nogil
    cdef void play(self, int table, int32_t number) noexcept nogil
    cdef int refuse(self, const int32_t[::1] numbers) noexcept nogil
