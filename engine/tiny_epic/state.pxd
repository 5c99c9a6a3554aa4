from libc.stdint cimport int8_t, uint64_t, uint8_t
from libc.string cimport memcpy, memset
from engine.contract.state cimport Head, SEATS_MAX, report
from engine.tiny_epic.powers cimport FACES, PLANETS, MatRow

cdef enum:
    STREAM_PLANETS = 0
    STREAM_MISSIONS = 1
    STREAM_FIRST = 2
    STREAM_ROGUE = 3
    STREAM_DICE = 8       # plus the seat
    ROW_MAX = 6
    SHIPS = 4
    RESOURCE_MAX = 7
    STACK_MAX = 32
    DICE_LOST_TURNS = 4
    WIN_POINTS = 21
    BONUS_DICE = 3        # of the rogue's extra turn
    NONE = 255            # no planet, no die, no seat, no mission
    UNKNOWN = 254         # a mission that the viewer can't know
    HUMAN = 0             # solo: the only seat
    ROGUE = 1             # solo: the galaxy of the opponent
    # Where a ship stands: at home, on the surface of a place of the row, on its colony track.
    HOME = 0
    SURFACE = 1
    ORBIT = 7
    PLACES = 13
    BUILT_IN_END = 5      # mat numbers below are built-in mats
    NOT_IN_ORBIT = -1

cdef enum Step:
    CHOOSING_MISSIONS
    PLAYING
    OVER

# What a seat is asked; index in rules.DECISIONS.
cdef enum Asked:
    NOTHING
    ASK_MISSION
    ASK_TURN
    ASK_REROLL
    ASK_CONVERTER
    ASK_DIE
    ASK_FACE
    ASK_SHIP
    ASK_DESTINATION
    ASK_ADVANCE
    ASK_COLONY
    ASK_PLANET
    ASK_FOLLOW
    ASK_FREE_FOLLOW
    ASK_DISCARD
    ASK_SWAP
    ASK_STEAL
    ASK_REGRESS
    ASK_OTHERS_ADVANCE
    ASK_UPGRADE
    ASK_REPLACE
    ASK_RECALL
    ASK_RESOURCE
    ASK_JUMP
    ASK_ONTO
    ASK_USE
    ASK_PAY
    ASK_ACTION
    ASK_REPEAT
    ASK_FORCE
    ASK_LOSE
    ASK_RETREAT
    ASKED_END

# What is being carried out, innermost on top: a die's action, a planet's action, a follow window, ...
cdef enum FrameKind:
    ACT            # what: face; move: stage 1 once ship a (a place) is chosen
    USE            # what: planet; step: effect; stage, a, b: see planet_action
    FOLLOW         # what: face; actor: whose die it is; stage: places after actor of the seat asked
    FREE_FOLLOW    # the same, after a free action
    REROLL         # what: last face picked
    CONVERT        # what: face of the first die spent
    TURN_DIE       # stage 1 once the die is chosen; what: its face
    ROGUE_TURN     # stage 1 once the die is rolled
    ATTACK         # what: level - 1; step: effect
    FRAME_KINDS

cdef enum FrameFlag:
    OPTIONAL = 1       # the action may be declined: the ship has just landed
    STARTED = 2        # price paid, use of this turn marked
    NO_REPEAT = 4      # inside the repetition of a die
    FIRST_SHIP = 8     # first of two moves with different ships
    SECOND_SHIP = 16   # second of them: may be declined
    FREE = 32          # a reroll without price
    FLAGS_END = 64

ctypedef struct Frame:
    uint8_t kind
    uint8_t actor          # a galaxy
    uint8_t what
    uint8_t step
    uint8_t stage
    uint8_t flags
    uint8_t a
    uint8_t b

# A player, or the rogue.
ctypedef struct Galaxy:
    uint64_t colonies      # bit mask of planets
    uint64_t used          # once-per-turn planets used in this game turn
    uint8_t resource[2]
    uint8_t resource_max
    uint8_t level
    uint8_t home           # unlocked ships on the own mat
    uint8_t surface        # bit mask of places in the row
    int8_t track[ROW_MAX]  # position of the ship on the track, or NOT_IN_ORBIT
    uint8_t planet_points
    uint8_t level_points
    uint8_t planets
    uint8_t track_planets[2]   # colonised, by type of track
    uint8_t mission[2]     # dealt; once chosen, kept and returned
    uint8_t has_chosen
    uint8_t never          # faces that it never follows, bit mask
    uint8_t marked         # place of the ship that made the first of two moves, or NONE
    uint8_t dice_lost[DICE_LOST_TURNS]   # in the next own turns
    uint8_t pad[3]

ctypedef struct Table:
    Head head
    uint64_t deck          # bit mask of planets not drawn yet; a random one of them is drawn
    uint8_t step
    uint8_t galaxies       # seats; solo: 2
    uint8_t asked
    uint8_t asked_seat
    uint8_t depth          # frames in use
    uint8_t row[ROW_MAX]   # planets from the left, NONE where there is a gap
    uint8_t row_places
    # The turn.
    uint8_t first          # seat that had the first turn
    uint8_t active         # galaxy whose turn it is
    uint8_t trigger        # seat that was the first to have 21 points, or NONE
    uint8_t has_ended      # the turn; only while the next one is being set up
    uint8_t inactive[FACES]
    uint8_t picked[FACES]  # chosen to be rolled again
    uint8_t bay[FACES]     # activated
    uint8_t spent          # in the converter, or put aside
    uint8_t current        # face of the die in the bay whose action or follows go on, or NONE
    uint8_t rerolls
    uint8_t has_converted
    uint8_t follow_price
    uint8_t reward[2]      # to the active player for each follow
    # The rogue's turn.
    uint8_t dice_left
    uint8_t rogue_face
    uint8_t has_rerolled   # this die, for being unusable
    uint8_t is_extra_turn
    uint8_t has_attacked
    uint8_t rerolls_unusable       # option
    uint8_t extra_turn_is_followed # option
    uint8_t mat_number     # of a built-in mat, BUILT_IN_END for one of one's own, NONE
    MatRow mat
    uint8_t pad[4]
    Galaxy galaxy[SEATS_MAX]
    Frame frame[STACK_MAX]

cdef int gain(Table* table, int galaxy, int resource, int amount) noexcept nogil
cdef int lose(Table* table, int galaxy, int resource, int amount) noexcept nogil
cdef void points_changed(Table* table, int galaxy) noexcept nogil
cdef void finish(Table* table) noexcept nogil
cdef int ships_of(Table* table, int galaxy) noexcept nogil
cdef void relocate(Table* table, int galaxy, int source, int to) noexcept nogil
cdef int place_of_word(Table* table, int word) noexcept nogil
cdef bint is_occupied(Table* table, int slot) noexcept nogil
cdef void discover(Table* table, int slot) noexcept nogil
cdef void start_table(Table* table, int seats) noexcept nogil
cdef int count_bits(uint64_t mask) noexcept nogil

# What phases need at every step stands here, so that the compiler can put it in place.

cdef inline uint64_t bit(int index) noexcept nogil:
    """Return the mask of one planet."""
    return <uint64_t>1 << index

cdef inline int dice_in(uint8_t* faces) noexcept nogil:
    """Return how many dice of all faces lie there."""
    return faces[0] + faces[1] + faces[2] + faces[3] + faces[4] + faces[5]

cdef inline Frame* top(Table* table) noexcept nogil:
    """Return the frame of what is being carried out; there is one."""
    return &table.frame[table.depth - 1]

cdef inline Frame* push(Table* table, int kind, int actor, int what) noexcept nogil:
    """Begin something that comes before what is being carried out; return its frame."""
    cdef Frame* frame
    # The once-per-turn marks bound the nesting far below STACK_MAX; a table from outside is bounded too.
    if table.depth < STACK_MAX:
        table.depth += 1
    frame = top(table)
    memset(frame, 0, sizeof(Frame))
    frame.kind = kind
    frame.actor = actor
    frame.what = what
    return frame

cdef inline void pop(Table* table) noexcept nogil:
    """End what is being carried out."""
    memset(top(table), 0, sizeof(Frame))
    table.depth -= 1

cdef inline int orbits_of(Galaxy* galaxy) noexcept nogil:
    """Return the places of the row on whose tracks a ship stands, as a bit mask: those whose byte has no sign."""
    cdef uint64_t w = 0
    memcpy(&w, galaxy.track, ROW_MAX)
    w = (~w >> 7) & <uint64_t>0x0000010101010101
    return <int>((w * <uint64_t>0x0102040810204080) >> 56)

cdef extern from *:
    int __builtin_ctzll(unsigned long long x) nogil

cdef inline int pop_bit(uint64_t* mask) noexcept nogil:
    """Return the lowest bit's number of a mask that is not 0, and take it out."""
    cdef int index = __builtin_ctzll(mask[0])
    mask[0] &= mask[0] - 1
    return index

cdef inline void ask(Table* table, int asked, int seat) noexcept nogil:
    """Stop at a decision."""
    table.asked = asked
    table.asked_seat = seat

cdef inline int asked_of(Table* table) noexcept nogil:
    """Return what deciding seats are asked now."""
    return ASK_MISSION if table.step == CHOOSING_MISSIONS else table.asked

cdef inline bint is_rogue(Table* table, int galaxy) noexcept nogil:
    """Whether the galaxy is the solo opponent."""
    return table.head.seats == 1 and galaxy == ROGUE

cdef inline void note(Table* table, int kind, int galaxy, int a, int b, int c) noexcept nogil:
    """Report an event of a galaxy; the rogue's are the table's own."""
    if table.head.log != NULL:
        report(&table.head, kind, -1 if is_rogue(table, galaxy) else galaxy, a, b, c, 0)

cdef inline int points_of(Galaxy* galaxy) noexcept nogil:
    """Return points during play: planets and level (Tiny Epic R61)."""
    return galaxy.planet_points + galaxy.level_points

cdef inline bint is_at(Galaxy* galaxy, int place) noexcept nogil:
    """Whether a ship stands there."""
    if place == HOME:
        return galaxy.home > 0
    if place < ORBIT:
        return (galaxy.surface >> (place - SURFACE)) & 1
    return galaxy.track[place - ORBIT] >= 0

cdef inline int place_word(Table* table, int place) noexcept nogil:
    """Return the number by which actions name a place: home, then surfaces, then tracks by planet."""
    if place == HOME:
        return 0
    if place < ORBIT:
        return 1 + table.row[place - SURFACE]
    return 1 + PLANETS + table.row[place - ORBIT]

cdef inline int slot_of(Table* table, int planet) noexcept nogil:
    """Return where in the row a planet lies, -1 if it doesn't."""
    cdef int slot
    for slot in range(table.row_places):
        if table.row[slot] == planet:
            return slot
    return -1
