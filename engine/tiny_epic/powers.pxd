from libc.stdint cimport uint8_t

cdef enum:
    PLANETS = 40
    MISSIONS = 12
    FACES = 6
    MATS = 5
    LEVELS = 6
    MAT_LEVELS = 5
    EFFECTS_MAX = 3
    NAME_BYTES = 24
    ALL = 255             # every ship

cdef enum Face:
    MOVE_SHIP
    ACQUIRE_ENERGY
    ACQUIRE_CULTURE
    ADVANCE_DIPLOMACY
    ADVANCE_ECONOMY
    UTILIZE_COLONY

cdef enum:                # resources
    ENERGY
    CULTURE
    EITHER

cdef enum:                # types of tracks
    DIPLOMACY
    ECONOMY
    ANY

cdef enum:                # who
    SELF
    OTHERS

# Steps of planet actions; what each does stands in powers.VOCABULARY.
cdef enum EffectKind:
    SPEND
    PAY_PLAYER
    GAIN
    GAIN_PER_HOME_SHIP
    CONVERT
    STEAL
    ADVANCE
    REGRESS
    MOVE_SHIPS
    UPGRADE_EMPIRE
    REROLL_INACTIVE
    SET_INACTIVE_DIE
    DISCARD_INACTIVE_DICE
    REPLACE_ROW_PLANET
    RECALL_FOR_LEVEL
    JUMP_TRACK
    USE_PLANET
    FREE_ACTION
    REPEAT_DIE
    REWARD_PER_FOLLOW
    SET_FOLLOW_COST
    EFFECT_KINDS

# Steps of attacks (Tiny Epic S15-S20).
cdef enum AttackKind:
    PLAYER_LOSES
    ROGUE_GAINS
    ROGUE_STEALS
    PLAYER_REGRESSES
    PLAYER_LOSES_DIE
    ROGUE_ADVANCES

ctypedef struct Effect:
    uint8_t kind
    uint8_t who
    uint8_t resource
    uint8_t amount        # units, spaces, dice, discount, culture
    uint8_t track
    uint8_t ships
    uint8_t is_mixed      # upgrade: any mix of resources
    uint8_t needs_lowest  # upgrade: only below everybody else's level
    uint8_t from_player   # use_planet: a colony of the player just paid

ctypedef struct PlanetCard:
    uint8_t vp
    uint8_t resource
    uint8_t track
    uint8_t length
    uint8_t once_per_turn
    uint8_t own_turn_only
    uint8_t effects
    uint8_t opening       # first effect after the price
    Effect effect[EFFECTS_MAX]

ctypedef struct LevelRow:
    uint8_t vp
    uint8_t dice
    uint8_t ships
    uint8_t price

cdef enum MissionKind:
    RANK
    EQUAL
    AT_LEAST
    END_TRIGGER
    SHIPS_HOME

cdef enum Metric:
    METRIC_ENERGY
    METRIC_CULTURE
    METRIC_PLANETS
    METRIC_DIPLOMACY_PLANETS
    METRIC_ECONOMY_PLANETS
    METRIC_EMPIRE_LEVEL
    METRICS

ctypedef struct MissionCard:
    uint8_t kind
    uint8_t vp
    uint8_t vp_tied
    uint8_t metric
    uint8_t other
    uint8_t is_fewest
    uint8_t is_all        # ships: all at home, else none
    uint8_t least[METRICS]

ctypedef struct AttackEffect:
    uint8_t kind
    uint8_t resource
    uint8_t amount        # units, spaces, dice
    uint8_t ships         # 1 or ALL
    uint8_t turns

ctypedef struct AttackRow:
    uint8_t once_per_turn
    uint8_t effects
    AttackEffect effect[EFFECTS_MAX]

ctypedef struct MatRow:
    uint8_t name[NAME_BYTES]
    uint8_t resource_max
    uint8_t dice[MAT_LEVELS]
    uint8_t vp[MAT_LEVELS]
    AttackRow attack[MAT_LEVELS]

cdef PlanetCard PLANET[PLANETS]
cdef MissionCard MISSION[MISSIONS]
cdef LevelRow LEVEL[LEVELS + 1]               # by level, from 1

cdef fold_mat(MatRow* row, mat)
cdef unfold_mat(MatRow* row)
