from libc.stdint cimport int32_t
from ai.playout cimport Policy
from engine.roll.powers cimport PHASES
from engine.roll.state cimport Seat, Table

# What w workers in a column are worth, were the phase played:
# rate * min(w, first) + (bonus once w >= first) + next_rate * (what is beyond, up to next)
ctypedef struct Column:
    float rate
    float bonus
    float next_rate
    int first
    int next
    int workers
    float likely             # chance that the phase is played

ctypedef struct Plan:
    Column column[PHASES]
    float credit             # worth of one credit more

cdef class RollPolicy(Policy):
    cdef readonly float sharpness
