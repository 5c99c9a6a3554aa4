from libc.stdint cimport uint64_t, uint8_t

cdef enum:
    COLORS = 7           # die colours
    WORLD_COLORS = 5     # world colours, gray last
    GOODS_COLORS = 4     # colours of worlds that hold goods
    PHASES = 5
    DEVELOPMENTS = 63    # tiles 0-54, then faction squares
    WORLDS = 74          # tiles 0-54, then faction squares, then home worlds
    TILES = 55
    REASSIGN_ROWS = 16
    BONUS_ROWS = 10
    BUILD_DEVELOPMENT = 0
    BUILD_WORLD = 1

# A seat's powers as plain numbers; a development adds its own to each (fold), so every field is an
# additive counter of one byte.
ctypedef struct Powers:
    uint64_t reassign                          # bit mask of Reassign rows; no two developments share one
    uint8_t development_discount
    uint8_t reassign_discount
    uint8_t world_discount[WORLD_COLORS]
    uint8_t gray_discount                      # never below 2
    uint8_t build_income[2][WORLD_COLORS]      # credits for completing; developments count as colour 0
    uint8_t phase_income[PHASES]
    uint8_t phase_vp[PHASES]
    uint8_t lead_income[PHASES]                # most developments, alone
    uint8_t highest_world_income[PHASES]
    uint8_t citizenry_income[PHASES][COLORS]   # credits per die in the Citizenry
    uint8_t citizenry_pairs[PHASES][COLORS]    # credits per started pair of dice in the Citizenry
    uint8_t good_income_by_world[GOODS_COLORS]
    uint8_t good_income_by_die[COLORS]
    uint8_t extra_goods
    uint8_t stock_bonus[COLORS]
    uint8_t scouted_income[COLORS]
    uint8_t extra_tiles
    uint8_t trade_bonus[GOODS_COLORS]
    uint8_t consume_vp[GOODS_COLORS]
    uint8_t consume_credits[GOODS_COLORS]
    uint8_t trade_vp
    uint8_t virtual_workers[PHASES][COLORS]
    uint8_t rearrange
    uint8_t place_on_top
    uint8_t cup_choice[2]                      # one or two of the builders to the cup
    uint8_t cup_color[2][COLORS]               # every builder of the colour to the cup
    uint8_t dictate_repeat
    uint8_t dictate_extra                      # moves beyond the first of a Dictate
    uint8_t bonus[BONUS_ROWS]

ctypedef struct ReassignRow:
    uint8_t min_workers
    uint8_t max_workers
    uint8_t max_if_tied
    uint8_t colors          # bit mask of die colours
    uint8_t to_columns      # bit mask of phases
    bint to_selected
    bint from_explore
    bint same_column
    bint needs_novelty_lead

cdef enum BonusKind:
    PER_DEVELOPMENT
    DEVELOPMENT_COST
    WORLD_COST
    PER_WORLD
    PER_DICE_SET
    PER_COLOR_OWNED
    TRIANGULAR_CHIPS
    PER_GOOD

ctypedef struct BonusRow:
    uint8_t kind
    uint8_t color           # of worlds or dice
    uint8_t amount          # VP each, or the divisor of a sum of costs
    uint8_t set_size
    bint reassign_only
    bint no_reassign

cdef enum EffectKind:
    GAIN_CREDITS
    GAIN_DIE
    REMOVE_DIE
    SET_CREDITS

cdef enum Destination:
    TO_CUP
    TO_CITIZENRY
    TO_WORLD

cdef enum:
    EFFECTS_MAX = 3

ctypedef struct EffectRow:
    uint8_t kind
    uint8_t amount
    uint8_t color
    uint8_t destination

ctypedef struct PieceRow:
    uint8_t cost
    uint8_t color           # worlds: world colour
    bint has_reassign
    uint8_t effect_count
    EffectRow effect[EFFECTS_MAX]

# Tables made from the catalogue when the module is imported.
cdef Powers POWERS[DEVELOPMENTS]
cdef PieceRow DEVELOPMENT[DEVELOPMENTS]
cdef PieceRow WORLD[WORLDS]
cdef ReassignRow REASSIGN[REASSIGN_ROWS]
cdef BonusRow BONUS[BONUS_ROWS]
cdef uint8_t FACE[COLORS][6]               # phase, or WILD
cdef uint8_t SUPPLY[COLORS]                # dice of the game
cdef uint8_t FACTION_DEVELOPMENT[9]        # NO_PIECE where there is none
cdef uint8_t FACTION_WORLD[9][2]           # left and right square, NO_PIECE where it is none

cdef enum:
    WILD = 5
    NO_PIECE = 255
    HOME_WORLD_FIRST = 65                  # index in WORLD of the first home world

cdef void fold(Powers* into, int development) noexcept nogil
