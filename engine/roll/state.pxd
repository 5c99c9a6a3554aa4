from libc.stdint cimport int16_t, uint16_t, uint64_t, uint8_t
from libc.string cimport memcpy
from engine.contract.state cimport SEATS_MAX, Head
from engine.roll.powers cimport COLORS, GOODS_COLORS, PHASES, TILES, WORLD_COLORS, Powers

cdef enum:
    STREAM_SETUP = 0
    STREAM_BAG = 1
    STREAM_SPARE_DIE = 2
    STREAM_DICE = 8      # plus the seat
    NONE = 255           # no phase, no die, no tile
    UNKNOWN = 254        # a tile that the viewer can't know
    DICE = 8             # width of an array of dice by colour: one more than colours, so that it is one word
    CREDITS_MAX = 10
    SQUARES_END = 12
    ALL_TILES_COUNT = 55

cdef enum Step:
    SETUP
    ASSIGN
    EXPLORE              # the five phases, in order
    DEVELOP
    SETTLE
    PRODUCE
    SHIP
    MANAGE
    OVER

# What a seat is asked; index in rules.DECISIONS.
cdef enum Asked:
    NOTHING
    ASK_BEGIN
    ASK_WILD
    ASK_SELECT
    ASK_SELECTOR
    ASK_REASSIGN
    ASK_PAY
    ASK_TAKE
    ASK_MOVE_TO
    ASK_EXPLORE
    ASK_ABANDON
    ASK_PLACE
    ASK_ARRANGE
    ASK_GIVE_UP
    ASK_WORKER
    ASK_USE_UP
    ASK_SAVE
    ASK_REMOVE
    ASK_PRODUCE
    ASK_SHIP
    ASK_SHIPPER
    ASK_BANK
    ASK_RECRUIT
    ASK_RECALL

ctypedef struct Seat:
    uint64_t developments_built            # bit mask of tiles
    uint64_t worlds_built
    uint64_t hand                          # tiles drawn and not yet placed; in setup the two start tiles
    uint64_t abandoned                     # own tiles in the pile
    Powers power
    int16_t vp
    int16_t printed_points                 # summed printed costs of the tableau
    int16_t development_cost
    int16_t reassign_cost
    int16_t world_cost[WORLD_COLORS]
    uint8_t faction                        # 1-9
    uint8_t home_world                     # 1-9
    uint8_t credits
    uint8_t squares
    uint8_t developments
    uint8_t reassign_developments
    uint8_t worlds[WORLD_COLORS]
    uint8_t highest_world                  # printed cost
    uint8_t cup[DICE]
    uint8_t citizenry[DICE]
    uint8_t column[PHASES][DICE]         # from Reveal on the selector lies in its column
    uint8_t wild[DICE]                   # rolled wild dice without a column yet
    uint8_t dictated[DICE]
    uint8_t virtual_worker[DICE]         # those left in the phase being played
    uint8_t zone_dice[2][DICE]
    uint8_t goods[GOODS_COLORS][DICE]    # by colour of the world, then of the die
    uint8_t selected                       # phase
    uint8_t selector                       # colour
    uint8_t zone_count[2]
    uint8_t zone[2][TILES]                 # from the top down
    uint8_t hand_count                     # kept when the hand itself is hidden
    uint8_t abandoned_count
    # Where the seat stands in its step.
    uint8_t asked
    uint8_t has_finished                   # its part of the step
    uint8_t power_in_use                   # Reassign row, or DICTATING
    uint8_t moves_done
    uint8_t moves_left
    uint8_t taken_color
    uint8_t taken_column
    uint8_t moved[2]                       # by the power in use, latest first: 1 + column * COLORS + colour
    uint8_t used_powers[16]                # Reassign rows used this round
    uint8_t has_dictated
    uint8_t has_rearranged                 # since the last task
    uint8_t is_extra_draw
    uint8_t to_draw                        # tiles still owed by the Scout in hand
    uint8_t has_scouted[DICE]
    uint8_t used[DICE]                   # dice used up by the tile being completed
    uint8_t building                       # tile being completed
    uint8_t saved
    uint8_t cup_bonus                      # red dice used when New Galactic Order shares with Galactic Exchange
    uint8_t effect_next
    uint8_t good_world                     # the good chosen to be shipped
    uint8_t good_color
    uint8_t is_trade
    uint8_t recruit_color
    uint8_t cursor                         # in a series whose order makes no difference: the first choice still offered
    uint8_t pad[4]

ctypedef struct Table:
    Head head
    uint64_t bag
    uint8_t bag_count
    uint8_t pile_count
    uint8_t step
    uint8_t turn                           # position in order of the seat whose part of the phase it is
    uint8_t stage                          # of the phase: see each phase
    uint8_t played                         # bit mask of the phases of this round
    uint8_t spare_face
    uint8_t order[SEATS_MAX]
    uint8_t giver                          # position in order of the next seat to be asked for a tile
    uint8_t gave                           # whether anybody gave one in this go
    uint8_t pad
    uint16_t round
    int16_t pool
    Seat seat[SEATS_MAX]
    Seat shown[SEATS_MAX]                  # every seat as it stood when the simultaneous step began

cdef enum:
    DICTATING = 100

cdef void gain_credits(Table* table, int seat, int amount) noexcept nogil
cdef void gain_vp(Table* table, int seat, int amount) noexcept nogil
cdef void gain_die(Table* table, int seat, int color, int destination, int world_color) noexcept nogil
cdef void add_development(Seat* seat, int index) noexcept nogil
cdef void add_world(Seat* seat, int index) noexcept nogil
cdef int take_from_bag(Table* table) noexcept nogil
cdef void put_on_stack(Table* table, int seat, int stack, int tile, int depth) noexcept nogil
cdef int remove_from_zone(Seat* seat, int tile) noexcept nogil
cdef int dice_owned(Seat* seat, int color) noexcept nogil
cdef void open_step(Table* table) noexcept nogil
cdef void close_step(Table* table) noexcept nogil
cdef void show_top(Table* table, int seat, int stack) noexcept nogil
cdef void add_start_tiles(Seat* seat) noexcept nogil
cdef void set_order(Table* table) noexcept nogil
cdef void roll_cup(Table* table, int seat) noexcept nogil
cdef void pile_to_bag(Table* table) noexcept nogil
cdef int novelty_lead(Table* table, int seat) noexcept nogil

cdef extern from *:
    int __builtin_ctzll(unsigned long long x) nogil

# The smallest helpers stand in the header, for C to inline them: they are most of what playouts do.

cdef inline uint64_t word(uint8_t* dice) noexcept nogil:
    """Return an array of dice as one number, a byte for each colour."""
    cdef uint64_t w
    memcpy(&w, dice, DICE)
    return w

cdef inline int total(uint8_t* dice) noexcept nogil:
    """Return how many dice of all colours lie there (below 256, as there are 111)."""
    return <int>((word(dice) * <uint64_t>0x0101010101010101) >> 56)

cdef inline void move_all(uint8_t* source, uint8_t* to) noexcept nogil:
    """Move every die."""
    cdef uint64_t sum = word(source) + word(to)
    memcpy(to, &sum, DICE)
    sum = 0
    memcpy(source, &sum, DICE)

cdef inline int lowest(uint64_t mask) noexcept nogil:
    """Return the number of the lowest bit of a mask that is not 0."""
    return __builtin_ctzll(mask)

cdef inline int first_color(uint8_t* dice) noexcept nogil:
    """Return the first colour lying there; there must be one."""
    return __builtin_ctzll(word(dice)) >> 3

cdef inline int pop_color(uint64_t* w) noexcept nogil:
    """Return the first colour of a word of dice that is not 0, and take it out: to go through the colours there are."""
    cdef int color = __builtin_ctzll(w[0]) >> 3
    w[0] &= ~(<uint64_t>255 << (8 * color))
    return color

cdef inline int pop_bit(uint64_t* mask) noexcept nogil:
    """Return the lowest bit's number of a mask that is not 0, and take it out."""
    cdef int bit = __builtin_ctzll(mask[0])
    mask[0] &= mask[0] - 1
    return bit

cdef inline int only_color(uint8_t* dice) noexcept nogil:
    """Return the colour if all dice there are of one, -1 if there are none, -2 if colours differ."""
    cdef uint64_t w = word(dice)
    cdef int color
    if w == 0:
        return -1
    color = __builtin_ctzll(w) >> 3
    return color if (w >> (8 * color)) < 256 else -2

cdef inline int just_moved(Seat* seat, int color, int column) noexcept nogil:
    """Return how many workers of the colour the power in use has put into the column (Roll R29, R121)."""
    cdef int there = 1 + column * COLORS + color
    return (seat.moved[0] == there) + (seat.moved[1] == there)

cdef inline int total_after(uint8_t* dice, int color) noexcept nogil:
    """Return how many dice lie there of the colours after one."""
    return <int>(((word(dice) >> (8 * (color + 1))) * <uint64_t>0x0101010101010101) >> 56)

cdef inline int goods_on(Seat* seat, int world) noexcept nogil:
    """Return how many goods lie on worlds of the colour."""
    return total(seat.goods[world])

cdef inline int room(Seat* seat, int world) noexcept nogil:
    """Return how many more goods the worlds of the colour can hold (Roll R82)."""
    return seat.worlds[world] * (1 + seat.power.extra_goods) - total(seat.goods[world])

cdef inline uint64_t zone_mask(Seat* seat) noexcept nogil:
    """Return the known tiles of both stacks as a bit mask."""
    cdef uint64_t mask = 0
    cdef int stack, i
    for stack in range(2):
        for i in range(seat.zone_count[stack]):
            if seat.zone[stack][i] < TILES:
                mask |= <uint64_t>1 << seat.zone[stack][i]
    return mask
