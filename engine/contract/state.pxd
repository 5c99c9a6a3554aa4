from libc.stdint cimport int16_t, int32_t, int8_t, uint8_t, uint16_t, uint32_t, uint64_t
from engine.rng cimport Rng

cdef enum:
    SEATS_MAX = 5
    LEGAL_MAX = 256
    EVENTS_MAX = 4096
    EVENT_ARGS = 4
    SPECTATOR = -1
    FULL = -2

ctypedef struct EventRecord:
    uint8_t kind
    int8_t seat
    int16_t arg[EVENT_ARGS]

ctypedef struct EventLog:
    int count
    EventRecord event[EVENTS_MAX]

# What every game's table begins with.
ctypedef struct Head:
    EventLog* log                    # NULL unless the checked door listens
    Rng rng
    uint32_t version                 # actions so far
    uint32_t step_version            # version at which the present simultaneous step began
    uint16_t own_actions[SEATS_MAX]  # each seat's actions in the present simultaneous step
    int8_t viewer                    # FULL, SPECTATOR, or the seat whose information set this is
    uint8_t seats
    uint8_t is_simultaneous
    uint8_t is_over

cdef void write_event(EventLog* log, int kind, int seat, int a, int b, int c, int d) noexcept nogil
cdef inline void report(Head* head, int kind, int seat, int a, int b, int c, int d) noexcept nogil:
    """Write an event if anybody listens; the fields' meaning stands in the game's EVENTS table."""
    if head.log != NULL:
        write_event(head.log, kind, seat, a, b, c, d)
cdef inline void count_action(Head* head, int seat) noexcept nogil:
    """Count an action of *seat*."""
    head.version += 1
    if head.is_simultaneous:
        head.own_actions[seat] += 1
cdef void begin_simultaneous(Head* head) noexcept nogil
cdef void end_simultaneous(Head* head) noexcept nogil
cdef int places_from(int seats, int32_t* points, int32_t* tie_break, uint8_t* out) noexcept nogil

cdef class State:
    cdef readonly object game
    # The C door: what search and playouts use, without the GIL.
    cdef Head* head(self) noexcept nogil
    cdef size_t size(self) noexcept nogil
    cdef uint32_t deciding(self) noexcept nogil
    cdef int legal(self, int seat, int32_t* out) noexcept nogil
    cdef void apply_code(self, int seat, int32_t code) noexcept nogil
    cdef int ask(self, int* seat, int32_t* out) noexcept nogil
    cdef int apply_and_ask(self, int* seat, int32_t code, int32_t* out) noexcept nogil
    cdef void copy_from(self, State other) noexcept nogil
    cdef void hide(self, int viewer) noexcept nogil
    cdef void imagine(self, uint64_t seed) noexcept nogil
    cdef void points(self, int32_t* out) noexcept nogil
    cdef void places(self, uint8_t* out) noexcept nogil
    # Helpers of the Python door.
    cdef State blank_copy(self)
    cdef int check_seat(self, seat, bint spectator) except -3
    cdef bint is_legal(self, int seat, int32_t code) noexcept nogil
