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
    float less               # worth of one worker less, as many as there are, one more, two more
    float now
    float more
    float most

ctypedef struct Plan:
    Column column[PHASES]
    float likely_worth       # of all columns, each by the chance that its phase is played
    int least_missed         # column whose last worker is missed least, and the next such column; -1: none
    int next_missed

cdef class RollPolicy(Policy):
    cdef readonly float sharpness
