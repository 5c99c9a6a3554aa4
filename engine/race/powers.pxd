from libc.stdint cimport int8_t, uint8_t, uint64_t

cdef enum:
    DESIGNS = 95
    WORLDS = 64            # designs 0-63; each exists once
    DEVELOPMENTS = 31      # designs 64-94; of the first TWINS there are two
    TWINS = 19
    KINDS = 5              # of goods; as a world's kind 0 is none, in powers 0 is any
    ANY = 0
    REBEL = 5              # target of specialised strength, beside the kinds
    TARGETS = 6
    CONSUME_POWERS = 24    # room for the distinct Consume powers
    SIXES = 12             # developments of cost 6
    COST_MAX = 7
    NO_SIX = 255

# A seat's powers as plain numbers; a card adds its own to each (fold), so every field is an additive
# counter of one byte.
ctypedef struct Powers:
    int8_t explore_draw
    int8_t explore_keep
    int8_t draw_at_start
    int8_t develop_discount
    int8_t draw_after_develop
    int8_t settle_discount[KINDS]      # 0: every world
    int8_t military                    # unconditional strength
    int8_t military_vs[TARGETS]        # specialised strength
    int8_t tactics                     # strength of the cards that may be discarded for it
    int8_t zero_cost[KINDS]            # cards to be discarded for a free world of that kind
    int8_t pay_for_military[KINDS]     # cards that let a military world of that kind be bought
    int8_t military_discount           # and how much cheaper than its defense
    int8_t draw_after_settle
    int8_t trade_bonus[KINDS]          # 0: any good
    int8_t draw_in_produce
    int8_t draw_per_good[KINDS]
    int8_t draw_per_kind
    int8_t draw_if_most[KINDS]
    int8_t draw_per_world[KINDS]
    int8_t produce_windfall[KINDS]     # 0: any windfall world
    int8_t consume[CONSUME_POWERS]     # how many powers of each sort

cdef enum Production:
    NO_PRODUCTION
    WINDFALL
    PRODUCTION

ctypedef struct CardRow:
    uint8_t cost                       # of a military world: defense
    uint8_t kind
    uint8_t production
    uint8_t is_military
    uint8_t is_rebel
    int8_t vp
    uint8_t trade_bonus_here           # cards more for the good on this very world
    uint8_t draw_if_produced_here
    uint8_t strength_if_discarded
    uint8_t six                        # row of SCORE, or NO_SIX
    uint8_t chips_per_vp               # VP in chips for one VP of scoring, 0: none
    uint8_t vp_per_strength

cdef enum Form:
    UP_TO                              # rewards per good
    EXACTLY                            # rewards once
    ALL_GOODS
    FOR_PRICE
    DRAW
    GAMBLE
    HAND_CARDS

# One sort of Consume power; powers of the same sort are interchangeable.
ctypedef struct ConsumeRow:
    uint8_t form
    uint8_t kind
    uint8_t least
    uint8_t most
    int8_t vp
    uint8_t cards
    uint8_t different_kinds
    uint8_t with_trade_powers
    uint8_t is_optional

# Tables made from the catalogue when the module is imported. Masks of developments have a bit for
# design 64 + i at place i.
cdef Powers POWERS[DESIGNS]
cdef CardRow CARD[DESIGNS]
cdef ConsumeRow CONSUME[CONSUME_POWERS]
cdef int8_t SCORE[SIXES][DESIGNS]              # VP that a six-cost development gives for a card
cdef uint64_t WORLDS_OF[KINDS]                 # 0: all that can hold a good
cdef uint64_t WINDFALL_WORLDS
cdef uint64_t PRODUCTION_WORLDS
cdef uint64_t DEVELOPMENTS_UP_TO[COST_MAX + 1]
cdef uint64_t TACTICS
cdef uint64_t ZERO_COST[KINDS]
cdef uint8_t PRICE[KINDS]

cdef void fold(Powers* into, int card, int sign) noexcept nogil
