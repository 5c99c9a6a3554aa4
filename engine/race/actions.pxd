from libc.stdint cimport int32_t

# Index of each kind in actions.RaceAction.KINDS.
cdef enum ActionKind:
    DISCARD
    CHOOSE
    CHOOSE_TWO
    KEEP
    PLACE
    PASS
    PAY
    CONQUER
    BUY
    DISCARD_FROM_TABLEAU
    SELL
    USE
    CONSUME_GOOD
    CALL
    PRODUCE_ON

# The action cards as bits of Seat.actions, index in actions.ACTIONS; the second Develop and Settle of
# the advanced game are bits of their own above them.
cdef enum ActionCard:
    EXPLORE_5
    EXPLORE_1_1
    DEVELOP_CARD
    SETTLE_CARD
    CONSUME_TRADE
    CONSUME_2X
    PRODUCE_CARD
    DEVELOP_AGAIN = 7
    SETTLE_AGAIN = 8

# Where a windfall good comes from: the bonus, a power for any kind, then one for each kind.
cdef enum:
    SOURCE_BONUS = 0
    SOURCE_POWER = 1       # plus the kind

cdef inline int32_t pack(int kind, int a, int b) noexcept nogil:
    return kind | (a << 8) | (b << 16)
