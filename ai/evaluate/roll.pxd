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

# What things are worth, in victory points; the figures stand in roll.WORTHS.
ctypedef struct Worths:
    float builder            # a die on the top tile
    float development        # completing one, beyond its dice
    float world              # the same
    float later_builder      # a die on what lies below the top tile
    float producer
    float late_producer
    float shipper
    float explorer           # one that is needed for tiles or credits
    float idle_explorer
    float late_explorer
    float late_idle_explorer
    float tiles_wanted       # in the zone; explorers are needed to have so many
    float credit             # one that recruits a die
    float spare_credit
    float dictate            # what using Dictate costs beyond the die's work
    float reassign
    float alien_stock        # Stock with a colour that pays more
    float scout_none         # Scout with no tile in the zone, with one, with two, with more
    float scout_one
    float scout_two
    float scout_more
    float late_scout
    float draw
    float abandon
    float abandon_cost       # per die that the tile costs
    float keep_begun         # not to abandon a tile on which dice lie
    float balance            # a tile on the lower stack, per tile of difference
    float tile_cost
    float new_world
    float new_gray_world
    float big_development    # one that scores at the end: late, and before
    float early_big_development
    float on_top             # per die that it costs less than the top tile
    float arrange_cost
    float consume
    float match
    float trade_match        # a matching shipper used up in a Trade
    float bank
    float late_bank
    float keep_credit
    float save
    float rare_die           # a coloured die over a Home die
    float genes_die
    float alien_die
    float remove
    float remove_working     # a die that is not in the Citizenry
    float good_match
    float good_world         # per step of the colours' order
    float recall
    float begin_cost
    float others_ship        # how much others' goods and empty purses draw them to Ship and Explore
    float others_produce
    float others_explore

cdef class RollPolicy(Policy):
    cdef readonly float sharpness
    cdef Worths worths
