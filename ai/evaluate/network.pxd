from libc.stdint cimport int16_t, int32_t
from ai.evaluate.features.encoder cimport CHOICES_MAX, Encoder
from engine.contract.state cimport State

cdef enum:
    FIRST = 64           # units of the first layer
    SECOND = 32          # units of the second layer

# What a network says of one seat.
ctypedef struct Outlook:
    float reward         # the search's reward, from 0 to 1
    float win            # chance of being first, from 0 to 1 (ties share it)
    float points         # at the end of the match

cdef class Network:
    cdef readonly Encoder encoder
    cdef readonly object card
    cdef float* first    # a row of FIRST for each input, sparse ones before dense ones, and one for the bias
    cdef float second[SECOND + FIRST * SECOND]     # the bias, then a row for each unit of the first layer
    cdef float third[3 + SECOND * 3]               # the bias, then a row for each unit of the second layer
    cdef float fourth[CHOICES_MAX + SECOND * CHOICES_MAX]     # likewise, for the choices that the encoder names
    cdef readonly bint weighs    # whether it was fitted to choices, too
    cdef void think(self, State state, int seat, float* units) noexcept nogil
    cdef bint weigh(self, State state, int seat, const int32_t* legal, int n, float* out) noexcept nogil
    cdef void look(self, State state, int seat, Outlook* out) noexcept nogil
    cdef void judge(self, State state, int viewer, Outlook* out) noexcept nogil
