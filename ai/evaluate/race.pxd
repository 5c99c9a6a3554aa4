from libc.stdint cimport int32_t
from ai.playout cimport Policy
from engine.race.powers cimport DESIGNS
from engine.race.state cimport Table

# What things are worth, in victory points; the figures stand in race.WORTHS.
ctypedef struct Worths:
    # a card in the tableau: its own VP, and what its powers are good for
    float vp
    float production         # world, and per step of its kind
    float production_kind
    float windfall
    float windfall_kind
    float explore_draw
    float explore_keep
    float discount           # on developments, on worlds of any kind, of one kind
    float settle_discount
    float kind_discount
    float military
    float special_military
    float tactics
    float pay_for_military
    float draw_after         # placing a development or a world
    float trade
    float trade_kind
    float produce_draw
    float produce_draw_kind
    float windfall_power
    float consume_power
    float six                # per VP that a six-cost development gives now
    float tableau_end        # placing anything while the end is near
    # cards in hand
    float card
    float price              # what each card of a price makes a hand card less welcome
    float military_gap       # the same for each point of strength that lacks
    # actions
    float explore
    float explore_few        # more for each card fewer than so many in hand
    float explore_deep
    float explore_keep_more
    float develop
    float settle
    float trade_good
    float consume_vp
    float produce_good
    float produce_windfall
    float others             # how strongly others' goods and empty worlds draw them to Consume and Produce
    float pass_place
    # small choices
    float conquer
    float buy
    float discard_tableau
    float use_vp
    float good_kind
    float keep_bonus

cdef class RacePolicy(Policy):
    cdef readonly float sharpness
    cdef Worths worths
    cdef float value[DESIGNS]        # of each card in the tableau, but for what it scores by others
    cdef void weigh_actions(self, Table* table, int seat, const int32_t* legal, int n, float* out) noexcept nogil
    cdef float six_worth(self, Table* table, int seat, int card) noexcept nogil
    cdef float in_tableau(self, Table* table, int seat, int card) noexcept nogil
    cdef float in_hand(self, Table* table, int seat, int card) noexcept nogil
    cdef float placing(self, Table* table, int seat, int card) noexcept nogil
    cdef float best_development(self, Table* table, int seat, int bonus) noexcept nogil
    cdef float best_world(self, Table* table, int seat) noexcept nogil
    cdef float judge(self, Table* table, int seat, int32_t code) noexcept nogil
