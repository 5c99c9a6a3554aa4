from libc.stdint cimport int32_t

# Index of each kind in actions.TinyEpicAction.KINDS.
cdef enum ActionKind:
    KEEP
    ACTIVATE
    PICK
    ROLL
    SPEND_DIE
    TURN
    SET
    END_TURN
    SHIP
    TO
    ADVANCE_SHIP
    UPGRADE
    MIX
    USE_ACTION
    DECLINE
    FOLLOW_DIE
    PASS
    NEVER
    ASK_AGAIN
    PUT_ASIDE
    SWAP
    STEAL_FROM
    REGRESS_SHIP
    REPLACE
    RECALL
    TAKE
    JUMP
    ONTO
    PAY
    FACE_ACTION
    REPEAT
    FORCE
    ACCEPT
    LOSE

cdef enum:
    NEVER_ANY = 6         # after the faces

cdef inline int32_t pack(int kind, int a, int b) noexcept nogil:
    return kind | (a << 8) | (b << 16)

cdef inline int kind_of(int32_t code) noexcept nogil:
    return code & 0xFF

cdef inline int first_of(int32_t code) noexcept nogil:
    return (code >> 8) & 0xFF

cdef inline int second_of(int32_t code) noexcept nogil:
    return (code >> 16) & 0xFF
