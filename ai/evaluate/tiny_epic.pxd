from libc.stdint cimport int32_t
from ai.playout cimport Policy
from engine.tiny_epic.powers cimport EFFECT_KINDS, FACES, PLANETS
from engine.tiny_epic.state cimport Table

# What things are worth, in victory points; the figures stand in tiny_epic.WORTHS.
ctypedef struct Worths:
    float energy             # a unit
    float culture
    float move               # a ship, beyond what its destination brings
    float orbit              # a ship on a fresh track, and per VP of the planet over the length of its track
    float orbit_density
    float producing_ship     # on a planet that produces culture
    float advance            # a step, and per VP over the length of the track
    float advance_density
    float progress           # per share of the track that is behind the ship
    float colonise           # the step that colonises, and per VP of the planet
    float colonise_vp
    float rival              # per other ship that is further on the same track
    float upgrade            # and less per level that is there already
    float upgrade_level
    float use_colony
    float home               # a ship on the way home
    float leave_orbit        # per step given up
    float end_turn
    float activate
    float reroll             # over what the die shows
    float reroll_mean
    float convert
    float follow             # beyond the face's worth
    float decline
    float keep_energy        # paying an upgrade with energy rather than culture
    float others_loss        # what another's loss is worth

cdef class TinyEpicPolicy(Policy):
    cdef readonly float sharpness
    cdef Worths worths
    cdef float effect[EFFECT_KINDS]  # per unit of a planet action's step
    cdef float surface[PLANETS]      # of each planet's action
    cdef float face_worth(self, Table* table, int seat, int face) noexcept nogil
    cdef float planet_worth(self, Table* table, int seat, int planet) noexcept nogil
    cdef float orbit_worth(self, Table* table, int seat, int slot) noexcept nogil
    cdef float advance_worth(self, Table* table, int seat, int slot) noexcept nogil
    cdef float destination_worth(self, Table* table, int seat, int place) noexcept nogil
    cdef float leaving_worth(self, Table* table, int seat, int place) noexcept nogil
    cdef float best_destination(self, Table* table, int seat) noexcept nogil
    cdef float colony_worth(self, Table* table, int seat) noexcept nogil
    cdef float judge(self, Table* table, int seat, int32_t code, const float* face) noexcept nogil
