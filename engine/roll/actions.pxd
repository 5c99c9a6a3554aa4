from libc.stdint cimport int32_t

# Index of each kind in actions.RollAction.KINDS.
cdef enum ActionKind:
    BEGIN
    WILD_TO
    SELECT
    SELECTOR
    USE
    DICTATE
    PAY
    TAKE
    MOVE_TO
    STOP
    DONE
    STOCK
    SCOUT
    REARRANGE
    END_EXPLORE
    ABANDON
    DRAW
    PLACE
    ARRANGE
    GIVE_UP
    WORKER
    USE_UP
    SAVE
    SAVE_NO_MORE
    REMOVE
    PRODUCE
    TRADE
    CONSUME
    SHIPPER
    BUY_VP
    KEEP_CREDIT
    RECRUIT
    RECALL

cdef enum Explorer:
    EXPLORER_ANY
    EXPLORER_ALIEN
    EXPLORER_OTHER

cdef enum DiePlace:
    PLACE_CUP
    PLACE_CITIZENRY
    PLACE_COLUMN       # five of them, in phase order
    PLACE_STACK = 7    # development stack, world stack
    PLACE_GOOD = 9     # goods on novelty, rare elements, genes, alien technology worlds
    DIE_PLACES = 13

cdef enum:
    VIRTUAL = 7        # shipper codes from here on are virtual workers of colour code - VIRTUAL

cdef inline int32_t pack(int kind, int a, int b, int c) noexcept nogil:
    return kind | (a << 8) | (b << 16) | (c << 24)
