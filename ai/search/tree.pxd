from libc.stdint cimport int32_t, int64_t, int8_t, uint8_t, uint32_t, uint64_t
from ai.evaluate.network cimport Network, Outlook
from ai.evaluate.reasons.reasons cimport PHASES_MAX, SOURCES_MAX, Reasons
from ai.playout cimport Policy
from engine.contract.state cimport EventLog, LEGAL_MAX, SEATS_MAX, State

cdef enum:
    NODES_MAX = 262144   # 40 bytes each: 10 MB per searching thread, touched only as far as used
    PATH_MAX = 512       # tree nodes on the path of one iteration
    LINE_MAX = 16        # actions of a principal line
    OWN = 0              # one tree with the searching seat's decisions; the others play by policy
    SINGLE = 1           # one tree with all open decisions
    OBSERVERS = 2        # a tree per seat: its own decisions and the others' open ones

ctypedef struct Settings:
    int trees
    int cutoff           # decisions of a playout before the policy's estimate ends it; 0: play to the end
    float exploration
    float policy_share   # the policy's share of the prior; the rest is spread evenly over the actions
    float win_share      # share of the reward for being first (ties divide it)
    float place_share    # share of the reward for the places below one's own; the rest rewards the margin
    float margin_scale   # the margin in points that is worth half of the largest possible effect of a margin

ctypedef struct Node:
    double total         # sum of the mover's rewards
    int32_t code
    int32_t first_child  # 0: none (node 0 is nobody's child)
    int32_t next         # sibling; 0: none
    uint32_t visits
    uint32_t available   # times it could have been chosen
    int8_t seat          # the mover

ctypedef struct Candidate:
    double reward[SEATS_MAX]
    double points[SEATS_MAX]
    int64_t source[SEATS_MAX][SOURCES_MAX]   # points by source, if the search gives reasons
    uint32_t phase[PHASES_MAX]               # how often it was played in the round that is chosen next
    uint32_t visits
    int32_t code

cdef class Search:
    cdef Settings settings
    cdef Policy policy
    cdef Network network # judges leaves in place of playouts, or None
    cdef Reasons reasons # explains how playouts ended, or None
    cdef EventLog* log   # what happened in an iteration, while reasons are given
    cdef int rounds_before
    cdef readonly object game
    cdef State scratch
    cdef Node* node
    cdef readonly int nodes_max
    cdef readonly int nodes_used
    cdef readonly long long iterations
    cdef readonly long long decisions
    cdef public int64_t stall_ns   # the longest recent iteration in nanoseconds, including pauses by the scheduler
    cdef int seat
    cdef int seats
    cdef int candidates
    cdef Candidate candidate[LEGAL_MAX]
    # The path of one iteration.
    cdef int frontier[SEATS_MAX]
    cdef int path_length
    cdef int32_t path[PATH_MAX]
    cdef float reward[SEATS_MAX]
    cdef float points[SEATS_MAX]
    cdef Outlook outlook[SEATS_MAX]
    cdef void search(self, State root, uint64_t seed, int64_t iterations_max, int64_t deadline_ns, bint may_stop_early) noexcept nogil
    cdef void iterate(self, State root, uint64_t* rng) noexcept nogil
    cdef int descend(self, uint64_t* rng) noexcept nogil
    cdef int tree_of(self, int seat, bint is_simultaneous) noexcept nogil
    cdef int select(self, int tree, int seat, const int32_t* legal, int n, uint64_t* rng) noexcept nogil
    cdef int best_child(self, int seat, const int32_t* legal, const int32_t* child, int n, uint64_t* rng) noexcept nogil
    cdef int child_of(self, int parent, int seat, int32_t code, int after) noexcept nogil
    cdef int pick(self, int seat, const int32_t* legal, int n, uint64_t* rng) noexcept nogil
    cdef void watch(self, int mover, int32_t code) noexcept nogil
    cdef void step_to(self, int tree, int child) noexcept nogil
    cdef bint play_until_quiet(self, uint64_t* rng) noexcept nogil
    cdef void judge(self) noexcept nogil
    cdef void back_up(self, int chosen) noexcept nogil
    cdef void explain(self, Candidate* candidate) noexcept nogil
    cdef bint is_settled(self, int64_t left) noexcept nogil

cdef int64_t clock_ns() noexcept nogil
cdef void reward_seats(
    Settings* settings, int seats, const float* points, const uint8_t* place, float* reward
) noexcept nogil
