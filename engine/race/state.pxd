from libc.stdint cimport int8_t, int16_t, int32_t, uint16_t, uint32_t, uint64_t, uint8_t
from engine.contract.state cimport Head, report
from engine.race.powers cimport CONSUME_POWERS, KINDS, WORLDS, Powers

cdef enum:
    SEATS = 4
    STREAM_SETUP = 0
    STREAM_DECK = 1
    NONE = 255             # no card
    UNKNOWN = 254          # a face that the viewer can't know
    SECOND = 32            # where the second copies' bits of a pile begin
    HAND_LIMIT = 10
    TABLEAU_END = 12

cdef enum Phase:
    OPENING
    CHOOSE
    EXPLORE                # the five phases, in order
    DEVELOP
    SETTLE
    CONSUME
    PRODUCE
    ROUND_END
    OVER

# What the owing seats are asked; index in rules.DECISIONS.
cdef enum Asked:
    NOTHING                # the phase is done
    ASK_OPENING_DISCARD
    ASK_ACTION
    ASK_TWO_ACTIONS
    ASK_KEEP
    ASK_DEVELOPMENT
    ASK_WORLD
    ASK_WAY
    ASK_PAY
    ASK_SALE
    ASK_POWER
    ASK_GOOD
    ASK_NUMBER
    ASK_CARD_FOR_VP
    ASK_WINDFALL
    ASK_HAND_LIMIT

# A set of cards. Worlds exist once; a development's bit is design - WORLDS, and a second copy lies
# SECOND places above it, never without the first.
ctypedef struct Pile:
    uint64_t worlds
    uint64_t developments

ctypedef struct Seat:
    Pile hand
    Pile tableau
    Pile drawn             # dealt in Explore
    Pile aside             # chosen in a simultaneous step: kept in Explore, else to be discarded
    Pile put_away          # own discards that lie in the discard pile
    uint64_t goods         # worlds of the tableau with a good
    Powers power
    int16_t vp             # in chips
    uint16_t actions       # action cards of this round, as bits
    uint8_t hand_count     # kept when the cards are hidden
    uint8_t drawn_count
    uint8_t tableau_count
    uint8_t quota          # cards still to be chosen in a simultaneous step
    uint8_t selected       # card to be placed; after the reveal the one placed in this phase
    uint8_t produced[KINDS]
    uint8_t pad[2]

ctypedef struct Table:
    Head head
    Pile deck
    Pile discards
    uint32_t round
    int16_t pool           # VP chips left
    uint8_t deck_count
    uint8_t discard_count
    uint8_t phase
    uint8_t asked
    uint8_t owing          # bit mask of the seats that owe a decision
    uint8_t asked_seats    # bit mask of the seats asked when the simultaneous step began
    uint8_t first          # seat that begins where seats go in order
    uint8_t place          # in player order, of the seat whose part of the phase it is
    uint8_t is_advanced
    uint8_t is_second      # of two Develop or Settle phases
    # Where the seat stands in its part.
    uint8_t price          # cards still to be paid
    int8_t temporary       # strength of cards discarded in this Settle phase
    uint8_t is_selling     # Consume: the sales come first
    uint8_t sort           # Consume power in use
    uint8_t to_spend       # goods or cards it still takes
    uint8_t spent
    uint8_t spent_kinds    # bit mask
    uint8_t bonus          # Produce: whether the chooser's windfall good is left
    uint8_t left[CONSUME_POWERS]
    uint8_t windfall_left[KINDS]
    uint8_t face[WORLDS]   # the card that is the good on each world
    uint8_t pad[1]
    Seat seat[SEATS]

# Both copies of the designs that have two.
cdef uint64_t WHOLE_DEVELOPMENTS

cdef extern from * nogil:
    int lowest "__builtin_ctzll"(uint64_t bits)

cdef inline uint64_t bit(int place) noexcept nogil:
    return (<uint64_t>1) << place

cdef inline int ones(uint64_t x) noexcept nogil:
    x = x - ((x >> 1) & 0x5555555555555555ULL)
    x = (x & 0x3333333333333333ULL) + ((x >> 2) & 0x3333333333333333ULL)
    return <int>((((x + (x >> 4)) & 0x0F0F0F0F0F0F0F0FULL) * 0x0101010101010101ULL) >> 56)

# The place of the n-th set bit, counting from 0: running sums per byte, then bit by bit.
cdef inline int nth_bit(uint64_t bits, int n) noexcept nogil:
    cdef uint64_t x = bits - ((bits >> 1) & 0x5555555555555555ULL)
    x = (x & 0x3333333333333333ULL) + ((x >> 2) & 0x3333333333333333ULL)
    x = ((x + (x >> 4)) & 0x0F0F0F0F0F0F0F0FULL) * 0x0101010101010101ULL
    cdef uint64_t below = (((<uint64_t>n * 0x0101010101010101ULL) | 0x8080808080808080ULL) - x) & 0x8080808080808080ULL
    cdef int start = <int>(((below >> 7) * 0x0101010101010101ULL) >> 56) * 8
    n -= <int>(((x << 8) >> start) & 0xFF)
    bits >>= start
    while n > 0:
        bits &= bits - 1
        n -= 1
    return start + lowest(bits)

cdef inline int size_of(Pile* pile) noexcept nogil:
    return ones(pile.worlds) + ones(pile.developments)

cdef inline bint is_empty(Pile* pile) noexcept nogil:
    return (pile.worlds | pile.developments) == 0

cdef inline void clear(Pile* pile) noexcept nogil:
    pile.worlds = 0
    pile.developments = 0

cdef inline uint64_t designs(Pile* pile) noexcept nogil:
    """The developments of a pile, each design once."""
    return pile.developments & 0xFFFFFFFFULL

cdef inline void put(Pile* pile, int card) noexcept nogil:
    if card < WORLDS:
        pile.worlds |= bit(card)
    elif pile.developments & bit(card - WORLDS):
        pile.developments |= bit(card - WORLDS + SECOND)
    else:
        pile.developments |= bit(card - WORLDS)

cdef inline void take(Pile* pile, int card) noexcept nogil:
    cdef uint64_t second
    if card < WORLDS:
        pile.worlds &= ~bit(card)
        return
    second = bit(card - WORLDS + SECOND)
    pile.developments &= ~(second if pile.developments & second else bit(card - WORLDS))

cdef inline int seat_at(Table* table, int place) noexcept nogil:
    """The seat at a place in player order (Race R9)."""
    cdef int seat = table.first + place
    return seat - table.head.seats if seat >= table.head.seats else seat

cdef inline void tell(Table* table, int event, int seat, int a, int b) noexcept nogil:
    if table.head.log != NULL:
        report(&table.head, event, seat, a, b, 0, 0)

cdef int count_of(Pile* pile, int card) noexcept nogil
cdef void merge(Pile* into, Pile* pile) noexcept nogil
cdef void subtract(Pile* from_pile, Pile* pile) noexcept nogil
cdef int pick(Pile* pile, int n) noexcept nogil
cdef int draw_card(Table* table) noexcept nogil
cdef void draw(Table* table, int seat, int cards) noexcept nogil
cdef void discard(Table* table, int seat, int card) noexcept nogil
cdef void discard_hand_card(Table* table, int seat, int card) noexcept nogil
cdef bint place_good(Table* table, int seat, int world) noexcept nogil
cdef void discard_good(Table* table, int seat, int world) noexcept nogil
cdef void gain_vp(Table* table, int seat, int amount) noexcept nogil
cdef bint ask_all(Table* table, int asked, int seats) noexcept nogil
cdef bint note_answer(Table* table, int seat) noexcept nogil
cdef void ask_one(Table* table, int asked, int seat) noexcept nogil
cdef void put_aside(Table* table, int seat, int card) noexcept nogil
cdef void discard_aside(Table* table) noexcept nogil
cdef void enter_tableau(Table* table, int seat, int card) noexcept nogil
cdef void fold_placed(Table* table) noexcept nogil
