from libc.stdint cimport int16_t, int32_t, uint8_t
from ai.evaluate.features.encoder cimport Encoder
from engine.contract.state cimport State

cdef enum:
    KINDS_MAX = 64
    FIELDS = 3             # of an action

# What an agent is rewarded for; index in numbering.REWARDS.
cdef enum Reward:
    WIN
    MARGIN
    POINTS
    GAIN

# Of one field of one kind of action.
ctypedef struct Span:
    int low                # the least value
    int step               # by how much the action's number grows when the value grows by one

ctypedef struct Kinds:
    int count
    int first[KINDS_MAX]   # number of the kind's first action
    Span span[KINDS_MAX][FIELDS]

cdef class Numbering:
    cdef readonly object game
    cdef readonly Encoder encoder
    cdef readonly int actions
    cdef readonly int inputs
    cdef Kinds kinds
    cdef int32_t* code     # of each action
    cdef int number(self, int32_t code) noexcept nogil

cdef void reward_all(State state, int reward, const int32_t* before, float* out) noexcept nogil
